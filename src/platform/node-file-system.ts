import * as fs from 'node:fs';
import * as fsp from 'node:fs/promises';
import * as path from 'node:path';
import { CodedError } from '../core/io/errors.ts';
import type {
  DirectoryEntry, EntryKind, FileStat, FileSystem, Location, PlaceOptions, ReadRange, ResolveOptions, StagedFile, WriteMode, WriteOptions,
} from '../core/io/file-system.ts';
import { coded, FOLDER_CODES, MAKE_CODES, WRITE_CODES } from './node-error-codes.ts';
import { NodeProcesses } from './node-processes.ts';
import { OpenFolder } from './open-folder.ts';
import { lookAt, O_PATH, OpenPlaces } from './open-places.ts';
import { realPath, realPathOfExisting } from './real-path.ts';
import { remove, stageFile } from './staged-write.ts';

/** Opening a named pipe must not wait for its writer. */
const OPEN_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
/** Reads up to this size are not worth the way to the thread pool, on a disk that answers quickly. */
const SMALL_READ_BYTES = 64 * 1024;
/** A disk that takes longer than this for a small read, in milliseconds, is asked through the thread pool. */
const QUICK_MS = 1;
/** For so many milliseconds a quick answer vouches for the disk; then the next read goes through the pool, and others get their turn. */
const BURST_MS = 20;
const NO_FOLLOW: number = fs.constants.O_NOFOLLOW ?? 0;
/** How often a file is opened anew that is replaced at this very moment, where the system does not tell that from a link. */
const MOST_OPENINGS = 10;

/**
 * The local file system through Node; locations are absolute paths.
 *
 * A page of sidecars is hundreds of small reads, and for each the way to the thread pool and back takes many times as long
 * as the reading. So while the disk answers quickly, what is small is done at once, in short bursts.
 */
export class NodeFileSystem implements FileSystem {
  readonly #places: OpenPlaces;
  /** Until then the disk is taken for quick. */
  #quickUntil = 0;

  readonly processes = new NodeProcesses();

  /** @param options.tellsPlaces whether the system tells where an open file lies; default: as it is */
  constructor(options: { readonly tellsPlaces?: boolean } = {}) {
    this.#places = new OpenPlaces(options.tellsPlaces);
  }

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

  async resolveInside(folder: Location, names: readonly string[], { allowMissing = false, real, within }: ResolveOptions = {}): Promise<Location> {
    return coded(folder, async () => {
      const resolve = allowMissing ? realPathOfExisting : realPath;
      const [root, place] = await this.#measured((atOnce) => Promise.allSettled([resolve(folder, atOnce), resolve(path.join(folder, ...names), atOnce)]));
      if (root.status === 'rejected') throw root.reason;
      if (real !== undefined && root.value !== real) throw new CodedError('folder_replaced', { name: path.basename(folder) });
      if (place.status === 'rejected') throw place.reason;
      if (within !== 'anywhere' && !this.contains(within ?? root.value, place.value)) throw new CodedError('outside_root');
      return place.value;
    }, allowMissing ? WRITE_CODES : undefined);
  }

  async stat(location: Location, { noFollow = false }: PlaceOptions = {}): Promise<FileStat> {
    return coded(location, async () => {
      if (!noFollow) return factsOf(await fsp.stat(location));
      return factsOf(this.#places.isTold ? await this.#measured((atOnce) => this.#lookAt(location, atOnce)) : await reopened(async () => lookAt(location)));
    });
  }

  async readNames(location: Location, options: PlaceOptions = {}): Promise<readonly string[]> {
    return this.#inFolder(location, options, (way) => fsp.readdir(way));
  }

  async readDirectory(location: Location, options: PlaceOptions = {}): Promise<readonly DirectoryEntry[]> {
    return this.#inFolder(location, options, async (way) => {
      const entries = await fsp.readdir(way, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: entry.isSymbolicLink() ? 'symlink' : kindOf(entry) }));
    });
  }

  async readFile(location: Location, range: ReadRange = {}): Promise<Uint8Array> {
    return coded(location, async () => {
      const isAtOnce = (range.length ?? Infinity) <= SMALL_READ_BYTES && performance.now() < this.#quickUntil;
      const { bytes, blockedMs } = await reopened(() => readRange(location, range, isAtOnce, this.#places));
      if (blockedMs > QUICK_MS) this.#quickUntil = 0;
      else if (!isAtOnce) this.#quickUntil = performance.now() + BURST_MS;
      return bytes;
    });
  }

  async writeFile(location: Location, content: Uint8Array, mode: WriteMode, { isDurable = true, noFollow }: WriteOptions = {}): Promise<void> {
    const staged = await coded(location, () => stageFile(this.#places, location, content, { isDurable, replaces: mode === 'replace', noFollow }), MAKE_CODES);
    await staged.commit(mode);
  }

  async stage(location: Location, content: Uint8Array, { noFollow }: PlaceOptions = {}): Promise<StagedFile> {
    return coded(location, () => stageFile(this.#places, location, content, { isDurable: true, replaces: true, noFollow }), MAKE_CODES);
  }

  async createDirectory(location: Location, { noFollow = false }: PlaceOptions = {}): Promise<void> {
    await coded(location, async () => (await OpenFolder.open(this.#places, location, { noFollow, create: true })).close(), MAKE_CODES);
  }

  async deleteFile(location: Location, options: PlaceOptions = {}): Promise<void> {
    try {
      await this.#inFolder(path.dirname(location), options, (way) => remove(path.join(way, path.basename(location))));
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'not_found')) throw error;
    }
  }

  /** Runs what reads in a folder, given the way to it. */
  async #inFolder<T>(location: Location, { noFollow = false }: PlaceOptions, use: (way: string) => Promise<T>): Promise<T> {
    return coded(location, async () => {
      if (!noFollow) return use(location);
      const folder = await OpenFolder.open(this.#places, location, { noFollow });
      try {
        const result = await use(folder.way);
        if (!this.#places.isTold) folder.check();
        return result;
      } finally {
        folder.close();
      }
    }, FOLDER_CODES);
  }

  /** Runs what asks the disk for little: at once while it answers quickly. */
  async #measured<T>(ask: (atOnce: boolean) => Promise<T>): Promise<T> {
    const begin = performance.now();
    const isAtOnce = begin < this.#quickUntil;
    const answer = ask(isAtOnce);
    if (isAtOnce && performance.now() - begin > QUICK_MS) this.#quickUntil = 0;
    return answer;
  }

  async #lookAt(location: Location, atOnce: boolean): Promise<fs.Stats> {
    const descriptor = await opened(location, O_PATH | NO_FOLLOW, atOnce);
    try {
      const stats = fs.fstatSync(descriptor);
      if (stats.isSymbolicLink()) throw new CodedError('is_symlink');
      this.#places.check(descriptor, location);
      return stats;
    } finally {
      fs.closeSync(descriptor);
    }
  }
}

function kindOf(stats: { isFile(): boolean; isDirectory(): boolean }): Exclude<EntryKind, 'symlink'> {
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
}

function factsOf(stats: fs.Stats | fs.BigIntStats): FileStat {
  return { kind: kindOf(stats), size: Number(stats.size), mtime: 'mtimeNs' in stats ? Number(stats.mtimeNs) / 1e6 : stats.mtimeMs };
}

/** Tries again what came upon a file that is being replaced. */
async function reopened<T>(open: () => Promise<T>): Promise<T> {
  for (let opening = 1; ; opening++) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'busy') || opening === MOST_OPENINGS) throw error;
    }
  }
}

/** @returns the bytes, and for how many milliseconds nothing else could run */
async function readRange(location: string, { offset = 0, length, noFollow }: ReadRange, atOnce: boolean, places: OpenPlaces): Promise<{ bytes: Uint8Array; blockedMs: number }> {
  const flags = OPEN_FLAGS | (noFollow ? NO_FOLLOW : 0);
  const pooled = atOnce ? undefined : await opened(location, flags, false);
  const begin = performance.now();
  const descriptor = pooled ?? fs.openSync(location, flags);
  try {
    // Before anything of it is read.
    if (noFollow) places.check(descriptor, location);
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
function opened(location: string, flags: number, atOnce: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    if (atOnce) resolve(fs.openSync(location, flags));
    else fs.open(location, flags, (error, descriptor) => (error ? reject(error) : resolve(descriptor)));
  });
}

function read(descriptor: number, into: Uint8Array, at: number, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) =>
    fs.read(descriptor, into, at, length, position, (error, count) => (error ? reject(error) : resolve(count))),
  );
}
