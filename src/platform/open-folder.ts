import * as fs from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../core/io/errors.ts';

/** Where folders cannot be opened or flushed (Windows, some network shares), their names need no flush or get none. */
const NO_FOLDER_FLUSH = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF', 'ENOSYS']);
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = fs.constants;

/** How a folder is opened. */
export interface FolderOptions {
  /** See `PlaceOptions` of the core. */
  readonly noFollow?: boolean;
  /** Make it, and those above it, where they are missing; what is new is on the disk then. */
  readonly create?: boolean;
}

/**
 * A folder that is held open while names in it are used. Where the system has a way to an open folder (Linux), what is done by
 * `wayTo` is done in the folder that was opened, whatever takes its name meanwhile; elsewhere `check` notices that something did.
 */
export class OpenFolder {
  readonly #places: OpenPlaces;
  readonly #location: string;
  readonly #noFollow: boolean;
  /** Undefined where there is no way to an open folder, and when it is closed. */
  #descriptor: number | undefined;
  /** The folder as it was found, where there is no descriptor. */
  readonly #found: fs.BigIntStats | undefined;

  private constructor(places: OpenPlaces, location: string, noFollow: boolean, held: { descriptor: number } | { found: fs.BigIntStats }) {
    this.#places = places;
    this.#location = location;
    this.#noFollow = noFollow;
    this.#descriptor = 'descriptor' in held ? held.descriptor : undefined;
    this.#found = 'found' in held ? held.found : undefined;
  }

  /** Rejects with `is_symlink`, `not_a_directory` and what Node rejects with. */
  static async open(places: OpenPlaces, location: string, { noFollow = false, create = false }: FolderOptions = {}): Promise<OpenFolder> {
    const missing: string[] = [];
    let folder: OpenFolder | undefined;
    for (let at = location; folder === undefined; at = path.dirname(at)) {
      try {
        folder = await openExisting(at, at);
      } catch (error) {
        if (!create || (error as NodeJS.ErrnoException).code !== 'ENOENT' || path.dirname(at) === at) throw error;
        missing.unshift(path.basename(at));
      }
    }
    for (const name of missing) {
      const above: OpenFolder = folder;
      try {
        folder = await makeIn(above, name);
      } finally {
        above.close();
      }
    }
    return folder;

    async function openExisting(way: string, at: string, flags = 0): Promise<OpenFolder> {
      if (!places.isTold) return new OpenFolder(places, at, noFollow, { found: await lookForFolder(at, noFollow) });
      const descriptor = await openReadable(way, O_DIRECTORY | flags);
      try {
        if (noFollow) places.check(descriptor, at);
        return new OpenFolder(places, at, noFollow, { descriptor });
      } catch (error) {
        fs.closeSync(descriptor);
        throw error;
      }
    }

    async function makeIn(above: OpenFolder, name: string): Promise<OpenFolder> {
      above.check();
      const way = above.wayTo(name);
      try {
        await fsp.mkdir(way);
        await above.flush();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        if (noFollow && (await fsp.lstat(way)).isSymbolicLink()) throw new CodedError('is_symlink');
      }
      return openExisting(way, path.join(above.#location, name), noFollow ? O_NOFOLLOW : 0);
    }
  }

  /** The way to a name in the folder. */
  wayTo(name: string): string {
    return path.join(this.way, name);
  }

  /** The way to the folder itself. */
  get way(): string {
    return this.#descriptor === undefined ? this.#location : this.#places.wayTo(this.#descriptor);
  }

  /** Refuses a folder that lies elsewhere by now. @throws CodedError `is_symlink`, `busy`; what Node throws */
  check(): void {
    if (!this.#noFollow) return;
    if (this.#descriptor !== undefined) this.#places.check(this.#descriptor, this.#location);
    else if (this.#found && !isSame(lookAt(this.#location), this.#found)) throw new CodedError('is_symlink');
  }

  /** A new name outlives a power failure only when the folder it stands in was flushed too. */
  async flush(): Promise<void> {
    try {
      if (this.#descriptor !== undefined) await sync(this.#descriptor);
      else await flushByName(this.#location);
    } catch (error) {
      if (!NO_FOLDER_FLUSH.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

/** A folder that may only be written to is opened without the right to list it. */
async function openReadable(way: string, flags: number): Promise<number> {
  try {
    return await open(way, O_RDONLY | flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    return open(way, O_PATH | flags);
  }
}

async function lookForFolder(location: string, noFollow: boolean): Promise<fs.BigIntStats> {
  const stats = noFollow ? lookAt(location) : await fsp.stat(location, { bigint: true });
  if (!stats.isDirectory()) throw new CodedError('not_a_directory');
  return stats;
}

async function flushByName(location: string): Promise<void> {
  const handle = await fsp.open(location, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function open(location: string, flags: number): Promise<number> {
  return new Promise((resolve, reject) => fs.open(location, flags, (error, descriptor) => (error ? reject(error) : resolve(descriptor))));
}

function sync(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => fs.fsync(descriptor, (error) => (error ? reject(error) : resolve())));
}

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
function isSame(one: fs.BigIntStats, other: fs.BigIntStats): boolean {
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
