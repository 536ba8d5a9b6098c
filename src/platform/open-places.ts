import * as fs from 'node:fs';
import { CodedError } from '../core/io/errors.ts';

/** Where Linux tells of each open file where it lies, and leads to it whatever has its name by then. */
const DESCRIPTORS = '/proc/self/fd';
/** What Linux appends to the place of a file that was removed or replaced while it was open. */
const DELETED = ' (deleted)';
/** Looks at a place in turn, where the system does not tell where an open file lies. */
const LOOKS = 3;

/** Opens a file or folder that is not read, only looked at (Linux); `fs.constants` does not have it. */
export const O_PATH = 0o10000000;

/**
 * Finds out where an open file really lies. On Linux the system tells, and nothing can come in between. Elsewhere the name is
 * resolved again and must lead to the file that was opened; a link that comes and goes several times between those looks is not seen.
 */
export class OpenPlaces {
  #isTold: boolean | undefined;

  /** @param isTold whether the system tells where an open file lies; default: as it is */
  constructor(isTold?: boolean) {
    this.#isTold = isTold;
  }

  /** Whether this system tells where an open file lies. Asked for by the first that opens one: nothing is read before. */
  get isTold(): boolean {
    return (this.#isTold ??= process.platform === 'linux' && fs.existsSync(DESCRIPTORS));
  }

  /** The way to an open file or folder itself, where the system has one. */
  wayTo(descriptor: number): string {
    return `${DESCRIPTORS}/${descriptor}`;
  }

  /**
   * Refuses what was opened when it lies elsewhere than at a real place.
   *
   * @throws CodedError `is_symlink` when a link was on the way, `busy` when another file took the name meanwhile; what Node throws
   */
  check(descriptor: number, location: string): void {
    if (!this.isTold) return checkByName(descriptor, location);
    const real = fs.readlinkSync(this.wayTo(descriptor));
    if (real !== location && real !== location + DELETED && !isSpelling(real, location)) throw new CodedError('is_symlink');
  }
}

/** Facts of what a real place leads to, by its name alone. Throws as `OpenPlaces.check`. */
export function lookAt(location: string): fs.BigIntStats {
  let stats: fs.BigIntStats | undefined;
  for (let look = 0; look < LOOKS; look++) {
    if (fs.realpathSync.native(location) !== location) throw new CodedError('is_symlink');
    const found = fs.lstatSync(location, { bigint: true });
    if (stats && !isSame(found, stats)) throw new CodedError('busy');
    stats = found;
  }
  return stats as fs.BigIntStats;
}

/** Whether two looks saw the same file or folder. */
export function isSame(one: fs.BigIntStats, other: fs.BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function checkByName(descriptor: number, location: string): void {
  if (!isSame(lookAt(location), fs.fstatSync(descriptor, { bigint: true }))) throw new CodedError('busy');
}

/**
 * Whether two paths are spellings of one, on a file system where the case of letters or the form of accents does not count: each
 * folder on the way is then the same by both.
 */
function isSpelling(real: string, location: string): boolean {
  const [names, others] = [real.split('/'), location.split('/')];
  if (folded(real) !== folded(location) || names.length !== others.length) return false;
  for (let length = 1; length <= names.length; length++) {
    const [one, other] = [names.slice(0, length).join('/'), others.slice(0, length).join('/')];
    if (one !== other && !isSame(fs.lstatSync(one, { bigint: true }), fs.lstatSync(other, { bigint: true }))) return false;
  }
  return true;
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
