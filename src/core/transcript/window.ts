/** Bytes before a suspicion that are looked at: a data URL's media type, a key, the line that opens a PEM block. */
export const LOOK_BACK = 192;
/** Bytes of a suspicion that are looked at; decoded they are enough for every signature that is told by a head. */
export const LOOK_AHEAD = 4096;
/** Bytes of the text that are held at a time, unless something else is wanted. */
export const BLOCK = 256 * 1024;
/** The least that a block can have: what may be carried over, and some more. */
const SMALLEST_BLOCK = 1024;

/** What is kept of a suspicion whose beginning is gone. */
interface Kept {
  /** Where it begins, relative to the window. */
  readonly from: number;
  readonly before: string;
  readonly head: string;
}

const decoder = new TextDecoder();

/**
 * The part of the text that is at hand. Places are relative to it; a suspicion that began before it has a negative one.
 * At least LOOK_BACK bytes before everything that is still to be read are in it.
 */
export class Window {
  readonly #buffer: Uint8Array;
  /** The bytes at hand. */
  bytes: Uint8Array;
  /** The place of the first of them in the whole. */
  base = 0;
  #kept: readonly Kept[] = [];

  /** @param block bytes to hold at a time, at least 1024 */
  constructor(block: number) {
    this.#buffer = new Uint8Array(Math.max(block, SMALLEST_BLOCK));
    this.bytes = this.#buffer.subarray(0, 0);
  }

  get isFull(): boolean {
    return this.bytes.length === this.#buffer.length;
  }

  /** Takes in as much as fits. @returns how many bytes were taken */
  fill(source: Uint8Array, from: number): number {
    const { length } = this.bytes;
    const part = source.subarray(from, from + this.#buffer.length - length);
    this.#buffer.set(part, length);
    this.bytes = this.#buffer.subarray(0, length + part.length);
    return part.length;
  }

  /** The byte at a place; 0 outside of the window. */
  at(place: number): number {
    return this.bytes[place] ?? 0;
  }

  /** The text before a suspicion, of at most LOOK_BACK bytes; the first character may be cut. */
  before(from: number): string {
    const kept = this.#find(from);
    if (kept) return kept.before;
    return decoder.decode(this.bytes.subarray(Math.max(from - LOOK_BACK, 0), Math.max(from, 0)));
  }

  /** The first characters of a suspicion from `from` to `to`, which are ASCII, at most LOOK_AHEAD of them. */
  head(from: number, to: number): string {
    const end = Math.min(to, from + LOOK_AHEAD);
    const kept = this.#find(from)?.head.slice(0, end - from);
    if (kept === undefined) return decoder.decode(this.bytes.subarray(from, end));
    return kept + decoder.decode(this.bytes.subarray(from + kept.length, Math.max(end, from + kept.length)));
  }

  /**
   * Lets go of the bytes before a place.
   * @param open where the suspicions begin that are not closed
   */
  letGo(before: number, open: readonly number[]): void {
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
