import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { sentence } from '../../core/io/errors.ts';
import type { ModelDoubt } from '../../core/models/catalogue/check-catalogue.ts';
import type { ModelKnowledge } from '../../core/models/catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { type Slip, slipsIn } from '../../core/models/spelling.ts';
import { type Arrival, ARRIVAL_SENTENCES, type ArrivalState, doubtSentence } from '../../core/wire/arrival.ts';
import { type JudgedRequest, sizeSeen, worstSeverity } from '../../core/receive/model-request.ts';
import { hasKnownLimits } from '../../core/wire/limits.ts';
import { ruleSentence } from '../../core/wire/rule-sentence.ts';
import { API_NAMES, isUndocumented } from '../../core/wire/verdict.ts';
import type { WhyStep } from '../../shared/preview-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import type { PreviewServices } from './content-source.ts';
import { absenceReason, mediaWords, typeOfLoaded, typeWarning } from './preview-facts.ts';
import type { LoadedArtifact } from './loaded-artifact.ts';
import type { PreviewSubject } from './preview-subject.ts';
import { arrivalReason, catalogueNote, findingText, intendedReason, quoted, routeReason } from './routed-arrival.ts';
import type { PreviewedContents, NamedMedium } from './routes.ts';
import { SEEN_STATES } from './shown-arrival.ts';
import { apiReason, partLabel } from './wire-words.ts';

/** Everything a decision was made from. */
export interface DecisionFacts {
  readonly subject: PreviewSubject;
  readonly services: PreviewServices;
  /** Null is "text only". */
  readonly service: LlmServiceConfig | null;
  readonly routed: PreviewedContents;
  readonly wired: JudgedRequest | null;
  /** The text the model reads; null when it reads none. */
  readonly text: string | null;
  /** What is known of the model against what it is declared to take. */
  readonly doubt: ModelDoubt | null;
  /** What all steps come to. */
  readonly arrival: Arrival;
  readonly catalogue: ModelKnowledge;
  /** Ids of models of the catalogue that are offered where this one's API refuses the request. */
  readonly others: readonly string[];
}

/** The decision step by step, from what the content is to what the model sees. A step never announces what a later step prevents. */
export function decisionSteps(decision: DecisionFacts): WhyStep[] {
  return [
    contentStep(decision.subject),
    modelStep(decision),
    routeStep(decision),
    apiStep(decision),
    limitsStep(decision),
    receivedStep(decision),
  ];
}

function modelStep({ services, service, doubt }: DecisionFacts): WhyStep {
  if (!service) {
    return {
      state: 'warning',
      title: vscode.l10n.t('No service: text only'),
      detail: vscode.l10n.t('What a model accepts is declared in llmservices.json; nothing is assumed without it.'),
    };
  }
  const name = service.name || service.id;
  const input = services.getCapabilities(service.id)?.input ?? ['text'];
  const model = services.modelOf(service.id);
  if (model) {
    return {
      state: doubt ? 'warning' : 'passed',
      title: vscode.l10n.t('{0} accepts {1}', name, input.join(', ')),
      detail: [...(doubt ? [sentenceText(doubtSentence(doubt))] : []), catalogueNote(model)].join('\n'),
    };
  }
  if (services.isForgotten(service.id)) {
    return { state: 'warning', title: vscode.l10n.t('{0} is no longer in the catalogue: text only.', name), detail: '' };
  }
  if (service.capabilities?.input === undefined) {
    return {
      state: 'warning',
      title: vscode.l10n.t('{0} does not declare its inputs', name),
      detail: vscode.l10n.t('Its entry in llmservices.json has no input capabilities, so only text is assumed.'),
    };
  }
  const title = vscode.l10n.t('{0} declares {1}', name, input.join(', '));
  const slips = misspeltInputs(services, service.id).map(({ capability, meant }) =>
    vscode.l10n.t('“{0}” is unknown; did you mean “{1}”?', capability, meant),
  );
  if (doubt) slips.push(sentenceText(doubtSentence(doubt)));
  const named = service.model && !doubt ? [vscode.l10n.t('Model: {0}', service.model)] : [];
  return { state: slips.length > 0 ? 'warning' : 'passed', title, detail: [...slips, ...named].join('\n') };
}

function routeStep({ routed, services, service, arrival: { state } }: DecisionFacts): WhyStep {
  const { outcome, capabilities } = routed.verdict;
  const isStopped = state === 'refused' || state === 'dropped' || state === 'nothing';
  const isOfCatalogue = service !== null && services.modelOf(service.id) !== undefined;
  const detail = isStopped ? intendedReason(routed, isOfCatalogue) : routeReason(routed, isOfCatalogue);
  switch (outcome) {
    case 'text':
      return {
        state: 'passed',
        title: isStopped ? vscode.l10n.t('It would be sent as text') : vscode.l10n.t('Sent as text'),
        detail,
      };
    case 'image_url':
    case 'file':
      return { state: 'passed', title: partTitle(outcome, isStopped, isOfCatalogue), detail };
    case 'description':
      return {
        state: 'stopped',
        title:
          capabilities.length > 0
            ? vscode.l10n.t('Needs {0}; a description is sent instead', quoted(capabilities))
            : vscode.l10n.t('A description is sent instead'),
        detail,
      };
    case 'failed':
      return { state: 'stopped', title: vscode.l10n.t('A note is sent instead'), detail };
    case 'not_found':
      return { state: 'stopped', title: vscode.l10n.t('Nothing is sent'), detail };
    case 'message': {
      const isWhole = routed.attachments.every((attachment) => attachment.outcome === 'included');
      return {
        state: isWhole ? 'passed' : 'warning',
        title: isStopped ? vscode.l10n.t('It would be one message to the model') : vscode.l10n.t('One message to the model'),
        detail,
      };
    }
  }
}

/** That content goes as a part of its own; where something stops it behind the capabilities, that it would. */
function partTitle(kind: 'image_url' | 'file', isStopped: boolean, isOfCatalogue: boolean): string {
  if (!isStopped) return vscode.l10n.t('Sent as {0}', kind);
  return isOfCatalogue ? vscode.l10n.t('It would be sent as {0}', kind) : vscode.l10n.t('As declared, it would be sent as {0}', kind);
}

function apiStep({ routed, wired, arrival }: DecisionFacts): WhyStep {
  if (!wired) return { state: 'skipped', title: vscode.l10n.t('No request'), detail: '' };
  const { choice, verdicts } = wired;
  // The caption beside a medium is not what anybody asks about.
  const media = verdicts.filter(({ mimeType }) => mimeType !== undefined);
  const stated = media.length > 0 ? media : verdicts;
  const rules = stated.map((verdict) => (stated.length > 1 ? `${partLabel(verdict, routed)}: ` : '') + sentenceText(ruleSentence(verdict)));
  return { ...apiVerdict(wired, arrival, API_NAMES[choice.api]), detail: [apiReason(choice), ...new Set(rules)].join(' ') };
}

function apiVerdict({ verdicts, worst, choice }: JudgedRequest, { state }: Arrival, api: string): Pick<WhyStep, 'state' | 'title'> {
  if (worst === 'rejected' || worst === 'dropped') {
    if (state === 'partly') return { state: 'warning', title: vscode.l10n.t('{0} accepts only part of it', api) };
    return { state: 'stopped', title: vscode.l10n.t('{0} does not accept it', api) };
  }
  if (verdicts.some(isUndocumented)) return { state: 'warning', title: vscode.l10n.t('Whether {0} accepts it is not documented', api) };
  const title =
    state === 'described' || state === 'failed'
      ? vscode.l10n.t('The replacement text is written for {0}', api)
      : vscode.l10n.t('Request for {0}', api);
  return { state: choice.certainty === 'guessed' ? 'warning' : 'passed', title };
}

function limitsStep({ routed, wired, arrival }: DecisionFacts): WhyStep {
  if (!wired || (routed.media.length === 0 && wired.limits.length === 0))
    return { state: 'skipped', title: vscode.l10n.t('No media limits apply'), detail: '' };
  const api = API_NAMES[wired.choice.api];
  if ((wired.worst === 'rejected' || wired.worst === 'dropped') && arrival.state !== 'partly')
    return { state: 'skipped', title: vscode.l10n.t('The limits of {0} make no difference', api), detail: '' };
  const severity = worstSeverity(wired.limits);
  const detail = wired.limits.map((finding) => findingText(finding, routed)).join('\n');
  if (severity === 'error') return { state: 'stopped', title: vscode.l10n.t('Exceeds the limits of {0}', api), detail };
  if (severity === 'warning') return { state: 'warning', title: vscode.l10n.t('Check the limits of {0}', api), detail };
  if (!hasKnownLimits(wired.choice.api)) return { state: 'skipped', title: vscode.l10n.t('The limits of {0} are unknown', api), detail };
  return { state: 'passed', title: vscode.l10n.t('Within the limits of {0}', api), detail };
}

/** Input capabilities that nothing knows, and what was probably meant. */
export function misspeltInputs(services: DecisionFacts['services'], serviceId: string): readonly Slip[] {
  return slipsIn(services.getCapabilities(serviceId)?.input ?? []);
}

/** What the model sees in the end. */
function receivedStep({ routed, wired, arrival, text }: DecisionFacts): WhyStep {
  return {
    state: SEEN_STATES[arrival.state],
    title: titleOf(arrival.state, routed),
    detail: detailOf(routed, wired, arrivalReason(arrival, routed, wired), arrival.state, text),
  };
}

function titleOf(state: ArrivalState, { verdict, media }: PreviewedContents): string {
  switch (state) {
    case 'nothing':
      return vscode.l10n.t('The model sees nothing');
    case 'refused':
      return vscode.l10n.t('The model sees nothing: the request is rejected');
    case 'dropped':
      return vscode.l10n.t('The model sees a note instead');
    case 'described':
    case 'failed':
      return vscode.l10n.t('The model sees a description, not the content');
    case 'partly':
      return vscode.l10n.t('The model sees part of it');
    case 'doubtful':
      return vscode.l10n.t('Sent, but the model may not be able to use it');
    case 'arrives':
      if (verdict.outcome === 'text') return vscode.l10n.t('The model sees the whole text');
      return media.some(({ facts }) => /^(?:image|video)\//.test(facts.mimeType))
        ? vscode.l10n.t('The model sees the content')
        : vscode.l10n.t('The model receives the content');
  }
}

function detailOf(
  routed: PreviewedContents,
  wired: JudgedRequest | null,
  reason: string | null,
  state: ArrivalState,
  text: string | null,
): string {
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
function seenAs(medium: NamedMedium, request: JudgedRequest): string {
  const { name, facts } = medium;
  const seen = sizeSeen(medium, request);
  if (!seen) return '';
  const { width, height } = seen;
  const isShrunk = facts.width !== undefined && width < facts.width;
  return isShrunk
    ? vscode.l10n.t('{0}: shrunk to {1} × {2} pixels', name, width, height)
    : vscode.l10n.t('{0}: {1} × {2} pixels', name, width, height);
}

function firstLine(text: string | null): string {
  return (text ?? '').split('\n', 1)[0] ?? '';
}

/** What the content is, and how sure that is. */
function contentStep({ loaded, name, references }: PreviewSubject): WhyStep {
  if (!loaded) {
    const detail = vscode.l10n.t(
      'A message with {0} attachments. Their declared types decide: images need “vision”, audio “audio”, everything else “file”, text included. These rules differ from those for an artifact that a tool reads.',
      references.length,
    );
    return { state: 'passed', title: name, detail };
  }
  const { artifact, media } = loaded;
  if (!artifact || (artifact.contentFailure && artifact.contentFailure.code !== 'too_large')) {
    return { state: 'stopped', title: vscode.l10n.t('No content'), detail: absenceReason(loaded) };
  }
  const facts = [...(artifact.size === undefined ? [] : [formatSize(artifact.size)]), ...(media ? mediaWords(media) : [])];
  return { ...typeSentences(loaded), ...(facts.length > 0 && { title: `${typeTitle(loaded)} · ${facts.join(' · ')}` }) };
}

function typeTitle(loaded: LoadedArtifact): string {
  const mimeType = loaded.artifact?.mimeType;
  const { typeName } = typeOfLoaded(loaded);
  if (mimeType === undefined) return typeName || vscode.l10n.t('Text');
  return typeName && typeName !== mimeType ? `${typeName} (${mimeType})` : mimeType;
}

/** Declared and found type against each other. */
function typeSentences(loaded: LoadedArtifact): WhyStep {
  const title = typeTitle(loaded);
  const detection = loaded.artifact?.detection;
  const warning = typeWarning(loaded);
  if (warning?.code === 'empty') return { state: 'warning', title, detail: sentenceText(sentence(ARRIVAL_SENTENCES.empty)) };
  if (warning?.code === 'type_contradicted') {
    const { declared, detected } = warning;
    const detail =
      warning.by === 'name'
        ? vscode.l10n.t('The file name says {0}, but the bytes are {1} and are treated as such.', declared, detected)
        : vscode.l10n.t('Declared as {0}, but the bytes are {1} and are treated as such.', declared, detected);
    return { state: 'warning', title, detail };
  }
  if (warning?.code === 'not_utf8') {
    const detail = vscode.l10n.t(
      'Declared as {0}, but the bytes are neither UTF-8 nor UTF-16, so the file is treated as binary. If it is text in another encoding, open it with that encoding and save it as UTF-8.',
      warning.declared,
    );
    return { state: 'warning', title, detail };
  }
  if (warning) {
    const { declared, looksLike } = warning;
    const detail =
      looksLike === null
        ? vscode.l10n.t('Declared as {0}, but the bytes do not confirm it; the file may be damaged or mislabeled.', declared)
        : vscode.l10n.t(
            'Declared as {0}, but the first bytes look like {1}; the file may be mislabeled. Too few bytes match to decide.',
            declared,
            looksLike,
          );
    return { state: 'warning', title, detail };
  }
  const { declaredMimeType: declared, detectedMimeType: detected } = detection ?? {};
  if (declared !== undefined && declared !== detection?.mimeType) {
    const detail = vscode.l10n.t('Declared as {0}, which can be text or binary. The bytes are {1}.', declared, detection?.mimeType ?? '');
    return { state: 'passed', title, detail };
  }
  if (declared !== undefined && detected !== undefined)
    return { state: 'passed', title, detail: vscode.l10n.t('Declared as {0}, and the bytes confirm it.', declared) };
  if (declared !== undefined)
    return { state: 'passed', title, detail: vscode.l10n.t('Declared as {0}; nothing in the bytes contradicts it.', declared) };
  if (detected !== undefined) return { state: 'passed', title, detail: vscode.l10n.t('No type is declared; the bytes are {0}.', detected) };
  return { state: 'passed', title, detail: vscode.l10n.t('No type is declared, and the bytes have no known signature.') };
}
