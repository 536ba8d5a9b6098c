import { inflate } from '../../io/inflate.ts';
import { latin1 } from './walk.ts';

/** What of an object is read as text at most: a page tree's root with some thousand kids. */
const DICTIONARY_BYTES = 64 * 1024;

/** What one stream of the file's structure may grow to. */
const STREAM_BYTES = 8 * 1024 * 1024;

/** What all of them may grow to together: cross-reference streams are kept until the file is read. */
const INFLATED_BYTES = 16 * 1024 * 1024;

/** A file that is being read. */
export class PdfFile {
  readonly bytes: Uint8Array;
  /** Bytes that may still be inflated. */
  inflatable = INFLATED_BYTES;

  /** @param bytes from `%PDF-` on: places in the file count from there */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** The dictionary of the object, or of the trailer, at a place in the file. */
export function dictionaryAt(bytes: Uint8Array, at: number): Dictionary | undefined {
  return dictionaryIn(latin1(bytes, at, DICTIONARY_BYTES));
}

/** The number that opens an object at a place: `12 0 obj` is 12. */
export function objectNumberAt(bytes: Uint8Array, at: number): number | undefined {
  const found = /^[\s\0]*(\d{1,10})[\s\0]+\d{1,5}[\s\0]+obj\b/.exec(latin1(bytes, at, 64))?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * The decoded content of the stream whose object stands at a place, as much of it as may be inflated. Streams of the
 * file's structure are not compressed, or by Flate; for all else: undefined.
 */
export async function streamAt(file: PdfFile, at: number): Promise<{ entries: string; content: Uint8Array } | undefined> {
  const { bytes } = file;
  const dictionary = dictionaryAt(bytes, at);
  if (!dictionary) return undefined;
  const { entries, text } = dictionary;
  const opening = /^[\s\0]*stream(?:\r\n|\n|\r)/.exec(latin1(bytes, at + dictionary.end, 64))?.[0].length;
  const length = numberOf(entries, 'Length');
  if (opening === undefined || length === undefined) return undefined;
  const start = at + dictionary.end + opening;
  const data = bytes.subarray(start, start + length);
  if (!/\/Filter\b/.test(entries)) return { entries, content: data.subarray(0, STREAM_BYTES) };
  if (!/\/Filter[\s\0]*(?:\/FlateDecode\b|\[[\s\0]*\/FlateDecode[\s\0]*\])/.test(entries)) return undefined;
  const inflated = await inflate(data, Math.min(STREAM_BYTES, file.inflatable), 'deflate');
  file.inflatable -= inflated.length;
  return { entries, content: withoutPredictor(inflated, text) };
}

/** A dictionary in a text (ISO 32000-2 §7.3.7). */
export interface Dictionary {
  /** From its `<<` to behind its own `>>`. */
  readonly text: string;
  /** Its own entries: without those of dictionaries inside it, its strings and its comments. */
  readonly entries: string;
  /** Where in the text it ends. */
  readonly end: number;
}

/** Patterns for one place in a text; nothing follows what they repeat, so no step of theirs is taken back. */
const BLANK = /[\s\0]*/y;
const OBJECT_HEAD = /\d{1,10}[\s\0]+\d{1,5}[\s\0]+obj/y;
const COMMENT = /%[^\r\n]*/y;
const HEX_STRING = /<[\s\0\dA-Fa-f]*>?/y;
const PLAIN = /[^<>()%]+/y;

/**
 * The dictionary that opens a text, perhaps behind the head of its object; undefined when none begins or it does not
 * end here. Reads every character once, whatever they are.
 */
export function dictionaryIn(text: string): Dictionary | undefined {
  const opening = ending(BLANK, text, 0);
  const start = ending(BLANK, text, ending(OBJECT_HEAD, text, opening));
  if (!text.startsWith('<<', start)) return undefined;
  let entries = '';
  let depth = 0;
  for (let at = start; at < text.length;) {
    const end = tokenEnd(text, at);
    if (text.startsWith('<<', at)) {
      if (++depth === 2) entries += ' <<>> ';
    } else if (text.startsWith('>>', at)) {
      if (--depth === 0) return { text: text.slice(start, end), entries, end };
    } else if (depth === 1 && text[at] !== '(' && text[at] !== '%') {
      entries += text.slice(at, end);
    }
    at = end;
  }
  return undefined;
}

/** Where the token ends that begins at a place: a bracket, a string, a comment, or all up to the next of these. */
function tokenEnd(text: string, at: number): number {
  switch (text[at]) {
    case '<':
      return text[at + 1] === '<' ? at + 2 : ending(HEX_STRING, text, at);
    case '>':
      return text[at + 1] === '>' ? at + 2 : at + 1;
    case '(':
      return stringEnd(text, at);
    case ')':
      return at + 1;
    case '%':
      return ending(COMMENT, text, at);
    default:
      return ending(PLAIN, text, at);
  }
}

/**
 * Offset after the closing bracket of a string: brackets inside it are balanced or escaped (§7.3.4.2). An unclosed string extends to the
 * end.
 */
function stringEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Where a sticky pattern's match ends; the start itself when it doesn't match. */
function ending(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** A whole number in a dictionary's own entries. */
export function numberOf(entries: string, key: string): number | undefined {
  const found = new RegExp(`/${key}[\\s\\0]+(\\d{1,15})(?![\\s\\0]+\\d+[\\s\\0]+R\\b)(?![\\d.])`).exec(entries)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** A list of whole numbers in a dictionary's own entries. */
export function numbersOf(entries: string, key: string): number[] | undefined {
  return new RegExp(`/${key}[\\s\\0]*\\[([\\d\\s\\0]*)\\]`)
    .exec(entries)?.[1]
    ?.split(/[\s\0]+/)
    .filter(Boolean)
    .map(Number);
}

/** The object number a dictionary's own entry refers to. */
export function referenceOf(entries: string, key: string): number | undefined {
  const found = new RegExp(`/${key}[\\s\\0]+(\\d{1,10})[\\s\\0]+\\d{1,5}[\\s\\0]+R\\b`).exec(entries)?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * Undoes the PNG predictors (ISO 32000-2 §7.4.4.4) used in cross-reference streams.
 * @param dictionary with its `/DecodeParms`
 */
function withoutPredictor(data: Uint8Array, dictionary: string): Uint8Array {
  if ((numberOf(dictionary, 'Predictor') ?? 1) < 10) return data;
  const columns = Math.min(numberOf(dictionary, 'Columns') ?? 1, 1024);
  const rows = Math.floor(data.length / (columns + 1));
  const plain = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = row * (columns + 1);
    const to = row * columns;
    const filter = data[from];
    for (let column = 0; column < columns; column++) {
      const left = column > 0 ? (plain[to + column - 1] ?? 0) : 0;
      const up = row > 0 ? (plain[to + column - columns] ?? 0) : 0;
      const upLeft = row > 0 && column > 0 ? (plain[to + column - columns - 1] ?? 0) : 0;
      plain[to + column] = (data[from + 1 + column] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  return plain;
}

/** The prediction of a PNG filter (third edition §9.2), one byte per pixel. */
function predicted(filter: number | undefined, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - upLeft;
      const [toLeft, toUp, toUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
      if (toLeft <= toUp && toLeft <= toUpLeft) return left;
      return toUp <= toUpLeft ? up : upLeft;
    }
    default:
      return 0;
  }
}
