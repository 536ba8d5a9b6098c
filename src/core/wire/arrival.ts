import { sentence, type Sentence } from '../io/errors.ts';
import type { Retirement } from '../models/catalogue/retirements.ts';
import type { ModelDoubt } from '../models/catalogue/check-catalogue.ts';
import { limitSentence, ruleSentence } from './rule-sentence.ts';
import type { LimitFinding } from './limit-finding.ts';
import { OWN_HEADER } from './limits.ts';
import type { ArrivalState } from './outcome-words.ts';
import { isUndocumented, type WireVerdict } from './verdict.ts';

export type { ArrivalState } from './outcome-words.ts';

/** What decided: an API's rule or limit, knowledge about the model, the content, or that the API or the model's inputs are guessed. */
type ArrivalCauseKind = 'rule' | 'limit' | 'model' | 'content' | 'guess';

export interface Arrival {
  readonly state: ArrivalState;
  /** Absent when the capabilities alone decided. */
  readonly cause?: { readonly by: ArrivalCauseKind; readonly sentence: Sentence };
}

/** The decisions about a content. */
export interface Way {
  /** By capabilities; of the attachments of a message `some` or `none` are sent. */
  readonly route: 'content' | 'some' | 'none' | 'description' | 'failed' | 'not_found';
  /** What becomes of its parts; null when no request is written. */
  readonly verdicts: readonly WireVerdict[] | null;
  /** Findings about the API's limits, most severe first. */
  readonly limits: readonly LimitFinding[];
  /** Bytes of binary content; null for text, several contents, or if unknown. */
  readonly size: number | null;
  readonly doubt: ModelDoubt | null;
  /** That the host serves the model no more; absent where that is not known. */
  readonly retired?: Omit<Retirement, 'state'> & { readonly model: string };
  /** How the API, or what the model accepts, was guessed; absent where both are known. */
  readonly guess?: Sentence;
}

/** How a message goes by what becomes of its attachments. */
export function wayOfAttachments(outcomes: readonly ('included' | 'described' | 'failed')[]): Way['route'] {
  const included = outcomes.filter((outcome) => outcome === 'included').length;
  if (included > 0) return included === outcomes.length ? 'content' : 'some';
  return outcomes.every((outcome) => outcome === 'failed') ? 'failed' : 'none';
}

/** Explanations besides rules and limits. */
export const ARRIVAL_SENTENCES = {
  model: '“{0}” is declared in llmservices.json, but {1} is known not to support it (catalogue: {2}).',
  kind: '“{0}” is declared in llmservices.json, but {1} is known not to support “{2}” (catalogue: {3}).',
  family: '“{0}” is declared in llmservices.json, but {1}, by its name one of {2}, is known not to support “{3}” (catalogue).',
  catalogue: 'According to the catalogue, {1} accepts “{0}”, but not “{2}” ({3}).',
  of_family: '{0} is not in the catalogue: what it accepts is inferred from its family, {1}.',
  retired: '{0} was retired on {1}: requests fail. Recommended instead: {2} ({3}).',
  empty: 'Empty (0 bytes): there is nothing a model could receive.',
} as const;

/** What the model receives. */
export function arrivalOf({ route, verdicts, limits, size, doubt, retired, guess }: Way): Arrival {
  if (route === 'not_found' || verdicts === null) return { state: 'nothing' };
  if (retired) {
    const { model, date, successor, source } = retired;
    return { state: 'refused', cause: { by: 'model', sentence: sentence(ARRIVAL_SENTENCES.retired, model, date, successor, source) } };
  }
  const rejected = verdicts.find(({ outcome }) => outcome === 'rejected');
  if (rejected) return byRule('refused', rejected);
  const error = limits.find(({ severity }) => severity === 'error');
  if (error) return byLimit('refused', error);
  if (route === 'failed') return { state: 'failed' };
  if (route === 'description' || route === 'none')
    return { state: 'described', ...(size === 0 && { cause: { by: 'content', sentence: sentence(ARRIVAL_SENTENCES.empty) } }) };
  const dropped = verdicts.find(({ outcome }) => outcome === 'dropped');
  if (dropped)
    return byRule(hasMediaLeft(verdicts) ? 'partly' : verdicts.some(({ note }) => note !== undefined) ? 'dropped' : 'nothing', dropped);
  if (route === 'some') return { state: 'partly' };
  return doubtful(verdicts, limits, doubt) ?? guessed(verdicts, guess) ?? { state: 'arrives' };
}

/** Text goes to every model and by every API alike; whether media do is not known where either is guessed. */
function guessed(verdicts: readonly WireVerdict[], guess: Sentence | undefined): Arrival | undefined {
  return guess && hasMediaLeft(verdicts) ? { state: 'doubtful', cause: { by: 'guess', sentence: guess } } : undefined;
}

/** In order: the content is empty, truncated or false; knowledge about the model; undocumented behaviour of the API. */
function doubtful(verdicts: readonly WireVerdict[], limits: readonly LimitFinding[], doubt: ModelDoubt | null): Arrival | undefined {
  const warning = limits.find(({ severity }) => severity === 'warning');
  if (warning) return byLimit('doubtful', warning);
  if (doubt) return { state: 'doubtful', cause: { by: 'model', sentence: doubtSentence(doubt) } };
  const unlisted = verdicts.find(isUndocumented);
  return unlisted && byRule('doubtful', unlisted);
}

/** The objection to a declaration, with both sources. */
export function doubtSentence({ declared, denied, model, source, isOfFamily, isDeclared = true }: ModelDoubt): Sentence {
  if (!isDeclared) return sentence(ARRIVAL_SENTENCES.catalogue, declared, model, denied, source);
  if (isOfFamily) return sentence(ARRIVAL_SENTENCES.family, declared, model, source, denied);
  return declared === denied
    ? sentence(ARRIVAL_SENTENCES.model, declared, model, source)
    : sentence(ARRIVAL_SENTENCES.kind, declared, model, denied, source);
}

function hasMediaLeft(verdicts: readonly WireVerdict[]): boolean {
  return verdicts.some(({ mimeType, outcome }) => mimeType !== undefined && outcome !== 'dropped');
}

function byRule(state: ArrivalState, verdict: WireVerdict): Arrival {
  return { state, cause: { by: 'rule', sentence: ruleSentence(verdict) } };
}

/** Findings about the content itself, which no API needs to document. */
function byLimit(state: ArrivalState, finding: LimitFinding): Arrival {
  return {
    state,
    cause: { by: finding.source === OWN_HEADER.source && state !== 'refused' ? 'content' : 'limit', sentence: limitSentence(finding) },
  };
}
