import { ByteCursor } from './byte-cursor.ts';
import { LINE_FEED } from './byte-kinds.ts';
import type { TextPosition } from './finding.ts';
import type { Window } from './window.ts';

/** Counts lines, ended by LF or CR LF, and columns in UTF-16 code units (of well-formed UTF-8). */
export class LineCounter {
  readonly #window: Window;
  readonly #lineFeeds = new ByteCursor(LINE_FEED);
  #line = 0;
  /** Lines and columns are counted up to here. */
  #countedTo = 0;
  #columns = 0;

  constructor(window: Window) {
    this.#window = window;
  }

  /** The window has changed. */
  reset(): void {
    this.#lineFeeds.reset(this.#window.bytes);
  }

  /** The line counts from here: behind a byte order mark. */
  lineBegins(place: number): void {
    this.#countedTo = place;
    this.#columns = 0;
  }

  /** The position of a place that lies behind all asked for before, or in the same line with only ASCII between. */
  at(place: number): TextPosition {
    this.#countTo(place);
    return { line: this.#line, column: this.#columns - (this.#countedTo - place) };
  }

  /** The bytes before a place go. */
  letGo(before: number): void {
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

/** UTF-16 code units of a part of a UTF-8 text: one for each byte that begins a character, two for those of four bytes. */
function utf16Length(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  let at = from;
  for (; at < to && (bytes.byteOffset + at) % 4 !== 0; at++) units += unitsOf(bytes[at] as number);
  const words = to - at < 4 ? [] : new Int32Array(bytes.buffer, bytes.byteOffset + at, (to - at) >> 2);
  for (let word = 0; word < words.length; word++, at += 4) {
    const four = words[word] as number;
    units += 4;
    if ((four & NOT_ASCII) === 0) continue;
    // In each byte: bit 7 without bit 6 continues a character, bits 7 to 4 begin one of four bytes.
    const continues = (four >>> 7) & ~(four >>> 6);
    const beginsLong = (four >>> 7) & (four >>> 6) & (four >>> 5) & (four >>> 4);
    units += ones(beginsLong) - ones(continues);
  }
  for (; at < to; at++) units += unitsOf(bytes[at] as number);
  return units;
}

/** How many of the four lowest bits of bytes are set. */
function ones(word: number): number {
  return Math.imul(word & 0x01010101, 0x01010101) >>> 24;
}

function unitsOf(byte: number): number {
  if (byte < 0x80) return 1;
  return (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
}
