/** 0 for the characters of base64 (RFC 4648 §4), 1 for the padding, 4 for those of the URL alphabet alone (§5), 2 for all others. */
const CLASSES = new Uint8Array(256).fill(2);
const URL_CLASS = 4;
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') CLASSES[character.charCodeAt(0)] = 0;
CLASSES['='.charCodeAt(0)] = 1;
for (const character of '-_') CLASSES[character.charCodeAt(0)] = URL_CLASS;

/**
 * Where the first byte is that a table has a number for; `end` without one. This runs over gigabytes: eight at a time take a third of the
 * time that one by one takes.
 */
function endOfZeros(table: Uint8Array, bytes: Uint8Array, from: number, end: number): number {
  const of = (at: number): number => table[bytes[at] as number] as number;
  let at = from;
  while (at + 7 < end && (of(at) | of(at + 1) | of(at + 2) | of(at + 3) | of(at + 4) | of(at + 5) | of(at + 6) | of(at + 7)) === 0) at += 8;
  while (at < end && of(at) === 0) at++;
  return at;
}

const BACKSLASH = 0x5c;
const SLASH = 0x2f;
/** Characters of `\u002B`. */
const UNICODE_ESCAPE = 6;

/** One of so many characters counts for the hash. Odd, so that all four characters of three bytes do: pixels often have the same first ones. */
const HASHED_EVERY = 17;

/** What is kept of a long run of base64. */
export interface Base64Facts {
  /** Strictly valid: alphabet, padding and length. */
  readonly isBase64: boolean;
  /** Not strictly valid, but so for who takes the URL alphabet and does without the padding. */
  readonly isUrlBase64: boolean;
  /** Characters, with the padding. */
  readonly characters: number;
  /** Bytes when decoded; 0 when it is valid in neither way. */
  readonly size: number;
  /** Equal for equal content, and practically never for two pictures that differ: one character of seventeen counts. */
  readonly hash: string;
  /** The characters of a PDF, whose pages are counted at its end; undefined for what is no PDF, or too long a one. */
  readonly pdf?: Uint8Array;
}

/** `%PDF-` */
const PDF = new TextEncoder().encode('JVBERi0');

/** Characters that are kept of a PDF: of 50 MB, which is the most that an API takes (`wire/api-limits.ts`). */
const LONGEST_PDF = 70_000_000;

/** Checks and hashes base64 as it is read, so that none of it needs to be kept but that of a PDF. */
export class Base64Digest {
  #characters = 0;
  #padding = 0;
  #isValid = true;
  #hasUrlCharacters = false;
  #hash = 0x811c9dc5;
  /** The characters of an escape in hand; empty outside of one. */
  #escape = '';
  readonly #isText: boolean;
  #kept: Uint8Array | undefined;

  /**
   * @param isText in JSON text that is a string: backslashes are escaped themselves
   * @param isKept the characters are wanted as well
   */
  constructor(isText = false, isKept = false) {
    this.#isText = isText;
    if (isKept) this.#kept = new Uint8Array(0);
  }

  /** Reads on while the characters are those of base64 without padding. @returns where the first other one is */
  advance(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    const to = this.#padding === 0 && this.#escape === '' ? endOfZeros(CLASSES, bytes, from, length) : from;
    this.#count(bytes, from, to);
    return to;
  }

  update(all: Uint8Array): void {
    const written = all.subarray(this.advance(all, 0));
    if (written.length === 0) return;
    const bytes = this.#escape !== '' || written.includes(BACKSLASH) ? this.#unescape(written) : written;
    const { length } = bytes;
    let classes = 0;
    for (let at = 0; at < length; at++) classes |= CLASSES[bytes[at] as number] as number;
    if (this.#padding > 0 || classes !== 0) this.#checkPadding(bytes);
    this.#count(bytes, 0, length);
  }

  /** FNV-1a over some of the characters: this runs over gigabytes, and compressed data that differ, differ everywhere. */
  #count(bytes: Uint8Array, from: number, to: number): void {
    let hash = this.#hash;
    const passed = this.#characters % HASHED_EVERY;
    for (let at = from + (passed === 0 ? 0 : HASHED_EVERY - passed); at < to; at += HASHED_EVERY)
      hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    this.#hash = hash;
    if (this.#kept) this.#kept = this.#longer(this.#kept, bytes.subarray(from, to));
    this.#characters += to - from;
  }

  /** What is kept, with more of it; undefined where that is too much. */
  #longer(kept: Uint8Array, more: Uint8Array): Uint8Array | undefined {
    const length = this.#characters + more.length;
    if (length > LONGEST_PDF) return undefined;
    const longer = length > kept.length ? new Uint8Array(Math.max(length, kept.length * 2)) : kept;
    if (longer !== kept) longer.set(kept);
    longer.set(more, this.#characters);
    return longer;
  }

  /** Libraries escape `/`, `+` and `=`; what else is escaped may be no base64. */
  #unescape(bytes: Uint8Array): Uint8Array {
    const plain = new Uint8Array(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      if (this.#escape !== '') {
        const code = this.#escaped(byte);
        if (code !== undefined) plain[length++] = code;
      } else if (byte === BACKSLASH) this.#escape = '\\';
      else plain[length++] = byte;
    }
    return plain.subarray(0, length);
  }

  /** Reads on in an escape. @returns the character it is of, at its end */
  #escaped(byte: number): number | undefined {
    if (byte === BACKSLASH && this.#isText && this.#escape === '\\') return undefined;
    this.#escape += String.fromCharCode(byte);
    if (this.#escape.startsWith('\\u') && this.#escape.length < UNICODE_ESCAPE) return undefined;
    const whole = this.#escape;
    this.#escape = '';
    if (whole === '\\/') return SLASH;
    const digits = /^\\u00([0-7][\da-f])$/i.exec(whole)?.[1];
    if (digits !== undefined) return Number.parseInt(digits, 16);
    this.#isValid = false;
    return undefined;
  }

  /** Padding may only be at the end. */
  #checkPadding(bytes: Uint8Array): void {
    for (const byte of bytes) {
      const kind = CLASSES[byte] ?? 2;
      if (kind === 1) this.#padding++;
      else if (kind === URL_CLASS && this.#padding === 0) this.#hasUrlCharacters = true;
      else if (kind !== 0 || this.#padding > 0) this.#isValid = false;
    }
  }

  finish(): Base64Facts {
    const digits = this.#characters - this.#padding;
    const isPadded = this.#characters % 4 === 0;
    const isOfDigits = this.#isValid && this.#escape === '' && this.#padding <= 2 && digits > 0 && digits % 4 !== 1;
    const isBase64 = isOfDigits && isPadded && !this.#hasUrlCharacters;
    const isUrlBase64 = isOfDigits && !isBase64 && (isPadded || this.#padding === 0);
    return {
      isBase64,
      isUrlBase64,
      characters: this.#characters,
      size: isBase64 || isUrlBase64 ? Math.floor((digits * 3) / 4) : 0,
      hash: `${(this.#hash >>> 0).toString(16)}-${this.#characters}`,
      ...(this.#kept && { pdf: this.#kept.subarray(0, this.#characters) }),
    };
  }
}

/** The start of a data URL's base64 in the beginning of a string; 0 without one. */
const HEAD_LENGTH = 300;

/**
 * A digest that has read the beginning of a string.
 *
 * @param isText see {@link Base64Digest}
 * @param keepsPdf the characters of a PDF are wanted as well
 */
export function digestAfter(beginning: Uint8Array, isText: boolean, keepsPdf = false): Base64Digest {
  const base64 = beginning.subarray(base64StartOf(beginning));
  const digest = new Base64Digest(isText, keepsPdf && begins(base64, 0, PDF));
  digest.update(base64);
  return digest;
}

/** Where base64 begins in a string: after the `data:…,` of a data URL, else at its beginning. */
function base64StartOf(string: Uint8Array): number {
  const head = String.fromCharCode(...string.subarray(0, HEAD_LENGTH));
  return /^data:[^,]*,/i.exec(head)?.[0].length ?? 0;
}

/** The longest escape in JSON text in a string: of a character of two units. */
const LONGEST_ESCAPE = 14;

/** `wholeLength` for a string in JSON text, where backslashes are doubled: nothing of the last escape is kept. */
export function wholeTextLength(bytes: Uint8Array): number {
  const end = wholeLength(bytes);
  let last = bytes.subarray(0, end).lastIndexOf(BACKSLASH);
  if (last < 0 || end - last > LONGEST_ESCAPE) return end;
  while (bytes[last - 1] === BACKSLASH) last--;
  return last;
}

/** The length of the beginning of a JSON string without a cut escape or UTF-8 character at its end. */
export function wholeLength(bytes: Uint8Array): number {
  let end = bytes.length;
  // characters of several bytes: their first has the two highest bits set
  for (let back = 1; back <= 4 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if (byte >= 0xc0) {
      end -= back;
      break;
    }
    if (byte < 0x80) break;
  }
  const last = bytes.subarray(0, end).lastIndexOf(BACKSLASH);
  if (last < 0 || end - last > 6) return end;
  let run = 0;
  while (bytes[last - run] === BACKSLASH) run++;
  // an even run is of escaped backslashes
  return run % 2 === 0 ? end : last;
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** 1 for bytes that end a string, an escape or a line. */
const SPECIAL = new Uint8Array(256);
for (const special of [QUOTE, BACKSLASH, NEWLINE]) SPECIAL[special] = 1;

/** Bytes of a string that are looked through at a time: what is beyond may be base64, which is passed over otherwise. */
const LOOKED_THROUGH = 64 * 1024;

/** The next byte that ends a string, an escape or a line; or where to look on. */
export function plainEnd(chunk: Uint8Array, from: number): number {
  return endOfZeros(SPECIAL, chunk, from, Math.min(chunk.length, from + LOOKED_THROUGH));
}

/** 1 for bytes that end a string, or make it another than it is written, or no string of JSON. */
const NOT_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x20 || byte === QUOTE || byte === BACKSLASH ? 1 : 0));

/** The first byte of a string that is not just what it says. */
export function endOfPlain(bytes: Uint8Array, from: number): number {
  return endOfZeros(NOT_PLAIN, bytes, from, bytes.length);
}

/** The same, past escapes that are whole. */
export function stringEnd(chunk: Uint8Array, from: number): number {
  const end = Math.min(chunk.length, from + LOOKED_THROUGH);
  let at = from;
  for (;;) {
    at = endOfZeros(SPECIAL, chunk, at, end);
    if (at + 1 >= end || chunk[at] !== BACKSLASH || chunk[at + 1] === NEWLINE) return at;
    at += 2;
  }
}

const TEXT_NAME = new TextEncoder().encode('stringValue');
const TEXT_PREFIX = new TextEncoder().encode('gen_ai.');

/** Whether the string after a name may be JSON text: values of the OpenTelemetry protocol, and attributes for generative AI by their names. */
export function mayBeJsonText(bytes: Uint8Array, [from, to]: readonly [number, number]): boolean {
  const length = to - from;
  if (length === TEXT_NAME.length && begins(bytes, from, TEXT_NAME)) return true;
  return length > TEXT_PREFIX.length && begins(bytes, from, TEXT_PREFIX);
}

function begins(bytes: Uint8Array, from: number, name: Uint8Array): boolean {
  return name.every((byte, at) => bytes[from + at] === byte);
}
