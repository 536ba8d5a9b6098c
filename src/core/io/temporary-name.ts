import type { FileSystem, Location } from './file-system.ts';
import { textHash } from './text-hash.ts';

const OWN = /^\.agent-artifacts-[0-9a-f]+\.(?:tmp|lock|claim|lease)$/;
const LEFTOVER = /^\.agent-artifacts-[0-9a-f]+\.(?:tmp|claim|lease)$/;

/** The hidden temporary name for writing a file; never listed as content. */
export function temporaryName(random: string): string {
  return `.agent-artifacts-${random}.tmp`;
}

/** The hidden lock file name for `key`. Keys that share a name only wait longer. */
export function lockName(key: string): string {
  // On case-insensitive or normalising file systems these keys name the same file.
  return `.agent-artifacts-${textHash(key.normalize('NFC').toLowerCase())}.lock`;
}

/** The name of the claim for removing a lock with content `holder`; only one process can create it. */
export function claimName(holder: string): string {
  return `.agent-artifacts-${textHash(holder)}.claim`;
}

/** The name of the file that the holder of the lock changes to renew it. */
export function leaseName(holder: string): string {
  return `.agent-artifacts-${textHash(holder)}.lease`;
}

/** Whether this is one of our temporary or lock files, which are never listed. */
export function isTemporaryName(name: string): boolean {
  return OWN.test(name);
}

/** Whether a file with this name is useless after its process has ended. */
function isLeftoverName(name: string): boolean {
  return LEFTOVER.test(name);
}

/** Milliseconds: a temporary file older than this belongs to a killed process. */
export const LEFTOVER_AGE = 60 * 60 * 1000;

/** Removes temporary files of killed processes from folders being written to, at most once per {@link LEFTOVER_AGE}. */
export class LeftoverSweep {
  readonly #fs: FileSystem;
  readonly #swept = new Map<Location, number>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /**
   * Cleans a folder (a real path) unless done recently. Only deletes files with our own names; never rejects.
   * @returns all names in the folder; undefined when skipped
   */
  async sweep(folder: Location): Promise<readonly string[] | undefined> {
    const now = Date.now();
    // The clock may have been set back.
    if (Math.abs(now - (this.#swept.get(folder) ?? -Infinity)) < LEFTOVER_AGE) return undefined;
    this.#swept.set(folder, now);
    try {
      const names = await this.#fs.readNames(folder, { noFollow: true });
      await Promise.all(names.filter(isLeftoverName).map((name) => this.#removeOld(this.#fs.join(folder, name))));
      return names;
    } catch {
      // The folder cannot be read; cleaning is optional.
      return undefined;
    }
  }

  async #removeOld(location: Location): Promise<void> {
    try {
      const { kind, mtime } = await this.#fs.stat(location, { noFollow: true });
      if (kind === 'file' && Date.now() - mtime > LEFTOVER_AGE) await this.#fs.deleteFile(location, { noFollow: true });
    } catch {
      // Another process was faster, or we lack permission.
    }
  }
}
