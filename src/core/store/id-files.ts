import { isPlainName } from '../refs/relative-path.ts';
import { otherId, UUID_LENGTH, uuidTime } from './id-order.ts';
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

/** File names by the id they belong to. A name that is not a valid id is listed as broken. */
export function groupById(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const sidecars = new Set(
    names.filter((name) => name.endsWith(SIDECAR_EXTENSION)).map((name) => name.slice(0, -SIDECAR_EXTENSION.length)),
  );
  for (const name of names) {
    const id = !isPlainName(name)
      ? name
      : uuidTime(name) >= 0
        ? name.slice(0, UUID_LENGTH)
        : (idOfSidecar(name, sidecars) ?? otherId(name));
    const group = groups.get(id);
    if (group) group.push(name);
    else groups.set(id, [name]);
  }
  return groups;
}

/** The id whose sidecar may describe the file: extensions can have several dots (`.tar.gz`). The longest id wins. */
function idOfSidecar(name: string, sidecars: ReadonlySet<string>): string | undefined {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const id = name.slice(0, dot);
    if (sidecars.has(id)) return id;
  }
  return undefined;
}
