import type { Steps } from './steps.ts';

/** Characters of the text between two pauses. */
const PIECE = 256 * 1024;
const LONGEST_ESCAPE = 6;
const LETTER_U = 0x75;
const BACKSLASH = 0x5c;

/**
 * What a string in a JSON text stands for, in steps.
 *
 * @param start offset of the opening quote
 * @param end offset behind the closing one
 * @throws SyntaxError when there is not exactly one string
 */
export function* decodedString(text: string, start: number, end: number): Steps<string> {
  const last = end - 1;
  if (last <= start || text[start] !== '"' || text[last] !== '"') throw new SyntaxError();
  const pieces: string[] = [];
  for (let at = start + 1; at < last;) {
    const next = last - at > PIECE ? outsideEscape(text, at, at + PIECE) : last;
    pieces.push(JSON.parse(`"${text.slice(at, next)}"`) as string);
    at = next;
    yield;
  }
  return pieces.join('');
}

/** An offset, or the one before it where the escape begins that it would cut. @param from an offset outside an escape */
function outsideEscape(text: string, from: number, offset: number): number {
  for (let at = offset - LONGEST_ESCAPE + 1; at < offset; at++) {
    if (text.charCodeAt(at) !== BACKSLASH || isEscaped(text, at, from)) continue;
    if (at + (text.charCodeAt(at + 1) === LETTER_U ? LONGEST_ESCAPE : 2) > offset) return at;
  }
  return offset;
}

/** Whether a character of a string is escaped by an odd number of backslashes before it. @param from an offset outside an escape, where one is known */
export function isEscaped(text: string, offset: number, from = 0): boolean {
  let first = offset;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (offset - first) % 2 === 1;
}
