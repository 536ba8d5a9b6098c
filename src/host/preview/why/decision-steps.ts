import * as vscode from 'vscode';
import type { LlmServiceConfig } from '../../../core/services/schema.ts';
import type { LlmServiceRegistry } from '../../../core/services/registry.ts';
import { API_NAMES } from '../../../core/wire/api.ts';
import { doubtSentence, type Arrival, type ModelDoubt } from '../../../core/wire/arrival.ts';
import { limitSentence } from '../../../core/wire/limit-sentence.ts';
import { hasKnownLimits } from '../../../core/wire/limits.ts';
import { ruleSentence } from '../../../core/wire/rule-sentence.ts';
import type { WhyStep } from '../../../shared/preview-state.ts';
import { sentenceText } from '../../sentence-text.ts';
import type { Routed } from '../routing/routed.ts';
import { quoted, routeReason } from '../routing/route-reason.ts';
import type { PreviewSubject } from '../subject/preview-subject.ts';
import { apiReason, partLabel } from '../wire/wire-state.ts';
import { worstSeverity, type Measured } from '../wire/wired.ts';
import { contentStep } from './content-step.ts';
import { misspeltInputs } from './fixes.ts';
import { receivedStep } from './received-step.ts';

/** Everything a decision was made from. */
export interface Decision {
  readonly subject: PreviewSubject;
  readonly services: LlmServiceRegistry;
  /** Null is "text only". */
  readonly service: LlmServiceConfig | null;
  readonly routed: Routed;
  readonly wired: Measured | null;
  /** What is known of the model against what it is declared to take. */
  readonly doubt: ModelDoubt | null;
  /** What all steps come to. */
  readonly arrival: Arrival;
}

/** The decision step by step, from what the content is to what the model sees. */
export function decisionSteps(decision: Decision): WhyStep[] {
  return [contentStep(decision.subject), modelStep(decision), routeStep(decision), apiStep(decision), limitsStep(decision), receivedStep(decision)];
}

function modelStep({ services, service, doubt }: Decision): WhyStep {
  if (!service) {
    return {
      state: 'warning',
      title: vscode.l10n.t('No service: a model that takes nothing but text'),
      detail: vscode.l10n.t('What a model takes is declared in llmservices.json; nothing is assumed without it.'),
    };
  }
  const name = service.name || service.id;
  const input = services.getCapabilities(service.id)?.input ?? ['text'];
  if (service.capabilities?.input === undefined) {
    return {
      state: 'warning',
      title: vscode.l10n.t('{0} does not declare what it takes', name),
      detail: vscode.l10n.t('Its entry in llmservices.json has no input capabilities, so text is all that counts.'),
    };
  }
  const title = vscode.l10n.t('{0} declares that it takes {1}', name, input.join(', '));
  const slips = misspeltInputs(services, service.id).map(({ capability, meant }) => vscode.l10n.t('“{0}” is not known; did you mean “{1}”?', capability, meant));
  if (doubt) slips.push(sentenceText(doubtSentence(doubt)));
  const model = service.model && !doubt ? [vscode.l10n.t('Model: {0}', service.model)] : [];
  return { state: slips.length > 0 ? 'warning' : 'passed', title, detail: [...slips, ...model].join('\n') };
}

function routeStep({ routed }: Decision): WhyStep {
  const { outcome, capabilities } = routed.verdict;
  const detail = routeReason(routed);
  switch (outcome) {
    case 'text':
      return { state: 'passed', title: vscode.l10n.t('It goes into the text'), detail };
    case 'image_url':
    case 'file':
      return { state: 'passed', title: vscode.l10n.t('It is sent itself, as {0}', outcome), detail };
    case 'description':
      return { state: 'stopped', title: capabilities.length > 0 ? vscode.l10n.t('It would need {0}: a description takes its place', quoted(capabilities)) : vscode.l10n.t('A description takes its place'), detail };
    case 'failed':
      return { state: 'stopped', title: vscode.l10n.t('A note takes its place'), detail };
    case 'not_found':
      return { state: 'stopped', title: vscode.l10n.t('Nothing is sent'), detail };
    case 'message': {
      const isWhole = routed.attachments.every((attachment) => attachment.outcome === 'included');
      return { state: isWhole ? 'passed' : 'warning', title: vscode.l10n.t('It is one message to the model'), detail };
    }
  }
}

function apiStep({ routed, wired }: Decision): WhyStep {
  if (!wired) return { state: 'skipped', title: vscode.l10n.t('No request is written'), detail: '' };
  const { choice, verdicts, worst } = wired;
  const isRefused = worst === 'rejected' || worst === 'dropped';
  // The caption beside a medium is not what anybody asks about.
  const media = verdicts.filter(({ mimeType }) => mimeType !== undefined);
  const told = media.length > 0 ? media : verdicts;
  const rules = told.map((verdict) => (told.length > 1 ? `${partLabel(verdict, routed)}: ` : '') + sentenceText(ruleSentence(verdict)));
  return {
    state: isRefused ? 'stopped' : choice.certainty === 'guessed' ? 'warning' : 'passed',
    title: isRefused ? vscode.l10n.t('{0} does not take it', API_NAMES[choice.api]) : vscode.l10n.t('It is written for {0}', API_NAMES[choice.api]),
    detail: [apiReason(choice), ...new Set(rules)].join(' '),
  };
}

function limitsStep({ routed, wired }: Decision): WhyStep {
  if (!wired || (routed.media.length === 0 && wired.limits.length === 0)) return { state: 'skipped', title: vscode.l10n.t('No limits for media apply'), detail: '' };
  const severity = worstSeverity(wired.limits);
  const detail = wired.limits.map((finding) => sentenceText(limitSentence(finding))).join(' ');
  const api = API_NAMES[wired.choice.api];
  if (severity === 'error') return { state: 'stopped', title: vscode.l10n.t('It is beyond the limits of {0}', api), detail };
  if (severity === 'warning') return { state: 'warning', title: vscode.l10n.t('The limits of {0} need a look', api), detail };
  if (!hasKnownLimits(wired.choice.api)) return { state: 'skipped', title: vscode.l10n.t('The limits of {0} are not known', api), detail };
  return { state: 'passed', title: vscode.l10n.t('It keeps the limits of {0}', api), detail };
}
