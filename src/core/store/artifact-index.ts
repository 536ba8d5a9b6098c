import type { FileSystem, Location } from '../io/file-system.ts';
import { isPlainName } from '../refs/plain-name.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';

/** The files of one artifact in the store's folder, known by their names alone. */
export interface IndexEntry {
  readonly id: string;
  readonly hasSidecar: boolean;
  /** Names of the files that are not the sidecar; usually one. */
  readonly files: readonly string[];
}

/** Where a listing goes on: after the artifact of this id. */
export interface PageOptions {
  /** Default true. */
  readonly newestFirst?: boolean;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Beyond this many digits a number is not exact as a double. */
const MAX_EXACT_DIGITS = 15;
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Times the runtime can have written: 2015 to 2100, in milliseconds. */
const EARLIEST = Date.UTC(2015, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
const DOT = 0x2e;
const ZERO = 0x30;

/**
 * The ids in a store's folder and their order, from one reading of its names; no file is opened.
 *
 * Built for folders of hundreds of thousands of files: numeric ids live in one sorted array of doubles,
 * and the names of a page are looked up when it is asked for.
 */
export class ArtifactIndex {
  readonly #names: readonly string[];
  /** Ascending, each once. */
  readonly #numbers: Float64Array;
  /** All other ids, oldest first. */
  readonly #others: readonly string[];
  readonly #otherNames: ReadonlyMap<string, readonly string[]>;

  private constructor(names: readonly string[]) {
    this.#names = names;
    const numbers = new Float64Array(names.length);
    let count = 0;
    const rest: string[] = [];
    for (const name of names) {
      const value = numericId(name);
      if (value >= 0) numbers[count++] = value;
      else if (name.charCodeAt(0) !== DOT && isPlainName(name)) rest.push(name);
    }
    this.#numbers = uniqueAscending(numbers.subarray(0, count));
    this.#otherNames = groupById(rest);
    this.#others = [...this.#otherNames.keys()].sort(compareOthers);
  }

  /** Reads the names in the folder. Rejects with the codes of `FileSystem.readNames`. */
  static async read(fs: FileSystem, artifactsDir: Location): Promise<ArtifactIndex> {
    return new ArtifactIndex(await fs.readNames(artifactsDir));
  }

  /** An index of names that are known already. */
  static of(names: readonly string[]): ArtifactIndex {
    return new ArtifactIndex(names);
  }

  /** How many artifacts there are. */
  get total(): number {
    return this.#numbers.length + this.#others.length;
  }

  /** The largest numeric id; 0 when there is none. */
  get largestNumber(): number {
    return this.#numbers.at(-1) ?? 0;
  }

  /** The next artifacts in order, and whether more follow. */
  page({ newestFirst = true, after, limit }: PageOptions): { entries: IndexEntry[]; hasMore: boolean } {
    const start = after === undefined ? 0 : this.#rankAfter(after, newestFirst);
    const end = Math.min(this.total, start + limit);
    const ids: (string | number)[] = [];
    for (let rank = start; rank < end; rank++) ids.push(this.#idAt(rank, newestFirst));
    return { entries: this.#entriesOf(ids), hasMore: end < this.total };
  }

  /** The files of one id; undefined when there are none. */
  find(id: string): IndexEntry | undefined {
    const value = numericId(id);
    const [entry] = this.#entriesOf([value >= 0 ? value : id]);
    return entry && (entry.hasSidecar || entry.files.length > 0) ? entry : undefined;
  }

  /** Numbers stand before all other ids when the newest is first, behind them otherwise. */
  #idAt(rank: number, newestFirst: boolean): string | number {
    const position = newestFirst ? this.total - 1 - rank : rank;
    return position < this.#others.length ? (this.#others[position] as string) : (this.#numbers[position - this.#others.length] as number);
  }

  /** The rank behind an id, which need not be there any more. */
  #rankAfter(id: string, newestFirst: boolean): number {
    const value = numericId(id);
    const isBefore = (position: number, inclusive: boolean): boolean => {
      if (position >= this.#others.length) {
        const number = this.#numbers[position - this.#others.length] as number;
        return value >= 0 && (inclusive ? number <= value : number < value);
      }
      const order = value >= 0 ? -1 : compareOthers(this.#others[position] as string, id);
      return inclusive ? order <= 0 : order < 0;
    };
    // The first position that lies behind the id, by bisection.
    let low = 0;
    let high = this.total;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle, !newestFirst)) low = middle + 1;
      else high = middle;
    }
    return newestFirst ? this.total - low : low;
  }

  #entriesOf(ids: readonly (string | number)[]): IndexEntry[] {
    const wanted = new Set<number>();
    for (const id of ids) if (typeof id === 'number') wanted.add(id);
    const found = wanted.size > 0 ? this.#namesOfNumbers(wanted) : new Map<number, string[]>();
    return ids.map((id) => {
      const names = typeof id === 'number' ? (found.get(id) ?? []) : (this.#otherNames.get(id) ?? []);
      const text = String(id);
      const sidecar = text + SIDECAR_EXTENSION;
      return { id: text, hasSidecar: names.includes(sidecar), files: names.filter((name) => name !== sidecar).sort() };
    });
  }

  #namesOfNumbers(wanted: ReadonlySet<number>): Map<number, string[]> {
    const found = new Map<number, string[]>();
    const smallest = Math.min(...wanted);
    for (const name of this.#names) {
      const value = numericId(name);
      if (value < smallest || !wanted.has(value)) continue;
      const names = found.get(value);
      if (names) names.push(name);
      else found.set(value, [name]);
    }
    return found;
  }
}

/**
 * The numeric id a file name begins with: canonical decimal digits up to the end or the first dot.
 * @returns -1 when the name belongs to another kind of id
 */
function numericId(name: string): number {
  let value = 0;
  let at = 0;
  for (; at < name.length; at++) {
    const digit = name.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  const isWhole = at > 0 && at <= MAX_EXACT_DIGITS && (at === name.length || name.charCodeAt(at) === DOT);
  const isCanonical = at === 1 || name.charCodeAt(0) !== ZERO;
  return isWhole && isCanonical ? value : -1;
}

function uniqueAscending(values: Float64Array): Float64Array {
  values.sort();
  let count = 0;
  for (const value of values) if (count === 0 || values[count - 1] !== value) values[count++] = value;
  return values.subarray(0, count);
}

/** Up to the first dot for a UUID; otherwise the name without its last extension. */
function otherId(name: string): string {
  const first = name.indexOf('.');
  if (first < 0) return name;
  const head = name.slice(0, first);
  return UUID.test(head) ? head : name.slice(0, name.lastIndexOf('.'));
}

function groupById(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const id = otherId(name);
    const group = groups.get(id);
    if (group) group.push(name);
    else groups.set(id, [name]);
  }
  return groups;
}

/** The time a UUID of the runtime begins with, in milliseconds; undefined when it is none. */
function timeOfUuid(id: string): number | undefined {
  const match = UUID.exec(id);
  if (!match) return undefined;
  const time = Number.parseInt(`${match[1]}${match[2]}`, 16);
  return time >= EARLIEST && time < LATEST ? time : undefined;
}

/** Oldest first: what has no time, by name; long numbers by value; then UUIDs by their time. */
function compareOthers(a: string, b: string): number {
  return classOf(a) - classOf(b) || keyOrder(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const LONG_NUMBER = /^[1-9][0-9]*$/;

/** Whether an id itself tells when it was given out; the others are ordered by their files' times. */
export function tellsAge(id: string): boolean {
  return numericId(id) >= 0 || classOf(id) > 0;
}

function classOf(id: string): number {
  return timeOfUuid(id) !== undefined ? 1 : LONG_NUMBER.test(id) ? 2 : 0;
}

function keyOrder(a: string, b: string): number {
  if (LONG_NUMBER.test(a) && LONG_NUMBER.test(b)) return a.length - b.length;
  return (timeOfUuid(a) ?? 0) - (timeOfUuid(b) ?? 0);
}
