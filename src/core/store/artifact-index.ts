import type { FileSystem } from '../io/file-system.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { isPlainName } from '../refs/relative-path.ts';
import type { IndexEntry } from './id-files.ts';
import { isLongNumber, numericId, otherId, positionIn, UUID_LENGTH, uuidTime } from './id-order.ts';
import { MOST_NUMBERS, NumberTable } from './number-table.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';
import { UuidTable } from './uuid-table.ts';

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
}

const DOT = 0x2e;

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

  /** Reads the folder's names. Rejects with `folder_replaced` and the codes of `FileSystem.streamNames`. */
  static async read(fs: FileSystem, folder: RootFolder): Promise<ArtifactIndex> {
    const index = new ArtifactIndex();
    for await (const names of fs.streamNames(await folder.present(), { noFollow: true })) index.#add(names);
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
    return BigInt(longNumbers.entryAt(longNumbers.end - 1)?.id ?? Math.max(0, this.#numbers.end - 1));
  }

  /** The next artifacts, and whether more follow. */
  page({ newestFirst = true, after, limit }: PageOptions): { entries: IndexEntry[]; hasMore: boolean } {
    const sections = newestFirst ? this.#sections.toReversed() : this.#sections;
    const first = after === undefined ? undefined : this.#sectionOf(after);
    const entries: IndexEntry[] = [];
    for (const section of first ? sections.slice(sections.indexOf(first)) : sections) {
      const start = section === first && after !== undefined ? section.positionOf(after) : newestFirst ? section.end : 0;
      const step = newestFirst ? -1 : 1;
      for (let at = newestFirst ? start - 1 : start; at >= 0 && at < section.end && entries.length <= limit; at += step) {
        const entry = section.entryAt(at);
        if (entry && entry.id !== after) entries.push(entry);
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

/** A name that is not a valid id is listed as broken. */
function groupById(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const sidecars = new Set(
    names.filter((name) => name.endsWith(SIDECAR_EXTENSION)).map((name) => name.slice(0, -SIDECAR_EXTENSION.length)),
  );
  for (const name of names) {
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

/** The id whose sidecar may describe the file: extensions can have several dots (`.tar.gz`). The longest id wins. */
function idOfSidecar(name: string, sidecars: ReadonlySet<string>): string | undefined {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const id = name.slice(0, dot);
    if (sidecars.has(id)) return id;
  }
  return undefined;
}
