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
export interface TextPiece {
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
