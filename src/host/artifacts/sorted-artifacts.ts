import { MAX_SORTED } from '../../core/io/limits.ts';
import { safeName } from '../../core/routing/description.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { ArtifactPage } from '../../core/store/adapter.ts';
import type { WorkspaceEntry } from '../../core/store/workspace-entry.ts';
import { pause } from '../../platform/uri-file-system.ts';
import type { Searched } from '../roots/search-memory.ts';
import type { ArtifactOrder } from '../screen/artifact-orders.ts';
import { displayKind } from '../screen/display-kind.ts';
import { DISPLAY_KINDS } from '../screen/kinds.ts';
import { searchStore, type StoreAccess } from './artifact-search.ts';

/** An order that needs a look at every artifact. */
type SortOrder = Exclude<ArtifactOrder, 'newest'>;

/** What was read of artifacts to sort them, valid as long as the memory has the same facts. */
export type SortFacts = Map<string, { readonly searched: Searched; readonly artifact: ArtifactMetadata }>;

/** How many artifacts a sorted listing has, and why it has no more. */
export interface SortedCount {
  readonly sorted: number;
  /** `limit` – only the newest ones are sorted; `stopped` – a person stopped the reading. */
  readonly cut?: 'limit' | 'stopped';
}

/** How artifacts are to be sorted. */
export interface SortOptions {
  readonly order: SortOrder;
  /** A BCP 47 tag: names are sorted as it is done there. */
  readonly language: string;
  /** What another order of the same root has read. */
  readonly facts: SortFacts;
}

/** Artifacts that are sorted in one go: a few milliseconds. */
const RUN = 1000;
/** Milliseconds that sorting goes on before others have their turn. */
const TURN_MS = 10;

/** The regular artifacts of a root by name, size or kind. All of them, up to a limit, are read for that, and kept until they change. */
export class SortedArtifacts {
  readonly #access: StoreAccess;
  readonly #sorting: Sorting;
  readonly #facts: SortFacts;
  /** Artifacts opened by reference beyond the limit. */
  readonly #included = new Set<string>();
  #sorted: readonly ArtifactMetadata[] = [];
  #total = 0;
  #cut: SortedCount['cut'];

  constructor(access: StoreAccess, { order, language, facts }: SortOptions) {
    this.#access = access;
    this.#sorting = sortingBy(order, language);
    this.#facts = facts;
  }

  get count(): SortedCount {
    return { sorted: this.#sorted.length, ...(this.#cut && { cut: this.#cut }) };
  }

  /** Reads what is new or has changed, and sorts. Rejects with the file-system codes. */
  async read(isOutdated: () => boolean): Promise<void> {
    const { memory, search, conditions } = this.#access;
    const known: ArtifactMetadata[] = [];
    const places = new Map<string, number>();
    let found = 0;
    /** Notes in which order they come, and what need not be read again. */
    const isWanted = (id: string): boolean => {
      places.set(id, places.size);
      const facts = this.#facts.get(id);
      if (!facts || facts.searched !== memory.searched(id)) return true;
      // Others that have not been read yet may also match.
      if (conditions && !conditions.matches(facts.searched)) return true;
      known.push(facts.artifact);
      return false;
    };
    const onFound = (items: readonly unknown[]): void => void (found = items.length);
    const isEnough = (): boolean => known.length + found >= MAX_SORTED;
    const page = await searchStore(this.#access, { limit: MAX_SORTED, isOutdated, isWanted, isEnough, onFound });
    for (const artifact of page.items) {
      const searched = memory.searched(artifact.id);
      // Custom fields can be large, and nothing is sorted by them.
      if (searched) this.#facts.set(artifact.id, { searched, artifact: { ...artifact, meta: {}, modifiedBy: [] } });
    }
    const place = ({ id }: ArtifactMetadata): number => places.get(id) ?? Infinity;
    // Equal artifacts are sorted newest first, whether read now or before.
    const all = [...known, ...page.items].sort((one, other) => place(one) - place(other));
    this.#total = page.total ?? 0;
    const isCut = page.next !== undefined || all.length > MAX_SORTED;
    this.#cut = isCut ? (search.isStopped ? 'stopped' : 'limit') : undefined;
    const newest = all.slice(0, MAX_SORTED);
    const others = await this.#missing(new Set(newest.map(({ id }) => id)));
    this.#sorted = await this.#inOrder([...newest, ...others]);
  }

  /** The next artifacts of those that were read. */
  page({ after, limit }: { readonly after?: string | undefined; readonly limit: number }): ArtifactPage {
    const start = after === undefined ? 0 : this.#placeOf(after) + 1;
    const items = this.#sorted.slice(start, start + limit);
    const last = items.at(-1);
    return { items, total: this.#total, ...(last && start + limit < this.#sorted.length && { next: last.id }) };
  }

  /**
   * Makes an artifact one of those that are sorted.
   * @returns the id so many places before it; undefined where the list begins. Rejects with the file-system codes
   */
  async placeBefore(id: string, count: number): Promise<string | undefined> {
    if (this.#placeOf(id) < 0) {
      const artifact = await this.#access.store.getMetadata({ kind: 'regular', id });
      if (!artifact) return undefined;
      this.#included.add(id);
      this.#sorted = await this.#inOrder([...this.#sorted, artifact]);
    }
    return this.#sorted[this.#placeOf(id) - count - 1]?.id;
  }

  #placeOf(id: string): number {
    return this.#sorted.findIndex((artifact) => artifact.id === id);
  }

  /** Artifacts opened by reference that a reading did not reach. */
  async #missing(ids: ReadonlySet<string>): Promise<readonly ArtifactMetadata[]> {
    const missing: ArtifactMetadata[] = [];
    for (const id of this.#included) {
      const artifact = ids.has(id) ? null : await this.#access.store.getMetadata({ kind: 'regular', id });
      if (artifact) missing.push(artifact);
    }
    return missing;
  }

  async #inOrder(artifacts: readonly ArtifactMetadata[]): Promise<readonly ArtifactMetadata[]> {
    const { keyOf, compare } = this.#sorting;
    return sortInTurns(artifacts, keyOf, compare);
  }
}

/** The entries of a folder of a workspace, which are by name, in an order: folders stay first. */
export function sortEntries(entries: readonly WorkspaceEntry[], order: ArtifactOrder): readonly WorkspaceEntry[] {
  if (order === 'newest' || order === 'name') return entries;
  const { keyOf, compare } = sortingBy(order);
  return [...entries].sort((one, other) =>
    one.kind === 'file' && other.kind === 'file' ? compare(keyOf(one.artifact), keyOf(other.artifact)) : 0,
  );
}

/**
 * Sorts as `Array.prototype.sort` does, stable, with pauses in which others have their turn: comparing 20,000 names as people
 * sort them takes longer than the extension host may be blocked.
 *
 * @param keyOf what is compared of an item; asked once for each
 */
export async function sortInTurns<T, K>(items: readonly T[], keyOf: (item: T) => K, compare: (one: K, other: K) => number): Promise<T[]> {
  let last = performance.now();
  const rest = async (): Promise<void> => {
    if (performance.now() - last > TURN_MS) await pause(0).then(() => (last = performance.now()));
  };
  const byKey = (one: Keyed<T, K>, other: Keyed<T, K>): number => compare(one.key, other.key);
  let runs: Keyed<T, K>[][] = [];
  for (let from = 0; from < items.length; from += RUN) {
    const keyed = items.slice(from, from + RUN).map((item) => ({ item, key: keyOf(item) }));
    runs.push(keyed.sort(byKey));
    await rest();
  }
  while (runs.length > 1) {
    const merged: Keyed<T, K>[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], byKey, rest));
    runs = merged;
  }
  return (runs[0] ?? []).map(({ item }) => item);
}

interface Keyed<T, K> {
  readonly item: T;
  readonly key: K;
}

async function merge<T>(
  ones: readonly T[],
  others: readonly T[],
  compare: (one: T, other: T) => number,
  rest: () => Promise<void>,
): Promise<T[]> {
  const merged: T[] = [];
  let [at, otherAt] = [0, 0];
  while (at < ones.length && otherAt < others.length) {
    const [one, other] = [ones[at] as T, others[otherAt] as T];
    const isOne = compare(one, other) <= 0;
    merged.push(isOne ? one : other);
    if (isOne) at++;
    else otherAt++;
    if (merged.length % RUN === 0) await rest();
  }
  return [...merged, ...ones.slice(at), ...others.slice(otherAt)];
}

interface Sorting {
  keyOf(artifact: ArtifactMetadata): string | number;
  compare(one: string | number, other: string | number): number;
}

/** What is compared of an artifact: numbers by value, texts as people sort names. Of equals the newest is first. */
const KEYS: Readonly<Record<SortOrder, Sorting['keyOf']>> = {
  name: ({ name, id }) => safeName(name) || id,
  // An unknown size is the smallest.
  size: ({ size }) => -(size ?? -1),
  kind: (artifact) => DISPLAY_KINDS.indexOf(displayKind(artifact)),
};

/** @param language of names */
function sortingBy(order: SortOrder, language?: string): Sorting {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return {
    keyOf: KEYS[order],
    compare: (one, other) => (typeof one === 'string' ? collator.compare(one, String(other)) : one - Number(other)),
  };
}
