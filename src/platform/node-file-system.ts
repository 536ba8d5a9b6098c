import * as fs from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../core/io/errors.ts';
import type {
  DirectoryEntry,
  EntryKind,
  FileStat,
  FileSystem,
  Location,
  PlaceOptions,
  ReadRange,
  ResolveOptions,
  StagedFile,
  WriteMode,
  WriteOptions,
} from '../core/io/file-system.ts';
import { coded, codedError, FOLDER_CODES, MAKE_CODES, WRITE_CODES } from './entry-error.ts';
import { NodeProcesses } from './node-processes.ts';
import { lookAt, O_PATH, opened, OpenFolder, OpenPlaces } from './open-folder.ts';
import { DiskPace, readAtOnce, readByPool, reopened, SMALL_READ_BYTES } from './read-range.ts';
import type { FinalCheck } from './staged-write.ts';

/** As `DiskPace.isQuick`, with the way to the pool and back, among others that wait there; what is asked next at once shows whether that was right. */
const QUICK_BY_POOL_MS = 8;
/** Names per batch when reading a folder: a millisecond or two of work. */
const NAMES_AT_ONCE = 4096;
const NO_FOLLOW: number = fs.constants.O_NOFOLLOW ?? 0;

/** Whoever only reads does without it. */
const loadWriting = () => import('./staged-write.ts');

interface NodeStageOptions extends PlaceOptions {
  /** Asked right before a file that is there is replaced. */
  readonly finalCheck?: FinalCheck;
}

/**
 * Node's local file system; locations are absolute paths.
 *
 * A page of sidecars is hundreds of small reads, and for each of them the thread pool costs many times the read itself. So while the disk
 * answers quickly, small reads are synchronous, in short bursts.
 */
export class NodeFileSystem implements FileSystem {
  readonly #places: OpenPlaces;
  readonly #pace = new DiskPace();

  readonly processes = new NodeProcesses();

  /** @param options.tellsPlaces whether the system reports the path of an open file; default: detected */
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

  async resolveInside(
    folder: Location,
    names: readonly string[],
    { allowMissing = false, real, within }: ResolveOptions = {},
  ): Promise<Location> {
    return coded(
      folder,
      async () => {
        // Windows takes `notes:b.txt` for a stream of the file `notes`, which no listing shows, and `C:` for a drive.
        if (process.platform === 'win32' && names.some((name) => name.includes(':'))) throw new CodedError('colon_in_name');
        const resolve = allowMissing ? realPathOfExisting : realPath;
        const locations = names.length === 0 ? [folder] : [folder, path.join(folder, ...names)];
        const [root, place = root] = await this.#measured((atOnce) => Promise.allSettled(locations.map((each) => resolve(each, atOnce))));
        if (root?.status !== 'fulfilled') throw root?.reason;
        if (real !== undefined && root.value !== real) throw new CodedError('folder_replaced', { name: path.basename(folder) });
        if (place?.status !== 'fulfilled') throw place?.reason;
        if (within !== 'anywhere' && !this.contains(within ?? root.value, place.value)) throw new CodedError('outside_root');
        return place.value;
      },
      allowMissing ? WRITE_CODES : undefined,
    );
  }

  async stat(location: Location, { noFollow = false }: PlaceOptions = {}): Promise<FileStat> {
    return coded(location, async () => {
      if (!noFollow) return factsOf(await fsp.stat(location));
      return factsOf(
        this.#places.isTold
          ? await this.#measured((atOnce) => this.#lookAt(location, atOnce))
          : await reopened(async () => lookAt(location)),
      );
    });
  }

  async readNames(location: Location, options: PlaceOptions = {}): Promise<readonly string[]> {
    return this.#inFolder(location, options, (way) => fsp.readdir(way));
  }

  async *streamNames(location: Location, { noFollow = false }: PlaceOptions = {}): AsyncGenerator<readonly string[], void> {
    try {
      const folder = await OpenFolder.open(this.#places, location, { noFollow });
      try {
        const directory = await fsp.opendir(folder.way, { bufferSize: NAMES_AT_ONCE });
        try {
          for (let names = await nextNames(directory); names.length > 0; names = await nextNames(directory)) yield names;
        } finally {
          await directory.close();
        }
        if (!this.#places.isTold) folder.check();
      } finally {
        folder.close();
      }
    } catch (error) {
      throw codedError(location, error, FOLDER_CODES);
    }
  }

  async readDirectory(location: Location, options: PlaceOptions = {}): Promise<readonly DirectoryEntry[]> {
    return this.#inFolder(location, options, async (way) => {
      const entries = await fsp.readdir(way, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: entry.isSymbolicLink() ? 'symlink' : kindOf(entry) }));
    });
  }

  async readFile(location: Location, range: ReadRange = {}): Promise<Uint8Array> {
    try {
      if ((range.length ?? Infinity) <= SMALL_READ_BYTES && this.#pace.isQuick) {
        const begin = performance.now();
        const bytes = readAtOnce(location, range, this.#places);
        this.#pace.check(performance.now() - begin);
        if (bytes !== undefined) return bytes;
      }
      return await readByPool(location, range, this.#places, this.#pace);
    } catch (error) {
      throw codedError(location, error);
    }
  }

  async writeFile(
    location: Location,
    content: Uint8Array,
    mode: WriteMode,
    { isDurable = true, noFollow }: WriteOptions = {},
  ): Promise<void> {
    const { stageFile } = await loadWriting();
    const staged = await coded(
      location,
      () => stageFile(this.#places, location, content, { isDurable, replaces: mode === 'replace', noFollow }),
      MAKE_CODES,
    );
    await staged.commit(mode);
  }

  async stage(location: Location, content: Uint8Array, { noFollow, finalCheck }: NodeStageOptions = {}): Promise<StagedFile> {
    const { stageFile } = await loadWriting();
    const options = { isDurable: true, replaces: true, noFollow, finalCheck };
    return coded(location, () => stageFile(this.#places, location, content, options), MAKE_CODES);
  }

  async createDirectory(location: Location, { noFollow = false }: PlaceOptions = {}): Promise<void> {
    await coded(location, async () => (await OpenFolder.open(this.#places, location, { noFollow, create: true })).close(), MAKE_CODES);
  }

  async deleteFile(location: Location, options: PlaceOptions = {}): Promise<void> {
    const { remove } = await loadWriting();
    try {
      await this.#inFolder(path.dirname(location), options, (way) => remove(path.join(way, path.basename(location))));
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'not_found')) throw error;
    }
  }

  /** Runs an operation in a folder, with the path to use for it. */
  async #inFolder<T>(location: Location, { noFollow = false }: PlaceOptions, use: (way: string) => Promise<T>): Promise<T> {
    return coded(
      location,
      async () => {
        if (!noFollow) return use(location);
        const folder = await this.#measured((atOnce) => OpenFolder.open(this.#places, location, { noFollow, atOnce }));
        try {
          const result = await use(folder.way);
          if (!this.#places.isTold) folder.check();
          return result;
        } finally {
          folder.close();
        }
      },
      FOLDER_CODES,
    );
  }

  /** Runs a small read: synchronously while the disk is fast. */
  async #measured<T>(ask: (atOnce: boolean) => Promise<T>): Promise<T> {
    const begin = performance.now();
    const { isQuick } = this.#pace;
    const asked = ask(isQuick);
    if (isQuick) {
      this.#pace.check(performance.now() - begin);
      return asked;
    }
    const answer = await asked;
    if (performance.now() - begin <= QUICK_BY_POOL_MS) this.#pace.took(0);
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

/** The next names in a folder; empty at the end. */
async function nextNames(directory: fs.Dir): Promise<string[]> {
  const names: string[] = [];
  // The first read fills the buffer through the thread pool; the rest come from that buffer without a promise each.
  for (let entry = await directory.read(); entry !== null; entry = directory.readSync()) {
    if (names.push(entry.name) === NAMES_AT_ONCE) break;
  }
  return names;
}

function kindOf(stats: { isFile(): boolean; isDirectory(): boolean }): Exclude<EntryKind, 'symlink'> {
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
}

function factsOf(stats: fs.Stats | fs.BigIntStats): FileStat {
  return { kind: kindOf(stats), size: Number(stats.size), mtime: 'mtimeNs' in stats ? Number(stats.mtimeNs) / 1e6 : stats.mtimeMs };
}

/** The location with all links resolved. @param atOnce synchronous */
async function realPath(location: string, atOnce: boolean): Promise<string> {
  return atOnce ? fs.realpathSync.native(location) : fsp.realpath(location);
}

/** The real path of the deepest existing ancestor, with the missing names appended. */
async function realPathOfExisting(target: string, atOnce: boolean): Promise<string> {
  const missing: string[] = [];
  for (let current = target; ; current = path.dirname(current)) {
    try {
      return path.join(await realPath(current, atOnce), ...missing);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // An ancestor is a file.
      if (code === 'ENOTDIR') throw new CodedError('not_a_directory');
      const isMissing = code === 'ENOENT';
      if (!isMissing || path.dirname(current) === current) throw error;
      // A dangling link exists, and a write would go through it.
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
