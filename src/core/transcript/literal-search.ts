import { BACKSLASH, LOWER_B, LOWER_X, SINGLE_QUOTE, hexValue, isBase64Character } from './byte-kinds.ts';
import { LOOK_BACK } from './window.ts';

/**
 * One place in so many bytes is looked at. Two thirds of the bytes of compressed data are printed as `\xHH`, so that hardly
 * a literal of a kilobyte is missed, and none that is long.
 */
const STRIDE = 64;
/** `\xHH` within JSON has two backslashes: one of its characters stands at any place this far from another. */
const LONGEST_ESCAPE = 5;

/** Finds Python's `b'…'` by samples. Which bytes are sampled does not depend on how the text is cut. */
export class LiteralSearch {
  /** Everything before has been sampled. */
  #next = 0;
  /** Nothing before counts: it was read. */
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

  /** Everything before is done with, but for LOOK_BACK bytes. */
  get done(): number {
    return this.#next;
  }

  letGo(before: number): void {
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
