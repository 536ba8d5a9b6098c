import { MAX_RECORD_BYTES } from '../io/limits.ts';
import {
  type Base64Digest,
  type Base64Facts,
  digestAfter,
  mayBeJsonText,
  plainEnd,
  stringEnd,
  wholeLength,
  wholeTextLength,
} from './base64-digest.ts';
import { type HeavyString, mediumIn, SHORTEST_MEDIUM } from './stored-media.ts';

/** Bytes of a string that are kept; the rest of a longer one is only counted, checked and hashed, unless it is a PDF. Headers of images lie within. */
export const KEPT_OF_STRING = 64 * 1024;

/** Bytes of a JSON text in a string that are kept, without the middles of its own strings. */
const KEPT_OF_TEXT = 4 * 1024 * 1024;

/** Bytes of an array that records share, and what of it is left for one at least: a line is seldom longer. */
const ROOM = 256 * 1024;
const LEAST_ROOM = 64 * 1024;

/** Where the offsets of a record's bytes and of the file part: from `at` on, byte `at + n` is byte `offset + n` of the file. */
export interface Anchor {
  readonly at: number;
  readonly offset: number;
}

/** A string whose middle is not kept. */
export interface CutString {
  /** The offset of its opening quote in the bytes of the record. */
  readonly at: number;
  /** Bytes between its quotes in the file. */
  readonly length: number;
  /** The facts of what follows `data:…,`, or of all of it. */
  readonly base64: Base64Facts;
}

/** One JSON value of a file: a line of JSON Lines, a whole document, or an element of one of its lists of messages. */
export interface JsonRecord {
  /** The list it is an element of: the name of the root's member, or '' when the root is the list. Undefined for a root. */
  readonly list?: string;
  /** Number of the root, and of the element in its list. */
  readonly root: number;
  readonly index: number;
  /** The offset of its first byte in the file, and after its last. */
  readonly start: number;
  readonly end: number;
  /** 0-based line it begins on. */
  readonly line: number;
  /** Roots before it ended at the ends of their lines: one value a line. */
  readonly isLine: boolean;
  /** Its bytes, without the middles of long strings; an element that came as a record of its own is `null` in its root. */
  readonly bytes: Uint8Array;
  readonly anchors: readonly Anchor[];
  readonly cuts: readonly CutString[];
  /** Its strings that weigh, whatever they are for, in their order. */
  readonly heavy: readonly HeavyString[];
  /** False when the line or the file ends inside of it, or it is longer than {@link MAX_RECORD_BYTES}. */
  readonly isWhole: boolean;
}

/** Members of a root whose elements come one by one: the messages of request bodies and of conversations. */
const LISTS: ReadonlySet<string> = new Set(['messages', 'contents', 'input', 'requests']);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;
const PLACEHOLDER = new TextEncoder().encode('null');

/**
 * Cuts a stream of JSON or JSON Lines into records. Memory is that of one record without the middles of its strings but for PDFs,
 * whatever the file's size. Nothing is parsed here: see `parseOutline`.
 *
 * The lint of transcripts has a reader of its own (`JsonLexer`). This one looks at every byte, because a repair needs the place of each;
 * that one leaps over most, and takes Python's notation and logs as well. Of 50 MB it reads 385 MB a second where pictures are among short
 * texts, and 676 in long texts with an escape every few words, when this one reads 310 and 40 (CPU time, best of 7, November 2026).
 */
export class JsonRecords {
  #bytes = new Uint8Array(LEAST_ROOM);
  #length = 0;
  /** More than {@link MAX_RECORD_BYTES}, of the root or of the element in hand. */
  #isTooLong = { root: false, element: false };
  #anchors: Anchor[] = [];
  #cuts: CutString[] = [];
  #heavy: HeavyString[] = [];
  /** Bytes of the file before the chunk in hand. */
  #base = 0;
  #line = 0;
  #recordLine = 0;
  #hasContent = false;
  #root = 0;
  #depth = 0;
  #isRootArray = false;
  /** A root ended before the end of its line: one value a line. */
  #isLines = false;
  /** The last string at the depth of the root's members, as its place in the bytes. */
  #lastName: readonly [number, number] = [0, 0];
  #list: string | undefined;
  #element:
    | {
        readonly at: number;
        readonly offset: number;
        readonly line: number;
        readonly cuts: number;
        readonly heavy: number;
        readonly anchors: number;
      }
    | undefined;
  #index = 0;
  #isInString = false;
  #isEscaped = false;
  #stringAt = 0;
  #stringLength = 0;
  /** Where the content begins of which so many bytes are kept: of the string, or of the string in its JSON text. */
  #contentAt = 0;
  /** Where that is in the file. */
  #contentOffset = 0;
  #cutAt = 0;
  #digest: Base64Digest | undefined;
  /** The string in hand may be JSON text, whose own strings are cut, and not the text. */
  #isText = false;
  #isTextEscaped = false;
  /** Between the quotes of the last string. */
  #previous: readonly [number, number] = [0, 0];

  readonly #kept: number;

  /**
   * @param from a root that the bytes begin with; default: the beginning of a file
   * @param kept bytes that are kept of a string
   */
  constructor(from?: Pick<JsonRecord, 'start' | 'line' | 'root' | 'isLine'>, kept = KEPT_OF_STRING) {
    this.#kept = kept;
    if (!from) return;
    this.#base = from.start;
    this.#line = from.line;
    this.#root = from.root;
    this.#isLines = from.isLine;
  }

  /** @param chunk of any size; it may be overwritten afterwards */
  push(chunk: Uint8Array): JsonRecord[] {
    const records: JsonRecord[] = [];
    for (let at = 0; at < chunk.length;) at = this.#isInString ? this.#string(chunk, at, records) : this.#structure(chunk, at, records);
    this.#base += chunk.length;
    return records;
  }

  end(): JsonRecord[] {
    const records: JsonRecord[] = [];
    this.#endRecord(records, this.#base, this.#depth === 0 && !this.#isInString);
    return records;
  }

  /** Bytes of a string: one behind a backslash, or a run up to a quote, a backslash or a line break. @returns where to go on */
  #string(chunk: Uint8Array, from: number, records: JsonRecord[]): number {
    // An escape is no line break: there the line was cut.
    if (this.#isEscaped && chunk[from] !== NEWLINE) {
      this.#isEscaped = false;
      if (this.#isText) this.#escapeInText(chunk[from] ?? 0, this.#base + from);
      else this.#appendToString(chunk, from, from + 1);
      return from + 1;
    }
    if (this.#isText) this.#enterText(chunk[from] ?? 0);
    let at = from;
    if (this.#digest) {
      at = this.#digest.advance(chunk, from);
      this.#stringLength += at - from;
      if (at === chunk.length) return at;
    }
    const stop = this.#isText ? plainEnd(chunk, at) : stringEnd(chunk, at);
    this.#appendToString(chunk, at, stop);
    switch (chunk[stop]) {
      case QUOTE:
        this.#endString(chunk, stop);
        return stop + 1;
      case BACKSLASH:
        if (!this.#isText) this.#appendToString(chunk, stop, stop + 1);
        this.#isEscaped = true;
        return stop + 1;
      case NEWLINE:
        // No string holds a bare line break: the line was cut.
        this.#endRecord(records, this.#base + stop, false);
        return stop;
      default:
        return stop;
    }
  }

  /** A byte outside of strings. @returns where to go on */
  #structure(chunk: Uint8Array, at: number, records: JsonRecord[]): number {
    const byte = chunk[at] ?? 0;
    const offset = this.#base + at;
    switch (byte) {
      case QUOTE:
        this.#begin(offset);
        this.#stringAt = this.#length;
        this.#stringLength = 0;
        this.#isText = mayBeJsonText(this.#bytes, this.#previous);
        this.#isTextEscaped = false;
        this.#append(byte);
        this.#contentAt = this.#length;
        this.#contentOffset = offset + 1;
        this.#cutAt = this.#stringAt;
        this.#isInString = true;
        return at + 1;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        this.#open(byte, offset);
        return at + 1;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.#begin(offset);
        this.#append(byte);
        this.#depth--;
        if (this.#depth <= 0) this.#endRecord(records, offset + 1, this.#depth === 0);
        else this.#closeElement(records, offset + 1);
        return at + 1;
      case NEWLINE:
        return this.#newline(at, offset, records);
      case COMMA:
        if (this.#list !== undefined && this.#depth === (this.#isRootArray ? 1 : 2)) this.#index++;
        this.#begin(offset);
        this.#append(byte);
        return at + 1;
      case 0x20:
      case 0x09:
      case 0x0d:
        if (this.#hasContent) this.#append(byte);
        return at + 1;
      default:
        // A byte order mark is no part of the first value.
        if (offset < 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf)) return at + 1;
        this.#begin(offset);
        this.#append(byte);
        return at + 1;
    }
  }

  #newline(at: number, offset: number, records: JsonRecord[]): number {
    if (this.#depth === 0) {
      if (this.#hasContent) this.#endRecord(records, offset, true);
    } else if (this.#isLines) this.#endRecord(records, offset, false);
    else this.#append(NEWLINE);
    if (this.#root > 0 && this.#depth === 0) this.#isLines = true;
    this.#line++;
    return at + 1;
  }

  #begin(offset: number): void {
    if (this.#hasContent) return;
    this.#hasContent = true;
    this.#recordLine = this.#line;
    this.#anchors.push({ at: 0, offset });
  }

  #open(byte: number, offset: number): void {
    this.#begin(offset);
    if (this.#depth === 0) this.#isRootArray = byte === OPEN_ARRAY;
    const isElement = this.#depth === 1 ? this.#isRootArray : this.#depth === 2 && this.#list !== undefined && this.#list !== '';
    if (this.#depth === 1 && !this.#isRootArray) {
      const name = new TextDecoder().decode(this.#bytes.subarray(...this.#lastName));
      this.#list = byte === OPEN_ARRAY && LISTS.has(name) ? name : undefined;
      this.#index = 0;
    } else if (this.#depth === 0 && this.#isRootArray) {
      this.#list = '';
      this.#index = 0;
    }
    if (isElement) {
      this.#element = {
        at: this.#length,
        offset,
        line: this.#line,
        cuts: this.#cuts.length,
        heavy: this.#heavy.length,
        anchors: this.#anchors.length,
      };
    }
    this.#append(byte);
    this.#depth++;
  }

  #closeElement(records: JsonRecord[], end: number): void {
    const element = this.#element;
    if (!element || this.#list === undefined || this.#depth !== (this.#isRootArray ? 1 : 2)) return;
    records.push({
      list: this.#list,
      root: this.#root,
      index: this.#index,
      start: element.offset,
      end,
      line: element.line,
      isLine: false,
      bytes: this.#bytes.slice(element.at, this.#length),
      anchors: [
        { at: 0, offset: element.offset },
        ...this.#anchors.splice(element.anchors).map(({ at, offset }) => ({ at: at - element.at, offset })),
      ],
      cuts: this.#cuts.splice(element.cuts).map((cut) => ({ ...cut, at: cut.at - element.at })),
      heavy: this.#heavy.splice(element.heavy),
      isWhole: !this.#isTooLong.element,
    });
    this.#isTooLong.element = false;
    this.#length = element.at;
    this.#anchors.push({ at: this.#length, offset: element.offset });
    for (const byte of PLACEHOLDER) this.#append(byte);
    this.#anchors.push({ at: this.#length, offset: end });
    this.#element = undefined;
  }

  #endRecord(records: JsonRecord[], end: number, isWhole: boolean): void {
    if (this.#hasContent) {
      if (this.#isInString) this.#weigh(end, this.#endCut());
      records.push({
        root: this.#root,
        index: 0,
        start: this.#anchors[0]?.offset ?? end,
        end,
        line: this.#recordLine,
        isLine: this.#isLines,
        bytes: this.#handOver(),
        anchors: this.#anchors,
        cuts: this.#cuts,
        heavy: this.#heavy,
        isWhole: isWhole && !this.#isTooLong.root,
      });
      this.#root++;
    }
    this.#length = 0;
    this.#isTooLong = { root: false, element: false };
    this.#anchors = [];
    this.#cuts = [];
    this.#heavy = [];
    this.#hasContent = false;
    this.#depth = 0;
    this.#isRootArray = false;
    this.#list = undefined;
    this.#element = undefined;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#digest = undefined;
  }

  /** The bytes of a record. What is left behind them is for the next one: thousands of arrays of their own cost more than their bytes. */
  #handOver(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    const left = this.#bytes.subarray(this.#length);
    this.#bytes = left.length < LEAST_ROOM ? new Uint8Array(ROOM) : left;
    return bytes;
  }

  #append(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = byte;
  }

  /** Makes room: what is too long to be read is written over. */
  #grow(needed: number): void {
    if (this.#length + needed > MAX_RECORD_BYTES) {
      const start = this.#element?.at ?? 0;
      const hasRoom = start + needed <= this.#bytes.length;
      this.#isTooLong[this.#element && hasRoom ? 'element' : 'root'] = true;
      this.#length = hasRoom ? start : 0;
      return;
    }
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + needed));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  #appendToString(chunk: Uint8Array, from: number, to: number): void {
    const kept = Math.min(to - from, Math.max(0, this.#kept - this.#stringLength));
    if (kept > 0) {
      if (this.#length + kept > this.#bytes.length) this.#grow(kept);
      const bytes = this.#bytes;
      // a view of a few bytes takes longer than they do
      if (kept <= SHORT) for (let at = 0; at < kept; at++) bytes[this.#length + at] = chunk[from + at] as number;
      else bytes.set(chunk.subarray(from, from + kept), this.#length);
      this.#length += kept;
    }
    this.#stringLength += to - from;
    if (from + kept === to) return;
    this.#digest ??= digestAfter(this.#bytes.subarray(this.#contentAt, this.#length), this.#isText, true);
    this.#digest.update(chunk.subarray(from + kept, to));
  }

  #endCut(): Base64Facts | undefined {
    const base64 = this.#digest?.finish();
    if (base64) this.#cuts.push({ at: this.#cutAt, length: this.#stringLength, base64 });
    this.#digest = undefined;
    return base64;
  }

  /** Notes a string that weighs. @param end where it ends in the file @param cut the facts of one whose middle is not kept */
  #weigh(end: number, cut: Base64Facts | undefined): void {
    if (this.#stringLength < SHORTEST_MEDIUM) return;
    const [from, start] = [this.#contentAt, this.#contentOffset];
    // of a record that is too long, or too much of a text, the beginning is not there
    if (this.#length < from + SHORTEST_MEDIUM) {
      this.#heavy.push({ start, end, line: this.#line, isUnseen: true });
      return;
    }
    const kept = this.#bytes.subarray(from, this.#length);
    const found = mediumIn(kept);
    const facts = found && (cut ?? digestAfter(kept, this.#isText).finish());
    if (facts?.isBase64 === true || facts?.isUrlBase64 === true) {
      const { head = 0, mimeType } = found ?? {};
      this.#heavy.push({
        start: start + head,
        end,
        line: this.#line,
        medium: { hash: facts.hash, ...(mimeType !== undefined && { mimeType }) },
      });
    } else if (cut) this.#heavy.push({ start, end, line: this.#line });
  }

  /** A byte behind a backslash in JSON text: a quote begins or ends one of its strings. @param offset of the byte in the file */
  #escapeInText(byte: number, offset: number): void {
    const isEscaped = this.#isTextEscaped;
    this.#isTextEscaped = byte === BACKSLASH && !isEscaped;
    if (byte !== QUOTE || isEscaped) {
      this.#appendToString(Uint8Array.of(BACKSLASH, byte), 0, 2);
      return;
    }
    this.#trimCut(offset - 1);
    this.#weigh(offset - 1, this.#endCut());
    this.#cutAt = this.#length;
    this.#append(BACKSLASH);
    this.#append(byte);
    this.#contentAt = this.#length;
    this.#contentOffset = offset + 1;
    this.#stringLength = 0;
    // too much for one text: the rest is only counted
    if (this.#length - this.#stringAt > KEPT_OF_TEXT) {
      this.#isText = false;
      this.#stringLength = this.#kept;
    }
  }

  /** Before a plain byte of what may be JSON text. */
  #enterText(byte: number): void {
    this.#isTextEscaped = false;
    if (this.#length === this.#stringAt + 1) this.#isText = byte === OPEN_ARRAY || byte === OPEN_OBJECT;
  }

  /** A cut may end inside an escape or a character: both would make what is left unreadable. @param offset where the file goes on */
  #trimCut(offset: number): void {
    if (!this.#digest) return;
    const kept = this.#bytes.subarray(this.#contentAt, this.#length);
    this.#length = this.#contentAt + (this.#isText ? wholeTextLength(kept) : wholeLength(kept));
    this.#anchors.push({ at: this.#length, offset });
  }

  #endString(chunk: Uint8Array, at: number): void {
    this.#trimCut(this.#base + at);
    this.#weigh(this.#base + at, this.#endCut());
    this.#previous = [this.#stringAt + 1, this.#length];
    if (this.#depth === 1) this.#lastName = this.#previous;
    this.#append(chunk[at] ?? 0);
    this.#isInString = false;
  }
}

/** Bytes that are copied one by one. */
const SHORT = 64;
