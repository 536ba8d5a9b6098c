import { takeTurns } from './turns.ts';

/** A string from this length on, in characters, is written in slices of it: each is done within a millisecond or two. */
export const SLICE_LENGTH = 256 * 1024;

/** Called between the pieces; awaited when it gives a promise. */
type GiveWay = () => Promise<void> | undefined;

/**
 * The text of `JSON.stringify(value, null, indent)` in pieces, none much longer than what a slice of a long string becomes.
 * A body holds media as strings of many megabytes: to write them in one go would block everything else.
 *
 * @param value of plain JSON: objects, arrays, strings, numbers, booleans, null
 * @param indent spaces a level; 0 is one line
 */
export function* jsonPieces(value: unknown, indent = 2): Generator<string> {
  const long: string[] = [];
  // The frame is written with marks in place of long strings; no value can have foreseen the mark.
  const mark = `${crypto.getRandomValues(new Uint8Array(16)).join('-')}#`;
  const frame = JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === 'string' && each.length > SLICE_LENGTH ? `${mark}${long.push(each) - 1}` : each),
    indent,
  );
  let end = 0;
  for (const [index, text] of long.entries()) {
    const marked = `${mark}${index}"`;
    const start = frame.indexOf(marked, end);
    yield frame.slice(end, start);
    yield* slicesOf(text);
    end = start + marked.length - 1;
  }
  yield frame.slice(end);
}

/** A long string as it stands between the quotes. */
function* slicesOf(text: string): Generator<string> {
  for (const slice of textSlices(text)) yield JSON.stringify(slice).slice(1, -1);
}

/** A text in slices of about {@link SLICE_LENGTH} characters. Halves of a surrogate pair stay together: alone they would be written otherwise. */
export function* textSlices(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = endOfSlice(text, start + SLICE_LENGTH);
    yield text.slice(start, end);
    start = end;
  }
}

function endOfSlice(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last < 0xdc00 ? end + 1 : end;
}

/** The same as one text; others get their turn meanwhile. */
export async function jsonText(value: unknown, giveWay: GiveWay = takeTurns(), indent = 2): Promise<string> {
  let text = '';
  for (const piece of jsonPieces(value, indent)) {
    text += piece;
    await giveWay();
  }
  return text;
}

/** The same as the bytes of a file, with a line break at the end. */
export async function jsonFile(value: unknown, giveWay: GiveWay = takeTurns()): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const piece of jsonPieces(value)) {
    pieces.push(encoder.encode(piece));
    await giveWay();
  }
  pieces.push(encoder.encode('\n'));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
    await giveWay();
  }
  return bytes;
}
