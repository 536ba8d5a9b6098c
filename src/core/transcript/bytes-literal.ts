import {
  BACKSLASH,
  CLOSE_BRACKET,
  COMMA,
  DOUBLE_QUOTE,
  hexValue,
  isDigit,
  LINE_FEED,
  LOWER_N,
  LOWER_R,
  LOWER_T,
  LOWER_X,
  RETURN,
  SINGLE_QUOTE,
  SPACE,
  TAB,
} from './window.ts';

/** Bytes that are enough for detection. */
const HEAD_BYTES = 4096;

/** The state of a literal after a byte. */
export type LiteralStep = 'more' | 'complete' | 'broken';

const SIMPLE_ESCAPES: ReadonlyMap<number, number> = new Map([
  [LOWER_N, LINE_FEED],
  [LOWER_R, RETURN],
  [LOWER_T, TAB],
  [SINGLE_QUOTE, SINGLE_QUOTE],
]);

/**
 * Reads Python's notation of bytes (`bytes.__repr__`) after `b'`. JSON doubles each of its backslashes, JSON within
 * JSON doubles them again; the first escape shows how often.
 */
export class BytesLiteral {
  readonly head: Uint8Array;
  /** The `b`, relative to the window. */
  start = 0;
  count = 0;
  /** Backslashes in the text for one in the literal; 0 until known. */
  #unit = 0;
  #backslashes = 0;
  #hexDigits = 0;
  #hex = 0;
  #isInString = false;

  /** @param kept number of first bytes to keep */
  constructor(kept = HEAD_BYTES) {
    this.head = new Uint8Array(kept);
  }

  /** @param place of the `b` @param isInString in a string of JSON, which a double quote ends */
  begin(place: number, isInString: boolean): void {
    this.start = place;
    this.#isInString = isInString;
    this.count = this.#unit = this.#backslashes = this.#hexDigits = this.#hex = 0;
  }

  read(byte: number): LiteralStep {
    if (this.#hexDigits > 0) return this.#readHex(byte);
    if (byte === BACKSLASH) {
      this.#backslashes++;
      return 'more';
    }
    if (this.#backslashes > 0) return this.#readEscaped(byte);
    if (byte === SINGLE_QUOTE) return 'complete';
    return this.#readPlain(byte);
  }

  discardBefore(before: number): void {
    this.start -= before;
  }

  #readPlain(byte: number): LiteralStep {
    if (byte < 0x20 || byte > 0x7e || (byte === DOUBLE_QUOTE && this.#isInString)) return 'broken';
    return this.#put(byte);
  }

  #readEscaped(byte: number): LiteralStep {
    const backslashes = this.#backslashes;
    this.#backslashes = 0;
    // a double quote is escaped by the surrounding JSON, not by the literal
    if (byte === DOUBLE_QUOTE) return backslashes % 2 === 1 && backslashes < (this.#unit || Infinity) ? this.#put(byte) : 'broken';
    this.#unit ||= backslashes;
    const inLiteral = backslashes / this.#unit;
    if (!Number.isInteger(inLiteral)) return 'broken';
    for (let pair = 0; pair < inLiteral >> 1; pair++) this.#put(BACKSLASH);
    if (inLiteral % 2 === 0) return byte === SINGLE_QUOTE ? 'complete' : this.#readPlain(byte);
    if (byte === LOWER_X) {
      this.#hexDigits = 2;
      return 'more';
    }
    const meant = SIMPLE_ESCAPES.get(byte);
    return meant === undefined ? 'broken' : this.#put(meant);
  }

  #readHex(byte: number): LiteralStep {
    const value = hexValue(byte);
    if (value < 0) return 'broken';
    this.#hex = (this.#hex * 16 + value) & 0xff;
    return --this.#hexDigits === 0 ? this.#put(this.#hex) : 'more';
  }

  #put(byte: number): 'more' {
    if (this.count < this.head.length) this.head[this.count] = byte;
    this.count++;
    return 'more';
  }
}

/** The state of a list after a byte. */
export type ListStep = 'more' | 'complete' | 'broken';

/** Reads a list of numbers from 0 to 255 after its bracket: `[137,80,78,71`. */
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
  /** After the last number. */
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

  discardBefore(before: number): void {
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
