import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { ArtifactPage, SearchOptions } from '../../core/store/adapter.ts';
import type { ArtifactStore } from '../../core/store/artifact-store.ts';
import type { IndexEntry } from '../../core/store/id-files.ts';
import { pause } from '../../platform/uri-file-system.ts';
import type { SearchMemory } from '../roots/search-memory.ts';
import type { FilterConditions } from './artifact-filter.ts';
import { searchedFacts } from './searched-facts.ts';
import type { SearchRunner } from './search-progress.ts';

/** Milliseconds that a search goes on among what it remembers before others have their turn. */
const TURN_MS = 10;

/** What a search of the store works with. */
export interface StoreAccess {
  readonly store: ArtifactStore;
  /** Only artifacts that fulfil these are listed. */
  readonly conditions?: FilterConditions | undefined;
  readonly search: SearchRunner;
  readonly memory: SearchMemory;
}

/** How far a search goes, and who else is asked. */
export interface SearchPlan extends Pick<SearchOptions, 'limit' | 'after' | 'onFound'> {
  readonly isOutdated?: (() => boolean) | undefined;
  /** Whether an artifact that fulfils the conditions, as far as remembered, still has to be read. */
  readonly isWanted?: (id: string) => boolean;
  /** Whether enough was found. */
  readonly isEnough?: () => boolean;
}

/** Artifacts that fulfil the conditions, newest first. What is remembered not to is not read. Rejects with the file-system codes. */
export function searchStore(access: StoreAccess, plan: SearchPlan): Promise<ArtifactPage> {
  const { store, conditions, search, memory } = access;
  const { limit, after, onFound, isOutdated, isWanted = () => true, isEnough = () => false } = plan;
  const needsTimes = conditions?.needsTimes ?? false;
  const matches = (metadata: ArtifactMetadata): boolean => {
    const facts = searchedFacts(metadata);
    const known = memory.searched(metadata.id);
    const isNew = known?.text !== facts.text || (needsTimes && known.changedAt !== facts.changedAt);
    // What is not complete yet is looked at again.
    if (metadata.state === 'present' && isNew) memory.remember(metadata.id, needsTimes ? facts : { text: facts.text });
    return conditions?.matches(facts) ?? true;
  };
  let last = performance.now();
  const select = async (entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> => {
    // Where nothing is to be read, nothing else would let others have their turn.
    if (performance.now() - last > TURN_MS) await pause(0).then(() => (last = performance.now()));
    return entries.filter(({ id }) => {
      const known = memory.searched(id);
      return (known === undefined || (conditions?.mayMatch(known) ?? true)) && isWanted(id);
    });
  };
  return search.run(({ signal, report }) => {
    const ended = {
      get aborted() {
        return signal.aborted || isEnough();
      },
    };
    return store.search(matches, {
      limit,
      signal: ended,
      select,
      looksAtTimes: needsTimes,
      onProgress: (done, total = done) => report(done, total),
      ...(after !== undefined && { after }),
      ...(onFound && { onFound }),
    });
  }, isOutdated);
}
