import { IdFiles, type IndexEntry } from './id-files.ts';

/** Ids below this are array indices. They are assigned consecutively, so the table is dense. */
export const MOST_NUMBERS = 10_000_000;

/** The numeric ids of a folder with their files: two bytes per number up to the largest, already sorted. */
export class NumberTable {
  #files = new Uint16Array(1024);
  readonly #idFiles = new IdFiles();
  #size = 0;
  #end = 0;

  /** @param value below {@link MOST_NUMBERS} */
  add(value: number, extension: string): void {
    if (value >= this.#files.length) {
      const longer = new Uint16Array(Math.min(MOST_NUMBERS, Math.max(this.#files.length * 2, value + 1)));
      longer.set(this.#files);
      this.#files = longer;
    }
    const files = this.#files[value] as number;
    if (files === 0) this.#size++;
    this.#files[value] = this.#idFiles.with(files, value, extension);
    this.#end = Math.max(this.#end, value + 1);
  }

  get size(): number {
    return this.#size;
  }

  /** One more than the largest number; 0 when empty. */
  get end(): number {
    return this.#end;
  }

  positionOf(id: string): number {
    return Math.min(Number(id), this.#end);
  }

  entryAt(value: number): IndexEntry | undefined {
    const files = this.#files[value] ?? 0;
    return files === 0 ? undefined : this.#idFiles.entry(files, value, String(value));
  }
}
