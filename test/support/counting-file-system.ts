import type {
  DirectoryEntry,
  FileStat,
  FileSystem,
  Location,
  PlaceOptions,
  ReadRange,
  ResolveOptions,
  StagedFile,
  WriteMode,
  WriteOptions,
} from '../../src/core/io/file-system.ts';
import { NodeFileSystem } from '../../src/platform/node-file-system.ts';

/** Something asked of a file system. */
export interface Call {
  readonly method: keyof FileSystem | 'commit';
  readonly location: Location;
  /** Bytes that came back, of `readFile`. */
  bytes?: number;
}

/** Steps in before a call reaches the disk: may throw, or change what is on the disk. */
export type Interference = (call: Call) => void | Promise<void>;

/** The file system of Node, with a record of every call that touches the disk. */
export class CountingFileSystem implements FileSystem {
  readonly calls: Call[] = [];
  readonly #inner = new NodeFileSystem();
  readonly processes = this.#inner.processes;
  readonly #interfere: Interference;

  constructor(interfere: Interference = () => {}) {
    this.#interfere = interfere;
  }

  /** The locations of the calls of one method. */
  locations(method: Call['method']): Location[] {
    return this.calls.filter((call) => call.method === method).map(({ location }) => location);
  }

  /** How much was read of files so far. */
  get bytes(): number {
    return this.calls.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  }

  /** The calls that change the disk. */
  get writes(): Call[] {
    return this.calls.filter(
      ({ method }) => method === 'writeFile' || method === 'stage' || method === 'createDirectory' || method === 'deleteFile',
    );
  }

  join(base: Location, ...names: readonly string[]): Location {
    return this.#inner.join(base, ...names);
  }

  resolve(base: Location, relative: string): Location {
    return this.#inner.resolve(base, relative);
  }

  parent(location: Location): Location {
    return this.#inner.parent(location);
  }

  basename(location: Location): string {
    return this.#inner.basename(location);
  }

  contains(folder: Location, location: Location): boolean {
    return this.#inner.contains(folder, location);
  }

  async resolveInside(folder: Location, names: readonly string[], options?: ResolveOptions): Promise<Location> {
    await this.#record('resolveInside', this.join(folder, ...names));
    return this.#inner.resolveInside(folder, names, options);
  }

  async stat(location: Location, options?: PlaceOptions): Promise<FileStat> {
    await this.#record('stat', location);
    return this.#inner.stat(location, options);
  }

  async readNames(location: Location, options?: PlaceOptions): Promise<readonly string[]> {
    await this.#record('readNames', location);
    return this.#inner.readNames(location, options);
  }

  async *streamNames(location: Location, options?: PlaceOptions): AsyncGenerator<readonly string[], void> {
    await this.#record('streamNames', location);
    yield* this.#inner.streamNames(location, options);
  }

  async readDirectory(location: Location, options?: PlaceOptions): Promise<readonly DirectoryEntry[]> {
    await this.#record('readDirectory', location);
    return this.#inner.readDirectory(location, options);
  }

  async readFile(location: Location, range?: ReadRange): Promise<Uint8Array> {
    const call = await this.#record('readFile', location);
    const bytes = await this.#inner.readFile(location, range);
    call.bytes = bytes.length;
    return bytes;
  }

  async writeFile(location: Location, content: Uint8Array, mode: WriteMode, options?: WriteOptions): Promise<void> {
    await this.#record('writeFile', location);
    return this.#inner.writeFile(location, content, mode, options);
  }

  async stage(location: Location, content: Uint8Array, options?: PlaceOptions): Promise<StagedFile> {
    await this.#record('stage', location);
    const { commit, discard } = await this.#inner.stage(location, content, options);
    return {
      commit: async (mode) => {
        try {
          await this.#record('commit', location);
        } catch (error) {
          await discard();
          throw error;
        }
        return commit(mode);
      },
      discard,
    };
  }

  async createDirectory(location: Location, options?: PlaceOptions): Promise<void> {
    await this.#record('createDirectory', location);
    return this.#inner.createDirectory(location, options);
  }

  async deleteFile(location: Location, options?: PlaceOptions): Promise<void> {
    await this.#record('deleteFile', location);
    return this.#inner.deleteFile(location, options);
  }

  async #record(method: Call['method'], location: Location): Promise<Call> {
    const call: Call = { method, location };
    this.calls.push(call);
    await this.#interfere(call);
    return call;
  }
}
