import { Base64Run, END_OF_TEXT, NO_RUN, SHORTEST_RUN, type RunSpan } from './base64-run.ts';
import { BACKSLASH, EQUALS, LINE_FEED, LOWER_N, LOWER_R, RETURN, SLASH, isBase64Character } from './byte-kinds.ts';
import { EscapeReader, type Escape } from './escape-reader.ts';
import type { LineCounter } from './line-counter.ts';

/**
 * Reads a stretch of base64 characters, escapes and line breaks to its end, byte by byte, and tells the runs of base64 in it.
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

  /** @param onRun told every run of some length */
  begin(onRun: (span: RunSpan) => void): void {
    this.#onRun = onRun;
    this.#run.start = NO_RUN;
    this.#isInEscape = false;
  }

  /** Where the runs begin that are not ended. */
  get anchors(): readonly number[] {
    return this.#run.anchors;
  }

  /** Reads on from a place. @returns where the stretch ends; undefined when the bytes end before */
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

  letGo(before: number): void {
    this.#run.letGo(before);
    this.#escapes.letGo(before);
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
