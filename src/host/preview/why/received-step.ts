import * as vscode from 'vscode';
import type { ArrivalState } from '../../../core/wire/arrival.ts';
import { estimateMediaTokens } from '../../../core/wire/tokens/media-tokens.ts';
import type { WhyStep } from '../../../shared/preview-state.ts';
import type { Routed, RoutedMedium } from '../routing/routed.ts';
import { arrivalReason } from '../routing/routed-arrival.ts';
import type { Measured } from '../wire/wired.ts';
import type { Decision } from './decision-steps.ts';

/** How the last step stands for each arrival: as the card does. */
const STATES: Readonly<Record<ArrivalState, WhyStep['state']>> = {
  arrives: 'passed',
  doubtful: 'warning',
  partly: 'warning',
  described: 'stopped',
  dropped: 'stopped',
  failed: 'stopped',
  refused: 'stopped',
  nothing: 'skipped',
};

/** What the model sees in the end. */
export function receivedStep({ routed, wired, arrival, text }: Decision): WhyStep {
  return {
    state: STATES[arrival.state],
    title: titleOf(arrival.state, routed),
    detail: detailOf(routed, wired, arrivalReason(arrival, wired), arrival.state, text),
  };
}

function titleOf(state: ArrivalState, { verdict, media }: Routed): string {
  switch (state) {
    case 'nothing':
      return vscode.l10n.t('The model sees nothing');
    case 'refused':
      return vscode.l10n.t('The model sees nothing: the request is refused');
    case 'dropped':
      return vscode.l10n.t('The model sees a note in its place');
    case 'described':
    case 'failed':
      return vscode.l10n.t('The model sees a text about it, not the content');
    case 'partly':
      return vscode.l10n.t('The model sees a part of it');
    case 'doubtful':
      return vscode.l10n.t('It is sent, but whether the model can use it is doubtful');
    case 'arrives':
      if (verdict.outcome === 'text') return vscode.l10n.t('The model sees the whole text');
      return media.some(({ facts }) => /^(?:image|video)\//.test(facts.mimeType))
        ? vscode.l10n.t('The model sees the content')
        : vscode.l10n.t('The model receives the content');
  }
}

function detailOf(routed: Routed, wired: Measured | null, reason: string | null, state: ArrivalState, text: string | null): string {
  if (reason !== null) return reason;
  if (state === 'described' || state === 'failed') return firstLine(routed.text);
  if (!wired) return '';
  if (routed.verdict.outcome === 'text') return vscode.l10n.t('{0} characters', (text ?? '').length.toLocaleString(vscode.env.language));
  return routed.media
    .map((medium) => seenAs(medium, wired))
    .filter((words) => words !== '')
    .join('; ');
}

/** An image as it is after the API has shrunk it. */
function seenAs({ name, facts }: RoutedMedium, { choice, model }: Measured): string {
  const { width, height } = estimateMediaTokens(facts, { api: choice.api, model })?.params ?? {};
  if (typeof width !== 'number' || typeof height !== 'number') return '';
  const isShrunk = facts.width !== undefined && width < facts.width;
  return isShrunk
    ? vscode.l10n.t('{0}: shrunk to {1} × {2} pixels', name, width, height)
    : vscode.l10n.t('{0}: {1} × {2} pixels', name, width, height);
}

function firstLine(text: string | null): string {
  return (text ?? '').split('\n', 1)[0] ?? '';
}
