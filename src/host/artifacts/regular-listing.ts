import { toFailure, type Failure } from '../../core/io/errors.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import { pause } from '../../platform/uri-file-system.ts';
import type { ArtifactPage } from '../../core/store/adapter.ts';
import { searchStore, type StoreAccess } from './artifact-search.ts';
import { NewestReading } from './newest-reading.ts';
import type { SortedArtifacts, SortedCount } from './sorted-artifacts.ts';

/** Artifacts that one more step shows. */
export const PAGE_SIZE = 500;
/** Milliseconds from one showing of what a search has found to the next. */
const BETWEEN_FIRST_HITS = 500;
const NOTHING_YET: RegularView = { ranges: [{ items: [] }], total: 0, isPartial: true };
/** How many newer neighbours are shown above an artifact that was looked for. */
const NEIGHBOURS = 20;

/** Consecutive artifacts, newest first. */
interface ListedRange {
  readonly items: readonly ArtifactMetadata[];
  /** What follows can be asked for after this id; undefined at the oldest artifact. */
  readonly next?: string;
}

/** What is shown of a store's artifacts. */
export interface RegularView {
  /** The newest ones; then perhaps those around an artifact far below. */
  readonly ranges: readonly ListedRange[];
  /** All in the store, shown or not. */
  readonly total: number;
  /** How many of them are sorted, in an order that needs a look at each. */
  readonly count?: SortedCount;
  /** The search goes on, and there can be more; or not all names are known yet, nor `total`. */
  readonly isPartial?: boolean;
  /** Why nothing is shown. */
  readonly failure?: Failure;
}

/** Where a range begins and how far it goes. */
interface RangePlan {
  readonly after?: string;
  readonly limit: number;
}

interface ListingAccess extends StoreAccess {
  /** What puts them in another order than the newest first. */
  readonly sorted?: SortedArtifacts | undefined;
  /** What `load` gives has changed, by a closer look at what is shown. */
  readonly onDidCorrect: () => void;
  /** What `load` gave was overtaken by a change on disk before it was there. */
  readonly onOutdated: () => void;
}

/**
 * The regular artifacts of one root as the tree shows them: the newest in pages, and the neighbourhood of
 * one that was looked for, so that the oldest of 200,000 is shown without the others. Reads on demand and
 * keeps what it read until `invalidate`.
 */
export class RegularListing {
  readonly #access: ListingAccess;
  #plans: readonly RangePlan[] = [{ limit: PAGE_SIZE }];
  #view: Promise<RegularView> | undefined;
  readonly #reading: NewestReading<RegularView>;
  /** What the first search has found so far, and when that was last shown. */
  #first: RegularView | undefined;
  #firstShown = -Infinity;
  #isThrough = false;
  #tellFirst: (view: RegularView) => void = () => {};
  readonly #firstHits = new Promise<RegularView>((resolve) => (this.#tellFirst = resolve));
  /** What is shown whose files have been looked at. */
  #verified: ReadonlySet<ArtifactMetadata> = new Set();

  constructor(access: ListingAccess) {
    this.#access = access;
    const onOutdated = (): void => {
      this.#view = undefined;
      access.onOutdated();
    };
    this.#reading = new NewestReading({
      read: (isOutdated) => this.#read(isOutdated),
      isStopped: () => access.search.isStopped,
      onOutdated,
    });
  }

  /** What is shown now. Never rejects. */
  load(): Promise<RegularView> {
    return this.#view ?? this.#show(this.#reading.run());
  }

  /** What is to be shown now: while the first search is under way, what it has found; while names are listed, the newest. Never rejects. */
  shown(): Promise<RegularView> {
    const view = this.load();
    if (this.#isThrough) return view;
    if (!this.#access.conditions) return this.#first ? Promise.resolve(this.#first) : Promise.race([view, this.#firstHits]);
    const soon = pause(BETWEEN_FIRST_HITS).then(() => (this.#isThrough ? view : (this.#first ??= NOTHING_YET)));
    return this.#first ? Promise.resolve(this.#first) : Promise.race([view, this.#firstHits, soon]);
  }

  /** What `load` gave, or is about to; undefined when not requested since the last change. Reads nothing. */
  listed(): Promise<RegularView> | undefined {
    return this.#view;
  }

  /** Something changed on disk: what is being read, or else the next `load`, reads again. */
  invalidate(): void {
    if (!this.#reading.invalidate()) this.#view = undefined;
  }

  /**
   * Shows one page more at the end of a range. Rejects with the file-system codes.
   * @returns the first artifact that was not shown before
   */
  async showOlder(range: number): Promise<ArtifactMetadata | undefined> {
    const next = (await this.load()).ranges[range]?.next;
    if (next === undefined) return undefined;
    const page = await this.#page({ after: next, limit: PAGE_SIZE });
    this.#plans = this.#plans.map((plan, index) => (index === range ? { ...plan, limit: plan.limit + PAGE_SIZE } : plan));
    const shown = this.load();
    const view = await shown;
    const { items = [], next: end } = view.ranges[range] ?? {};
    if (this.#view === shown && end === next) {
      const longer = { items: [...items, ...page.items], ...(page.next !== undefined && { next: page.next }) };
      void this.#show(Promise.resolve(this.#joined({ ...view, ranges: view.ranges.with(range, longer) })));
    } else {
      // Something changed in between: all of it anew.
      this.invalidate();
    }
    return page.items[0];
  }

  /** Makes an artifact that exists part of what is shown; gives its metadata, or undefined when there is none. Rejects with the file-system codes. */
  async include(id: string): Promise<ArtifactMetadata | undefined> {
    const find = async () => (await this.load()).ranges.flatMap(({ items }) => items).find((item) => item.id === id);
    const shown = await find();
    if (shown) return shown;
    const after = await this.#placeBefore(id);
    const plan = { limit: PAGE_SIZE, ...(after !== undefined && { after }) };
    const page = await this.#page(plan);
    if (!page.items.some((item) => item.id === id)) return undefined;
    this.#plans = [...this.#plans.slice(0, 1), plan];
    const current = this.load();
    const view = await current;
    // Where it is sorted in, those behind it have moved.
    if (this.#view === current && !this.#access.sorted)
      void this.#show(Promise.resolve(this.#joined({ ...view, ranges: [...view.ranges.slice(0, 1), page] })));
    else this.invalidate();
    return find();
  }

  /** The id some places before another one; undefined where the list begins. */
  async #placeBefore(id: string): Promise<string | undefined> {
    const { store, sorted } = this.#access;
    if (sorted) return sorted.placeBefore(id, NEIGHBOURS);
    return (await store.list({ newestFirst: false, after: id, limit: NEIGHBOURS + 1 })).items[NEIGHBOURS]?.id;
  }

  #show(view: Promise<RegularView>): Promise<RegularView> {
    this.#view = view;
    void view.then(() => {
      const wasPartial = !this.#isThrough && this.#first !== undefined;
      this.#isThrough = true;
      if (wasPartial) this.#access.onDidCorrect();
    });
    void this.#verify(view);
    return view;
  }

  /** The first sight comes from the sidecars; then the files themselves are looked at. */
  async #verify(shown: Promise<RegularView>): Promise<void> {
    const view = await shown;
    const items = view.ranges.flatMap((range) => range.items).filter((item) => !this.#verified.has(item));
    const seen = await this.#access.store.verify(items);
    if (this.#view !== shown) return;
    const corrected = new Map<ArtifactMetadata, ArtifactMetadata>();
    for (const [index, item] of items.entries()) {
      const now = seen[index] ?? item;
      if (now !== item) corrected.set(item, now);
    }
    const ranges = view.ranges.map((range) => ({ ...range, items: range.items.map((item) => corrected.get(item) ?? item) }));
    this.#verified = new Set(ranges.flatMap((range) => range.items));
    if (corrected.size === 0) return;
    this.#view = Promise.resolve({ ...view, ranges });
    this.#access.onDidCorrect();
  }

  async #read(isOutdated: () => boolean): Promise<RegularView> {
    try {
      const { sorted, store } = this.#access;
      if (store.hasOnlyFolders) return { ranges: [], total: 0 };
      await sorted?.read(isOutdated);
      const pages: ArtifactPage[] = [];
      for (const plan of this.#plans) pages.push(await this.#page(plan, isOutdated));
      const view = { ranges: pages, total: pages[0]?.total ?? 0, ...(sorted && { count: sorted.count }) };
      return this.#joined(view, !isOutdated() && !this.#access.search.isStopped);
    } catch (error) {
      return { ranges: [], total: 0, failure: toFailure(error) };
    }
  }

  async #page({ after, limit }: RangePlan, isOutdated?: () => boolean): Promise<ArtifactPage> {
    const { store, conditions, sorted } = this.#access;
    if (sorted) return sorted.page({ after, limit });
    if (!conditions) {
      const early = after === undefined && !this.#isThrough ? await store.newest(limit) : undefined;
      if (early) this.#showFirst({ ranges: [early], total: 0, isPartial: true });
      return store.list({ after, limit });
    }
    const onFound = (items: readonly ArtifactMetadata[], total: number) => this.#showFirst({ ranges: [{ items }], total, isPartial: true });
    return searchStore(this.#access, { limit, isOutdated, ...(after === undefined ? { onFound } : { after }) });
  }

  /** Shows what the first search, or listing, finds as it is found; later ones leave what is shown until they are through. */
  #showFirst(view: RegularView): void {
    const now = Date.now();
    const isMore = (view.ranges[0]?.items.length ?? 0) > (this.#first?.ranges[0]?.items.length ?? -1);
    if (this.#isThrough || !isMore || now - this.#firstShown < BETWEEN_FIRST_HITS) return;
    this.#firstShown = now;
    this.#first = view;
    this.#tellFirst(view);
    this.#access.onDidCorrect();
  }

  /**
   * Ranges that have met become one.
   *
   * @param isWhole nothing ended the reading of the ranges early: only then they tell what is to be read from now on
   */
  #joined(view: RegularView, isWhole = !this.#access.search.isStopped): RegularView {
    const [newest, found] = view.ranges;
    if (!newest || !found) return view;
    const known = new Set(newest.items.map(({ id }) => id));
    const isMet =
      (isWhole && found.items.length === 0) || found.items.some(({ id }) => known.has(id)) || known.has(this.#plans[1]?.after ?? '');
    if (!isMet) return view;
    const added = found.items.filter(({ id }) => !known.has(id));
    const items = [...newest.items, ...added];
    const { next } = added.length > 0 ? found : newest;
    if (isWhole) this.#plans = [{ limit: Math.max(PAGE_SIZE, items.length) }];
    return { ...view, ranges: [{ items, ...(next !== undefined && { next }) }] };
  }
}
