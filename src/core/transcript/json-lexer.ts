import {
  BACKSLASH,
  ByteCursor,
  COLON,
  COMMA,
  DOUBLE_QUOTE,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  SINGLE_QUOTE,
  SPACE,
  type Window,
} from './window.ts';
import { JsonContext } from './text-field.ts';

/** How a line of JSON may begin; any other line is plain text. Not with digits: they usually begin a log's time. */
const JSON_LINE = new Set([...'{}[]", \t\r\n\'\\'].map((char) => char.charCodeAt(0)));
/** Bytes with a meaning outside of strings. */
const MEANS_SOMETHING = new Uint8Array(256);
for (const char of '{}[]:,"\'\\\n') MEANS_SOMETHING[char.charCodeAt(0)] = 1;

/** With at least this many unread bytes, it pays to look for a later record. */
const WORTH_A_LEAP = 2048;

/** What the lexer is currently in. */
type State = 'structure' | 'string' | 'text';

/**
 * Follows the structure of JSON, JSON lines, Python's notation, or a log with JSON in its lines, as far as there is one. It
 * jumps from quote to quote and from line to line, and checks single bytes only between strings. Why it is not `JsonRecords` is said there.
 */
export class JsonLexer {
  readonly context: JsonContext;
  readonly #window: Window;
  readonly #doubleQuotes = new ByteCursor(DOUBLE_QUOTE);
  readonly #singleQuotes = new ByteCursor(SINGLE_QUOTE);
  readonly #lineFeeds = new ByteCursor(LINE_FEED);
  readonly #braces = new ByteCursor(OPEN_BRACE);
  /** Everything before has been read. */
  place = 0;
  #state: State = 'structure';
  #quote = DOUBLE_QUOTE;
  /** An odd number of backslashes directly precedes `place`. */
  #isEscaped = false;
  #isLineStart = true;
  #isTextLine = false;
  /** A string was cut off by the end of its line. */
  #isBroken = false;

  constructor(window: Window) {
    this.#window = window;
    this.context = new JsonContext(window);
  }

  /** Whether the JSON that is read stands in a line of text. */
  get isTextLine(): boolean {
    return this.#isTextLine;
  }

  get isInString(): boolean {
    return this.#state === 'string';
  }

  /** The window has changed. */
  reset(): void {
    for (const cursor of [this.#doubleQuotes, this.#singleQuotes, this.#lineFeeds, this.#braces]) cursor.reset(this.#window.bytes);
  }

  /**
   * Reads up to a place. A line that begins with a brace, or as no JSON does, is a record of its own, whatever came before: what
   * lies before the last one need not be read.
   * @param onClose called before an object or array is left; undefined when not needed
   */
  advance(to: number, onClose: (() => void) | undefined): void {
    if (!onClose && to - this.place > WORTH_A_LEAP) this.#leap(to);
    while (this.place < to) {
      if (this.#state === 'string') this.#readString(to);
      else if (this.#state === 'text') this.#readText(to);
      else this.#readStructure(to, onClose);
    }
  }

  /** The end of the current string, within the window. */
  leaveString(): number {
    while (this.#state === 'string' && this.place < this.#window.bytes.length) this.#readString(this.#window.bytes.length);
    return this.place;
  }

  discardBefore(before: number): void {
    this.context.discardBefore(before, this.isInString);
    this.place -= before;
  }

  #leap(to: number): void {
    const { bytes } = this.#window;
    for (let at = to - 2; at >= this.place; at--) {
      at = bytes.lastIndexOf(LINE_FEED, at);
      if (at < this.place) return;
      const first = bytes[at + 1] as number;
      if (first !== OPEN_BRACE && JSON_LINE.has(first)) continue;
      this.#state = 'structure';
      this.#isEscaped = false;
      this.#isLineStart = true;
      this.place = at + 1;
      return;
    }
  }

  #readString(to: number): void {
    const from = this.place;
    const cursor = this.#quote === DOUBLE_QUOTE ? this.#doubleQuotes : this.#singleQuotes;
    const quote = cursor.next(from);
    const lineEnd = this.#lineFeeds.next(from);
    const end = Math.min(quote, lineEnd, to);
    const isEscaped = this.#isEscapedAt(end, from);
    this.place = end;
    this.#isEscaped = isEscaped;
    if (end === to) return;
    if (end === lineEnd) {
      // strings don't span lines: it was cut off
      this.#state = 'structure';
      this.#isEscaped = false;
      this.#isBroken = true;
      return;
    }
    this.place = end + 1;
    this.#isEscaped = false;
    if (isEscaped) return;
    this.#state = 'structure';
    this.context.stringEnds(end);
  }

  #isEscapedAt(place: number, from: number): boolean {
    const { bytes } = this.#window;
    let at = place;
    while (at > from && bytes[at - 1] === BACKSLASH) at--;
    const isOdd = (place - at) % 2 === 1;
    return at === from ? isOdd !== this.#isEscaped : isOdd;
  }

  #readText(to: number): void {
    const lineEnd = this.#lineFeeds.next(this.place);
    const end = Math.min(this.#braces.next(this.place), lineEnd, to);
    this.place = end;
    if (end === to) return;
    this.#state = 'structure';
  }

  #readStructure(to: number, onClose: (() => void) | undefined): void {
    const { bytes } = this.#window;
    if (this.#isLineStart) {
      this.#beginLine(bytes[this.place] as number);
      if (this.#state !== 'structure') return;
    }
    let at = this.place;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      if (bytes[at] !== LINE_FEED) at++;
    }
    for (; at < to; at++) {
      const byte = bytes[at] as number;
      if (MEANS_SOMETHING[byte] === 0) continue;
      this.place = at + 1;
      if (this.#endsStructure(byte, at, onClose)) return;
    }
    this.place = at;
  }

  #beginString(quote: number, at: number): void {
    this.#quote = quote;
    this.#state = 'string';
    this.context.stringBegins(at + 1);
  }

  /** Follows a byte with a meaning. @returns whether what comes after it is no more of this line's structure */
  #endsStructure(byte: number, at: number, onClose: (() => void) | undefined): boolean {
    const { context } = this;
    switch (byte) {
      case BACKSLASH:
        this.#isEscaped = true;
        return true;
      case LINE_FEED:
        this.#isLineStart = true;
        return true;
      case SINGLE_QUOTE:
        if (!this.#isValueExpected(at)) return false;
        this.#beginString(byte, at);
        return true;
      case DOUBLE_QUOTE:
        this.#beginString(byte, at);
        return true;
      case OPEN_BRACE:
        context.open(false);
        return false;
      case OPEN_BRACKET:
        context.open(true);
        return false;
      case COMMA:
        context.comma();
        return false;
      case COLON:
        context.colon();
        return false;
      default:
        onClose?.();
        context.close();
        if (context.depth > 0 || !this.#isTextLine) return false;
        this.#state = 'text';
        return true;
    }
  }

  #beginLine(byte: number): void {
    this.#isLineStart = false;
    this.#isTextLine = false;
    const isJson = JSON_LINE.has(byte);
    if (isJson && byte !== OPEN_BRACE && !(this.#isBroken && byte === OPEN_BRACKET)) return;
    this.context.reset();
    this.#isBroken = false;
    this.#isTextLine = !isJson;
    if (!isJson) this.#state = 'text';
  }

  /** Single quotes are strings where Python's own notation has them, and apostrophes elsewhere. */
  #isValueExpected(at: number): boolean {
    const before = this.#window.at(at - 1) === SPACE ? this.#window.at(at - 2) : this.#window.at(at - 1);
    return before === OPEN_BRACKET || before === OPEN_BRACE || before === COLON || before === COMMA;
  }
}
