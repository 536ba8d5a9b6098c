import { BytePairEncodingCore } from 'gpt-tokenizer/BytePairEncodingCore';
import { O200KBase } from 'gpt-tokenizer/encodingParams/o200k_base';
import { takeTurns } from '../../io/turns.ts';
import { vocabularyParts, type VocabularyToken } from './vocabulary.ts';

/** Counts the tokens of a short text; its time grows with the square of the longest word in it. */
export type CountTokens = (text: string) => number;

type TakeToken = (token: VocabularyToken, rank: number) => void;

/**
 * The vocabulary as the package takes it, which asks an array for its tokens all at once. The few that are no text it
 * gets so, because it sorts them; the others are handed on later, some at a time.
 */
class LateVocabulary extends Array<string | number[]> {
  /** Hands a token to the package. */
  take: TakeToken | undefined;
  readonly #binary: ReadonlyArray<readonly [number[], number]>;

  constructor(binary: ReadonlyArray<readonly [number[], number]>) {
    super();
    this.#binary = binary;
  }

  override forEach(take: (token: string | number[], rank: number, all: Array<string | number[]>) => void): void {
    this.take = (token, rank) => take(token as string | number[], rank, this);
    for (const [token, rank] of this.#binary) take(token, rank, this);
  }
}

/** Words whose tokens are remembered. The package's own hundred thousand take longer to clear away than to count again. */
const REMEMBERED_WORDS = 4096;

/** Tokens handed on without a look at the clock. */
const HANDFUL = 1000;

/** Makes a tokenizer for o200k_base without holding the thread: the package's own entry takes a tenth of a second and more. */
async function makeTokenizer(): Promise<CountTokens> {
  const pause = takeTurns(0);
  // Short turns: now and then the package's map doubles, which alone takes some twenty milliseconds.
  const giveWay = takeTurns(4);
  const tokens: VocabularyToken[] = [];
  for (const load of vocabularyParts) {
    await pause();
    for (const token of (await load()).default) tokens.push(token);
  }
  const binary: Array<readonly [number[], number]> = [];
  for (const [rank, token] of tokens.entries()) if (typeof token !== 'string') binary.push([[...token], rank]);
  await pause();
  const vocabulary = new LateVocabulary(binary);
  const core = new BytePairEncodingCore({ ...O200KBase(vocabulary), mergeCacheSize: REMEMBERED_WORDS });
  for (const [rank, token] of tokens.entries()) {
    if (rank % HANDFUL === 0) await giveWay();
    if (typeof token === 'string') vocabulary.take?.(token, rank);
  }
  return (text) => core.countNative(text);
}

let made: Promise<CountTokens> | undefined;

/** The tokenizer, made once. */
export function o200kTokenizer(): Promise<CountTokens> {
  return (made ??= makeTokenizer());
}
