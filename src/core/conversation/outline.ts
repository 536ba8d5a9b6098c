import { MAX_JSON_DEPTH, MAX_RECORD_VALUES } from '../io/limits.ts';
import type { JsonRecord } from './json-records.ts';
import { Base64Digest, type Base64Facts, endOfPlain } from './base64-digest.ts';

/** Bytes of a value in the file, with its quotes or brackets. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface OutlineMember {
  readonly name: string;
  /** The offset of the name's opening quote in the file. */
  readonly start: number;
  readonly value: Outline;
}

export interface OutlineString extends ByteRange {
  readonly type: 'string';
  /** The text, or the beginning of one over {@link KEPT_OF_STRING} bytes. */
  readonly text: string;
  readonly isWhole: boolean;
  /** Its beginning as the file has it, where that has escapes. */
  readonly escaped?: string | undefined;
  /** For a string that is not whole. */
  readonly base64?: Base64Facts;
  /** Where in its record it is, between its quotes, for what may be JSON text: see `parseText`. */
  readonly written?: readonly [number, number];
  /** Between its quotes in the file, where these are not one byte each. */
  readonly inner?: ByteRange;
  /** Its first characters, where all that is kept is long and seldom wanted. */
  readonly beginning?: (length: number) => string;
}

/** A JSON value with its place in the file. Repeated names are kept; the last one counts. */
export type Outline =
  | (ByteRange & { readonly type: 'object'; readonly members: readonly OutlineMember[] })
  | (ByteRange & { readonly type: 'array'; readonly items: readonly Outline[] })
  | OutlineString
  | (ByteRange & { readonly type: 'literal'; readonly value: number | boolean | null })
  /** Nested too deeply to be read. */
  | (ByteRange & { readonly type: 'skipped' });

/** The value of a record; undefined when it is not JSON, or more of it than {@link MAX_RECORD_VALUES}. */
export function parseOutline(record: JsonRecord): Outline | undefined {
  if (!record.isWhole) return undefined;
  try {
    return new Parser(record).parse();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

/** The value of JSON text in a string of a record, with its places in the file; undefined when it is none, or too long. */
export function parseText(record: JsonRecord, { written }: OutlineString): Outline | undefined {
  if (!written) return undefined;
  try {
    return new Parser(textRecord(record, written), true).parse();
  } catch (error) {
    if (error instanceof NotJson || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** JSON text without its escapes as a record. */
function textRecord(record: JsonRecord, [from, to]: readonly [number, number]): JsonRecord {
  const bytes = new Uint8Array(to - from);
  const anchors: { at: number; offset: number }[] = [];
  const cuts = new Map(record.cuts.map((cut) => [cut.at, cut]));
  const inside: JsonRecord['cuts'][number][] = [];
  let length = 0;
  let anchor = 0;
  const offsetOf = (at: number): number => {
    while (anchor + 1 < record.anchors.length && (record.anchors[anchor + 1]?.at ?? Infinity) <= at) anchor++;
    const known = record.anchors[anchor];
    return known ? known.offset + (at - known.at) : at;
  };
  for (let at = from; at < to;) {
    const next = record.bytes.subarray(at, to).indexOf(0x5c);
    const stop = next < 0 ? to : at + next;
    while (at < stop) {
      anchors.push({ at: length, offset: offsetOf(at) });
      const run = Math.min(stop, record.anchors[anchor + 1]?.at ?? Infinity);
      bytes.set(record.bytes.subarray(at, run), length);
      length += run - at;
      at = run;
    }
    if (at >= to) break;
    anchors.push({ at: length, offset: offsetOf(at) });
    const cut = cuts.get(at);
    if (cut) inside.push({ ...cut, at: length });
    let end = escapeEnd(record.bytes, at);
    // the two halves of a character
    while (record.bytes[end] === 0x5c && record.bytes[end + 1] === 0x75 && record.bytes[at + 1] === 0x75)
      end = escapeEnd(record.bytes, end);
    const plain = new TextEncoder().encode(JSON.parse(`"${decoder.decode(record.bytes.subarray(at, Math.min(end, to)))}"`) as string);
    bytes.set(plain, length);
    length += plain.length;
    at = end;
  }
  anchors.push({ at: length, offset: offsetOf(to) });
  return { ...record, bytes: bytes.subarray(0, length), anchors, cuts: inside, isWhole: true };
}

/** Whether an escape of JSON begins with a backslash. */
function isEscape(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== 0x75) return ESCAPED.has(bytes[at + 1] ?? 0);
  for (let digit = at + 2; digit < at + 6; digit++) if (!HEX_DIGITS.has(bytes[digit] ?? 0)) return false;
  return true;
}

/** What may stand behind a backslash, and behind that and a `u`. */
const ESCAPED: ReadonlySet<number> = new Set(new TextEncoder().encode('"\\/bfnrt'));
const HEX_DIGITS: ReadonlySet<number> = new Set(new TextEncoder().encode('0123456789abcdefABCDEF'));

/** Behind an escape. */
function escapeEnd(bytes: Uint8Array, at: number): number {
  return at + (bytes[at + 1] === 0x75 ? 6 : 2);
}

/** The value at a path; undefined when a step is not there. */
export function at(node: Outline | undefined, ...path: readonly (string | number)[]): Outline | undefined {
  let current = node;
  for (const step of path) {
    if (current?.type === 'object' && typeof step === 'string') current = memberOf(current.members, step);
    else if (current?.type === 'array' && typeof step === 'number') current = current.items[step];
    else return undefined;
  }
  return current;
}

function memberOf(members: readonly OutlineMember[], name: string): Outline | undefined {
  for (let at = members.length - 1; at >= 0; at--) if (members[at]?.name === name) return members[at]?.value;
  return undefined;
}

/** The text at a path; undefined for anything but a string. */
export function textAt(node: Outline | undefined, ...path: readonly (string | number)[]): string | undefined {
  const found = at(node, ...path);
  return found?.type === 'string' ? found.text : undefined;
}

/** The items at a path; empty for anything but an array. */
export function itemsAt(node: Outline | undefined, ...path: readonly (string | number)[]): readonly Outline[] {
  const found = at(node, ...path);
  return found?.type === 'array' ? found.items : [];
}

/** The number, boolean or null at a path. */
export function literalAt(node: Outline | undefined, ...path: readonly (string | number)[]): number | boolean | null | undefined {
  const found = at(node, ...path);
  return found?.type === 'literal' ? found.value : undefined;
}

/** The first characters of a string. */
export function beginningOf(string: OutlineString, length: number): string {
  return string.beginning?.(length) ?? string.text.slice(0, length);
}

/** Base64 in a string from a character on: of a cut string, what was found while it was read. */
export function base64FactsOf(string: OutlineString, from: number): Base64Facts {
  if (string.base64) return string.base64;
  const digest = new Base64Digest();
  digest.update(new TextEncoder().encode(string.text.slice(from)));
  return digest.finish();
}

/** Longer than the head of a data URL. */
const ESCAPED_HEAD = 400;

class NotJson extends Error {}

/** Names of members that were read, by a hash of each. */
const NAMES = Array.from<string>({ length: 1024 }).fill('');
const LONGEST_NAME = 40;

function isWritten(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

const NO_CUTS: ReadonlyMap<number, never> = new Map<number, never>();

const decoder = new TextDecoder();
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A string as it is written, its escapes checked: most of a file are never asked for, and these are neither decoded nor unescaped. Its
 * bytes stand between `from` and `to`, without its quotes.
 */
class WrittenString implements OutlineString {
  readonly type = 'string';
  readonly isWhole = true;
  readonly start: number;
  readonly end: number;
  readonly #bytes: Uint8Array;
  readonly #from: number;
  readonly #to: number;
  readonly #hasEscapes: boolean;
  #text: string | undefined;

  constructor(bytes: Uint8Array, [from, to]: readonly [number, number], { start, end }: ByteRange, hasEscapes: boolean) {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
    this.start = start;
    this.end = end;
    this.#hasEscapes = hasEscapes;
  }

  get text(): string {
    return (this.#text ??= this.#hasEscapes ? (JSON.parse(`"${this.#raw()}"`) as string) : this.#raw());
  }

  get escaped(): string | undefined {
    if (!this.#hasEscapes) return undefined;
    const head = this.#raw().slice(0, ESCAPED_HEAD);
    return head.includes('\\') ? head : undefined;
  }

  #raw(): string {
    return decoder.decode(this.#bytes.subarray(this.#from, this.#to));
  }
}

/** Base64 whose middle is not kept: its characters are read when they are asked for. */
class CutBase64 implements OutlineString {
  readonly type = 'string';
  readonly isWhole = false;
  readonly base64: Base64Facts;
  readonly start: number;
  readonly end: number;
  readonly #kept: Uint8Array;

  constructor(kept: Uint8Array, base64: Base64Facts, { start, end }: ByteRange) {
    this.#kept = kept;
    this.base64 = base64;
    this.start = start;
    this.end = end;
  }

  get text(): string {
    return decoder.decode(this.#kept);
  }

  beginning(length: number): string {
    return decoder.decode(this.#kept.subarray(0, length));
  }
}

/** A strict JSON parser (RFC 8259) over bytes. Its recursion is bounded: deeper values are skipped. */
class Parser {
  readonly #bytes: Uint8Array;
  readonly #record: JsonRecord;
  readonly #cuts: ReadonlyMap<number, JsonRecord['cuts'][number]>;
  readonly #isText: boolean;
  #at = 0;
  #anchor = 0;
  #values = 0;

  /** @param isText the record is one of JSON text in a string */
  constructor(record: JsonRecord, isText = false) {
    this.#record = record;
    this.#isText = isText;
    this.#bytes = record.bytes;
    this.#cuts = record.cuts.length === 0 ? NO_CUTS : new Map(record.cuts.map((cut) => [cut.at, cut]));
  }

  parse(): Outline {
    const value = this.#value(0);
    this.#blank();
    if (this.#at < this.#bytes.length) throw new NotJson();
    return value;
  }

  #value(depth: number): Outline {
    if (++this.#values > MAX_RECORD_VALUES) throw new NotJson();
    this.#blank();
    switch (this.#bytes[this.#at]) {
      case 0x7b:
        return depth >= MAX_JSON_DEPTH ? this.#skip() : this.#object(depth);
      case 0x5b:
        return depth >= MAX_JSON_DEPTH ? this.#skip() : this.#array(depth);
      case 0x22:
        return this.#string();
      default:
        return this.#literal();
    }
  }

  #object(depth: number): Outline {
    const start = this.#offset();
    const members: OutlineMember[] = [];
    this.#at++;
    this.#blank();
    if (this.#take(0x7d)) return { type: 'object', start, end: this.#end(), members };
    for (;;) {
      this.#blank();
      if (this.#bytes[this.#at] !== 0x22) throw new NotJson();
      const nameStart = this.#offset();
      const name = this.#name();
      this.#blank();
      if (!this.#take(0x3a)) throw new NotJson();
      members.push({ name, start: nameStart, value: this.#value(depth + 1) });
      this.#blank();
      if (this.#take(0x7d)) return { type: 'object', start, end: this.#end(), members };
      if (!this.#take(0x2c)) throw new NotJson();
    }
  }

  #array(depth: number): Outline {
    const start = this.#offset();
    const items: Outline[] = [];
    this.#at++;
    this.#blank();
    if (this.#take(0x5d)) return { type: 'array', start, end: this.#end(), items };
    for (;;) {
      items.push(this.#value(depth + 1));
      this.#blank();
      if (this.#take(0x5d)) return { type: 'array', start, end: this.#end(), items };
      if (!this.#take(0x2c)) throw new NotJson();
    }
  }

  /** The name of a member; one of the few that stand in every record is not made again. */
  #name(): string {
    const from = this.#at + 1;
    const to = this.#isText ? from : endOfPlain(this.#bytes, from);
    if (to === from || to - from > LONGEST_NAME || this.#bytes[to] !== 0x22) return this.#string().text;
    this.#at = to + 1;
    let hash = 0;
    for (let at = from; at < to; at++) hash = (hash * 31 + (this.#bytes[at] ?? 0)) % NAMES.length;
    const known = NAMES[hash] ?? '';
    if (isWritten(known, this.#bytes, from, to)) return known;
    return (NAMES[hash] = decoder.decode(this.#bytes.subarray(from, to)));
  }

  #string(): OutlineString {
    const start = this.#offset();
    const cut = this.#cuts.get(this.#at);
    const from = this.#at + 1;
    const plain = endOfPlain(this.#bytes, from);
    const first = this.#bytes[from];
    const mayBeText = !this.#isText && (first === 0x5b || first === 0x7b);
    if (!cut && !this.#isText && !mayBeText) {
      const to = this.#endOfEscapes(plain);
      this.#at = to + 1;
      return new WrittenString(this.#bytes, [from, to], { start, end: this.#end() }, to > plain);
    }
    const to = this.#closingQuote(from, plain);
    const inner = this.#isText && { start: this.#offset(from), end: this.#offset(to) };
    this.#at = to + 1;
    const written = this.#bytes.subarray(from, to);
    const end = this.#end();
    if (cut?.base64.isBase64 === true && !this.#isText && isPlain(written)) return new CutBase64(written, cut.base64, { start, end });
    const raw = decoder.decode(written);
    const text = unescape(raw);
    const head = raw.slice(0, ESCAPED_HEAD);
    return {
      type: 'string',
      start,
      end,
      text,
      isWhole: !cut && !(mayBeText && this.#record.cuts.some(({ at }) => at >= from && at < to)),
      ...(head.includes('\\') && { escaped: this.#isText ? JSON.stringify(head).slice(1, -1) : head }),
      ...(cut && { base64: cut.base64 }),
      ...(mayBeText && { written: [from, to] as const }),
      ...(inner && { inner }),
    };
  }

  /** The closing quote of a string of this record. @param plain where a backslash or a quote may be for the first time @throws NotJson for what no string may hold */
  #endOfEscapes(plain: number): number {
    const bytes = this.#bytes;
    let at = plain;
    while (bytes[at] !== 0x22) {
      if (bytes[at] !== 0x5c || !isEscape(bytes, at)) throw new NotJson();
      at = endOfPlain(bytes, escapeEnd(bytes, at));
    }
    return at;
  }

  /** @param from the string's first byte @param plain where a backslash or a quote may be for the first time */
  #closingQuote(from: number, plain: number): number {
    let quote = this.#bytes.indexOf(0x22, plain);
    while (quote >= 0 && this.#isEscaped(quote, from)) quote = this.#bytes.indexOf(0x22, quote + 1);
    if (quote < 0) throw new NotJson();
    return quote;
  }

  #isEscaped(quote: number, from: number): boolean {
    let backslashes = 0;
    while (quote - backslashes - 1 >= from && this.#bytes[quote - backslashes - 1] === 0x5c) backslashes++;
    return backslashes % 2 === 1;
  }

  #literal(): Outline {
    const start = this.#offset();
    const from = this.#at;
    while (this.#at < this.#bytes.length && !isDelimiter(this.#bytes[this.#at] ?? 0)) this.#at++;
    const word = decoder.decode(this.#bytes.subarray(from, this.#at));
    if (word === 'true' || word === 'false') return { type: 'literal', start, end: this.#end(), value: word === 'true' };
    if (word === 'null') return { type: 'literal', start, end: this.#end(), value: null };
    if (!NUMBER.test(word)) throw new NotJson();
    return { type: 'literal', start, end: this.#end(), value: Number(word) };
  }

  /** Passes over a value by its brackets. */
  #skip(): Outline {
    const start = this.#offset();
    let depth = 0;
    do {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new NotJson();
      if (byte === 0x22) {
        this.#string();
        continue;
      }
      if (byte === 0x7b || byte === 0x5b) depth++;
      if (byte === 0x7d || byte === 0x5d) depth--;
      this.#at++;
    } while (depth > 0);
    return { type: 'skipped', start, end: this.#end() };
  }

  #blank(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.#at++;
    }
  }

  #take(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  /** The place in the file of the byte at hand. Asked for in order, so that the anchors are passed once. */
  #offset(at = this.#at): number {
    const { anchors } = this.#record;
    while (this.#anchor + 1 < anchors.length && (anchors[this.#anchor + 1]?.at ?? Infinity) <= at) this.#anchor++;
    const anchor = anchors[this.#anchor];
    return anchor ? anchor.offset + (at - anchor.at) : at;
  }

  #end(): number {
    return this.#offset();
  }
}

/** Whether base64 stands as it is, without escapes and what no string may hold. */
function isPlain(written: Uint8Array): boolean {
  return !written.includes(0x5c) && !CONTROL.test(decoder.decode(written.subarray(0, ESCAPED_HEAD)));
}

function isDelimiter(byte: number): boolean {
  return (
    byte <= 0x20 || byte === 0x2c || byte === 0x3a || byte === 0x5d || byte === 0x7d || byte === 0x22 || byte === 0x5b || byte === 0x7b
  );
}

/** @throws NotJson for a broken escape or a control character */
function unescape(raw: string): string {
  if (!raw.includes('\\') && !CONTROL.test(raw)) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    throw new NotJson();
  }
}

const CONTROL = /[\u0000-\u001f]/;
