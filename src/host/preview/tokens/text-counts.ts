import type { Compute } from '../../../core/io/compute.ts';
import { countTextTokensIn, type TextCount } from '../../../core/wire/tokens/text-tokens.ts';

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
