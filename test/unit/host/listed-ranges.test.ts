import assert from 'node:assert/strict';
import type { ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import type { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { conditionsOf } from '../../../src/host/artifacts/artifact-filter.ts';
import { PAGE_SIZE, RegularListing } from '../../../src/host/artifacts/regular-listing.ts';
import { SearchMemory } from '../../../src/host/roots/search-memory.ts';
import type { SearchRunner } from '../../../src/host/artifacts/search-progress.ts';

const ALL = 3 * PAGE_SIZE;
/** Artifacts that are looked at before it is asked again whether the search is wanted. */
const BATCH = 50;

/** A store of numbered artifacts, all of which fit the filter, and a search a person can stop. */
class Numbers implements Pick<ArtifactStore, 'list' | 'search' | 'verify'> {
  ids = Array.from({ length: ALL }, (_, n) => ALL - n);
  /** Called at each step of a search, with the number of the search. */
  onStep = (_: number): void => {};
  isStopped = false;
  #searches = 0;

  readonly searches: SearchRunner = (() => {
    const isStopped = (): boolean => this.isStopped;
    return {
      get isStopped() {
        return isStopped();
      },
      run: <T>(task: Parameters<SearchRunner['run']>[0], isOutdated = () => false) => {
        const isAborted = (): boolean => isStopped() || isOutdated();
        return task({
          signal: {
            get aborted() {
              return isAborted();
            },
          },
          report: () => {},
        }) as Promise<T>;
      },
    };
  })();

  async list({ after, limit = Infinity }: { after?: string | undefined; limit?: number }) {
    const newer = this.ids.filter((id) => id > Number(after)).reverse();
    return { items: newer.slice(0, limit).map(artifact), total: this.ids.length };
  }

  async search(_: unknown, { limit, after, signal }: { limit: number; after?: string; signal?: { readonly aborted: boolean } }) {
    const number = ++this.#searches;
    const rest = this.ids.filter((id) => after === undefined || id < Number(after));
    const page = (count: number) => ({
      items: rest.slice(0, count).map(artifact),
      total: this.ids.length,
      ...(count < rest.length && { next: String(rest[count - 1]) }),
    });
    for (let done = BATCH; ; done += BATCH) {
      await new Promise((resolve) => setImmediate(resolve));
      // As the store: the page is full, then there is no more, then nobody wants it.
      if (limit > 0 && limit <= done) return page(limit);
      if (done >= rest.length) return page(rest.length);
      if (signal?.aborted) return page(done);
      this.onStep(number);
    }
  }

  async verify(items: readonly ArtifactMetadata[]) {
    return [...items];
  }
}

function artifact(number: number): ArtifactMetadata {
  const id = String(number);
  return { id, reference: { kind: 'regular', id }, state: 'present', name: id, filename: id, modifiedBy: [], meta: {}, isEnvelope: false };
}

describe('the ranges that are listed of what a filter finds', () => {
  /** The newest page and, far below, what is around the oldest artifact. */
  async function twoRanges() {
    const store = new Numbers();
    const listing: RegularListing = new RegularListing({
      store: store as unknown as ArtifactStore,
      conditions: conditionsOf({ text: 'x', kinds: new Set() }),
      search: store.searches,
      memory: new SearchMemory(),
      onDidCorrect: () => {},
      onOutdated: () => assert.fail('nothing changed since'),
    });
    const ranges = async () => (await listing.load()).ranges.map(({ items, next }) => [items[0]?.id, items.at(-1)?.id, next]);
    assert.equal((await listing.include('1'))?.id, '1');
    assert.deepEqual(await ranges(), [
      ['1500', '1001', '1001'],
      ['21', '1', undefined],
    ]);
    return { store, listing, ranges };
  }
  const withoutOldest = (ids: readonly number[]) => ids.filter((id) => id > 22);

  it('are as long as ever after a search that a change had overtaken', async () => {
    const { store, listing, ranges } = await twoRanges();
    store.ids = withoutOldest(store.ids);
    listing.invalidate();
    store.onStep = () => {
      store.onStep = () => {};
      listing.invalidate();
    };
    assert.deepEqual(await ranges(), [['1500', '1001', '1001']]);
  });

  it('are as long as ever after a search that a person stopped', async () => {
    const { store, listing, ranges } = await twoRanges();
    store.ids = withoutOldest(store.ids);
    listing.invalidate();
    store.onStep = () => void (store.isStopped = true);
    assert.deepEqual(await ranges(), [
      ['1500', '1401', '1401'],
      [undefined, undefined, undefined],
    ]);
    [store.isStopped, store.onStep] = [false, () => {}];
    listing.invalidate();
    assert.deepEqual(await ranges(), [['1500', '1001', '1001']]);
  });

  it('are a page at least, also where nothing was left of them', async () => {
    const { store, listing, ranges } = await twoRanges();
    const { ids } = store;
    store.ids = [];
    listing.invalidate();
    assert.deepEqual(await ranges(), [[undefined, undefined, undefined]]);
    store.ids = ids;
    listing.invalidate();
    assert.deepEqual(await ranges(), [['1500', '1001', '1001']]);
  });
});
