import { SIDECAR_EXTENSION } from './sidecar.ts';

/** The files of one artifact in the store's folder, known by their names alone. */
export interface IndexEntry {
  readonly id: string;
  readonly hasSidecar: boolean;
  /** Names of the files that are not the sidecar; usually one. */
  readonly files: readonly string[];
}

/** Extensions that have a code of their own; what a folder has beyond them is kept as text. */
const MOST_EXTENSIONS = 0x7ffe;
/** In place of a code: all files are kept as text. */
const AS_TEXT = 0x7fff;

/**
 * The files of each of very many ids in 16 bits: one tells whether there is a sidecar, the others are the code of the other
 * file's extension. 0 means that there are no files. Further files of an id, which are rare, are kept as text.
 */
export class IdFiles {
  readonly #codes = new Map<string, number>();
  readonly #extensions: string[] = [''];
  readonly #further = new Map<number, string[]>();

  /**
   * @param files the 16 bits so far
   * @param key of the id in the caller's table
   * @returns the 16 bits with one more file
   */
  with(files: number, key: number, extension: string): number {
    if (extension === SIDECAR_EXTENSION) return files | 1;
    const code = this.#codeOf(extension);
    if (files >>> 1 === 0 && code !== AS_TEXT) return files | (code << 1);
    const further = this.#further.get(key);
    if (further) further.push(extension);
    else this.#further.set(key, [extension]);
    return files >>> 1 === 0 ? files | (AS_TEXT << 1) : files;
  }

  entry(files: number, key: number, id: string): IndexEntry {
    const code = files >>> 1;
    const extensions = code === 0 || code === AS_TEXT ? [] : [this.#extensions[code] as string];
    const further = this.#further.get(key);
    if (further) extensions.push(...further);
    return { id, hasSidecar: (files & 1) === 1, files: extensions.map((extension) => id + extension).sort() };
  }

  #codeOf(extension: string): number {
    const known = this.#codes.get(extension);
    if (known !== undefined) return known;
    if (this.#codes.size === MOST_EXTENSIONS) return AS_TEXT;
    const code = this.#extensions.push(extension) - 1;
    this.#codes.set(extension, code);
    return code;
  }
}
