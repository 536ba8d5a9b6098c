import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { loadTokenRanks, type TokenRanks } from './vocabulary.ts';

/** Counts the tokens of a short text; its time grows with the square of the longest word in it. */
export type CountTokens = (text: string) => number;

const encoder = new TextEncoder();

async function makeTokenizer(): Promise<CountTokens> {
  const ranks = await loadTokenRanks();
  return (text) => {
    const bytes = encoder.encode(text);
    const isAscii = bytes.length === text.length;
    let tokens = 0;
    for (const { 0: word, index } of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
      tokens += wordTokens(isAscii ? bytes.subarray(index, index + word.length) : encoder.encode(word), ranks);
    }
    return tokens;
  };
}

/**
 * Byte pair encoding: of all neighbours that are a token together, those of the lowest rank are joined, the first of several, until none
 * are left.
 */
function wordTokens(word: Uint8Array, tokens: TokenRanks): number {
  if (tokens.rank(word, 0, word.length) !== undefined) return 1;
  const starts = Array.from({ length: word.length + 1 }, (_, at) => at);
  const rankAt = (at: number): number => {
    const end = starts[at + 2];
    return end === undefined ? Infinity : (tokens.rank(word, starts[at]!, end) ?? Infinity);
  };
  const ranks = starts.map((_, at) => rankAt(at));
  for (;;) {
    const lowest = lowestOf(ranks);
    if (ranks[lowest] === Infinity) return starts.length - 1;
    starts.splice(lowest + 1, 1);
    ranks.splice(lowest + 1, 1);
    ranks[lowest] = rankAt(lowest);
    if (lowest > 0) ranks[lowest - 1] = rankAt(lowest - 1);
  }
}

function lowestOf(ranks: readonly number[]): number {
  let lowest = 0;
  for (let at = 1; at < ranks.length; at++) if (ranks[at]! < ranks[lowest]!) lowest = at;
  return lowest;
}

let made: Promise<CountTokens> | undefined;

/** The tokenizer for o200k_base, made once. */
export function o200kTokenizer(): Promise<CountTokens> {
  return (made ??= makeTokenizer());
}
