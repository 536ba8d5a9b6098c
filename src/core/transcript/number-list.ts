import { BACKSLASH, CLOSE_BRACKET, COMMA, LINE_FEED, LOWER_N, LOWER_R, LOWER_T, RETURN, SPACE, TAB, isDigit } from './byte-kinds.ts';

/** Bytes that are kept for detection. */
const HEAD_BYTES = 4096;

/** What became of a list at a byte. */
export type ListStep = 'more' | 'complete' | 'broken';

/** Reads a list of numbers from 0 to 255 behind its bracket: `[137,80,78,71`. */
export class NumberList {
  readonly head = new Uint8Array(HEAD_BYTES);
  /** The bracket, relative to the window. */
  start = 0;
  count = 0;
  /** The last number, while it is being read. */
  #value = 0;
  #digits = 0;
  /** A number is complete and nothing but a comma or the bracket may follow. */
  #isNumberDone = false;
  /** White space may be escaped, within a string. */
  #isEscape = false;
  /** Behind the last number. */
  end = 0;

  begin(place: number): void {
    this.start = place;
    this.end = place + 1;
    this.count = this.#value = this.#digits = 0;
    this.#isNumberDone = this.#isEscape = false;
  }

  /** @param byte at `place` */
  read(byte: number, place: number): ListStep {
    if (byte === BACKSLASH) {
      this.#isEscape = true;
      return this.#readOther(SPACE, place);
    }
    if (!this.#isEscape) return this.#readOther(byte, place);
    this.#isEscape = false;
    return byte === LOWER_N || byte === LOWER_R || byte === LOWER_T ? 'more' : 'broken';
  }

  #readOther(byte: number, place: number): ListStep {
    if (isDigit(byte)) {
      if (this.#isNumberDone || this.#digits === 3) return 'broken';
      this.#value = this.#value * 10 + byte - 0x30;
      this.#digits++;
      return this.#value <= 255 ? 'more' : 'broken';
    }
    const isSpace = byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
    if (!isSpace && byte !== COMMA && byte !== CLOSE_BRACKET) return 'broken';
    if (this.#digits > 0) this.#numberEnds(place);
    if (isSpace) return 'more';
    if (!this.#isNumberDone) return 'broken';
    this.#isNumberDone = false;
    if (byte === COMMA) return 'more';
    this.end = place + 1;
    return 'complete';
  }

  letGo(before: number): void {
    this.start -= before;
    this.end -= before;
  }

  #numberEnds(place: number): void {
    if (this.count < HEAD_BYTES) this.head[this.count] = this.#value;
    this.count++;
    this.#value = this.#digits = 0;
    this.#isNumberDone = true;
    this.end = place;
  }
}
