import { inflate } from './inflate.ts';
import { latin1 } from './bytes.ts';

/** What of an object is read as text at most: a page tree's root with some thousand kids. */
const DICTIONARY_BYTES = 64 * 1024;

/** What a stream of the file's structure may grow to. */
const STREAM_BYTES = 8 * 1024 * 1024;

/**
 * The dictionary that opens in a text (ISO 32000-2 §7.3.7), from its `<<` to its own `>>`, strings and comments passed
 * over; undefined when it does not begin or does not end here.
 */
export function dictionaryIn(text: string): string | undefined {
  const start = /^[\s\0]*(?:\d+[\s\0]+\d+[\s\0]+obj)?[\s\0]*(?=<<)/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const tokens = /<<|>>|<[^<>]*>|\((?:[^()\\]|\\[\s\S])*\)|%[^\r\n]*/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '<<') depth++;
    if (token[0] === '>>' && --depth === 0) return text.slice(start, tokens.lastIndex);
  }
  return undefined;
}

/** The entries of a dictionary itself, without those of dictionaries inside it and without its strings. */
export function ownEntries(dictionary: string): string {
  let depth = 0;
  return dictionary.replace(/<<|>>|\((?:[^()\\]|\\[\s\S])*\)|[^<>()]+|[\s\S]/g, (token) => {
    if (token === '<<') return ++depth === 2 ? ' <<>> ' : '';
    if (token === '>>') return (depth--, '');
    return depth === 1 && !token.startsWith('(') ? token : '';
  });
}

/** A whole number in a dictionary's own entries. */
export function numberOf(entries: string, key: string): number | undefined {
  const found = new RegExp(`/${key}[\\s\\0]+(\\d{1,15})(?![\\s\\0]+\\d+[\\s\\0]+R\\b)(?![\\d.])`).exec(entries)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** A list of whole numbers in a dictionary's own entries. */
export function numbersOf(entries: string, key: string): number[] | undefined {
  return new RegExp(`/${key}[\\s\\0]*\\[([\\d\\s\\0]*)\\]`).exec(entries)?.[1]?.split(/[\s\0]+/).filter(Boolean).map(Number);
}

/** The number of the object a dictionary's own entry refers to. */
export function referenceOf(entries: string, key: string): number | undefined {
  const found = new RegExp(`/${key}[\\s\\0]+(\\d{1,10})[\\s\\0]+\\d{1,5}[\\s\\0]+R\\b`).exec(entries)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The dictionary of the object, or of the trailer, at a place in the file. */
export function dictionaryAt(bytes: Uint8Array, at: number): string | undefined {
  return dictionaryIn(latin1(bytes, at, DICTIONARY_BYTES));
}

/** The number that opens an object at a place: `12 0 obj` is 12. */
export function objectNumberAt(bytes: Uint8Array, at: number): number | undefined {
  const found = /^[\s\0]*(\d{1,10})[\s\0]+\d{1,5}[\s\0]+obj\b/.exec(latin1(bytes, at, 64))?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * The decoded content of the stream whose object stands at a place. Streams of the file's structure are not compressed,
 * or by Flate; for all else: undefined.
 */
export async function streamAt(bytes: Uint8Array, at: number): Promise<{ entries: string; content: Uint8Array } | undefined> {
  const text = latin1(bytes, at, DICTIONARY_BYTES);
  const dictionary = dictionaryIn(text);
  if (dictionary === undefined) return undefined;
  const entries = ownEntries(dictionary);
  const opening = /^[\s\0]*stream(?:\r\n|\n|\r)/.exec(text.slice(text.indexOf(dictionary) + dictionary.length))?.[0].length;
  const length = numberOf(entries, 'Length');
  if (opening === undefined || length === undefined) return undefined;
  const start = at + text.indexOf(dictionary) + dictionary.length + opening;
  const data = bytes.subarray(start, start + length);
  if (!/\/Filter\b/.test(entries)) return { entries, content: data.subarray(0, STREAM_BYTES) };
  if (!/\/Filter[\s\0]*(?:\/FlateDecode\b|\[[\s\0]*\/FlateDecode[\s\0]*\])/.test(entries)) return undefined;
  const inflated = await inflate(data, STREAM_BYTES);
  return { entries, content: withoutPredictor(inflated, dictionary) };
}

/**
 * Undoes the PNG predictors (ISO 32000-2 §7.4.4.4) that cross-reference streams are written with.
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

/** What a filter of PNG (third edition §9.2) expects of a byte; one byte a pixel. */
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
