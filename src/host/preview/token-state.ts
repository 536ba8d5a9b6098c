import type { Compute } from '../../core/io/compute.ts';
import { formulaSentences } from '../../core/wire/tokens/formula-sentence.ts';
import { estimateMediaTokens } from '../../core/wire/tokens/media-tokens.ts';
import type { TokenEstimate } from '../../core/wire/tokens/model-family.ts';
import { countTextTokensIn, estimatePastedTokens, type TextCount, textTokens } from '../../core/wire/tokens/text-tokens.ts';
import type { PreviewTokens, TokenRange } from '../../shared/preview-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import type { Routed } from './routed.ts';
import { isMedium, readText } from './wire-state.ts';
import type { Wired } from './wired.ts';

/** What a preview tells of tokens: at once what a formula tells, and what has to be counted. */
export interface TokenState {
  /** Null while a text is not counted. */
  readonly now: PreviewTokens | null;
  /** Counts; null when all is told already. Rejects when the signal is aborted. */
  readonly later: ((signal: AbortSignal) => Promise<PreviewTokens>) | null;
}

/** @param pastedBytes see PreviewSubject */
export function tokenState(routed: Routed, wired: Wired | null, pastedBytes: number | null, countText: CountText): TokenState {
  if (!wired) return { now: { routed: null, pasted: null }, later: null };
  const pasted = pastedRange(pastedBytes, wired);
  const { media, text } = tokenBill(routed, wired);
  if (media === null) return { now: { routed: null, pasted }, later: null };
  if (text === null || text === '') return { now: { routed: tokenRange(media), pasted }, later: null };
  return {
    now: null,
    later: async (signal) => {
      const count = await countText(text, signal);
      return { routed: count && tokenRange([...media, textEstimate(count, wired)]), pasted };
    },
  };
}

/** What the content of a message costs: what its media cost is known at once, its text is counted. */
export interface TokenBill {
  /** Null when nothing can be told: a medium has no formula, or what is previewed does not arrive. */
  readonly media: readonly TokenEstimate[] | null;
  /** To be counted; null when no text is part of the bill. */
  readonly text: string | null;
}

/**
 * What is billed for the previewed message, of the whole request nothing else: its media, and the text the model reads. The few
 * words of caption beside a single medium are left out, so that the figure is the formula's.
 */
export function tokenBill(routed: Routed, wired: Wired): TokenBill {
  if (wired.worst === 'rejected') return { media: null, text: null };
  const { choice, model } = wired;
  const media = routed.media
    .filter((medium) => isMedium(medium, wired))
    .map(({ facts }) => estimateMediaTokens(facts, { api: choice.api, model }));
  const known = media.filter((estimate) => estimate !== null);
  return known.length < media.length ? { media: null, text: null } : { media: known, text: readText(routed, wired) };
}

/** What a counted text costs a model. */
export function textEstimate(count: TextCount, { choice, model }: Pick<Wired, 'choice' | 'model'>): TokenEstimate {
  return textTokens(count, { api: choice.api, model });
}

/** What it would cost pasted as base64. @param bytes null when there is nothing but text */
function pastedRange(bytes: number | null, { model }: Pick<Wired, 'model'>): TokenRange | null {
  return bytes === null ? null : tokenRange([estimatePastedTokens(bytes, { model })]);
}

/** Several estimates as one; null for none. */
export function tokenRange(estimates: readonly TokenEstimate[]): TokenRange | null {
  if (estimates.length === 0) return null;
  return {
    low: estimates.reduce((sum, { low }) => sum + low, 0),
    high: estimates.reduce((sum, { high }) => sum + high, 0),
    formula: formulaSentences(estimates).map(sentenceText).join(' + '),
    sources: [...new Set(estimates.map(({ source }) => source))],
  };
}

/** Counts the tokens of a text; null when they could not be counted. Rejects with the reason of the signal when it is aborted. */
export type CountText = (text: string, signal: AbortSignal) => Promise<TextCount | null>;

/** Counts the texts of one subject, each once for however many models. */
export function rememberingCounter(compute: Compute): CountText {
  const known = new Map<string, Promise<TextCount | null>>();
  return async (text, signal) => {
    signal.throwIfAborted();
    const count = known.get(text) ?? countTextTokensIn(compute, text).catch(() => null);
    known.set(text, count);
    const counted = await count;
    signal.throwIfAborted();
    return counted;
  };
}
