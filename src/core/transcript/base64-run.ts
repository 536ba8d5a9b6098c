import type { TextPosition } from './finding.ts';
import {
  BACKSLASH,
  EQUALS,
  hexValue,
  isBase64Character,
  LINE_FEED,
  type LineCounter,
  LOWER_N,
  LOWER_R,
  LOWER_U,
  RETURN,
  SLASH,
} from './window.ts';

/** No run is open. Larger than every place, so that "place - start" is never a length. */
const NO_RUN = 0x7fffffff;

/**
 * Shorter runs of base64 are left alone, in characters: keys, hashes and ids are shorter (SHA-512 in hexadecimal has 128), and
 * 180 tokens are worth no warning.
 */
export const SHORTEST_RUN = 256;

/** Base64 in lines has lines of 60 to 128 characters, most often 64 (PEM, RFC 7468) or 76 (MIME, RFC 2045), always whole groups of four. */
const LONGEST_LINE = 160;
/** A first line may be shorter: a data URL's head stands before it. Prose has no word that long. */
const SHORTEST_FIRST_LINE = 32;
const SHORTEST_LINE = 60;

/** What may directly follow base64 in lines; otherwise the last line is prose. */
const CLOSERS = new Set([...'"\'`)]}<>\\'].map((char) => char.charCodeAt(0)));
/** The text ended. */
const END_OF_TEXT = -1;

/** A run of base64: places relative to the window, and characters without escapes, line breaks and padding. */
export interface RunSpan {
  readonly start: number;
  readonly end: number;
  readonly characters: number;
  readonly padding: number;
  /** Its position, if it is on an earlier line. */
  readonly startPosition?: TextPosition | undefined;
  readonly endPosition?: TextPosition | undefined;
}

/**
 * Follows one run of base64 characters through escapes (`\/`, `\u002b`), padding, and line breaks, raw or escaped.
 * The scanner sets `start` itself; the other fields are set only once an escape, line break or padding occurs.
 */
class Base64Run {
  /** Where the run begins; NO_RUN between runs. */
  start = NO_RUN;
  /** The run for which the rest is valid. */
  #of = NO_RUN;
  /** Bytes that are not base64 characters: escapes and line breaks. */
  #extra = 0;
  #padding = 0;
  /** Length of the lines; 0 for a run on one line. */
  #width = 0;
  #lineCount = 0;
  #lineStart = 0;
  #lineExtra = 0;
  /** The end of the last line that certainly belongs to the run. */
  #safeEnd = 0;
  #safeExtra = 0;
  #startPosition: TextPosition | undefined;
  #safePosition: TextPosition | undefined;
  #endedBy = 0;

  /** Whether padding has been read: nothing but padding may follow. */
  get isPadded(): boolean {
    return this.#padding > 0 && this.#of === this.start;
  }

  /** Where candidates begin. */
  get anchors(): readonly number[] {
    if (this.start === NO_RUN) return [];
    return this.#of === this.start && this.#lineCount > 0 ? [this.start, this.#lineStart] : [this.start];
  }

  /** A character that takes several bytes, `\/` or `\u002b`. */
  escaped(place: number, bytes: number): void {
    if (this.start === NO_RUN) this.start = place;
    this.#own();
    this.#extra += bytes - 1;
  }

  /** A padding character of some bytes. @returns false when it doesn't fit: the run ends before it */
  pad(bytes: number): boolean {
    this.#own();
    if (this.#padding === 2) return false;
    this.#padding++;
    this.#extra += bytes - 1;
    return true;
  }

  /**
   * A line break between characters.
   * @param place its first byte
   * @param position of `place`, for a raw line break
   * @returns true when the run may continue on the next line; otherwise it ends here
   */
  lineBreak(place: number, bytes: number, byte: number, position: (place: number) => TextPosition, isRaw: boolean): boolean {
    this.#own();
    if (this.#padding > 0) return false;
    if (this.#lineCount > 0 && place === this.#lineStart) {
      // the second half of CR LF
      if (byte !== LINE_FEED || this.#endedBy !== RETURN) return false;
    } else {
      const length = place - this.#lineStart - (this.#extra - this.#lineExtra);
      if (!this.#acceptsLine(length)) return false;
      this.#lineCount++;
      this.#safeEnd = place;
      this.#safeExtra = this.#extra;
      if (isRaw) {
        this.#safePosition = position(place);
        if (this.#lineCount === 1) this.#startPosition = position(this.start);
      }
    }
    this.#endedBy = byte;
    this.#extra += bytes;
    this.#lineStart = place + bytes;
    this.#lineExtra = this.#extra;
    return true;
  }

  /** Ends the run. @param by the byte after it, or END_OF_TEXT */
  close(end: number, by: number): readonly RunSpan[] {
    const { start } = this;
    this.start = NO_RUN;
    if (start === NO_RUN) return [];
    if (this.#of !== start) return [{ start, end, characters: end - start, padding: 0 }];
    const padding = this.#padding;
    const whole: RunSpan = { start, end, characters: end - start - this.#extra - padding, padding, startPosition: this.#startPosition };
    if (this.#lineCount === 0) return [whole];
    const safe: RunSpan = {
      start,
      end: this.#safeEnd,
      characters: this.#safeEnd - start - this.#safeExtra,
      padding: 0,
      startPosition: this.#startPosition,
      endPosition: this.#safePosition,
    };
    const last = end - this.#lineStart - (this.#extra - this.#lineExtra) - padding;
    if (last <= 0) return [safe];
    const fits = last <= this.#width || (this.#lineCount === 1 && last <= LONGEST_LINE);
    if (fits) return padding > 0 || by === END_OF_TEXT || by === LINE_FEED || by === RETURN || CLOSERS.has(by) ? [whole] : [safe];
    return [safe, { start: this.#lineStart, end, characters: last, padding }];
  }

  /** Discards the bytes before an offset. */
  discardBefore(before: number): void {
    this.#of = this.start !== NO_RUN && this.#of === this.start ? this.#of - before : NO_RUN;
    if (this.start === NO_RUN) return;
    this.start -= before;
    this.#lineStart -= before;
    this.#safeEnd -= before;
  }

  #acceptsLine(length: number): boolean {
    if (length > LONGEST_LINE) return false;
    if (this.#lineCount === 0) {
      this.#width = length;
      return length >= SHORTEST_FIRST_LINE;
    }
    const isWider = this.#lineCount === 1 && length > this.#width && length >= SHORTEST_LINE;
    if (isWider) this.#width = length;
    return length === this.#width && length % 4 === 0;
  }

  #own(): void {
    if (this.#of === this.start) return;
    this.#of = this.start;
    this.#extra = this.#padding = this.#width = this.#lineCount = this.#lineExtra = 0;
    this.#lineStart = this.start;
    this.#startPosition = this.#safePosition = undefined;
  }
}

/**
 * Reads a stretch of base64 characters, escapes and line breaks to its end, byte by byte, and reports the runs of base64 in it.
 */
export class RunReader {
  readonly #lines: LineCounter;
  readonly #run = new Base64Run();
  readonly #escapes = new EscapeReader();
  #isInEscape = false;
  #onRun: (span: RunSpan) => void = () => undefined;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  /** @param onRun called with every run above the minimum length */
  begin(onRun: (span: RunSpan) => void): void {
    this.#onRun = onRun;
    this.#run.start = NO_RUN;
    this.#isInEscape = false;
  }

  /** Where the unfinished runs begin. */
  get anchors(): readonly number[] {
    return this.#run.anchors;
  }

  /** Continues at an offset. @returns where the stretch ends; undefined when the bytes end first */
  read(bytes: Uint8Array, from: number): number | undefined {
    for (let at = from; at < bytes.length;) {
      const byte = bytes[at] as number;
      if (this.#isInEscape) at = this.#readEscape(byte, at);
      else if (isBase64Character(byte)) at = this.#readCharacters(bytes, at);
      else if (byte === BACKSLASH) {
        this.#escapes.begin(at);
        this.#isInEscape = true;
        at++;
      } else if (byte === LINE_FEED || byte === RETURN) {
        if (!this.#lineBreak(at, 1, byte, true)) this.#endRun(at, byte);
        at++;
      } else if (byte === EQUALS && at - this.#run.start >= SHORTEST_RUN && this.#run.pad(1)) at++;
      else {
        this.#endRun(at, byte);
        return at;
      }
    }
    return undefined;
  }

  /** The text ends. */
  end(place: number): void {
    this.#endRun(this.#isInEscape ? this.#escapes.start : place, END_OF_TEXT);
  }

  discardBefore(before: number): void {
    this.#run.discardBefore(before);
    this.#escapes.discardBefore(before);
  }

  #readCharacters(bytes: Uint8Array, from: number): number {
    if (this.#run.isPadded) this.#endRun(from, bytes[from] as number);
    if (this.#run.start === NO_RUN) this.#run.start = from;
    let at = from + 1;
    while (at < bytes.length && isBase64Character(bytes[at] as number)) at++;
    return at;
  }

  #readEscape(byte: number, at: number): number {
    const read = this.#escapes.read(byte);
    if (!read) return at + 1;
    const next = read.isConsumed ? at + 1 : at;
    this.#isInEscape = false;
    this.#escaped(read.escape, next);
    return next;
  }

  #escaped({ start, letter, codeUnit }: Escape, next: number): void {
    const char = codeUnit ?? (letter === SLASH ? SLASH : 0);
    const bytes = next - start;
    if (isBase64Character(char)) {
      if (this.#run.isPadded) this.#endRun(start, BACKSLASH);
      return this.#run.escaped(start, bytes);
    }
    if (char === EQUALS && start - this.#run.start >= SHORTEST_RUN && this.#run.pad(bytes)) return;
    const isBreak = codeUnit === LINE_FEED || codeUnit === RETURN || (codeUnit === undefined && (letter === LOWER_N || letter === LOWER_R));
    const breakByte = codeUnit ?? (letter === LOWER_N ? LINE_FEED : RETURN);
    if (isBreak && this.#lineBreak(start, bytes, breakByte, false)) return;
    this.#endRun(start, isBreak ? LINE_FEED : BACKSLASH);
  }

  #lineBreak(place: number, bytes: number, byte: number, isRaw: boolean): boolean {
    return this.#run.start !== NO_RUN && this.#run.lineBreak(place, bytes, byte, (asked) => this.#lines.at(asked), isRaw);
  }

  #endRun(end: number, by: number): void {
    const isLong = end - this.#run.start >= SHORTEST_RUN;
    const spans = this.#run.close(end, by);
    if (isLong) for (const span of spans) if (span.characters >= SHORTEST_RUN) this.#onRun(span);
  }
}

/** An escape sequence in the text: its backslashes and the character they escape. */
interface Escape {
  /** Its first backslash, relative to the window. */
  readonly start: number;
  readonly backslashes: number;
  /** The byte after the backslashes. */
  readonly letter: number;
  /** The code unit of `\uXXXX`. */
  readonly codeUnit: number | undefined;
}

/** Reads an escape sequence byte by byte. Counts backslashes, because JSON within a string doubles them. */
class EscapeReader {
  start = 0;
  #backslashes = 0;
  #hexDigits = 0;
  #codeUnit = 0;

  /** @param place of the first backslash */
  begin(place: number): void {
    this.start = place;
    this.#backslashes = 1;
    this.#hexDigits = this.#codeUnit = 0;
  }

  /**
   * Reads one byte after the first backslash.
   * @returns the sequence once it is complete; `isConsumed` false when the byte belongs to what follows
   */
  read(byte: number): { readonly escape: Escape; readonly isConsumed: boolean } | undefined {
    if (this.#hexDigits > 0) return this.#readHex(byte);
    if (byte === BACKSLASH) {
      this.#backslashes++;
      return undefined;
    }
    if (byte === LOWER_U) {
      this.#hexDigits = 4;
      return undefined;
    }
    return { escape: this.#escape(byte, undefined), isConsumed: byte !== LINE_FEED && byte !== RETURN };
  }

  discardBefore(before: number): void {
    this.start -= before;
  }

  #readHex(byte: number): { readonly escape: Escape; readonly isConsumed: boolean } | undefined {
    const value = hexValue(byte);
    if (value < 0) return { escape: this.#escape(LOWER_U, undefined), isConsumed: false };
    this.#codeUnit = this.#codeUnit * 16 + value;
    return --this.#hexDigits === 0 ? { escape: this.#escape(LOWER_U, this.#codeUnit), isConsumed: true } : undefined;
  }

  #escape(letter: number, codeUnit: number | undefined): Escape {
    return { start: this.start, backslashes: this.#backslashes, letter, codeUnit };
  }
}
