/**
 * Finds stretches of bytes of one class that have a least length, looking at few of the others: the last byte that a
 * stretch would need is looked at first, then backwards, and the first one found that is not of the class moves the whole
 * search behind itself (the idea of Boyer and Moore's string search). In prose one byte in forty is looked at.
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

  /** Goes on behind a place. */
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

  letGo(before: number): void {
    this.from -= before;
  }
}
