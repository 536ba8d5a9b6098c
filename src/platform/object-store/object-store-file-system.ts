import { setMaxListeners } from 'node:events';
import { CodedError, isOutOfReach, toFailure } from '../../core/io/errors.ts';
import type {
  DirectoryEntry,
  FileProperties,
  FileStat,
  FileSystem,
  ListAge,
  Location,
  NamesOptions,
  ProcessTable,
  ReadRange,
  ResolveOptions,
  StagedFile,
} from '../../core/io/file-system.ts';
import { every, pause } from '../uri-file-system.ts';
import { allNames, highestNumbers, ListingLimits, type ListNames } from './folder-names.ts';
import type { KeptLists } from './kept-lists.ts';
import { type ObjectFacts, type ObjectPage, ObjectStoreClient, type ObjectStoreOptions } from './store-client.ts';
import { StoreFolder } from './store-folder.ts';

/** `s3://bucket/key`, the key as it is, not percent-encoded. */
const SCHEME = 's3://';

/** An object store tells no time of a folder. */
const FOLDER = { kind: 'directory', size: 0, mtime: 0 } as const;
/** Objects whose facts of the last listing are kept, 200 bytes each: those of the pages a person looks at. */
const MOST_FACTS = 20_000;

/** What is known of an object; its properties once they were asked for: no listing has them. */
interface KnownObject extends ObjectFacts {
  readonly properties?: FileProperties;
}

export interface ObjectStoreFileSystemOptions {
  /** How a bucket is reached. Default: as the AWS tools are set up. */
  readonly optionsOf?: (bucket: string) => ObjectStoreOptions;
  /** An object changed between listing and reading; the new one is read. */
  readonly onReplaced?: (location: Location) => void;
  /** A request is sent, the first time or again. */
  readonly onRequest?: () => void;
  /** Keeps names and sidecars from one time to the next. Default: they are kept in memory. */
  readonly kept?: KeptLists | undefined;
  /** Milliseconds after which all names are listed anew, where nobody would ask for that. Default: never. */
  readonly relistAfter?: number | undefined;
}

/**
 * A bucket as a file system: read-only, `s3://bucket/folder/file`. Folders are prefixes, so none is missing: one without objects is
 * empty. There are no links. What a listing said of an object is kept until `forget`, and content is read only as that very object
 * (`If-Match`): one that was replaced meanwhile is looked at again, and the new one read. Names of folders and their sidecars are kept
 * longer: names are brought up to date at their end, a sidecar counts while a listing names its very content.
 */
export class ObjectStoreFileSystem implements FileSystem {
  readonly processes: ProcessTable = { self: 'object store', isGone: () => false, pause, every };
  readonly #optionsOf: (bucket: string) => ObjectStoreOptions;
  readonly #onReplaced: (location: Location) => void;
  readonly #onRequest: () => void;
  /** By bucket. */
  readonly #clients = new Map<string, Promise<ObjectStoreClient>>();
  #facts = new Map<Location, KnownObject>();
  /** Folders that were there when they were asked for. */
  #there = new Set<Location>();
  /** Those whose names are kept. */
  readonly #folders = new Map<Location, StoreFolder>();
  readonly #kept: KeptLists | undefined;
  readonly #relistAfter: number;
  #closing = manyRequests();

  constructor(options: ObjectStoreFileSystemOptions = {}) {
    const { optionsOf = () => ({}), onReplaced = () => {}, onRequest = () => {}, kept, relistAfter = Infinity } = options;
    this.#optionsOf = optionsOf;
    this.#onReplaced = onReplaced;
    this.#onRequest = onRequest;
    this.#kept = kept;
    this.#relistAfter = relistAfter;
  }

  forget({ names = false }: { readonly names?: boolean } = {}): void {
    this.#facts = new Map();
    this.#there = new Set();
    for (const folder of this.#folders.values()) folder.askAgain({ names });
  }

  /** Ends all connections and what is under way; the next request makes new ones, with the options of then. */
  disconnect(): void {
    this.#closing.abort();
    this.#closing = manyRequests();
    for (const client of this.#clients.values()) client.then((each) => each.close()).catch(() => undefined);
    this.#clients.clear();
    this.forget();
    this.#folders.clear();
  }

  /** Keeps what is to be kept before the process ends. */
  async close(): Promise<void> {
    await Promise.all([...this.#folders.values()].map((folder) => folder.save()));
    this.disconnect();
  }

  join(base: Location, ...names: readonly string[]): Location {
    return names.length === 0 ? base : [base.replace(/\/$/, ''), ...names].join('/');
  }

  resolve(base: Location, path: string): Location {
    const parts: string[] = [];
    for (const part of [...(path.startsWith('/') ? [] : keyOf(base).split('/')), ...path.split('/')]) {
      if (part === '..') parts.pop();
      else if (part !== '' && part !== '.') parts.push(part);
    }
    return this.join(SCHEME + bucketOf(base), ...parts);
  }

  parent(location: Location): Location {
    const at = location.lastIndexOf('/');
    return at < SCHEME.length ? location : location.slice(0, at);
  }

  basename(location: Location): string {
    return location.slice(location.lastIndexOf('/') + 1);
  }

  contains(folder: Location, location: Location): boolean {
    return location === folder || location.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
  }

  /** There are no links to resolve, so nothing is asked: whoever uses the result learns whether it exists. */
  async resolveInside(folder: Location, names: readonly string[], { within }: ResolveOptions = {}): Promise<Location> {
    for (const name of names)
      if (name === '..' || name === '.' || name === '' || name.includes('/')) throw new CodedError('outside_root', { name });
    const place = this.join(folder, ...names);
    if (within !== undefined && within !== 'anywhere' && !this.contains(within, place)) throw new CodedError('outside_root');
    return place;
  }

  async stat(location: Location): Promise<FileStat> {
    const key = keyOf(location);
    const known = this.#facts.get(location);
    if (known) return { kind: 'file', size: known.size, mtime: known.mtime };
    if (this.#there.has(location)) return FOLDER;
    const above = this.#folders.get(this.parent(location));
    if (above?.isOffline) throw new CodedError('store_unreachable', { name: bucketOf(location) });
    const client = await this.#connect(location);
    if (key !== '') {
      try {
        const { mediaType, written, ...facts } = await client.head(bucketOf(location), key, this.#closing.signal);
        this.#keep(location, { ...facts, properties: { mediaType, written } });
        return { kind: 'file', size: facts.size, mtime: facts.mtime };
      } catch (error) {
        if (toFailure(error).code !== 'not_found') throw error;
      }
    }
    const { objects } = await client.list(bucketOf(location), { prefix: prefixOf(location), limit: 1, signal: this.#closing.signal });
    if (objects.length === 0 && key !== '') throw new CodedError('not_found', { name: this.basename(location) });
    this.#there.add(location);
    return FOLDER;
  }

  async properties(location: Location): Promise<FileProperties> {
    const known = this.#facts.get(location)?.properties;
    if (known) return known;
    const head = await (await this.#connect(location)).head(bucketOf(location), keyOf(location), this.#closing.signal);
    const { mediaType, written, ...facts } = head;
    const properties = { mediaType, written };
    this.#keep(location, { ...facts, properties });
    return properties;
  }

  async readNames(location: Location): Promise<readonly string[]> {
    return (await this.readDirectory(location)).map(({ name }) => name);
  }

  async readDirectory(location: Location): Promise<readonly DirectoryEntry[]> {
    const entries: DirectoryEntry[] = [];
    for await (const page of this.#cancelling(undefined, (signal) => allNames(this.#lister(location, signal)))) entries.push(...page);
    return entries;
  }

  async *streamNames(location: Location, { startsWith, signal }: NamesOptions = {}): AsyncGenerator<readonly string[], void> {
    if (startsWith !== undefined) yield await this.#namesFrom(location, startsWith, signal);
    else {
      const folder = await this.#folder(location);
      yield* this.#cancelling(signal, (each) => folder.names(this.#lister(location, each)));
    }
  }

  async newestNames(location: Location, { least }: { readonly least: number }): Promise<readonly string[] | undefined> {
    const folder = await this.#folder(location);
    if (folder.isListed) return undefined;
    try {
      const found = await highestNumbers(this.#lister(location, this.#closing.signal), least);
      return found?.map(({ name }) => name);
    } catch (error) {
      // Then the names that are kept are all there is.
      if (folder.age && isOutOfReach(toFailure(error))) return undefined;
      throw error;
    }
  }

  listAge(location: Location): ListAge | undefined {
    return this.#folders.get(location)?.age;
  }

  async readFile(location: Location, { offset, length, signal }: ReadRange = {}): Promise<Uint8Array> {
    const [bucket, key] = [bucketOf(location), keyOf(location)];
    if (key === '') throw new CodedError('not_a_file');
    const folder = this.#folders.get(this.parent(location));
    const name = this.basename(location);
    const part = { ...(offset !== undefined && { offset }), ...(length !== undefined && { length }) };
    const facts = this.#facts.get(location);
    const known = folder?.smallObject(name, facts?.etag);
    if (known) return known.slice(offset ?? 0, length === undefined ? undefined : (offset ?? 0) + length);
    if (folder?.isOffline) throw new CodedError('store_unreachable', { name: bucket });
    const client = await this.#connect(location);
    const asked = { ...part, signal: signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal };
    try {
      // There is no part of nothing: some servers break off instead of saying so.
      const whole = facts?.size === 0 ? { signal: asked.signal } : asked;
      const bytes = await client.get(bucket, key, { ...whole, etag: facts?.etag });
      if (facts?.etag !== undefined && bytes.length === facts.size) folder?.keep(name, { etag: facts.etag, bytes });
      return bytes;
    } catch (error) {
      if (toFailure(error).code !== 'object_replaced') throw error;
      this.#facts.delete(location);
      this.#onReplaced(location);
      return client.get(bucket, key, asked);
    }
  }

  writeFile(): Promise<void> {
    return Promise.reject(new CodedError('read_only'));
  }

  stage(): Promise<StagedFile> {
    return Promise.reject(new CodedError('read_only'));
  }

  createDirectory(): Promise<void> {
    return Promise.reject(new CodedError('read_only'));
  }

  deleteFile(): Promise<void> {
    return Promise.reject(new CodedError('read_only'));
  }

  async #connect(location: Location): Promise<ObjectStoreClient> {
    const bucket = bucketOf(location);
    let opening = this.#clients.get(bucket);
    if (!opening) {
      opening = ObjectStoreClient.open(this.#optionsOf(bucket), this.#onRequest);
      this.#clients.set(bucket, opening);
    }
    try {
      const client = await opening;
      // It may have been given up meanwhile, and its options with it.
      const isStill = this.#clients.get(bucket) === opening;
      if (isStill && !client.isRefused) return client;
      if (isStill) this.#clients.delete(bucket);
    } catch (error) {
      if (this.#clients.get(bucket) === opening) this.#clients.delete(bucket);
      throw error;
    }
    return this.#connect(location);
  }

  async #folder(location: Location): Promise<StoreFolder> {
    const known = this.#folders.get(location);
    if (known) return known;
    const closing = this.#closing.signal;
    const { server } = await this.#connect(location);
    const folder = new StoreFolder(`${server} ${location}`, { kept: this.#kept, relistAfter: this.#relistAfter });
    await folder.load();
    if (closing.aborted) return this.#folder(location);
    // Somebody else may have been sooner.
    const now = this.#folders.get(location);
    if (!now) this.#folders.set(location, folder);
    return now ?? folder;
  }

  /** Asks for names of a folder, and keeps what is said of its files. */
  #lister(location: Location, signal: AbortSignal): ListNames {
    const [bucket, prefix] = [bucketOf(location), prefixOf(location)];
    return async ({ after, startsWith = '', isShown = false, ...rest }) => {
      const client = await this.#connect(location);
      const range = { prefix: prefix + startsWith, ...(after !== undefined && { after: prefix + after }) };
      const page = await client.list(bucket, { delimiter: '/', ...range, ...rest, signal });
      const entries = this.#entriesOf(location, prefix, page, isShown);
      if (entries.length > 0) this.#there.add(location);
      return { entries, next: page.next };
    };
  }

  /** What is read ends, with the requests under way, as soon as nobody reads on. */
  async *#cancelling<T>(signal: AbortSignal | undefined, read: (signal: AbortSignal) => AsyncGenerator<T, void>): AsyncGenerator<T, void> {
    const ended = manyRequests();
    const closing = this.#closing.signal;
    const end = (): void => ended.abort();
    for (const each of [closing, signal]) each?.addEventListener('abort', end, { once: true });
    if (closing.aborted || signal?.aborted) end();
    try {
      for await (const part of read(ended.signal)) {
        yield part;
        // What is kept comes without a request that would fail.
        if (ended.signal.aborted) throw new CodedError('io_failed', { name: 'cancelled' });
      }
    } finally {
      ended.abort();
      for (const each of [closing, signal]) each?.removeEventListener('abort', end);
    }
  }

  /** The names that begin with one, up to those where a number goes on with more digits. */
  async #namesFrom(location: Location, startsWith: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const all: string[] = [];
    for await (const names of this.#cancelling(signal, (each) => namesOf(startsWith, this.#lister(location, each)))) all.push(...names);
    return all;
  }

  #entriesOf(location: Location, prefix: string, { objects, folders }: ObjectPage, isShown: boolean): DirectoryEntry[] {
    const entries: DirectoryEntry[] = [];
    for (const { key, ...facts } of objects) {
      const name = key.slice(prefix.length);
      // Consoles make an object with the folder's own name for an empty folder.
      if (name === '') continue;
      entries.push({ name, kind: 'file' });
      // A million names are not what a person looks at.
      if (isShown || this.#facts.size < MOST_FACTS) this.#keep(this.join(location, name), facts);
    }
    for (const folder of folders) {
      const name = folder.slice(prefix.length, -1);
      // `a//b`: a folder without a name, which no path leads to.
      if (name !== '') entries.push({ name, kind: 'directory' });
    }
    return entries;
  }

  #keep(location: Location, facts: KnownObject): void {
    const known = this.#facts.get(location);
    this.#facts.delete(location);
    // Another content would have another ETag.
    const isSame = known?.etag !== undefined && known.etag === facts.etag;
    this.#facts.set(location, isSame && known.properties ? { properties: known.properties, ...facts } : facts);
    if (this.#facts.size <= MOST_FACTS) return;
    for (const oldest of this.#facts.keys()) {
      this.#facts.delete(oldest);
      break;
    }
  }
}

/** Ends many requests at once, each of which listens. */
function manyRequests(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Files of an id: it, or it and an extension. */
async function* namesOf(startsWith: string, list: ListNames): AsyncGenerator<readonly string[], void> {
  const count = new ListingLimits().run();
  let token: string | undefined;
  do {
    const page = await list({ startsWith, limit: 100, ...(token !== undefined && { token }) });
    count(page);
    const { entries, next } = page;
    yield entries.map(({ name }) => name);
    token = (entries.at(-1)?.name ?? '') > `${startsWith}/` ? undefined : next;
  } while (token !== undefined);
}

function bucketOf(location: Location): string {
  return location.slice(SCHEME.length).split('/', 1)[0] ?? '';
}

function keyOf(location: Location): string {
  const at = location.indexOf('/', SCHEME.length);
  return at < 0 ? '' : location.slice(at + 1).replace(/\/$/, '');
}

/** The prefix of the keys below a folder. */
function prefixOf(location: Location): string {
  const key = keyOf(location);
  return key === '' ? '' : `${key}/`;
}
