import { sentence, type Sentence } from '../io/errors.ts';
import type { ModelDoubt } from '../models/catalogue/check-catalogue.ts';
import { limitSentence, ruleSentence } from './rule-sentence.ts';
import type { LimitFinding } from './limit-finding.ts';
import { OWN_HEADER } from './limits.ts';
import { isUndocumented, type WireVerdict } from './verdict.ts';

/**
 * What the model receives in the end, when what its capabilities decide and what the API does with it are taken together:
 * `arrives` – the content; `doubtful` – it is sent, and something speaks against its being seen as it is; `partly` – some
 * attachments and not others; `described` – a description, as the capabilities decide; `dropped` – a note, because the API
 * has no place for it; `failed` – a note that it cannot be read; `refused` – nothing, the request fails; `nothing` – there
 * is nothing to send, or nothing of it is. From best to worst.
 */
export const ARRIVALS = ['arrives', 'doubtful', 'partly', 'described', 'dropped', 'failed', 'refused', 'nothing'] as const;
export type ArrivalState = (typeof ARRIVALS)[number];

/** What decided it: a rule or a limit of the API, what is known of the model, or the content itself. */
export type ArrivalCauseKind = 'rule' | 'limit' | 'model' | 'content';

/** The end of the way, and the first thing that made it so. */
export interface Arrival {
  readonly state: ArrivalState;
  /** Absent when the capabilities alone decided. */
  readonly cause?: { readonly by: ArrivalCauseKind; readonly sentence: Sentence };
}

/** Everything a content passes on its way. */
export interface Way {
  /** By the capabilities; `some` of several attachments go themselves, or `none` of them. */
  readonly route: 'content' | 'some' | 'none' | 'description' | 'failed' | 'not_found';
  /** Of its parts; null when no request is written. */
  readonly verdicts: readonly WireVerdict[] | null;
  /** What the limits of the API say, the worst first. */
  readonly limits: readonly LimitFinding[];
  /** Bytes of a binary content; null for text, several contents, and where it is not known. */
  readonly size: number | null;
  readonly doubt: ModelDoubt | null;
}

/** What an arrival is explained with beside rules and limits. */
export const ARRIVAL_SENTENCES = {
  model: '“{0}” is declared in llmservices.json, but {1} is known not to support it (catalogue: {2}).',
  kind: '“{0}” is declared in llmservices.json, but {1} is known not to support “{2}” (catalogue: {3}).',
  family: '“{0}” is declared in llmservices.json, but {1}, by its name one of {2}, is known not to support “{3}” (catalogue).',
  empty: 'Empty (0 bytes): there is nothing a model could receive.',
} as const;

/** The one answer to "what does the model receive?". */
export function arrivalOf({ route, verdicts, limits, size, doubt }: Way): Arrival {
  if (route === 'not_found' || verdicts === null) return { state: 'nothing' };
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
  return doubtful(verdicts, limits, doubt) ?? { state: 'arrives' };
}

/** The content itself is empty, cut short or false; what is known of the model; what the API leaves open: in this order. */
function doubtful(verdicts: readonly WireVerdict[], limits: readonly LimitFinding[], doubt: ModelDoubt | null): Arrival | undefined {
  const warning = limits.find(({ severity }) => severity === 'warning');
  if (warning) return byLimit('doubtful', warning);
  if (doubt) return { state: 'doubtful', cause: { by: 'model', sentence: doubtSentence(doubt) } };
  const unlisted = verdicts.find(isUndocumented);
  return unlisted && byRule('doubtful', unlisted);
}

/** What speaks against a declaration, with both sources. */
export function doubtSentence({ declared, denied, model, source, isOfFamily }: ModelDoubt): Sentence {
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

/** A finding about the content that no API needs to document is the content's own. */
function byLimit(state: ArrivalState, finding: LimitFinding): Arrival {
  return {
    state,
    cause: { by: finding.source === OWN_HEADER.source && state !== 'refused' ? 'content' : 'limit', sentence: limitSentence(finding) },
  };
}
