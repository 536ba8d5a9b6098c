import { latin1 } from './bytes.ts';
import { inflate } from './inflate.ts';
import { dictionaryIn, numberOf, type Dictionary } from './pdf-dictionary.ts';
import { withoutPredictor } from './pdf-predictor.ts';

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
  const inflated = await inflate(data, Math.min(STREAM_BYTES, file.inflatable));
  file.inflatable -= inflated.length;
  return { entries, content: withoutPredictor(inflated, text) };
}
