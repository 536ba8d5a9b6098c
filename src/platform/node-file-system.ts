import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as fsp from 'node:fs/promises';
import * as path from 'node:path';
import { CodedError, type ErrorCode } from '../core/io/errors.ts';
import type { DirectoryEntry, EntryKind, FileStat, FileSystem, Location, ReadRange, ResolveOptions, WriteMode } from '../core/io/file-system.ts';
import { temporaryName } from '../core/io/temporary-name.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  ENOENT: 'not_found',
  ENOTDIR: 'not_found',
  ENAMETOOLONG: 'not_found',
  EEXIST: 'already_exists',
  EISDIR: 'not_a_file',
  EACCES: 'permission_denied',
  EPERM: 'permission_denied',
  EROFS: 'permission_denied',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  ELOOP: 'is_symlink',
};

/** When a folder is listed, the location itself is what is no directory. */
const LISTING_CODES: Readonly<Record<string, ErrorCode>> = { ...CODES, ENOTDIR: 'not_a_directory' };

/** Hard links are missing on some file systems (FAT, some network shares). */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK']);

/** Opening a named pipe must not wait for its writer. */
const OPEN_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
/** Reads up to this size are not worth the way to the thread pool. */
const SMALL_READ_BYTES = 64 * 1024;
const NO_FOLLOW: number | undefined = fs.constants.O_NOFOLLOW;

/** The local file system through Node; locations are absolute paths. */
export class NodeFileSystem implements FileSystem {
  join(base: Location, ...names: readonly string[]): Location {
    return path.join(base, ...names);
  }

  resolve(base: Location, relative: string): Location {
    return path.resolve(base, relative);
  }

  parent(location: Location): Location {
    return path.dirname(location);
  }

  basename(location: Location): string {
    return path.basename(location);
  }

  contains(folder: Location, location: Location): boolean {
    const relative = path.relative(folder, location);
    return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  }

  async resolveInside(folder: Location, names: readonly string[], options: ResolveOptions = {}): Promise<Location> {
    return coded(folder, async () => {
      const root = await fsp.realpath(folder);
      const target = path.join(root, ...names);
      const real = options.allowMissing ? await realPathOfExisting(target) : await fsp.realpath(target);
      if (!this.contains(root, real)) throw new CodedError('outside_root');
      return real;
    });
  }

  async stat(location: Location): Promise<FileStat> {
    return coded(location, async () => {
      const stats = await fsp.stat(location);
      return { kind: kindOf(stats), size: stats.size, mtime: stats.mtimeMs };
    });
  }

  async readNames(location: Location): Promise<readonly string[]> {
    return coded(location, () => fsp.readdir(location), LISTING_CODES);
  }

  async readDirectory(location: Location): Promise<readonly DirectoryEntry[]> {
    return coded(location, async () => {
      const entries = await fsp.readdir(location, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: entry.isSymbolicLink() ? 'symlink' : kindOf(entry) }));
    }, LISTING_CODES);
  }

  async readFile(location: Location, range: ReadRange = {}): Promise<Uint8Array> {
    return coded(location, () => readRange(location, range));
  }

  async writeFile(location: Location, content: Uint8Array, mode: WriteMode): Promise<void> {
    await coded(location, async () => {
      const folder = path.dirname(location);
      await fsp.mkdir(folder, { recursive: true });
      const temporary = path.join(folder, temporaryName(randomBytes(8).toString('hex')));
      try {
        await writeAndSync(temporary, content);
        if (mode === 'replace') await fsp.rename(temporary, location);
        else await linkExclusively(temporary, location, content);
      } finally {
        await fsp.rm(temporary, { force: true });
      }
    });
  }

  async createDirectory(location: Location): Promise<void> {
    await coded(location, () => fsp.mkdir(location, { recursive: true }));
  }

  async deleteFile(location: Location): Promise<void> {
    await coded(location, () => fsp.rm(location, { force: true }));
  }
}

function kindOf(stats: { isFile(): boolean; isDirectory(): boolean }): Exclude<EntryKind, 'symlink'> {
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
}

/** Runs an operation and gives whatever it throws the code of the core. */
async function coded<T>(location: Location, operation: () => Promise<T>, codes = CODES): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const errno = (error as NodeJS.ErrnoException | null)?.code ?? '';
    throw new CodedError(codes[errno] ?? 'io_failed', { name: path.basename(location) }, { cause: error });
  }
}

/** The real path of the deepest ancestor that exists, with the names that do not exist yet appended. */
async function realPathOfExisting(target: string): Promise<string> {
  const missing: string[] = [];
  for (let current = target; ; current = path.dirname(current)) {
    try {
      return path.join(await fsp.realpath(current), ...missing);
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing || path.dirname(current) === current) throw error;
      // A link that leads nowhere is there all the same, and would be written through.
      if (await isSymbolicLink(current)) throw new CodedError('is_symlink');
      missing.unshift(path.basename(current));
    }
  }
}

async function isSymbolicLink(location: string): Promise<boolean> {
  try {
    return (await fsp.lstat(location)).isSymbolicLink();
  } catch {
    return false;
  }
}

async function readRange(location: string, { offset = 0, length, noFollow }: ReadRange): Promise<Uint8Array> {
  if (noFollow && NO_FOLLOW === undefined && (await isSymbolicLink(location))) throw new CodedError('is_symlink');
  const descriptor = await open(location, OPEN_FLAGS | (noFollow ? (NO_FOLLOW ?? 0) : 0));
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile()) throw new CodedError('not_a_file');
    const wanted = Math.max(0, Math.min(length ?? Infinity, stats.size - offset));
    const bytes = new Uint8Array(wanted);
    const isSmall = wanted <= SMALL_READ_BYTES;
    let filled = 0;
    while (filled < wanted) {
      const at = offset + filled;
      const count = isSmall ? fs.readSync(descriptor, bytes, filled, wanted - filled, at) : await read(descriptor, bytes, filled, wanted - filled, at);
      if (count === 0) break;
      filled += count;
    }
    return filled === wanted ? bytes : bytes.subarray(0, filled);
  } finally {
    fs.closeSync(descriptor);
  }
}

// A page of sidecars is hundreds of small reads. Opening is what may take long, and is done by the thread pool; for the
// rest of a small read the way to the pool and back takes several times as long as the calls themselves. A `fsp.FileHandle`
// costs even more.
function open(location: string, flags: number): Promise<number> {
  return new Promise((resolve, reject) => fs.open(location, flags, (error, fd) => (error ? reject(error) : resolve(fd))));
}

function read(descriptor: number, into: Uint8Array, at: number, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) =>
    fs.read(descriptor, into, at, length, position, (error, count) => (error ? reject(error) : resolve(count))),
  );
}

async function writeAndSync(location: string, content: Uint8Array): Promise<void> {
  const handle = await fsp.open(location, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link appears whole or not at all, and fails when the name is taken; `rename` would replace what is there. */
async function linkExclusively(temporary: string, location: string, content: Uint8Array): Promise<void> {
  try {
    await fsp.link(temporary, location);
  } catch (error) {
    if (!NO_HARD_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await writeAndSync(location, content);
  }
}
