import type { FileSystem, NamesOptions } from '../io/file-system.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { isPlainName } from '../refs/relative-path.ts';
import { groupById, IdFiles, type IndexEntry } from './id-files.ts';
import { EARLIEST, isLongNumber, numericId, positionIn, UUID_LENGTH, uuidTime } from './id-order.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';

/** A page of a listing: after the artifact with this id. */
export interface PageOptions {
  /** Default true. */
  readonly newestFirst?: boolean;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Ids of one kind, oldest first; a position may be empty. */
interface Section {
  /** Number of ids. */
  readonly size: number;
  /** Number of positions. */
  readonly end: number;
  entryAt(position: number): IndexEntry | undefined;
  /** Number of positions before an id of this kind, present or not. */
  positionOf(id: string): number;
  /** The next position in a direction that may not be empty; absent where none is. */
  nextFilled?(position: number, step: 1 | -1): number;
}

const DOT = 0x2e;
/** The most digits of an ID that others follow: the next one must still be a file name with an extension, of 255 bytes at most. */
const MOST_DIGITS = 200;

/**
 * The ids in a store's folder in order, from its file names only.
 *
 * Designed for a million artifacts: names are read in batches and stored as numbers. Only the few unusual names stay strings.
 */
export class ArtifactIndex {
  readonly #numbers = new NumberTable();
  /** UUIDs with a time. */
  readonly #uuids = new UuidTable();
  /** Other names. */
  readonly #otherNames: string[] = [];
  #others: { words: TextIds; longNumbers: TextIds } | undefined;

  private constructor() {}

  /** Reads the folder's names, or those that begin with an id. Rejects with `folder_replaced` and the codes of `FileSystem.streamNames`. */
  static async read(fs: FileSystem, folder: RootFolder, options: Pick<NamesOptions, 'startsWith'> = {}): Promise<ArtifactIndex> {
    const index = new ArtifactIndex();
    for await (const names of fs.streamNames(await folder.present(), { noFollow: true, ...options })) index.#add(names);
    return index;
  }

  static of(names: readonly string[]): ArtifactIndex {
    const index = new ArtifactIndex();
    index.#add(names);
    return index;
  }

  get total(): number {
    return this.#sections.reduce((sum, { size }) => sum + size, 0);
  }

  /** The largest numeric id; 0 when there is none. */
  get largestNumber(): bigint {
    const { longNumbers } = this.#textIds;
    for (let at = longNumbers.end - 1; at >= 0; at--) {
      const id = longNumbers.entryAt(at)?.id ?? '';
      // One name of hundreds of digits would leave no id that is a file name.
      if (id.length <= MOST_DIGITS) return BigInt(id);
    }
    return BigInt(Math.max(0, this.#numbers.end - 1));
  }

  /** The next artifacts, and whether more follow. */
  page({ newestFirst = true, after, limit }: PageOptions): { entries: IndexEntry[]; hasMore: boolean } {
    const all = newestFirst ? this.#sections.toReversed() : this.#sections;
    const sections = after === undefined ? all : all.slice(all.indexOf(this.#sectionOf(after)));
    const step = newestFirst ? -1 : 1;
    const entries: IndexEntry[] = [];
    for (const section of sections) {
      const start = startIn(section, section === sections[0] ? after : undefined, step);
      for (let at = start; at >= 0 && at < section.end && entries.length <= limit; at += step) {
        const entry = section.entryAt(at);
        if (!entry) at = (section.nextFilled?.(at, step) ?? at + step) - step;
        else if (entry.id !== after) entries.push(entry);
      }
    }
    const hasMore = entries.length > limit;
    return { entries: hasMore ? entries.slice(0, limit) : entries, hasMore };
  }

  /** The files of an id, if any. */
  find(id: string): IndexEntry | undefined {
    // `8.png` is a file of artifact 8, not an id.
    return isNumber(id)
      ? this.#numbers.entryAt(Number(id))
      : (this.#uuids.find(id) ?? this.#textIds.words.find(id) ?? this.#textIds.longNumbers.find(id));
  }

  #add(names: readonly string[]): void {
    for (const name of names) {
      const value = numericId(name);
      if (value >= 0 && value < MOST_NUMBERS) {
        const dot = name.indexOf('.');
        this.#numbers.add(value, dot < 0 ? '' : name.slice(dot));
      } else if (name.charCodeAt(0) !== DOT && !this.#uuids.add(name)) this.#otherNames.push(name);
    }
  }

  /** Oldest first: ids without a time by name, UUIDs by time, numbers by value. */
  get #sections(): readonly Section[] {
    const { words, longNumbers } = this.#textIds;
    return [words, this.#uuids, this.#numbers, longNumbers];
  }

  #sectionOf(id: string): Section {
    const { words, longNumbers } = this.#textIds;
    if (isNumber(id)) return this.#numbers;
    if (isLongNumber(id)) return longNumbers;
    return id.length === UUID_LENGTH && uuidTime(id) > 0 && !words.find(id) ? this.#uuids : words;
  }

  get #textIds(): { words: TextIds; longNumbers: TextIds } {
    if (this.#others) return this.#others;
    const [words, longNumbers] = [new Map<string, string[]>(), new Map<string, string[]>()];
    for (const [id, names] of groupById(this.#otherNames)) (isLongNumber(id) ? longNumbers : words).set(id, names);
    return (this.#others = { words: new TextIds(words), longNumbers: new TextIds(longNumbers) });
  }
}

/** The first position of a section in a direction, or the first behind an id. */
function startIn(section: Section, after: string | undefined, step: 1 | -1): number {
  if (step > 0) return after === undefined ? 0 : section.positionOf(after);
  return (after === undefined ? section.end : section.positionOf(after)) - 1;
}

function isNumber(id: string): boolean {
  const value = numericId(id);
  return value >= 0 && value < MOST_NUMBERS && String(value) === id;
}

/** Ids stored as strings: words by name, or long numbers by value. */
class TextIds implements Section {
  readonly #names: ReadonlyMap<string, readonly string[]>;
  readonly #ids: readonly string[];

  constructor(names: ReadonlyMap<string, readonly string[]>) {
    this.#names = names;
    this.#ids = [...names.keys()].sort(compareTexts);
  }

  get size(): number {
    return this.#ids.length;
  }

  get end(): number {
    return this.#ids.length;
  }

  positionOf(id: string): number {
    return positionIn(this.#ids.length, (position) => compareTexts(this.#ids[position] as string, id) < 0);
  }

  entryAt(position: number): IndexEntry | undefined {
    const id = this.#ids[position];
    return id === undefined ? undefined : this.find(id);
  }

  find(id: string): IndexEntry | undefined {
    const names = this.#names.get(id);
    const sidecar = id + SIDECAR_EXTENSION;
    return names && { id, hasSidecar: names.includes(sidecar), files: names.filter((name) => name !== sidecar).sort() };
  }
}

/** Compares two long numbers, or two other names. */
function compareTexts(one: string, other: string): number {
  const byDigits = isLongNumber(one) && isLongNumber(other) ? one.length - other.length : 0;
  return byDigits || (one < other ? -1 : one > other ? 1 : 0);
}

/** Ids below this are array indices. They are assigned consecutively, so the table is dense. */
const MOST_NUMBERS = 10_000_000;
const BLOCK = 1024;

/** The numeric ids of a folder with their files: two bytes per number up to the largest, already sorted. */
class NumberTable {
  #files = new Uint16Array(1024);
  /** Numbers of the blocks of {@link BLOCK} numbers that hold any. */
  readonly #filled = new Set<number>();
  readonly #idFiles = new IdFiles();
  #size = 0;
  #end = 0;

  /** @param value below {@link MOST_NUMBERS} */
  add(value: number, extension: string): void {
    if (value >= this.#files.length) {
      const longer = new Uint16Array(Math.min(MOST_NUMBERS, Math.max(this.#files.length * 2, value + 1)));
      longer.set(this.#files);
      this.#files = longer;
    }
    const files = this.#files[value] as number;
    if (files === 0) this.#size++;
    this.#files[value] = this.#idFiles.with(files, value, extension);
    this.#filled.add(Math.floor(value / BLOCK));
    this.#end = Math.max(this.#end, value + 1);
  }

  get size(): number {
    return this.#size;
  }

  /** One more than the largest number; 0 when empty. */
  get end(): number {
    return this.#end;
  }

  positionOf(id: string): number {
    return Math.min(Number(id), this.#end);
  }

  /** One stray number far above the others leaves a gap of millions. */
  nextFilled(position: number, step: 1 | -1): number {
    let block = Math.floor(position / BLOCK);
    if (this.#filled.has(block)) return position + step;
    const last = Math.floor(this.#end / BLOCK);
    do block += step;
    while (block >= 0 && block <= last && !this.#filled.has(block));
    return step > 0 ? block * BLOCK : block * BLOCK + BLOCK - 1;
  }

  entryAt(value: number): IndexEntry | undefined {
    const files = this.#files[value] ?? 0;
    return files === 0 ? undefined : this.#idFiles.entry(files, value, String(value));
  }
}

/** Bits of a sort key for the UUID's number; the other 42 are its time. */
const NUMBER_BITS = 22;
const MOST_UUIDS = 2 ** NUMBER_BITS;
/** Random, so that names cannot be chosen to collide. */
const SEED = Math.floor(Math.random() * 2 ** 32);
const UPPER_CASE = /[A-F]/;

/**
 * The UUIDs with a time in a folder, with their files, 128 bits each; sorted by time, then id. Names are added in any order; a hash table
 * finds their id.
 */
class UuidTable {
  /** Four words per UUID, in insertion order. */
  #words = new Uint32Array(4 * 1024);
  #files = new Uint16Array(1024);
  /** Open addressing: UUID number plus one, or 0. At most half full. */
  #places = new Uint32Array(2 * 1024);
  /** Spellings of UUIDs that are not lower case. */
  readonly #spellings = new Map<number, string>();
  readonly #idFiles = new IdFiles();
  readonly #bits = new Uint32Array(4);
  #order: Uint32Array | undefined;
  #size = 0;

  /** @returns whether the name begins with a UUID with a time, which was added */
  add(name: string): boolean {
    if (uuidTime(name, this.#bits) <= 0 || !isPlainName(name.slice(UUID_LENGTH - 1)) || this.#size === MOST_UUIDS) return false;
    const place = this.#placeOf(name.slice(0, UUID_LENGTH));
    let at = (this.#places[place] as number) - 1;
    if (at < 0) {
      at = this.#size++;
      this.#order = undefined;
      this.#places[place] = this.#size;
      this.#words.set(this.#bits, at * 4);
      if (UPPER_CASE.test(name.slice(0, UUID_LENGTH))) this.#spellings.set(at, name.slice(0, UUID_LENGTH));
      if (this.#size === this.#files.length) this.#grow();
    }
    this.#files[at] = this.#idFiles.with(this.#files[at] as number, at, name.slice(UUID_LENGTH));
    return true;
  }

  get size(): number {
    return this.#size;
  }

  get end(): number {
    return this.#size;
  }

  /** Number of ids before one with a time, present or not. */
  positionOf(id: string): number {
    const order = (this.#order ??= this.#sorted());
    const time = uuidTime(id);
    return positionIn(this.#size, (position) => {
      const at = order[position] as number;
      const ahead = this.#timeOf(at) - time;
      return ahead < 0 || (ahead === 0 && this.#idOf(at) < id);
    });
  }

  entryAt(position: number): IndexEntry | undefined {
    this.#order ??= this.#sorted();
    const at = this.#order[position];
    return at === undefined ? undefined : this.#idFiles.entry(this.#files[at] as number, at, this.#idOf(at));
  }

  find(id: string): IndexEntry | undefined {
    if (id.length !== UUID_LENGTH || uuidTime(id, this.#bits) <= 0) return undefined;
    const at = (this.#places[this.#placeOf(id)] as number) - 1;
    return at < 0 ? undefined : this.#idFiles.entry(this.#files[at] as number, at, id);
  }

  /** The slot of the id whose bits were read last, or a free slot. */
  #placeOf(id: string): number {
    const [bits, words, mask] = [this.#bits, this.#words, this.#places.length - 1];
    const spelling = UPPER_CASE.test(id) ? id : undefined;
    let place = hash(bits, 0) & mask;
    for (let number; (number = this.#places[place] as number) !== 0; place = (place + 1) & mask) {
      const word = (number - 1) * 4;
      const isSame = words[word + 3] === bits[3] && words[word + 2] === bits[2] && words[word + 1] === bits[1] && words[word] === bits[0];
      if (isSame && this.#spellings.get(number - 1) === spelling) break;
    }
    return place;
  }

  #grow(): void {
    const [words, files] = [new Uint32Array(this.#words.length * 2), new Uint16Array(this.#files.length * 2)];
    words.set(this.#words);
    files.set(this.#files);
    [this.#words, this.#files, this.#places] = [words, files, new Uint32Array(this.#places.length * 2)];
    const mask = this.#places.length - 1;
    for (let at = 0; at < this.#size; at++) {
      let place = hash(words, at * 4) & mask;
      while (this.#places[place] !== 0) place = (place + 1) & mask;
      this.#places[place] = at + 1;
    }
  }

  /** Sorts 64-bit integers of time and number natively, then by id within each millisecond. */
  #sorted(): Uint32Array {
    const keys = new BigUint64Array(this.#size);
    // The lower halves of the integers (little-endian).
    const halves = new Uint32Array(keys.buffer);
    const upperUnit = 2 ** (32 - NUMBER_BITS);
    for (let at = 0; at < this.#size; at++) {
      const time = this.#timeOf(at) - EARLIEST;
      halves[at * 2] = (time % upperUnit) * MOST_UUIDS + at;
      halves[at * 2 + 1] = Math.floor(time / upperUnit);
    }
    keys.sort();
    const order = new Uint32Array(this.#size);
    for (let at = 0; at < order.length; at++) order[at] = (halves[at * 2] as number) % MOST_UUIDS;
    for (let at = 0, end = 0; at < order.length; at = end) {
      const time = this.#timeOf(order[at] as number);
      for (end = at + 1; end < order.length && this.#timeOf(order[end] as number) === time;) end++;
      if (end - at > 1) order.subarray(at, end).sort((one, other) => this.#compare(one, other));
    }
    return order;
  }

  /** Within one time. For lower case the order of bits is that of the text. */
  #compare(one: number, other: number): number {
    if (this.#spellings.size > 0) return this.#idOf(one) < this.#idOf(other) ? -1 : 1;
    for (let word = 1; word < 4; word++) {
      const difference = (this.#words[one * 4 + word] as number) - (this.#words[other * 4 + word] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #timeOf(at: number): number {
    return (this.#words[at * 4] as number) * 0x10000 + ((this.#words[at * 4 + 1] as number) >>> 16);
  }

  #idOf(at: number): string {
    const spelled = this.#spellings.get(at);
    if (spelled !== undefined) return spelled;
    let hex = '';
    for (let word = at * 4; word < at * 4 + 4; word++) hex += (this.#words[word] as number).toString(16).padStart(8, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}

function hash(words: Uint32Array, at: number): number {
  let value = SEED;
  for (let word = at; word < at + 4; word++) {
    value = Math.imul(value ^ (words[word] as number), 0x9e3779b1);
    value ^= value >>> 15;
  }
  return value >>> 0;
}
