import type { TextPosition } from './finding.ts';

/** Bytes examined before a candidate: a data URL's media type, a key, the line that starts a PEM block. */
export const LOOK_BACK = 192;
/** Bytes examined of a candidate, enough for every head signature when decoded. */
const LOOK_AHEAD = 4096;
/** Default bytes held at a time. */
export const BLOCK = 256 * 1024;
/** Minimum block size: what may be carried over, and some more. */
const SMALLEST_BLOCK = 1024;

/** The kept head of a candidate whose beginning was discarded. */
interface Kept {
  /** Offset of its beginning, relative to the window. */
  readonly from: number;
  readonly before: string;
  readonly head: string;
}

const decoder = new TextDecoder();

/**
 * The part of the text in memory. Offsets are relative to it; a candidate that began before it has a negative one. Always contains at least
 * LOOK_BACK bytes before the unread part.
 */
export class Window {
  readonly #buffer: Uint8Array;
  bytes: Uint8Array;
  /** Offset of the first byte in the whole text. */
  base = 0;
  #kept: readonly Kept[] = [];

  /** @param block bytes held at a time, at least 1024 */
  constructor(block: number) {
    this.#buffer = new Uint8Array(Math.max(block, SMALLEST_BLOCK));
    this.bytes = this.#buffer.subarray(0, 0);
  }

  get isFull(): boolean {
    return this.bytes.length === this.#buffer.length;
  }

  /** Copies as much as fits. @returns bytes copied */
  fill(source: Uint8Array, from: number): number {
    const { length } = this.bytes;
    const part = source.subarray(from, from + this.#buffer.length - length);
    this.#buffer.set(part, length);
    this.bytes = this.#buffer.subarray(0, length + part.length);
    return part.length;
  }

  /** The byte at an offset; 0 outside the window. */
  at(place: number): number {
    return this.bytes[place] ?? 0;
  }

  /** At most LOOK_BACK bytes of text before a candidate; the first character may be cut. */
  before(from: number): string {
    const kept = this.#find(from);
    if (kept) return kept.before;
    return decoder.decode(this.bytes.subarray(Math.max(from - LOOK_BACK, 0), Math.max(from, 0)));
  }

  /** At most LOOK_AHEAD characters from `from` to `to`, which are ASCII. */
  head(from: number, to: number): string {
    const end = Math.min(to, from + LOOK_AHEAD);
    const kept = this.#find(from)?.head.slice(0, end - from);
    if (kept === undefined) return decoder.decode(this.bytes.subarray(from, end));
    return kept + decoder.decode(this.bytes.subarray(from + kept.length, Math.max(end, from + kept.length)));
  }

  /**
   * Discards the bytes before an offset.
   * @param open beginnings of unfinished candidates
   */
  discardBefore(before: number, open: readonly number[]): void {
    const { length } = this.bytes;
    this.#kept = open.map((from) => ({ from: from - before, before: this.before(from), head: this.head(from, length) }));
    this.#buffer.copyWithin(0, before, length);
    this.bytes = this.#buffer.subarray(0, length - before);
    this.base += before;
  }

  #find(from: number): Kept | undefined {
    return this.#kept.length === 0 ? undefined : this.#kept.find((kept) => kept.from === from);
  }
}

/** Bytes checked here before calling the host's search, which is fast but has a high start cost. */
const NEAR = 12;

/** Finds a byte repeatedly in unchanged bytes, caching the last result. */
export class ByteCursor {
  readonly #byte: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #from = 0;
  #found = -1;

  constructor(byte: number) {
    this.#byte = byte;
  }

  reset(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#found = -1;
  }

  /** The first offset at or after `from` with the byte; Infinity when there is none. */
  next(from: number): number {
    if (this.#found >= from && this.#from <= from) return this.#found;
    this.#from = from;
    this.#found = this.#find(from);
    return this.#found;
  }

  #find(from: number): number {
    const bytes = this.#bytes;
    const near = Math.min(from + NEAR, bytes.length);
    for (let at = from; at < near; at++) if (bytes[at] === this.#byte) return at;
    const found = bytes.indexOf(this.#byte, near);
    return found < 0 ? Infinity : found;
  }
}

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const DOUBLE_QUOTE = 0x22;
export const SINGLE_QUOTE = 0x27;
export const COMMA = 0x2c;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const EQUALS = 0x3d;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const LOWER_B = 0x62;
export const LOWER_N = 0x6e;
export const LOWER_R = 0x72;
export const LOWER_T = 0x74;
export const LOWER_U = 0x75;
export const LOWER_X = 0x78;
export const OPEN_BRACE = 0x7b;

/** The characters of base64 (RFC 4648 §4) and base64url (§5), without padding. */
export const BASE64_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_';
const IS_BASE64 = new Uint8Array(256);
for (const char of BASE64_CHARACTERS) IS_BASE64[char.charCodeAt(0)] = 1;

export function isBase64Character(byte: number): boolean {
  return IS_BASE64[byte] === 1;
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** The value of a hexadecimal digit, or -1. */
export function hexValue(byte: number): number {
  if (isDigit(byte)) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Counts lines (LF or CR LF) and columns in UTF-16 code units (of well-formed UTF-8). */
export class LineCounter {
  readonly #window: Window;
  readonly #lineFeeds = new ByteCursor(LINE_FEED);
  #line = 0;
  #countedTo = 0;
  #columns = 0;

  constructor(window: Window) {
    this.#window = window;
  }

  /** The window has changed. */
  reset(): void {
    this.#lineFeeds.reset(this.#window.bytes);
  }

  /** Starts the line here, after a byte order mark. */
  lineBegins(place: number): void {
    this.#countedTo = place;
    this.#columns = 0;
  }

  /** The position of an offset after all earlier ones, or in the same line with only ASCII between. */
  at(place: number): TextPosition {
    this.#countTo(place);
    return { line: this.#line, column: this.#columns - (this.#countedTo - place) };
  }

  /** Discards the bytes before an offset. */
  discardBefore(before: number): void {
    this.#countTo(before);
    this.#countedTo -= before;
  }

  #countTo(place: number): void {
    for (let at = this.#countedTo; at < place;) {
      const end = this.#lineFeeds.next(at);
      if (end >= place) {
        this.#columns += utf16Length(this.#window.bytes, at, place);
        at = place;
      } else {
        this.#line++;
        this.#columns = 0;
        at = end + 1;
      }
      this.#countedTo = at;
    }
  }
}

const NOT_ASCII = 0x80808080;

/** UTF-16 code units of UTF-8 bytes: one per character, two for four-byte characters. */
function utf16Length(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  let at = from;
  for (; at < to && (bytes.byteOffset + at) % 4 !== 0; at++) units += unitsOf(bytes[at] as number);
  const words = to - at < 4 ? [] : new Int32Array(bytes.buffer, bytes.byteOffset + at, (to - at) >> 2);
  for (let word = 0; word < words.length; word++, at += 4) {
    const four = words[word] as number;
    units += 4;
    if ((four & NOT_ASCII) === 0) continue;
    // Per byte: bit 7 without bit 6 is a continuation, bits 7 to 4 start a four-byte character.
    const continues = (four >>> 7) & ~(four >>> 6);
    const beginsLong = (four >>> 7) & (four >>> 6) & (four >>> 5) & (four >>> 4);
    units += ones(beginsLong) - ones(continues);
  }
  for (; at < to; at++) units += unitsOf(bytes[at] as number);
  return units;
}

/** How many of the four bytes have their lowest bit set. */
function ones(word: number): number {
  return Math.imul(word & 0x01010101, 0x01010101) >>> 24;
}

function unitsOf(byte: number): number {
  if (byte < 0x80) return 1;
  return (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
}
