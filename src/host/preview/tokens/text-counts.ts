import { countTextTokens, type TextCount } from '../../../core/wire/tokens/text-tokens.ts';

/** Counts the tokens of a text. Rejects with the reason of the signal when it is aborted. */
export type CountText = (text: string, signal: AbortSignal) => Promise<TextCount>;

/** Counts the texts of one subject, each once for however many models. */
export function rememberingCounter(): CountText {
  const known = new Map<string, TextCount>();
  return async (text, signal) => {
    const count = known.get(text) ?? (await countTextTokens(text, signal));
    known.set(text, count);
    return count;
  };
}
