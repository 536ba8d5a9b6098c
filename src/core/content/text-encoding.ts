export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';

/** Decoded text without its byte order mark, and its encoding. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Control characters that no text format uses: C0 except BEL, BS, TAB, LF, VT, FF, CR and ESC (as `file(1)`), and DEL. */
const NEVER_IN_TEXT = new Uint8Array(128);
for (let code = 0; code < 0x20; code++) NEVER_IN_TEXT[code] = (code >= 7 && code <= 13) || code === 0x1b ? 0 : 1;
NEVER_IN_TEXT[0x7f] = 1;

export interface DecodeOptions {
  /** The bytes are the beginning of something longer: an incomplete last character is fine. */
  readonly isHead?: boolean;
  /** Refuse control characters that text does not use, for bytes not declared as text. */
  readonly strict?: boolean;
}

/** The encoding of a byte order mark, and its length in bytes. */
function byteOrderMark(bytes: Uint8Array): { encoding: TextEncoding; length: number } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8-bom', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return { encoding: 'utf-8', length: 0 };
}

/**
 * Decodes UTF-8 with or without a byte order mark, or UTF-16 with one. NUL is never text.
 *
 * @returns undefined when the bytes are not text in these encodings
 */
export function decodeText(bytes: Uint8Array, { isHead = false, strict = false }: DecodeOptions = {}): DecodedText | undefined {
  const { encoding, length } = byteOrderMark(bytes);
  const isUtf16 = encoding === 'utf-16le' || encoding === 'utf-16be';
  const body = bytes.subarray(length);
  // Rejects most binary data without decoding.
  if (!isUtf16 && (strict ? hasForeignByte(body) : body.includes(0))) return undefined;
  const text = decoded(DECODERS[isUtf16 ? encoding : 'utf-8'], body, isHead);
  if (text === undefined || (isUtf16 && (text.includes('\0') || (strict && hasForeignControl(text))))) return undefined;
  return { text, encoding };
}

/** Cached: in Node each decoder holds memory until the next full collection. */
const DECODERS = {
  'utf-8': strictDecoder('utf-8'),
  'utf-16le': strictDecoder('utf-16le'),
  'utf-16be': strictDecoder('utf-16be'),
};

function strictDecoder(encoding: string): InstanceType<typeof TextDecoder> {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, isHead: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream: isHead });
  } catch {
    return undefined;
  } finally {
    if (isHead) forgetRest(decoder);
  }
}

/** Discards an incomplete character. */
function forgetRest(decoder: InstanceType<typeof TextDecoder>): void {
  try {
    decoder.decode();
  } catch {
    // An incomplete last character is fine.
  }
}

/** How much of the bytes is looked at for control characters; binary formats have one in their headers. */
const LOOKED_AT = 65_536;

/** Whether the beginning has no control character that text does not use: it may be text in an encoding with one byte or two for each character. */
export function hasBytesOfText(bytes: Uint8Array): boolean {
  return !hasForeignByte(bytes.subarray(0, LOOKED_AT));
}

/** For UTF-8, where a byte below 128 is that character. */
function hasForeignByte(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (NEVER_IN_TEXT[bytes[at] ?? 0] === 1) return true;
  return false;
}

function hasForeignControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (NEVER_IN_TEXT[text.charCodeAt(at)] === 1) return true;
  return false;
}
