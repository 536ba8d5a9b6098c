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
  if (!isUtf16 && body.includes(0)) return undefined;
  try {
    const decoder = new TextDecoder(isUtf16 ? encoding : 'utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(body, { stream: options.isHead ?? false });
    if (isUtf16 && text.includes('\0')) return undefined;
    return options.strict && hasForeignControl(text) ? undefined : { text, encoding };
  } catch {
    return undefined;
  }
}

function hasForeignControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (NEVER_IN_TEXT[text.charCodeAt(index)] === 1) return true;
  }
  return false;
}
