/** Lines and columns of offsets in a text that is not open in an editor. */
export class LinePositions {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    // an editor does not show the byte order mark: it takes no column
    this.#starts = [text.startsWith('\ufeff') ? 1 : 0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
    this.#length = text.length;
  }

  /** Line and column, 0-based, in UTF-16 code units. Offsets outside the text count as its nearest end. */
  at(offset: number): [line: number, column: number] {
    const inside = Math.min(Math.max(offset, this.#starts[0] ?? 0), this.#length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return [low, inside - (this.#starts[low] ?? 0)];
  }
}
