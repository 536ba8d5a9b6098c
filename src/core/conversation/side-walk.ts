import { toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';

/** A file beside a session in which its program keeps more of it: a plan, a checkpoint, a result that was too long for a message. */
export interface SideFile {
  readonly location: Location;
  /** Below the session's own folder, with slashes. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
  /** What the program kept of it with each change, the oldest first; absent where it keeps none. */
  readonly versions?: readonly SideFileVersion[];
}

export interface SideFileVersion extends SideFile {
  /** From 1; the first ones may be missing. */
  readonly number: number;
}

export interface SideFiles {
  /** Folder by folder, in the order of their names. */
  readonly files: readonly SideFile[];
  /** There are more: too many, too deep, or not readable. */
  readonly isCut: boolean;
}

/** Places that are looked at, and folders within each other. */
const [MOST_PLACES, DEEPEST] = [1000, 4];

/** Looks at files beside a session, at no more than a limit, and never at what a link leads to. */
export class SideWalk {
  readonly #fs: FileSystem;
  readonly #signal: Pick<AbortSignal, 'throwIfAborted'> | undefined;
  readonly #skipsHidden: boolean;
  readonly #files: SideFile[] = [];
  #places = 0;
  #isCut = false;

  constructor(fs: FileSystem, signal: Pick<AbortSignal, 'throwIfAborted'> | undefined, { skipsHidden = false } = {}) {
    this.#fs = fs;
    this.#signal = signal;
    this.#skipsHidden = skipsHidden;
  }

  get isFull(): boolean {
    return this.#places > MOST_PLACES;
  }

  found(): SideFiles {
    return { files: this.#files, isCut: this.#isCut };
  }

  async stat(location: Location) {
    return this.tried(() => this.#fs.stat(location, { noFollow: true }));
  }

  /** Undefined for what is not there, is a link, or cannot be read, which is noted. */
  async tried<T>(finding: () => Promise<T>): Promise<T | undefined> {
    this.#signal?.throwIfAborted();
    try {
      return await finding();
    } catch (error) {
      if (!['not_found', 'is_symlink', 'not_a_directory'].includes(toFailure(error).code)) this.#isCut = true;
      return undefined;
    }
  }

  /** The facts of a file; undefined for anything else, and where too many places were looked at. */
  async file(location: Location, path: string): Promise<SideFile | undefined> {
    const stat = await this.#look(location);
    return stat?.kind === 'file' ? { location, path, size: stat.size, mtime: stat.mtime } : undefined;
  }

  /** Lists files that were looked at. */
  keep(...files: readonly SideFile[]): void {
    this.#files.push(...files);
  }

  /** Lists a file, or the files of a folder. */
  async add(location: Location, path: string, depth: number): Promise<void> {
    const stat = await this.#look(location);
    if (stat?.kind === 'file') this.keep({ location, path, size: stat.size, mtime: stat.mtime });
    if (stat?.kind !== 'directory') return;
    if (depth === DEEPEST) {
      this.#isCut = true;
      return;
    }
    for (const name of await this.namesIn(location)) {
      await this.add(this.#fs.join(location, name), `${path}/${name}`, depth + 1);
      if (this.isFull) return;
    }
  }

  async #look(location: Location) {
    if (this.#places++ < MOST_PLACES) return this.stat(location);
    this.#isCut = true;
    return undefined;
  }

  /** The files and folders in a folder. */
  async namesIn(folder: Location): Promise<string[]> {
    const listed = (await this.tried(() => this.#fs.readDirectory(folder, { noFollow: true }))) ?? [];
    const names = listed.filter(({ kind }) => kind === 'file' || kind === 'directory').map(({ name }) => name);
    return names.filter((name) => !(this.#skipsHidden && name.startsWith('.'))).sort();
  }
}
