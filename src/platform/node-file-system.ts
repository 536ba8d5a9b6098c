import * as fs from 'node:fs';
import * as fsp from 'node:fs/promises';
import * as path from 'node:path';
import { CodedError } from '../core/io/errors.ts';
import type {
  DirectoryEntry, EntryKind, FileStat, FileSystem, Location, ReadRange, ResolveOptions, StagedFile, WriteMode, WriteOptions,
} from '../core/io/file-system.ts';
import { coded, FOLDER_CODES } from './node-error-codes.ts';
import { NodeProcesses } from './node-processes.ts';
import { makeFolder, stageFile } from './staged-write.ts';

/** Opening a named pipe must not wait for its writer. */
const OPEN_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
/** Reads up to this size are not worth the way to the thread pool, on a disk that answers quickly. */
const SMALL_READ_BYTES = 64 * 1024;
/** A disk that takes longer than this for a small read, in milliseconds, is asked through the thread pool. */
const QUICK_MS = 1;
/** For so many milliseconds a quick answer vouches for the disk; then the next read goes through the pool, and others get their turn. */
const BURST_MS = 20;
const NO_FOLLOW: number | undefined = fs.constants.O_NOFOLLOW;

/**
 * The local file system through Node; locations are absolute paths.
 *
 * A page of sidecars is hundreds of small reads, and for each the way to the thread pool and back takes many times as long
 * as the reading. So while the disk answers quickly, small reads are done at once, in short bursts.
 */
export class NodeFileSystem implements FileSystem {
  /** Until then the disk is taken for quick. */
  #quickUntil = 0;

  readonly processes = new NodeProcesses();

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
      const target = path.join(folder, ...names);
      const [root, real] = await Promise.all([fsp.realpath(folder), options.allowMissing ? realPathOfExisting(target) : fsp.realpath(target)]);
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
    return coded(location, () => fsp.readdir(location), FOLDER_CODES);
  }

  async readDirectory(location: Location): Promise<readonly DirectoryEntry[]> {
    return coded(location, async () => {
      const entries = await fsp.readdir(location, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: entry.isSymbolicLink() ? 'symlink' : kindOf(entry) }));
    }, FOLDER_CODES);
  }

  async readFile(location: Location, range: ReadRange = {}): Promise<Uint8Array> {
    return coded(location, async () => {
      const isAtOnce = (range.length ?? Infinity) <= SMALL_READ_BYTES && performance.now() < this.#quickUntil;
      const { bytes, blockedMs } = await readRange(location, range, isAtOnce);
      if (blockedMs > QUICK_MS) this.#quickUntil = 0;
      else if (!isAtOnce) this.#quickUntil = performance.now() + BURST_MS;
      return bytes;
    });
  }

  async writeFile(location: Location, content: Uint8Array, mode: WriteMode, { isDurable = true }: WriteOptions = {}): Promise<void> {
    await makeFolder(path.dirname(location));
    const staged = await coded(location, () => stageFile(location, content, { isDurable, replaces: mode === 'replace' }));
    await staged.commit(mode);
  }

  async stage(location: Location, content: Uint8Array): Promise<StagedFile> {
    await makeFolder(path.dirname(location));
    return coded(location, () => stageFile(location, content, { isDurable: true, replaces: true }));
  }

  async createDirectory(location: Location): Promise<void> {
    await makeFolder(location);
  }

  async deleteFile(location: Location): Promise<void> {
    await coded(location, () => fsp.rm(location, { force: true }));
  }
}

function kindOf(stats: { isFile(): boolean; isDirectory(): boolean }): Exclude<EntryKind, 'symlink'> {
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
}

/** The real path of the deepest ancestor that exists, with the names that do not exist yet appended. */
async function realPathOfExisting(target: string): Promise<string> {
  const missing: string[] = [];
  for (let current = target; ; current = path.dirname(current)) {
    try {
      return path.join(await fsp.realpath(current), ...missing);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A file where a folder would have to be.
      if (code === 'ENOTDIR') throw new CodedError('not_a_directory');
      const isMissing = code === 'ENOENT';
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

/** @returns the bytes, and for how many milliseconds nothing else could run */
async function readRange(location: string, { offset = 0, length, noFollow }: ReadRange, atOnce: boolean): Promise<{ bytes: Uint8Array; blockedMs: number }> {
  if (noFollow && NO_FOLLOW === undefined && (await isSymbolicLink(location))) throw new CodedError('is_symlink');
  const flags = OPEN_FLAGS | (noFollow ? (NO_FOLLOW ?? 0) : 0);
  const pooled = atOnce ? undefined : await open(location, flags);
  const begin = performance.now();
  const descriptor = pooled ?? fs.openSync(location, flags);
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile()) throw new CodedError('not_a_file');
    const wanted = Math.max(0, Math.min(length ?? Infinity, stats.size - offset));
    // Filled below, so there is no need to clear it first; what is not filled is cut off.
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow(wanted).buffer);
    const filled = wanted <= SMALL_READ_BYTES ? fillAtOnce(descriptor, bytes, offset) : await fillByPool(descriptor, bytes, offset);
    const blockedMs = wanted <= SMALL_READ_BYTES ? performance.now() - begin : 0;
    return { bytes: filled === wanted ? bytes : bytes.subarray(0, filled), blockedMs };
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Reads until the bytes are full or the file ends. @returns how many were read */
function fillAtOnce(descriptor: number, bytes: Uint8Array, offset: number): number {
  let filled = 0;
  for (let count = -1; filled < bytes.length && count !== 0; filled += count) {
    count = fs.readSync(descriptor, bytes, filled, bytes.length - filled, offset + filled);
  }
  return filled;
}

/** The same, through the thread pool. */
async function fillByPool(descriptor: number, bytes: Uint8Array, offset: number): Promise<number> {
  let filled = 0;
  for (let count = -1; filled < bytes.length && count !== 0; filled += count) {
    count = await read(descriptor, bytes, filled, bytes.length - filled, offset + filled);
  }
  return filled;
}

// Descriptors instead of `fsp.FileHandle`, which costs three times as much as a small read itself.
function open(location: string, flags: number): Promise<number> {
  return new Promise((resolve, reject) => fs.open(location, flags, (error, fd) => (error ? reject(error) : resolve(fd))));
}

function read(descriptor: number, into: Uint8Array, at: number, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) =>
    fs.read(descriptor, into, at, length, position, (error, count) => (error ? reject(error) : resolve(count))),
  );
}
