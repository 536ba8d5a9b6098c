import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, createGzip, gunzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import { LeftoverSweep } from '../../core/io/temporary-name.ts';
import { numericId } from '../../core/store/id-order.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { Surroundings } from '../surroundings.ts';

/** What a list of names says of itself. */
export interface ListFacts {
  /** When all names were listed: milliseconds since the epoch. */
  readonly listedAt: number;
  /** When those behind the end were asked for last. */
  readonly checkedAt: number;
  readonly total: number;
  /** The highest number; undefined where most names are none: then what is new may be anywhere. */
  readonly highest: number | undefined;
}

/** The names of a folder as they were listed, packed: about three bytes a name. */
export interface NamesList extends ListFacts {
  readonly packed: Uint8Array;
}

/** The content of a small object. */
export interface SmallObject {
  readonly etag: string;
  readonly bytes: Uint8Array;
}

/** Names per line of the packed text. */
const LINE = 1_000;
/** What other versions wrote is not read. */
const VERSION = 1;
/** A larger file is none of ours: 10 million names. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Packs names as they come. */
export class NamesPacker {
  readonly #gzip = createGzip({ level: 1 });
  readonly #packed: Promise<Uint8Array>;
  #line: string[] = [];
  #total = 0;
  #numbers = 0;
  #highest = -1;

  constructor() {
    this.#packed = collect(this.#gzip);
    // What is given up is never asked for.
    this.#packed.catch(() => undefined);
  }

  async add(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const value = numericId(name);
      if (value >= 0) this.#numbers++;
      this.#highest = Math.max(this.#highest, value);
      this.#total++;
      this.#line.push(name);
      if (this.#line.length === LINE) await this.#flush();
    }
  }

  async finish(times: Pick<ListFacts, 'listedAt' | 'checkedAt'>): Promise<NamesList> {
    await this.#flush();
    this.#gzip.end();
    const highest = this.#numbers * 2 >= this.#total && this.#highest >= 0 ? this.#highest : undefined;
    return { ...times, total: this.#total, highest, packed: await this.#packed };
  }

  #flush(): Promise<void> | undefined {
    if (this.#line.length === 0) return undefined;
    const text = `${JSON.stringify(this.#line)}\n`;
    this.#line = [];
    return this.#gzip.write(text) ? undefined : new Promise((resolve) => this.#gzip.once('drain', resolve));
  }
}

async function collect(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The names of a list in batches. */
export async function* unpack({ packed }: NamesList): AsyncGenerator<string[], void> {
  const text = Readable.from([packed]).pipe(createGunzip()).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as string[];
  }
}

/**
 * Lists of names and small objects in a local folder, from one time to the next. What is kept says which server and folder it is of;
 * whatever is not whole, or of another version, is as if it were not there. Files are replaced as a whole, so several windows may write.
 */
export class KeptLists {
  readonly #fs: FileSystem;
  readonly #folder: Location;
  readonly #logger: Logger;
  readonly #leftovers: LeftoverSweep;

  constructor(fs: FileSystem, folder: Location, logger: Logger) {
    this.#fs = fs;
    this.#folder = folder;
    this.#logger = logger;
    this.#leftovers = new LeftoverSweep(fs);
  }

  /** @param of names the server and the folder */
  async readNames(of: string): Promise<NamesList | undefined> {
    const kept = await this.#read(of, 'names');
    if (!kept) return undefined;
    const { listedAt, checkedAt, total, highest } = kept.head;
    const isSound = [listedAt, checkedAt, total].every((value) => Number.isSafeInteger(value) && Number(value) >= 0);
    if (!isSound || (highest !== undefined && !Number.isSafeInteger(highest))) return undefined;
    const now = Date.now();
    return {
      // A clock that was ahead when it was written.
      listedAt: Math.min(now, Number(listedAt)),
      checkedAt: Math.min(now, Number(checkedAt)),
      total: Number(total),
      highest: highest === undefined ? undefined : Number(highest),
      packed: kept.body,
    };
  }

  writeNames(of: string, { packed, ...facts }: NamesList): Promise<void> {
    return this.#write(of, 'names', facts, packed);
  }

  /** By name. */
  async readObjects(of: string): Promise<Map<string, SmallObject>> {
    const found = new Map<string, SmallObject>();
    const kept = await this.#read(of, 'objects');
    if (!kept) return found;
    const text = (await promisify(gunzip)(kept.body)).toString();
    for (const [name, etag, content] of JSON.parse(text) as [string, string, string][])
      found.set(name, { etag, bytes: Buffer.from(content, 'base64') });
    return found;
  }

  async writeObjects(of: string, objects: ReadonlyMap<string, SmallObject>): Promise<void> {
    const all = [...objects].map(([name, { etag, bytes }]) => [name, etag, Buffer.from(bytes).toString('base64')]);
    await this.#write(of, 'objects', {}, await promisify(gzip)(JSON.stringify(all)));
  }

  async #read(of: string, kind: string): Promise<{ head: Readonly<Record<string, unknown>>; body: Uint8Array } | undefined> {
    try {
      const bytes = await this.#fs.readFile(this.#place(of, kind), { length: MOST_BYTES });
      const end = bytes.indexOf(0x0a);
      const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, Math.max(0, end)))) as Record<string, unknown>;
      const body = bytes.subarray(end + 1);
      const isOurs = head['format'] === `agent-artifacts ${kind}` && head['version'] === VERSION && head['of'] === digest(of);
      return isOurs && head['sha256'] === digest(body) ? { head, body } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Never rejects: what is not kept is asked for again. */
  async #write(of: string, kind: string, facts: object, body: Uint8Array): Promise<void> {
    const head = { format: `agent-artifacts ${kind}`, version: VERSION, of: digest(of), sha256: digest(body), ...facts };
    try {
      const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
      await this.#fs.writeFile(this.#place(of, kind), content, 'replace', { isDurable: false });
      await this.#leftovers.sweep(this.#folder);
    } catch {
      this.#logger.warn(`object stores: the list of ${kind} could not be kept`);
    }
  }

  #place(of: string, kind: string): Location {
    return this.#fs.join(this.#folder, `${digest(of).slice(0, 32)}.${kind}`);
  }
}

/**
 * Where programs without a folder of their own keep what they can make again: XDG Base Directory Specification, Apple's File System
 * Programming Guide, Windows' known folders.
 */
export function cacheFolder({ env, home }: Pick<Surroundings, 'env' | 'home'>, platform: string = process.platform): string {
  const name = 'agent-artifacts';
  if (platform === 'win32') return path.win32.join(env['LOCALAPPDATA'] ?? path.win32.join(home, 'AppData', 'Local'), name, 'Cache');
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Caches', name);
  const given = env['XDG_CACHE_HOME'];
  // Relative paths are to be ignored, says the specification.
  return path.posix.join(given !== undefined && path.posix.isAbsolute(given) ? given : path.posix.join(home, '.cache'), name);
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
