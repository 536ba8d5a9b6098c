import { base64Length } from '../../io/base64.ts';
import { type Compute, directCompute, type Task } from '../../io/compute.ts';
import { TOKENS_DEADLINE_MS } from '../../io/limits.ts';
import type { WireApi } from '../verdict.ts';
import { modelFamily, TOKEN_SOURCES, type TokenEstimate } from './model-family.ts';
import type { CountTokens } from './tokenizer.ts';

/** Characters that are counted at a time: the time for a word grows with the square of its length. */
const SLICE = 1024;

/** Characters that are counted at most; of longer texts, so many evenly spread over them. */
const MOST_COUNTED = 1_000_000;

/** So many windows of so many characters of a run are counted, evenly spread over it. */
const WINDOWS = 4;
const WINDOW = 64;

/** The tokens of a text, independent of the model it is for. */
export interface TextCount {
  /** Tokens of o200k_base, for all of the text. */
  readonly tokens: number;
  /** Characters (UTF-16 units) of the text, and how many of them were looked at. */
  readonly characters: number;
  readonly counted: number;
}

/**
 * Counts the tokens of a text (o200k_base). Base64 and endless words are not tokenised but estimated; of a text over a million
 * characters a sample is counted.
 *
 * @throws the signal's reason when it is aborted before the counting begins
 */
export async function countTextTokens(text: string, signal?: AbortSignal): Promise<TextCount> {
  signal?.throwIfAborted();
  return countTextTokensIn(directCompute, text);
}

/** The same in a worker, which gets no more of the text than is counted. Rejects as `Compute.run` does. */
export async function countTextTokensIn(compute: Compute, text: string): Promise<TextCount> {
  const slices = slicesOf(text);
  const counted = slices.reduce((sum, { length }) => sum + length, 0);
  if (counted === 0) return { tokens: 0, characters: 0, counted };
  // Never cancelled: that would end the worker, which has the tokenizer loaded.
  const tokens = await compute.run(textTokensTask, { slices }, { deadline: TOKENS_DEADLINE_MS });
  return { tokens: Math.ceil((tokens * text.length) / counted), characters: text.length, counted };
}

/** The sum of the tokens of pieces of a text; a fraction where some are estimated. */
export const textTokensTask: Task<{ readonly slices: readonly string[] }, number> = {
  name: 'text-tokens',
  load: async () => {
    const { o200kTokenizer } = await import('./tokenizer.ts');
    const count = await o200kTokenizer();
    return ({ slices }) => slices.flatMap(divideAtRuns).reduce((sum, piece) => sum + tokensOf(piece, count), 0);
  },
};

/** The whole text in short slices, or slices evenly spread over it. */
function slicesOf(text: string): string[] {
  const stride = text.length <= MOST_COUNTED ? SLICE : SLICE * (text.length / MOST_COUNTED);
  const slices: string[] = [];
  for (let start = 0; start < text.length;) {
    const slice = sliceAt(text, start);
    slices.push(slice);
    const end = start + slice.length;
    start = stride === SLICE ? end : Math.max(end, Math.round(Math.ceil(end / stride) * stride));
  }
  return slices;
}

/** A slice up to the last blank in its second half, so that no word is cut where it can be helped; never half a character. */
function sliceAt(text: string, start: number): string {
  const slice = text.slice(start, start + SLICE);
  if (slice.length < SLICE) return slice;
  const blank = Math.max(slice.lastIndexOf(' '), slice.lastIndexOf('\n'));
  if (blank > SLICE / 2) return slice.slice(0, blank);
  const unit = slice.charCodeAt(SLICE - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? slice.slice(0, -1) : slice;
}

function tokensOf({ kind, text }: TextPiece, count: CountTokens): number {
  switch (kind) {
    case 'text':
      return count(text);
    case 'base64':
      return text.length / BASE64_CHARACTERS_PER_TOKEN;
    case 'run':
      return sampledTokens(text, count);
  }
}

function sampledTokens(run: string, count: CountTokens): number {
  let tokens = 0;
  for (let window = 0; window < WINDOWS; window++) {
    const start = Math.floor(((run.length - WINDOW) * window) / (WINDOWS - 1));
    tokens += count(run.slice(start, start + WINDOW));
  }
  return (tokens * run.length) / (WINDOWS * WINDOW);
}

/** What a count means for a model: its own tokenizer is not public, so where it is known to split more finely, a factor. */
export function textTokens(
  { tokens, characters, counted }: TextCount,
  { api, model }: { api: WireApi; model?: string | undefined },
): TokenEstimate {
  const family = modelFamily(api, model);
  const factor = family?.textFactor ?? 1;
  const estimated = Math.ceil(tokens * factor);
  return {
    low: estimated,
    high: estimated,
    formula: 'text_tokenizer',
    source: TOKEN_SOURCES.tokenizer,
    params: { characters, counted, factor, ...(family ? { family: family.name, basis: family.basis } : {}) },
  };
}

/**
 * Tokens of a text for a model: {@link countTextTokens} and {@link textTokens}. For several models count once.
 * @throws the signal's reason when it is aborted before the counting begins
 */
export async function estimateTextTokens(
  text: string,
  { api, model, signal }: { api: WireApi; model?: string | undefined; signal?: AbortSignal | undefined },
): Promise<TokenEstimate> {
  return textTokens(await countTextTokens(text, signal), { api, model });
}

/**
 * Stretches of text in which a byte-pair tokenizer loses itself, because it takes each for one word and compares every
 * pair in it with every other: letters, marks or blanks without an end. Base64 and its like are among them.
 */

/** From this many characters on a stretch is estimated. The longest words of languages, and links, are shorter. */
const LONG_WORD = 160;
const LONG_BASE64 = 400;

/** Base64 (both alphabets), else letters, else marks, else blanks. Digits are counted three by three: no run of them is long. */
const RUNS = new RegExp(
  [
    `(?<base64>[A-Za-z0-9+/_=-]{${LONG_BASE64},})`,
    `[\\p{L}\\p{M}]{${LONG_WORD},}`,
    `[^\\s\\p{L}\\p{N}]{${LONG_WORD},}`,
    `\\s{${LONG_WORD},}`,
  ].join('|'),
  'gu',
);

/** Base64 of anything but zeros and lines has more different characters than this among its first ones; a ruled line has one. */
const VARIED = 20;
const FIRST = 200;

/** A piece of a text: ordinary, or a run. */
interface TextPiece {
  readonly kind: 'text' | 'base64' | 'run';
  readonly text: string;
}

/** Divides a text at its long runs. */
export function divideAtRuns(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(RUNS)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    const isBase64 = match.groups?.['base64'] !== undefined && new Set(match[0].slice(0, FIRST)).size > VARIED;
    pieces.push({ kind: isBase64 ? 'base64' : 'run', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** Characters of base64 that make a token of o200k_base; no tokenizer is ever run over base64 (its time grows with the square). */
const BASE64_CHARACTERS_PER_TOKEN = 1.45;

/**
 * Tokens that content would cost, were its base64 pasted into a text. Where the model splits text more finely than
 * o200k_base, up to so much more.
 *
 * @param size bytes
 */
export function estimatePastedTokens(size: number, { model }: { model?: string | undefined } = {}): TokenEstimate {
  const characters = base64Length(size);
  const tokens = Math.ceil(characters / BASE64_CHARACTERS_PER_TOKEN);
  const factor = modelFamily('mcp', model)?.textFactor ?? 1;
  return {
    low: tokens,
    high: Math.ceil(tokens * factor),
    formula: 'base64_characters',
    params: { characters, ratio: BASE64_CHARACTERS_PER_TOKEN, factor },
    source: TOKEN_SOURCES.base64,
  };
}
