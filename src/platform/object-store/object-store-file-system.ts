import { CodedError, toFailure } from '../../core/io/errors.ts';
import type {
  DirectoryEntry,
  FileProperties,
  FileStat,
  FileSystem,
  Location,
  ProcessTable,
  ReadRange,
  ResolveOptions,
  StagedFile,
} from '../../core/io/file-system.ts';
import { every, pause } from '../uri-file-system.ts';
import { type ObjectFacts, type ObjectPage, ObjectStoreClient, type ObjectStoreOptions } from './store-client.ts';

/** `s3://bucket/key`, the key as it is, not percent-encoded. */
const SCHEME = 's3://';

/** Keys per listing: the most a server gives. */
const PAGE = 1_000;
/** Objects whose facts of the last listing are kept, 200 bytes each: those of the pages a person looks at. */
const MOST_FACTS = 50_000;
/** An object store tells no time of a folder. */
const FOLDER = { kind: 'directory', size: 0, mtime: 0 } as const;
const UUID_START = /^[0-9a-f]{8}-/;

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
}

/**
 * A bucket as a file system: read-only, `s3://bucket/folder/file`. Folders are prefixes, so none is missing: one without objects is
 * empty. There are no links. What a listing said of an object is kept until `forget`, and content is read only as that very object
 * (`If-Match`): one that was replaced meanwhile is looked at again, and the new one read.
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
  #folders = new Set<Location>();

  constructor({ optionsOf = () => ({}), onReplaced = () => {}, onRequest = () => {} }: ObjectStoreFileSystemOptions = {}) {
    this.#optionsOf = optionsOf;
    this.#onReplaced = onReplaced;
    this.#onRequest = onRequest;
  }

  /** What listings said counts no more. */
  forget(): void {
    this.#facts = new Map();
    this.#folders = new Set();
  }

  /** Ends all connections; the next request makes new ones, with the options of then. */
  disconnect(): void {
    for (const client of this.#clients.values()) client.then((each) => each.close()).catch(() => undefined);
    this.#clients.clear();
    this.forget();
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
    if (this.#folders.has(location)) return FOLDER;
    const client = await this.#connect(location);
    if (key !== '') {
      try {
        const { mediaType, written, ...facts } = await client.head(bucketOf(location), key);
        this.#keep(location, { ...facts, properties: { mediaType, written } });
        return { kind: 'file', size: facts.size, mtime: facts.mtime };
      } catch (error) {
        if (toFailure(error).code !== 'not_found') throw error;
      }
    }
    const { objects } = await client.list(bucketOf(location), { prefix: prefixOf(location), limit: 1 });
    if (objects.length === 0 && key !== '') throw new CodedError('not_found', { name: this.basename(location) });
    this.#folders.add(location);
    return FOLDER;
  }

  async properties(location: Location): Promise<FileProperties> {
    const known = this.#facts.get(location)?.properties;
    if (known) return known;
    const head = await (await this.#connect(location)).head(bucketOf(location), keyOf(location));
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
    for await (const page of this.#pages(location)) entries.push(...page);
    return entries;
  }

  async *streamNames(location: Location): AsyncGenerator<readonly string[], void> {
    for await (const page of this.#pages(location)) yield page.map(({ name }) => name);
  }

  async readFile(location: Location, { offset, length }: ReadRange = {}): Promise<Uint8Array> {
    const client = await this.#connect(location);
    const [bucket, key] = [bucketOf(location), keyOf(location)];
    if (key === '') throw new CodedError('not_a_file');
    const part = { ...(offset !== undefined && { offset }), ...(length !== undefined && { length }) };
    try {
      return await client.get(bucket, key, { ...part, etag: this.#facts.get(location)?.etag });
    } catch (error) {
      if (toFailure(error).code !== 'object_replaced') throw error;
      this.#facts.delete(location);
      this.#onReplaced(location);
      return client.get(bucket, key, part);
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

  #connect(location: Location): Promise<ObjectStoreClient> {
    const bucket = bucketOf(location);
    const known = this.#clients.get(bucket);
    if (known) return known;
    const client = ObjectStoreClient.open(this.#optionsOf(bucket), this.#onRequest);
    this.#clients.set(bucket, client);
    // A profile that could not be read may be there next time.
    client.catch(() => this.#clients.delete(bucket));
    return client;
  }

  /**
   * The names of a folder in pages. Of one with more than a page, the rest is asked for in parallel by the first character: a listing by
   * itself is one request after the other.
   */
  async *#pages(location: Location): AsyncGenerator<readonly DirectoryEntry[], void> {
    const client = await this.#connect(location);
    const [bucket, prefix] = [bucketOf(location), prefixOf(location)];
    const first = await client.list(bucket, { prefix, delimiter: '/', limit: PAGE });
    const names = this.#entriesOf(location, prefix, first);
    if (names.length > 0) this.#folders.add(location);
    yield names;
    if (first.next === undefined) return;
    const readers = shares(names, first.next).map((share) => this.#share(client, location, share));
    try {
      const waiting = new Map(readers.map((reader) => [reader, nextOf(reader)]));
      while (waiting.size > 0) {
        const { reader, result } = await Promise.race(waiting.values());
        if (result.done === true) waiting.delete(reader);
        else {
          waiting.set(reader, nextOf(reader));
          yield result.value;
        }
      }
    } finally {
      // Whoever stops reading stops the requests, too.
      await Promise.allSettled(readers.map((reader) => reader.return()));
    }
  }

  async *#share(client: ObjectStoreClient, location: Location, share: Share): AsyncGenerator<readonly DirectoryEntry[], void> {
    const prefix = prefixOf(location);
    let { token } = share;
    do {
      const page = await client.list(
        bucketOf(location),
        {
          prefix: prefix + (share.start ?? ''),
          delimiter: '/',
          limit: PAGE,
          ...(share.after !== undefined && { after: prefix + share.after }),
        },
        token,
      );
      const entries = this.#entriesOf(location, prefix, page);
      const inside = entries.filter(({ name }) => share.has(name.charCodeAt(0)));
      yield inside;
      const isBehind = entries.length > 0 && inside.length < entries.length && share.endsEarly;
      token = isBehind ? undefined : page.next;
    } while (token !== undefined);
  }

  #entriesOf(location: Location, prefix: string, { objects, folders }: ObjectPage): DirectoryEntry[] {
    const entries: DirectoryEntry[] = [];
    for (const { key, ...facts } of objects) {
      const name = key.slice(prefix.length);
      // Consoles make an object with the folder's own name for an empty folder.
      if (name === '') continue;
      entries.push({ name, kind: 'file' });
      this.#keep(this.join(location, name), facts);
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

type Entries = AsyncGenerator<readonly DirectoryEntry[], void>;

function nextOf(reader: Entries): Promise<{ reader: Entries; result: IteratorResult<readonly DirectoryEntry[], void> }> {
  return reader.next().then((result) => ({ reader, result }));
}

/** A part of the names of a folder, by their first character. */
interface Share {
  /** Goes on with a listing that began. */
  readonly token?: string;
  /** All names that begin with it. */
  readonly start?: string;
  /** Names after this one. */
  readonly after?: string;
  /** Whether a first character (UTF-16 code unit) belongs to it; another listing has the others. */
  has(first: number): boolean;
  /** The listing goes on behind what belongs to it. */
  readonly endsEarly: boolean;
}

/** Behind every name that begins with a character. */
const LAST = '\u{10ffff}';

/**
 * What is left of a folder after its first page. Names of stores begin with a digit, those of UUIDs with a hexadecimal one; what begins
 * with anything else is between or behind them.
 */
function shares(page: readonly DirectoryEntry[], token: string): Share[] {
  const last = page.reduce((most, { name }) => Math.max(most, name.charCodeAt(0)), 0);
  const isHexadecimal = page.some(({ name }) => UUID_START.test(name));
  const starts = [...(isHexadecimal ? '0123456789abcdef' : '0123456789')].filter((start) => start.charCodeAt(0) > last);
  const [first] = starts;
  const bound = first?.charCodeAt(0) ?? Infinity;
  const all: Share[] = [{ token, has: (code) => code < bound, endsEarly: first !== undefined }];
  for (const [at, start] of starts.entries()) {
    const [code, next] = [start.charCodeAt(0), starts[at + 1]?.charCodeAt(0) ?? Infinity];
    all.push({ start, has: (each) => each === code, endsEarly: false });
    if (next !== code + 1) all.push({ after: start + LAST, has: (each) => each > code && each < next, endsEarly: next !== Infinity });
  }
  return all;
}

function bucketOf(location: Location): string {
  return location.slice(SCHEME.length).split('/', 1)[0] ?? '';
}

function keyOf(location: Location): string {
  const at = location.indexOf('/', SCHEME.length);
  return at < 0 ? '' : location.slice(at + 1).replace(/\/$/, '');
}

/** Of the keys below a folder. */
function prefixOf(location: Location): string {
  const key = keyOf(location);
  return key === '' ? '' : `${key}/`;
}
