import type { FileSystem, Location } from './file-system.ts';

const OWN = /^\.agent-artifacts-[0-9a-f]+\.(?:tmp|lock|claim|lease)$/;
const LEFTOVER = /^\.agent-artifacts-[0-9a-f]+\.(?:tmp|claim|lease)$/;

/** The name under which a file is written before it takes its own: beside it, hidden, and never content. */
export function temporaryName(random: string): string {
  return `.agent-artifacts-${random}.tmp`;
}

/** The name of the lock for what `key` names: hidden, and never content. Two keys may share one, which only costs waiting. */
export function lockName(key: string): string {
  // Where letters of both cases, or both spellings of an accent, name one file they must share one lock.
  return `.agent-artifacts-${hash(key.normalize('NFC').toLowerCase())}.lock`;
}

/** The name that one process alone can have while it removes a lock whose content is `holder`. */
export function claimName(holder: string): string {
  return `.agent-artifacts-${hash(holder)}.claim`;
}

/** The name under which the process that has a lock whose content is `holder` shows, from time to time, that it goes on. */
export function leaseName(holder: string): string {
  return `.agent-artifacts-${hash(holder)}.lease`;
}

/** Whether a name is of this product's own workings: an unfinished write or a lock. Such files are never listed. */
export function isTemporaryName(name: string): boolean {
  return OWN.test(name);
}

/** Whether a file of this name is useless once the process that made it has ended. */
function isLeftoverName(name: string): boolean {
  return LEFTOVER.test(name);
}

/** FNV-1a over UTF-16 units (RFC 9923, 32 bits), twice with different beginnings: 16 hexadecimal digits. */
function hash(text: string): string {
  return [0x811c9dc5, 0x01000193].map((basis) => fnv1a(text, basis).toString(16).padStart(8, '0')).join('');
}

function fnv1a(text: string, basis: number): number {
  let value = basis;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

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
