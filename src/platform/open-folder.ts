import * as fs from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../core/io/errors.ts';

/** Error codes where folders cannot be opened or flushed (Windows, some network shares); flushing is skipped there. */
const NO_FOLDER_FLUSH = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF', 'ENOSYS']);
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = fs.constants;

export interface FolderOptions {
  /** See `PlaceOptions` of the core. */
  readonly noFollow?: boolean;
  /** Create the folder and missing ancestors, and flush them to disk. */
  readonly create?: boolean;
  /** Open on this thread: for a disk that answers quickly. */
  readonly atOnce?: boolean;
}

/**
 * A folder kept open while names in it are used. On Linux, paths from `wayTo` refer to the opened folder even if another one takes its
 * name; elsewhere `check` detects the replacement.
 */
export class OpenFolder {
  readonly #places: OpenPlaces;
  readonly #location: string;
  readonly #noFollow: boolean;
  /** Undefined when the system has no path to an open folder, and after closing. */
  #descriptor: number | undefined;
  /** The folder's stats when it was opened, where there is no descriptor. */
  readonly #found: fs.BigIntStats | undefined;

  private constructor(places: OpenPlaces, location: string, noFollow: boolean, held: { descriptor: number } | { found: fs.BigIntStats }) {
    this.#places = places;
    this.#location = location;
    this.#noFollow = noFollow;
    this.#descriptor = 'descriptor' in held ? held.descriptor : undefined;
    this.#found = 'found' in held ? held.found : undefined;
  }

  /** Rejects with `is_symlink`, `not_a_directory`, and Node's errors. */
  static async open(
    places: OpenPlaces,
    location: string,
    { noFollow = false, create = false, atOnce = false }: FolderOptions = {},
  ): Promise<OpenFolder> {
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
      const descriptor = await openReadable(way, O_DIRECTORY | flags, atOnce);
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

  /** The path of a name in the folder. */
  wayTo(name: string): string {
    return path.join(this.way, name);
  }

  /** The path of the folder itself. */
  get way(): string {
    return this.#descriptor === undefined ? this.#location : this.#places.wayTo(this.#descriptor);
  }

  /** Checks that the folder has not moved or been replaced. @throws CodedError `is_symlink`, `busy`; Node's errors */
  check(): void {
    if (!this.#noFollow) return;
    if (this.#descriptor !== undefined) this.#places.check(this.#descriptor, this.#location);
    else if (this.#found && !isSame(lookAt(this.#location), this.#found)) throw new CodedError('is_symlink');
  }

  /** A new name survives a power failure only if its folder is flushed too. */
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

/** A write-only folder is opened without read access. */
async function openReadable(way: string, flags: number, atOnce: boolean): Promise<number> {
  try {
    return await opened(way, O_RDONLY | flags, atOnce);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    return opened(way, O_PATH | flags, atOnce);
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

/** Opens a file or folder. Descriptors instead of `fsp.FileHandle`, which alone costs three times a small read. @param atOnce on this thread */
export function opened(location: string, flags: number, atOnce: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    if (atOnce) resolve(fs.openSync(location, flags));
    else fs.open(location, flags, (error, descriptor) => (error ? reject(error) : resolve(descriptor)));
  });
}

function sync(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => fs.fsync(descriptor, (error) => (error ? reject(error) : resolve())));
}

/** On Linux, a link to each open file of this process. */
const DESCRIPTORS = '/proc/self/fd';
/** Linux appends this to the path of an open file that was removed or replaced. */
const DELETED = ' (deleted)';
/** Number of checks where the system does not report the path of an open file. */
const LOOKS = 3;

/** Opens a file or folder without reading it (Linux); missing in `fs.constants`. */
export const O_PATH = 0o10000000;

/**
 * Finds the real path of an open file. Linux reports it, without a race. Elsewhere the name is resolved again and must lead to the opened
 * file; a link swapped in and out several times between those checks goes undetected.
 */
export class OpenPlaces {
  #isTold: boolean | undefined;

  /** @param isTold whether the system reports the path of an open file; default: detected */
  constructor(isTold?: boolean) {
    this.#isTold = isTold;
  }

  /** Whether the system reports the path of an open file. Detected on first use. */
  get isTold(): boolean {
    return (this.#isTold ??= process.platform === 'linux' && fs.existsSync(DESCRIPTORS));
  }

  /** The path of an open file or folder itself, where the system has one. */
  wayTo(descriptor: number): string {
    return `${DESCRIPTORS}/${descriptor}`;
  }

  /**
   * Checks that an opened file is at its real path.
   *
   * @throws CodedError `is_symlink` when a link was followed, `busy` when another file took the name meanwhile; Node's errors
   */
  check(descriptor: number, location: string): void {
    if (!this.isTold) return checkByName(descriptor, location);
    const real = fs.readlinkSync(this.wayTo(descriptor));
    if (real !== location && real !== location + DELETED && !isSpelling(real, location)) throw new CodedError('is_symlink');
  }
}

/** Stats of a real path by name. Throws as `OpenPlaces.check`. */
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

/** Whether both are the same file or folder. */
function isSame(one: fs.BigIntStats, other: fs.BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function checkByName(descriptor: number, location: string): void {
  if (!isSame(lookAt(location), fs.fstatSync(descriptor, { bigint: true }))) throw new CodedError('busy');
}

/** Whether two paths name the same file on a case-insensitive or normalising file system: each folder on the way must be identical. */
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
