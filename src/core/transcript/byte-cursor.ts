/** So many bytes are looked at here before the host's own search is called, which is fast and slow to begin. */
const NEAR = 12;

/** Finds one byte again and again in bytes that stay the same for a while; what was found is not looked for twice. */
export class ByteCursor {
  readonly #byte: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #from = 0;
  #found = -1;

  constructor(byte: number) {
    this.#byte = byte;
  }

  /** Other bytes from now on. */
  reset(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#found = -1;
  }

  /** The first place at or behind `from` that has the byte; Infinity when there is none. */
  next(from: number): number {
    if (this.#found >= from && this.#from <= from) return this.#found;
    this.#from = from;
    this.#found = this.#find(from);
    return this.#found;
  }

  #find(from: number): number {
    const bytes = this.#bytes;
    const near = Math.min(from + NEAR, bytes.length);
    for (let at = from; at < near; at++) if (bytes[at] === this.#byte) return at;
    const found = bytes.indexOf(this.#byte, near);
    return found < 0 ? Infinity : found;
  }
}
