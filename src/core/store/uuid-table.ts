import { isPlainName } from '../refs/relative-path.ts';
import { IdFiles, type IndexEntry } from './id-files.ts';
import { EARLIEST, positionIn, UUID_LENGTH, uuidTime } from './id-order.ts';

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
export class UuidTable {
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
