import { CodedError, type ErrorCode, toFailure } from '../core/io/errors.ts';
import type {
  DirectoryEntry,
  EntryKind,
  FileStat,
  FileSystem,
  Location,
  PlaceOptions,
  ProcessTable,
  ReadRange,
  ResolveOptions,
  StagedFile,
  WriteMode,
} from '../core/io/file-system.ts';
import { own } from '../core/io/own.ts';
import { temporaryName } from '../core/io/temporary-name.ts';

/** The used part of a URI; `vscode.Uri` has it. */
export interface UriLike {
  readonly path: string;
  with(change: { path: string }): UriLike;
  toString(): string;
}

/** The used part of `vscode.workspace.fs`. */
export interface UriFileSystemApi<U extends UriLike> {
  stat(uri: U): PromiseLike<{ readonly type: number; readonly size: number; readonly mtime: number }>;
  readDirectory(uri: U): PromiseLike<[string, number][]>;
  readFile(uri: U): PromiseLike<Uint8Array>;
  writeFile(uri: U, content: Uint8Array): PromiseLike<void>;
  createDirectory(uri: U): PromiseLike<void>;
  delete(uri: U): PromiseLike<void>;
  rename(source: U, target: U, options: { overwrite: boolean }): PromiseLike<void>;
}

/** Bytes. Ranges of larger files are refused, because the whole file would have to be transferred. */
const MAX_CUT_BYTES = 32 * 1024 * 1024;

/** `vscode.FileType` is a bit set. */
const FILE = 1;
const DIRECTORY = 2;
const SYMBOLIC_LINK = 64;

/** `code` of `vscode.FileSystemError`. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  FileNotFound: 'not_found',
  FileExists: 'already_exists',
  FileNotADirectory: 'not_a_directory',
  FileIsADirectory: 'not_a_file',
  NoPermissions: 'permission_denied',
};

/**
 * Any file system that VS Code can reach; locations are URI strings. It has no range reads and does not resolve symbolic links: a range is
 * cut from the whole file (above 32 MiB refused with `too_large`), and a link inside a data root is refused.
 */
export class UriFileSystem<U extends UriLike> implements FileSystem {
  readonly #api: UriFileSystemApi<U>;
  readonly #parse: (uri: string) => U;
  readonly #random: () => string;
  readonly processes: ProcessTable;

  /** @param random hexadecimal digits for temporary file names */
  constructor(options: { api: UriFileSystemApi<U>; parse: (uri: string) => U; random: () => string }) {
    this.#api = options.api;
    this.#parse = options.parse;
    this.#random = options.random;
    // Processes on the remote machine are unknown.
    this.processes = { self: `uri ${options.random()}`, isGone: () => false, pause, every };
  }

  join(base: Location, ...names: readonly string[]): Location {
    return names.length === 0 ? base : this.#withPath(base, (path) => [path === '/' ? '' : path.replace(/\/$/, ''), ...names].join('/'));
  }

  resolve(base: Location, path: string): Location {
    return this.#withPath(base, (basePath) => normalisePath(path.startsWith('/') ? path : `${basePath}/${path}`));
  }

  parent(location: Location): Location {
    return this.#withPath(location, (path) => path.slice(0, Math.max(1, path.replace(/\/$/, '').lastIndexOf('/'))));
  }

  basename(location: Location): string {
    const { path } = this.#parse(location);
    return path.slice(path.lastIndexOf('/') + 1);
  }

  contains(folder: Location, location: Location): boolean {
    const inside = this.#parse(folder);
    const other = this.#parse(location);
    const path = inside.path.replace(/\/$/, '');
    return (
      inside.with({ path: '/' }).toString() === other.with({ path: '/' }).toString() &&
      (other.path === path || other.path.startsWith(`${path}/`))
    );
  }

  async resolveInside(folder: Location, names: readonly string[], options: ResolveOptions = {}): Promise<Location> {
    let current = folder;
    if (options.within === 'anywhere') return this.join(folder, ...names);
    for (const [position, name] of names.entries()) {
      // `..` is not resolved here, so it is refused even where it would stay inside.
      if (name === '..' || name.includes('/')) throw new CodedError('outside_root', { name });
      current = this.join(current, name);
      try {
        const { type } = await coded(this.#api.stat(this.#parse(current)));
        if ((type & SYMBOLIC_LINK) !== 0) throw new CodedError('is_symlink', { name });
      } catch (error) {
        if (!options.allowMissing || toFailure(error).code !== 'not_found') throw error;
        return this.join(current, ...names.slice(position + 1));
      }
    }
    return current;
  }

  async stat(location: Location, { noFollow }: PlaceOptions = {}): Promise<FileStat> {
    const { type, size, mtime } = await coded(this.#api.stat(this.#parse(location)));
    if (noFollow && (type & SYMBOLIC_LINK) !== 0) throw new CodedError('is_symlink');
    const kind = kindOf(type & ~SYMBOLIC_LINK);
    return { kind: kind === 'symlink' ? 'other' : kind, size, mtime };
  }

  async readNames(location: Location): Promise<readonly string[]> {
    return (await coded(this.#api.readDirectory(this.#parse(location)))).map(([name]) => name);
  }

  async *streamNames(location: Location): AsyncGenerator<readonly string[], void> {
    yield await this.readNames(location);
  }

  async readDirectory(location: Location): Promise<readonly DirectoryEntry[]> {
    const entries = await coded(this.#api.readDirectory(this.#parse(location)));
    return entries.map(([name, type]) => ({ name, kind: kindOf(type) }));
  }

  async readFile(location: Location, { offset = 0, length, noFollow }: ReadRange = {}): Promise<Uint8Array> {
    const uri = this.#parse(location);
    const { type, size } = await coded(this.#api.stat(uri));
    if (noFollow && (type & SYMBOLIC_LINK) !== 0) throw new CodedError('is_symlink');
    if ((type & FILE) === 0) throw new CodedError('not_a_file');
    const isPart = offset > 0 || (length ?? Infinity) < size;
    if (isPart && size > MAX_CUT_BYTES) throw new CodedError('too_large', { limit: MAX_CUT_BYTES, size });
    const bytes = await coded(this.#api.readFile(uri));
    return offset === 0 && length === undefined ? bytes : bytes.subarray(offset, length === undefined ? undefined : offset + length);
  }

  async writeFile(location: Location, content: Uint8Array, mode: WriteMode): Promise<void> {
    await (await this.stage(location, content)).commit(mode);
  }

  async stage(location: Location, content: Uint8Array): Promise<StagedFile> {
    const folder = this.parent(location);
    await coded(this.#api.createDirectory(this.#parse(folder)));
    const temporary = this.#parse(this.join(folder, temporaryName(this.#random())));
    const discard = async (): Promise<void> => this.#api.delete(temporary).then(undefined, () => undefined);
    const orDiscard = async (operation: PromiseLike<void>): Promise<void> => {
      try {
        await coded(operation);
      } catch (error) {
        await discard();
        throw error;
      }
    };
    await orDiscard(this.#api.writeFile(temporary, content));
    const commit = (mode: WriteMode) => orDiscard(this.#api.rename(temporary, this.#parse(location), { overwrite: mode === 'replace' }));
    return { commit, discard };
  }

  async createDirectory(location: Location): Promise<void> {
    await coded(this.#api.createDirectory(this.#parse(location)));
  }

  async deleteFile(location: Location): Promise<void> {
    try {
      await coded(this.#api.delete(this.#parse(location)));
    } catch (error) {
      if (toFailure(error).code !== 'not_found') throw error;
    }
  }

  #withPath(location: Location, change: (path: string) => string): Location {
    const uri = this.#parse(location);
    return uri.with({ path: change(uri.path) }).toString();
  }
}

function kindOf(type: number): EntryKind {
  if ((type & SYMBOLIC_LINK) !== 0) return 'symlink';
  return type === FILE ? 'file' : type === DIRECTORY ? 'directory' : 'other';
}

/** Resolves `.`, `..` and empty segments of an absolute path. */
function normalisePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

async function coded<T>(operation: PromiseLike<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const code = (error as { code?: unknown } | null)?.code;
    throw new CodedError((typeof code === 'string' && own(CODES, code)) || 'io_failed', {}, { cause: error });
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Runs an action periodically until the returned function is called. Doesn't keep the process alive. */
export function every(milliseconds: number, action: () => void): () => void {
  const timer: unknown = setInterval(action, milliseconds);
  // In a browser a timer is a number.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref();
  return () => clearInterval(timer as Parameters<typeof clearInterval>[0]);
}
