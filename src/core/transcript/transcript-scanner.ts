import { RunReader, SHORTEST_RUN } from './base64-run.ts';
import { BytesLiteral, NumberList } from './bytes-literal.ts';
import { type Candidate, CandidateList, type CandidatePlace } from './candidate-list.ts';
import { JsonLexer } from './json-lexer.ts';
import {
  BACKSLASH,
  BASE64_CHARACTERS,
  BLOCK,
  hexValue,
  isBase64Character,
  LINE_FEED,
  LineCounter,
  LOOK_BACK,
  LOWER_B,
  LOWER_X,
  OPEN_BRACKET,
  RETURN,
  SINGLE_QUOTE,
  Window,
} from './window.ts';

/** Shorter lists and literals are ignored, in bytes. */
const FEWEST_BYTES = 64;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** What is being read to its end: a stretch of base64, a list of numbers, a literal, or an ignored string. */
type Reading = { readonly what: 'run' | 'list' | 'literal'; readonly around: CandidatePlace } | { readonly what: 'string' };

/**
 * Finds possible binary content in JSON, JSON lines or any other text, given in chunks of UTF-8 of any size. Most
 * bytes are skipped: the search for candidates leaps, the structure is followed from quote to quote, and only candidates
 * in text fields are read byte by byte. Memory does not grow with the text.
 */
export class TranscriptScanner {
  readonly #window: Window;
  readonly #lines: LineCounter;
  readonly #lexer: JsonLexer;
  readonly #found: CandidateList;
  readonly #runs = new StretchSearch(`${BASE64_CHARACTERS}\\\r\n`, SHORTEST_RUN);
  readonly #runReader: RunReader;
  /** A number and its comma have two bytes at least; the letters are those of escaped white space. */
  readonly #lists = new StretchSearch('0123456789, \t\r\n\\nrt', 2 * FEWEST_BYTES - 1);
  readonly #list = new NumberList();
  readonly #literals = new LiteralSearch();
  readonly #literal = new BytesLiteral();
  #reading: Reading | undefined;
  /** Where reading continues. */
  #at = 0;
  #hasBegun = false;

  /** @param block bytes held at a time, at least 1024; results do not depend on it */
  constructor(block = BLOCK) {
    this.#window = new Window(block);
    this.#lines = new LineCounter(this.#window);
    this.#lexer = new JsonLexer(this.#window);
    this.#found = new CandidateList(this.#window, this.#lexer, this.#lines);
    this.#runReader = new RunReader(this.#lines);
  }

  /** Reads a chunk; it may be overwritten afterwards. @returns what was found so far */
  push(chunk: Uint8Array): readonly Candidate[] {
    for (let from = 0; from < chunk.length;) {
      from += this.#window.fill(chunk, from);
      if (this.#window.isFull) {
        this.#scan();
        this.#discard();
      }
    }
    return this.#found.take();
  }

  /** The text ends. @returns the rest of what was found */
  end(): readonly Candidate[] {
    this.#scan();
    const { length } = this.#window.bytes;
    if (this.#reading?.what === 'run') this.#runReader.end(length);
    else if (this.#reading?.what === 'list') this.#endList(this.#reading.around, false);
    this.#advance(length);
    this.#found.settleAll();
    return this.#found.take();
  }

  #advance(to: number): void {
    this.#lexer.advance(to, this.#found.isWaiting ? () => this.#found.settle() : undefined);
  }

  #scan(): void {
    this.#lexer.reset();
    this.#lines.reset();
    if (!this.#hasBegun) this.#begin();
    for (;;) {
      if (this.#reading) {
        const end = this.#read(this.#reading);
        if (end === undefined) return;
        this.#reading = undefined;
        this.#runs.skipTo(end);
        this.#lists.skipTo(end);
        this.#literals.skipTo(end);
      }
      if (!this.#findNext()) return;
    }
  }

  #begin(): void {
    this.#hasBegun = true;
    if (!BYTE_ORDER_MARK.every((byte, at) => this.#window.bytes[at] === byte)) return;
    this.#lines.lineBegins(BYTE_ORDER_MARK.length);
    this.#lexer.place = BYTE_ORDER_MARK.length;
  }

  /** Starts reading the first candidate. @returns false when there is none in the window */
  #findNext(): boolean {
    const { bytes } = this.#window;
    const run = this.#runs.next(bytes) ?? Infinity;
    const list = this.#nextList(bytes) ?? Infinity;
    const literal = this.#literals.next(bytes) ?? Infinity;
    const first = Math.min(run, list, literal);
    if (first === Infinity) return false;
    this.#pass(first, first === run ? this.#runs : first === list ? this.#lists : this.#literals);
    this.#advance(first);
    const around = this.#found.surroundings(first);
    this.#at = first;
    if (around.isInString && around.role === 'other') this.#reading = { what: 'string' };
    else if (first === run) {
      this.#reading = { what: 'run', around };
      this.#runReader.begin((span) => this.#found.addRun(span, around));
    } else if (first === list) {
      this.#reading = { what: 'list', around };
      this.#list.begin(first);
      this.#at = first + 1;
    } else {
      this.#reading = { what: 'literal', around };
      this.#literal.begin(first, around.isInString);
      this.#at = first + 2;
    }
    return true;
  }

  /**
   * Moves a search past its result before reading the result, so that no search finds the same place twice and
   * every scan ends for any bytes.
   */
  #pass(place: number, search: StretchSearch | LiteralSearch): void {
    // the bracket of a list comes before the stretch that was found
    search.skipTo(search === this.#lists ? place + 2 : place + 1);
  }

  /** The bracket of the next long list. */
  #nextList(bytes: Uint8Array): number | undefined {
    for (;;) {
      const start = this.#lists.next(bytes);
      if (start === undefined) return undefined;
      if (bytes[start - 1] === OPEN_BRACKET) return start - 1;
      this.#lists.skipTo(this.#lists.endOf(bytes, start));
    }
  }

  /** Continues reading. @returns where it ended; undefined when the window ends first */
  #read(reading: Reading): number | undefined {
    const { bytes } = this.#window;
    switch (reading.what) {
      case 'run': {
        const end = this.#runReader.read(bytes, this.#at);
        if (end === undefined) this.#at = bytes.length;
        return end;
      }
      case 'string':
        this.#at = this.#lexer.leaveString();
        return this.#lexer.isInString ? undefined : this.#at;
      case 'list':
        return this.#readList(bytes, reading.around);
      case 'literal':
        return this.#readLiteral(bytes, reading.around);
    }
  }

  #readList(bytes: Uint8Array, around: CandidatePlace): number | undefined {
    for (; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at] as number;
      const isCutOff = around.isInString && (byte === LINE_FEED || byte === RETURN);
      const step = isCutOff ? 'broken' : this.#list.read(byte, this.#at);
      if (step === 'more') continue;
      this.#endList(around, step === 'complete');
      return step === 'complete' ? this.#at + 1 : this.#at;
    }
    return undefined;
  }

  /** Reports the readable part of a list that is cut off or continues with something other than a byte. */
  #endList(around: CandidatePlace, isWhole: boolean): void {
    if (this.#list.count >= FEWEST_BYTES) this.#found.addBytes('byte_list', this.#list, this.#list.end, around, isWhole);
  }

  #readLiteral(bytes: Uint8Array, around: CandidatePlace): number | undefined {
    for (; this.#at < bytes.length; this.#at++) {
      const step = this.#literal.read(bytes[this.#at] as number);
      if (step === 'more') continue;
      if (step === 'broken') return this.#at;
      if (this.#literal.count >= FEWEST_BYTES) this.#found.addBytes('bytes_literal', this.#literal, this.#at + 1, around, true);
      return this.#at + 1;
    }
    return undefined;
  }

  /** Makes room: discards finished bytes, but keeps LOOK_BACK bytes before unfinished ones. */
  #discard(): void {
    const { length } = this.#window.bytes;
    // the bracket of a list comes before it, the beginning of a literal up to LOOK_BACK bytes
    const pending = this.#reading ? length : Math.min(this.#runs.from, this.#lists.from - 1, this.#literals.done - LOOK_BACK);
    const before = Math.max(0, pending - LOOK_BACK);
    if (this.#reading?.what !== 'string') this.#advance(before);
    this.#lexer.discardBefore(before);
    this.#lines.discardBefore(before);
    this.#window.discardBefore(before, this.#anchors());
    for (const part of [this.#runs, this.#lists, this.#literals, this.#runReader, this.#list, this.#literal]) part.discardBefore(before);
    this.#at -= before;
  }

  #anchors(): readonly number[] {
    return this.#reading?.what === 'run' ? this.#runReader.anchors : [];
  }
}

/**
 * Distance between sampled bytes. Two thirds of the bytes of compressed data are printed as `\xHH`, so that hardly
 * a literal of a kilobyte is missed, and none that is long.
 */
const STRIDE = 64;
/** `\xHH` within JSON has two backslashes: one of its characters stands at any place this far from another. */
const LONGEST_ESCAPE = 5;

/** Finds Python's `b'…'` by samples. Which bytes are sampled does not depend on how the text is cut. */
export class LiteralSearch {
  /** Everything before has been sampled. */
  #next = 0;
  /** Everything before has been read and is ignored. */
  #from = 0;

  /** The `b` of the first literal; undefined when there is none. */
  next(bytes: Uint8Array): number | undefined {
    for (; this.#next + LONGEST_ESCAPE <= bytes.length; this.#next += STRIDE) {
      if (!isHexEscapeAround(bytes, this.#next)) continue;
      const start = this.#startBefore(bytes, this.#next);
      if (start !== undefined) return start;
    }
    return undefined;
  }

  skipTo(place: number): void {
    this.#from = Math.max(this.#from, place);
    if (place > this.#next) this.#next += Math.ceil((place - this.#next) / STRIDE) * STRIDE;
  }

  /** Everything before is finished, except for LOOK_BACK bytes. */
  get done(): number {
    return this.#next;
  }

  discardBefore(before: number): void {
    this.#next -= before;
    this.#from -= before;
  }

  #startBefore(bytes: Uint8Array, place: number): number | undefined {
    for (let at = place; at > Math.max(this.#from, place - LOOK_BACK, 0); at--) {
      if (bytes[at] === SINGLE_QUOTE && bytes[at - 1] === LOWER_B && !isBase64Character(bytes[at - 2] ?? 0)) return at - 1;
    }
    return undefined;
  }
}

function isHexEscapeAround(bytes: Uint8Array, place: number): boolean {
  for (let at = Math.max(0, place - 3); at <= place; at++) {
    const isEscape = bytes[at] === BACKSLASH && bytes[at + 1] === LOWER_X;
    if (isEscape && hexValue(bytes[at + 2] as number) >= 0 && hexValue(bytes[at + 3] as number) >= 0) return true;
  }
  return false;
}

/**
 * Finds stretches of bytes of one class with a minimum length, checking few other bytes: the last byte that a
 * stretch would need is looked at first, then backwards, and the first one found that is not of the class moves the whole
 * search behind itself (the idea of Boyer and Moore's string search). In prose one byte in forty is checked.
 */
export class StretchSearch {
  readonly #isMember: Readonly<Uint8Array>;
  readonly #least: number;
  /** Everything before is known to begin no stretch; where the last stretch that was found begins. */
  from = 0;
  /** Bytes from `from` on that are known to be members. */
  #known = 0;

  /** @param members the class @param least length in bytes */
  constructor(members: string, least: number) {
    const table = new Uint8Array(256);
    for (const char of members) table[char.charCodeAt(0)] = 1;
    this.#isMember = table;
    this.#least = least;
  }

  /** The beginning of the first stretch; undefined when none is complete. Then `from` is where one may begin. */
  next(bytes: Uint8Array): number | undefined {
    const isMember = this.#isMember;
    const { length } = bytes;
    let { from } = this;
    let known = from + this.#known;
    while (from + this.#least <= length) {
      let at = from + this.#least - 1;
      while (at >= known && isMember[bytes[at] as number] === 1) at--;
      if (at < known) {
        this.from = from;
        this.#known = this.#least;
        return from;
      }
      known = from + this.#least;
      from = at + 1;
    }
    // What is left is too short; where could a stretch begin?
    let at = length - 1;
    while (at >= known && at >= from && isMember[bytes[at] as number] === 1) at--;
    if (at >= known && at >= from) from = at + 1;
    this.from = from;
    this.#known = length - from;
    return undefined;
  }

  /** Continues after an offset. */
  skipTo(place: number): void {
    if (place <= this.from) return;
    this.from = place;
    this.#known = 0;
  }

  /** The end of the stretch that was found, or of the bytes when it has none. */
  endOf(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && this.#isMember[bytes[at] as number] === 1) at++;
    return at;
  }

  discardBefore(before: number): void {
    this.from -= before;
  }
}
