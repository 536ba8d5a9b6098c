import * as vscode from 'vscode';
import { estimateMediaTokens } from '../../../core/wire/tokens/media-tokens.ts';
import type { WhyStep } from '../../../shared/preview-state.ts';
import type { Routed, RoutedMedium } from '../routing/routed.ts';
import { worstSeverity, type Measured } from '../wire/wired.ts';

/** What the model sees in the end. */
export function receivedStep(routed: Routed, wired: Measured | null): WhyStep {
  if (!wired) return { state: 'skipped', title: vscode.l10n.t('The model sees nothing'), detail: '' };
  const { outcome } = routed.verdict;
  if (wired.worst === 'rejected') {
    return { state: 'stopped', title: vscode.l10n.t('The model sees nothing: the request is refused'), detail: vscode.l10n.t('The API answers with an error instead of passing it on.') };
  }
  if (wired.worst === 'dropped') {
    return { state: 'stopped', title: vscode.l10n.t('The model sees a note in its place'), detail: vscode.l10n.t('The API has no shape for it, so it is left out and a text says so.') };
  }
  const included = routed.attachments.filter((attachment) => attachment.outcome === 'included').length;
  if (outcome === 'description' || outcome === 'failed' || (outcome === 'message' && included === 0)) {
    return { state: 'stopped', title: vscode.l10n.t('The model sees a text about it, not the content'), detail: firstLine(routed.text) };
  }
  if (worstSeverity(wired.limits) === 'error') {
    return { state: 'stopped', title: vscode.l10n.t('The model probably sees nothing'), detail: vscode.l10n.t('A limit of the API is exceeded, and requests beyond it are refused.') };
  }
  const seen = routed.media.map((medium) => seenAs(medium, wired)).filter((words) => words !== '');
  if (outcome === 'text') return { state: 'passed', title: vscode.l10n.t('The model sees the whole text'), detail: vscode.l10n.t('{0} characters', (routed.text ?? '').length.toLocaleString(vscode.env.language)) };
  if (included < routed.attachments.length) return { state: 'warning', title: vscode.l10n.t('The model sees a part of it'), detail: seen.join('; ') };
  return { state: 'passed', title: vscode.l10n.t('The model sees the content'), detail: seen.join('; ') };
}

/** An image as it is after the API has shrunk it. */
function seenAs({ name, facts }: RoutedMedium, { choice, model }: Measured): string {
  const { width, height } = estimateMediaTokens(facts, { api: choice.api, model })?.params ?? {};
  if (typeof width !== 'number' || typeof height !== 'number') return '';
  const isShrunk = facts.width !== undefined && width < facts.width;
  return isShrunk ? vscode.l10n.t('{0}: shrunk to {1} × {2} pixels', name, width, height) : vscode.l10n.t('{0}: {1} × {2} pixels', name, width, height);
}

function firstLine(text: string | null): string {
  return (text ?? '').split('\n', 1)[0] ?? '';
}
