/** The encodings a text artifact may have. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';

/** A text as characters, without its byte order mark, and how it was written. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/**
 * Control characters that no text format uses: C0 but BEL, BS, TAB, LF, VT, FF, CR and ESC, the set of
 * `file(1)`, and DEL.
 */
const NEVER_IN_TEXT = new Uint8Array(128);
for (let code = 0; code < 0x20; code++) NEVER_IN_TEXT[code] = (code >= 7 && code <= 13) || code === 0x1b ? 0 : 1;
NEVER_IN_TEXT[0x7f] = 1;

/** How to read bytes as text. */
export interface DecodeOptions {
  /** The bytes are the beginning of something longer: a character cut at their end is no fault. */
  readonly isHead?: boolean;
  /** Refuse control characters that text does not use: for bytes nobody declared to be text. */
  readonly strict?: boolean;
}

/** The encoding a byte order mark announces, and the length of the mark in bytes. */
function byteOrderMark(bytes: Uint8Array): { encoding: TextEncoding; length: number } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8-bom', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return { encoding: 'utf-8', length: 0 };
}

/**
 * Reads bytes as text: UTF-8 with or without a byte order mark, or UTF-16 with one. NUL is never text.
 *
 * @returns undefined when the bytes are not text in any of these encodings
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText | undefined {
  const { encoding, length } = byteOrderMark(bytes);
  const body = bytes.subarray(length);
  const isUtf16 = encoding === 'utf-16le' || encoding === 'utf-16be';
  // most of what is no text is told without decoding it
  if (!isUtf16 && (options.strict ? body.some(isForeignControl) : body.includes(0))) return undefined;
  try {
    const text = decodeWhole(body, isUtf16 ? encoding : 'utf-8', options.isHead ?? false);
    if (!isUtf16) return { text, encoding };
    return text.includes('\0') || (options.strict && hasForeignControl(text)) ? undefined : { text, encoding };
  } catch {
    return undefined;
  }
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Decoders that are ready for another text: in Node each new one holds memory until the next full collection. */
const idle = new Map<string, Decoder>();

/** @throws TypeError when the bytes are not of this encoding */
function decodeWhole(bytes: Uint8Array, encoding: string, isHead: boolean): string {
  const decoder = idle.get(encoding) ?? new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  idle.delete(encoding);
  const text = decoder.decode(bytes, { stream: isHead });
  if (isHead && !hasEnded(decoder)) return text;
  idle.set(encoding, decoder);
  return text;
}

/** Whether no character was cut off. */
function hasEnded(decoder: Decoder): boolean {
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** @param code a code unit, or a byte of UTF-8: below 128 it is that character */
function isForeignControl(code: number): boolean {
  return NEVER_IN_TEXT[code] === 1;
}

function hasForeignControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isForeignControl(text.charCodeAt(at))) return true;
  return false;
}
