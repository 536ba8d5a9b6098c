import type { FileSystem } from '../io/file-system.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { sortSteps } from '../io/sort-in-turns.ts';
import { runAtOnce, runInTurns, type Steps } from '../io/steps.ts';
import { isPlainName } from '../refs/plain-name.ts';
import { uniqueAscending } from './ascending-numbers.ts';
import { compareIds, compareRanks, numericId, otherId, rankOf, UUID_LENGTH, uuidTime, type IdRank } from './id-order.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';
import { UuidIndex } from './uuid-index.ts';

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

const DOT = 0x2e;
/** Names looked at in a step: a millisecond or two. */
const STEP = 1024;

/** What an index is made of, as its fields say. */
interface IndexParts {
  readonly names: readonly string[];
  readonly numberOfName: Float64Array;
  readonly numbers: Float64Array;
  readonly uuids: UuidIndex;
  readonly others: readonly string[];
  readonly longNumbers: readonly string[];
  readonly otherNames: ReadonlyMap<string, readonly string[]>;
}

/**
 * The ids in a store's folder and their order, from one reading of its names; no file is opened.
 *
 * Built for folders of hundreds of thousands of files: numeric ids live in one sorted array of doubles,
 * and the names of a page are looked up when it is asked for.
 */
export class ArtifactIndex {
  readonly #names: readonly string[];
  /** For each name the numeric id it belongs to, or -1. */
  readonly #numberOfName: Float64Array;
  /** Ascending, each once. */
  readonly #numbers: Float64Array;
  /** UUIDs that have a time. */
  readonly #uuids: UuidIndex;
  /** Ids that tell no age, by name. */
  readonly #others: readonly string[];
  /** Numbers too long for a double, ascending. */
  readonly #longNumbers: readonly string[];
  readonly #otherNames: ReadonlyMap<string, readonly string[]>;

  private constructor({ names, numberOfName, numbers, uuids, others, longNumbers, otherNames }: IndexParts) {
    this.#names = names;
    this.#numberOfName = numberOfName;
    this.#numbers = numbers;
    this.#uuids = uuids;
    this.#others = others;
    this.#longNumbers = longNumbers;
    this.#otherNames = otherNames;
  }

  /** Reads the names in the folder; of very many others get their turn in between. Rejects with `folder_replaced` and the codes of `FileSystem.readNames`. */
  static async read(fs: FileSystem, folder: RootFolder): Promise<ArtifactIndex> {
    return new ArtifactIndex(await runInTurns(partsOf(await fs.readNames(await folder.present(), { noFollow: true }))));
  }

  /** An index of names that are known already. */
  static of(names: readonly string[]): ArtifactIndex {
    return new ArtifactIndex(runAtOnce(partsOf(names)));
  }

  /** How many artifacts there are. */
  get total(): number {
    return this.#others.length + this.#uuids.length + this.#numbers.length + this.#longNumbers.length;
  }

  /** The largest numeric id; 0 when there is none. */
  get largestNumber(): bigint {
    return BigInt(this.#longNumbers.at(-1) ?? this.#numbers.at(-1) ?? 0);
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
    // `8.png` is a file of the artifact 8, not an id.
    if (value >= 0 && String(value) !== id) return undefined;
    const [entry] = this.#entriesOf([value >= 0 ? value : id]);
    return entry && (entry.hasSidecar || entry.files.length > 0) ? entry : undefined;
  }

  /** Numbers stand before all other ids when the newest is first, behind them otherwise. */
  #idAt(rank: number, newestFirst: boolean): string | number {
    return this.#idAtPosition(newestFirst ? this.total - 1 - rank : rank);
  }

  /** The id at a position in the order from the oldest on. */
  #idAtPosition(position: number): string | number {
    const uuids = this.#others.length;
    const numbers = uuids + this.#uuids.length;
    const longNumbers = numbers + this.#numbers.length;
    if (position < uuids) return this.#others[position] as string;
    if (position < numbers) return this.#uuids.at(position - uuids);
    return position < longNumbers ? (this.#numbers[position - numbers] as number) : (this.#longNumbers[position - longNumbers] as string);
  }

  /** The rank behind an id, which need not be there any more. */
  #rankAfter(id: string, newestFirst: boolean): number {
    const value = numericId(id);
    const isBefore = (position: number, inclusive: boolean): boolean => {
      const order = compareIds(this.#idAtPosition(position), value >= 0 ? value : id);
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
      const names = typeof id === 'number' ? (found.get(id) ?? []) : this.#namesOfText(id);
      const text = String(id);
      const sidecar = text + SIDECAR_EXTENSION;
      return { id: text, hasSidecar: names.includes(sidecar), files: names.filter((name) => name !== sidecar).sort() };
    });
  }

  #namesOfText(id: string): readonly string[] {
    return id.length === UUID_LENGTH && uuidTime(id) > 0 ? this.#uuids.namesOf(id) : (this.#otherNames.get(id) ?? []);
  }

  #namesOfNumbers(wanted: ReadonlySet<number>): Map<number, string[]> {
    const found = new Map<number, string[]>();
    let smallest = Infinity;
    for (const value of wanted) smallest = Math.min(smallest, value);
    for (let at = 0; at < this.#names.length; at++) {
      const value = this.#numberOfName[at] as number;
      if (value < smallest || !wanted.has(value)) continue;
      const name = this.#names[at] as string;
      const names = found.get(value);
      if (names) names.push(name);
      else found.set(value, [name]);
    }
    return found;
  }
}

function* partsOf(names: readonly string[]): Steps<IndexParts> {
  const numberOfName = new Float64Array(names.length);
  const rest: string[] = [];
  const uuids: string[] = [];
  const times: number[] = [];
  for (let at = 0; at < names.length; at++) {
    if (at % STEP === 0) yield;
    const name = names[at] as string;
    const value = numericId(name);
    numberOfName[at] = value;
    if (value >= 0 || name.charCodeAt(0) === DOT) continue;
    const time = uuidTime(name);
    if (time > 0 && isPlainName(name.slice(UUID_LENGTH - 1))) {
      uuids.push(name);
      times.push(time);
    } else rest.push(name);
  }
  const numbers = uniqueAscending(numberOfName);
  yield;
  const otherNames = yield* groupById(rest);
  const ranks: IdRank[] = [];
  let timeless = 0;
  for (const id of otherNames.keys()) {
    const rank = rankOf(id);
    if (rank.rank === 0) timeless++;
    if (ranks.push(rank) % STEP === 0) yield;
  }
  const ranked = (yield* sortSteps(ranks, compareRanks)).map(({ id }) => id);
  yield;
  return {
    names,
    numberOfName,
    numbers,
    uuids: yield* UuidIndex.of(uuids, times),
    others: ranked.slice(0, timeless),
    longNumbers: ranked.slice(timeless),
    otherNames,
  };
}

/** A name that no id can stand for is an entry of its own, to be shown as broken. */
function* groupById(names: readonly string[]): Steps<Map<string, string[]>> {
  const groups = new Map<string, string[]>();
  const sidecars = new Set<string>();
  for (const [at, name] of names.entries()) {
    if (at % STEP === 0) yield;
    if (name.endsWith(SIDECAR_EXTENSION)) sidecars.add(name.slice(0, -SIDECAR_EXTENSION.length));
  }
  for (const [at, name] of names.entries()) {
    if (at % STEP === 0) yield;
    const id = !isPlainName(name)
      ? name
      : uuidTime(name) >= 0
        ? name.slice(0, UUID_LENGTH)
        : (idOfSidecar(name, sidecars) ?? otherId(name));
    const group = groups.get(id);
    if (group) group.push(name);
    else groups.set(id, [name]);
  }
  return groups;
}

/** The id whose sidecar may speak of the file: its extension can have several dots (`.tar.gz`). The longest id counts. */
function idOfSidecar(name: string, sidecars: ReadonlySet<string>): string | undefined {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const id = name.slice(0, dot);
    if (sidecars.has(id)) return id;
  }
  return undefined;
}
