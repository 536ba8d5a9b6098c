import type { PreviewTokens } from '../../../shared/preview-state.ts';
import type { Routed } from '../routing/routed.ts';
import type { Wired } from '../wire/wired.ts';
import type { CountText } from './text-counts.ts';
import { pastedRange, textEstimate, tokenBill, tokenRange } from './token-ranges.ts';

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
