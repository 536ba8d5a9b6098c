import type { FileSystem, Location } from './file-system.ts';
import { isLeftoverName } from './temporary-name.ts';

/** No write takes so long, in milliseconds: a temporary file this old belongs to a process that was killed. */
export const LEFTOVER_AGE = 60 * 60 * 1000;

/** Removes what killed writers left, from folders that are written to anyway, at most once in {@link LEFTOVER_AGE}. */
export class LeftoverSweep {
  readonly #fs: FileSystem;
  /** When each folder was swept. */
  readonly #swept = new Map<Location, number>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /**
   * Sweeps a folder, a real place, unless it was swept a short time ago. Only files with exactly our own names; never rejects.
   * @returns all names in the folder; undefined when it was not swept
   */
  async sweep(folder: Location): Promise<readonly string[] | undefined> {
    const now = Date.now();
    // A clock that was put back must not put sweeps off.
    if (Math.abs(now - (this.#swept.get(folder) ?? -Infinity)) < LEFTOVER_AGE) return undefined;
    this.#swept.set(folder, now);
    try {
      const names = await this.#fs.readNames(folder, { noFollow: true });
      await Promise.all(names.filter(isLeftoverName).map((name) => this.#removeOld(this.#fs.join(folder, name))));
      return names;
    } catch {
      // The folder cannot be read: there is nothing to be done, and nothing depends on it.
      return undefined;
    }
  }

  async #removeOld(location: Location): Promise<void> {
    try {
      const { kind, mtime } = await this.#fs.stat(location, { noFollow: true });
      if (kind === 'file' && Date.now() - mtime > LEFTOVER_AGE) await this.#fs.deleteFile(location, { noFollow: true });
    } catch {
      // Another process was faster, or it is not ours to remove.
    }
  }
}
