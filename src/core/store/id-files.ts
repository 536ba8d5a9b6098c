import { SIDECAR_EXTENSION } from './sidecar.ts';

/** The files of an artifact in the store's folder, by name. */
export interface IndexEntry {
  readonly id: string;
  readonly hasSidecar: boolean;
  /** Files other than the sidecar; usually one. */
  readonly files: readonly string[];
}

/** Maximum extensions with a code; others are stored as strings. */
const MOST_EXTENSIONS = 0x7ffe;
/** Instead of a code: all files are stored as strings. */
const AS_TEXT = 0x7fff;

/**
 * The files of each id in 16 bits: one for the sidecar, the rest a code for the other file's extension. 0 means no files. Additional files,
 * which are rare, are stored as strings.
 */
export class IdFiles {
  readonly #codes = new Map<string, number>();
  readonly #extensions: string[] = [''];
  readonly #further = new Map<number, string[]>();

  /**
   * @param files the current 16 bits
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
