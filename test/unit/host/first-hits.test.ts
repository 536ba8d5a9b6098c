import assert from 'node:assert/strict';
import type { ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import type { SearchOptions } from '../../../src/core/store/adapter.ts';
import type { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { conditionsOf } from '../../../src/host/artifacts/artifact-filter.ts';
import { RegularListing } from '../../../src/host/artifacts/regular-listing.ts';
import type { SearchRunner } from '../../../src/host/artifacts/search-progress.ts';
import { SearchMemory } from '../../../src/host/roots/search-memory.ts';

const artifactOf = (id: string, name: string): ArtifactMetadata => ({
  id,
  reference: { kind: 'regular', id },
  state: 'present',
  name,
  filename: name,
  modifiedBy: [],
  meta: {},
  isEnvelope: false,
});
const search: SearchRunner = { isStopped: false, run: (task) => task({ signal: { aborted: false }, report: () => {} }) };

/** A store of named artifacts that notes which of them a search looked at, and waits at the end of the first one. */
function listingOf(names: Readonly<Record<string, string>>) {
  const looked: string[] = [];
  const memory = new SearchMemory();
  let goOn = (): void => {};
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  const store: Pick<ArtifactStore, 'search' | 'verify'> = {
    search: async (matches, { select, onFound }: SearchOptions) => {
      const entries = Object.keys(names)
        .reverse()
        .map((id) => ({ id, hasSidecar: true, files: [`${id}.txt`] }));
      const items: ArtifactMetadata[] = [];
      for (const { id } of (await select?.(entries)) ?? entries) {
        looked.push(id);
        const item = artifactOf(id, names[id] ?? '');
        if (matches(item)) onFound?.([...items, item], items.push(item));
      }
      await waiting;
      return { items, total: entries.length };
    },
    verify: async (items) => [...items],
  };
  let corrected = 0;
  const listing = new RegularListing({
    store: store as ArtifactStore,
    conditions: conditionsOf({ text: 'chart', kinds: new Set() }),
    search,
    memory,
    onDidCorrect: () => corrected++,
    onOutdated: () => assert.fail('nothing changed'),
  });
  return { listing, memory, looked, goOn, corrections: () => corrected };
}

describe('what a filter finds', () => {
  it('is shown as it is found, and once more when the search is through', async () => {
    const { listing, goOn, corrections } = listingOf({ 3: 'chart c', 2: 'note', 1: 'chart a' });
    const first = await listing.shown();
    assert.deepEqual([first.isPartial, first.ranges[0]?.items.map(({ id }) => id)], [true, ['3']]);
    const before = corrections();
    goOn();
    const whole = await listing.load();
    assert.deepEqual([whole.isPartial, whole.ranges[0]?.items.map(({ id }) => id)], [undefined, ['3', '1']]);
    assert.equal(corrections(), before + 1);
    assert.equal(await listing.shown(), whole);
  });

  it('is looked for again only in what fits, is new or has changed', async () => {
    const { listing, memory, looked, goOn } = listingOf({ 4: 'chart d', 3: 'note', 2: 'note', 1: 'chart a' });
    goOn();
    await listing.load();
    memory.forget('2.meta');
    looked.length = 0;
    listing.invalidate();
    await listing.load();
    assert.deepEqual(looked, ['4', '2', '1']);
  });
});
