import type { FileSystem, Location } from './file-system.ts';
import { isLeftoverName } from './temporary-name.ts';

/** No write takes so long, in milliseconds: a temporary file this old belongs to a process that was killed. */
const LEFTOVER_AGE = 60 * 60 * 1000;

/** Removes what killed writers left, from folders that are written to anyway. */
export class LeftoverSweep {
  readonly #fs: FileSystem;
  readonly #swept = new Set<Location>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Sweeps a folder, a real place, the first time it is asked to. Only files with exactly our own names; never rejects. */
  async sweep(folder: Location): Promise<void> {
    if (this.#swept.has(folder)) return;
    this.#swept.add(folder);
    try {
      const names = await this.#fs.readNames(folder, { noFollow: true });
      await Promise.all(names.filter(isLeftoverName).map((name) => this.#removeOld(this.#fs.join(folder, name))));
    } catch {
      // The folder cannot be read: there is nothing to be done, and nothing depends on it.
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
