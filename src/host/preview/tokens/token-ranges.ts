import type { TokenEstimate } from '../../../core/wire/token-estimate.ts';
import { estimateMediaTokens } from '../../../core/wire/tokens/media-tokens.ts';
import { estimatePastedTokens } from '../../../core/wire/tokens/pasted-tokens.ts';
import { formulaSentences } from '../../../core/wire/tokens/formula-sentence.ts';
import { textTokens, type TextCount } from '../../../core/wire/tokens/text-tokens.ts';
import type { TokenRange } from '../../../shared/preview-state.ts';
import { sentenceText } from '../../sentence-text.ts';
import type { Routed } from '../routing/routed.ts';
import { isMedium, readText } from '../wire/read-text.ts';
import type { Wired } from '../wire/wired.ts';

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
export function pastedRange(bytes: number | null, { model }: Pick<Wired, 'model'>): TokenRange | null {
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
