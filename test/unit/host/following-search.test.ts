import assert from 'node:assert/strict';
import type { ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import type { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import type { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { conditionsOf } from '../../../src/host/artifacts/artifact-filter.ts';
import { RegularListing } from '../../../src/host/artifacts/regular-listing.ts';
import { SearchMemory } from '../../../src/host/roots/search-memory.ts';
import type { SearchRunner } from '../../../src/host/artifacts/search-progress.ts';
import { WorkspaceListing } from '../../../src/host/artifacts/workspace-listing.ts';

const conditions = conditionsOf({ text: 'state', kinds: new Set() });
/** As a person has them: `isStopped` is the button. */
class Searches implements SearchRunner {
  isStopped = false;
  run<T>(task: Parameters<SearchRunner['run']>[0], isOutdated = () => false): Promise<T> {
    const isAborted = (): boolean => this.isStopped || isOutdated();
    return task({
      signal: {
        get aborted() {
          return isAborted();
        },
      },
      report: () => {},
    }) as Promise<T>;
  }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** A search looks so many times whether it is still wanted. */
const STEPS = 20;

/** A disk whose state is a number, and what searches it. */
class Disk {
  state = 0;
  started = 0;
  ended = 0;
  steps = 0;
  most = 0;

  async search(signal: { readonly aborted: boolean }): Promise<number> {
    const { state } = this;
    this.started++;
    this.most = Math.max(this.most, this.started - this.ended);
    for (let step = 0; step < STEPS && !signal.aborted; step++) {
      this.steps++;
      await turn();
    }
    this.ended++;
    return state;
  }
}

interface Listing {
  load(): Promise<number>;
  invalidate(): void;
}

/** The two listings of a root, their answer as the state of the disk that it shows. */
const LISTINGS: Record<string, (disk: Disk, onOutdated: () => void, search?: Searches) => Listing> = {
  'the store': (disk, onOutdated, search = new Searches()) => {
    const store: Pick<ArtifactStore, 'search' | 'verify'> = {
      search: async (_, { signal = { aborted: false } }) => ({ items: [], total: await disk.search(signal) }),
      verify: async (items) => [...items],
    };
    const listing = new RegularListing({
      store: store as ArtifactStore,
      conditions,
      search,
      memory: new SearchMemory(),
      onDidCorrect: () => {},
      onOutdated,
    });
    return { load: async () => (await listing.load()).total, invalidate: () => listing.invalidate() };
  },
  'a workspace': (disk, onOutdated, search = new Searches()) => {
    let outdated = (): boolean => false;
    const watched: SearchRunner = {
      get isStopped() {
        return search.isStopped;
      },
      run: (task, isOutdated = () => false) => {
        outdated = () => search.isStopped || isOutdated();
        return search.run(task, isOutdated);
      },
    };
    const reference = { kind: 'workspace', id: 'ws:w:eA', workspaceId: 'w', relativePath: 'x' } as const;
    const artifact: ArtifactMetadata = {
      id: 'ws:w:eA',
      reference,
      state: 'present',
      name: 'state',
      filename: 'x',
      modifiedBy: [],
      meta: {},
      isEnvelope: false,
    };
    const manager: Pick<WorkspaceManager, 'listWorkspaces' | 'readMetadata' | 'walk'> = {
      listWorkspaces: async () => [{ workspaceId: 'w', state: 'present' }],
      readMetadata: async () => ({ files: new Map(), invalidPaths: [] }),
      walk: async function* () {
        const state = await disk.search({
          get aborted() {
            return outdated();
          },
        });
        for (let n = 0; n < state; n++)
          yield { path: 'state', folder: '', isFolder: false, look: async () => ({ kind: 'file', name: 'state', artifact }) };
      },
    };
    const listing = new WorkspaceListing({
      manager: manager as WorkspaceManager,
      conditions,
      order: 'newest',
      search: watched,
      onOutdated,
    });
    return { load: async () => (await listing.load()).found ?? NaN, invalidate: () => listing.invalidate() };
  },
};

for (const [name, listingOf] of Object.entries(LISTINGS)) {
  describe(`a filter over ${name} that changes on disk meanwhile`, () => {
    const change = (disk: Disk, listing: Listing): void => {
      disk.state++;
      listing.invalidate();
    };

    it('is searched once at a time, for the newest state, and what is outdated stops', async () => {
      const disk = new Disk();
      const listing = listingOf(disk, () => assert.fail('nothing changed during the last search'));
      const answers = [listing.load()];
      await turn();
      // A burst of changes, each followed by a question of the view.
      for (let n = 0; n < 15; n++) {
        change(disk, listing);
        answers.push(listing.load());
      }
      assert.deepEqual(new Set(await Promise.all(answers)), new Set([15]));
      assert.deepEqual([disk.started, disk.most], [2, 1]);
      assert(disk.steps < STEPS + 5, `the first stopped at once: ${disk.steps} steps in all`);
      assert.equal(await listing.load(), 15);
      assert.equal(disk.started, 2, 'what was found is kept');
    });

    it('has an answer under constant change too, and says that there is a newer one', async () => {
      const disk = new Disk();
      let outdated = 0;
      const listing = listingOf(disk, () => outdated++);
      let isAnswered = false;
      const answer = listing.load().finally(() => (isAnswered = true));
      for (let n = 0; n < 10 * STEPS && !isAnswered; n++) {
        await turn();
        change(disk, listing);
      }
      assert(isAnswered);
      assert((await answer) > 0);
      assert.deepEqual([disk.started, disk.most, outdated], [2, 1, 1]);
      assert.equal(await listing.load(), disk.state);
    });

    it('is not searched again once a person stopped, though changes had overtaken the search', async () => {
      for (const searches of [1, 2]) {
        const disk = new Disk();
        const search = new Searches();
        const listing = listingOf(disk, () => assert.fail('it is not time to ask again'), search);
        const answer = listing.load();
        while (disk.started < searches) {
          await turn();
          change(disk, listing);
        }
        search.isStopped = true;
        change(disk, listing);
        await answer;
        assert.equal(disk.started, searches);
        assert.equal(await listing.load(), await answer, 'what was found stays');
        assert.equal(disk.started, searches);
        search.isStopped = false;
        listing.invalidate();
        assert.equal(await listing.load(), disk.state);
      }
    });
  });
}
