import { mapConcurrently } from '../../core/io/concurrency.ts';
import { type Failure, toFailure } from '../../core/io/errors.ts';
import type { WorkspaceTree } from '../../core/store/adapter.ts';
import { byKindAndName, type Workspace, type WorkspaceEntry } from '../../core/store/workspace-entry.ts';
import type { WorkspaceMetadata } from '../../core/store/workspace-metadata.ts';
import type { ParentFolder, Walked } from '../../core/store/workspace-walk.ts';
import type { ArtifactOrder } from '../screen/artifact-orders.ts';
import type { FilterConditions } from './artifact-filter.ts';
import { searchedFacts } from './searched-facts.ts';
import { NewestReading } from './newest-reading.ts';
import type { SearchRunner } from './search-progress.ts';
import { sortEntries } from './sorted-artifacts.ts';

/** The workspaces of a root, or why they cannot be listed. */
export interface WorkspacesView {
  readonly workspaces: readonly Workspace[];
  readonly failure?: Failure;
  /** Files that fulfil the filter; undefined without one. */
  readonly found?: number;
}

/** A folder of a workspace, or why it cannot be listed. */
export interface FolderView {
  readonly entries: readonly WorkspaceEntry[];
  readonly failure?: Failure;
}

interface WorkspaceAccess {
  readonly manager: WorkspaceTree;
  /** Only files that fulfil these are listed, and the folders that lead to them. */
  readonly conditions?: FilterConditions | undefined;
  readonly order: ArtifactOrder;
  readonly search: SearchRunner;
  /** What a search gave was overtaken by a change on disk before it was there. */
  readonly onOutdated: () => void;
}

/**
 * The workspaces of one root as the tree shows them. Reads folder by folder on demand, with a filter all of
 * them at once; keeps what it read until `invalidate`. Nothing here rejects.
 */
export class WorkspaceListing {
  readonly #access: WorkspaceAccess;
  #workspaces: Promise<readonly Workspace[]> | undefined;
  #found: Promise<ReadonlyMap<string, FoundFiles>> | undefined;
  readonly #searching: NewestReading<ReadonlyMap<string, FoundFiles>>;
  readonly #metadata = new Map<string, Promise<WorkspaceMetadata>>();
  readonly #folders = new Map<string, Promise<FolderView>>();

  constructor(access: WorkspaceAccess) {
    this.#access = access;
    const onOutdated = (): void => {
      this.#found = undefined;
      access.onOutdated();
    };
    this.#searching = new NewestReading({
      read: (isOutdated) => this.#search(isOutdated),
      isStopped: () => access.search.isStopped,
      onOutdated,
    });
  }

  /** Something changed on disk: a search that is running begins anew, and what is asked next is read again. */
  invalidate(): void {
    if (!this.#searching.invalidate()) this.#found = undefined;
    this.#workspaces = undefined;
    this.#metadata.clear();
    this.#folders.clear();
  }

  /** Every workspace; with a filter those where something was found. */
  async load(): Promise<WorkspacesView> {
    try {
      const found = this.#access.conditions && (await this.#findings());
      const workspaces = await this.#list();
      if (!found) return { workspaces };
      let count = 0;
      for (const { files } of found.values()) count += files;
      return { workspaces: workspaces.filter(({ workspaceId }) => found.has(workspaceId)), found: count };
    } catch (error) {
      return { workspaces: [], failure: toFailure(error) };
    }
  }

  /** Whether there are workspaces, fulfil they a filter or not; or they cannot be read. */
  hasAny(): Promise<boolean> {
    return this.#list().then(
      (workspaces) => workspaces.length > 0,
      () => true,
    );
  }

  /** @param relativePath empty for the workspace itself */
  async folder(workspaceId: string, relativePath: string): Promise<FolderView> {
    if (this.#access.conditions) {
      const found = await this.#findings().catch(() => undefined);
      return { entries: sortEntries(found?.get(workspaceId)?.folders.get(relativePath) ?? [], this.#access.order) };
    }
    const key = `${workspaceId}/${relativePath}`;
    const known = this.#folders.get(key);
    if (known) return known;
    const view = this.#readFolder(workspaceId, relativePath);
    this.#folders.set(key, view);
    return view;
  }

  async #readFolder(workspaceId: string, relativePath: string): Promise<FolderView> {
    try {
      const metadata = await this.#metadataOf(workspaceId);
      const entries = sortEntries(await this.#access.manager.listFolder(workspaceId, relativePath, metadata), this.#access.order);
      return { entries, ...(relativePath === '' && metadata.problem && { failure: metadata.problem }) };
    } catch (error) {
      return { entries: [], failure: toFailure(error) };
    }
  }

  /** Read once for all folders of a workspace: it may be large. */
  #metadataOf(workspaceId: string): Promise<WorkspaceMetadata> {
    let metadata = this.#metadata.get(workspaceId);
    if (!metadata) this.#metadata.set(workspaceId, (metadata = this.#access.manager.readMetadata(workspaceId)));
    return metadata;
  }

  #list(): Promise<readonly Workspace[]> {
    this.#workspaces ??= this.#access.manager.listWorkspaces();
    return this.#workspaces;
  }

  #findings(): Promise<ReadonlyMap<string, FoundFiles>> {
    this.#found ??= this.#searching.run();
    return this.#found;
  }

  #search(isOutdated: () => boolean): Promise<ReadonlyMap<string, FoundFiles>> {
    const { manager, conditions, search } = this.#access;
    if (!conditions) return Promise.resolve(new Map());
    return search.run(async ({ signal }) => {
      const all = new Map<string, FoundFiles>();
      for (const { workspaceId, state } of await this.#list()) {
        if (signal.aborted) break;
        if (state !== 'present') {
          if (conditions.matchesName(workspaceId)) all.set(workspaceId, { files: 0, folders: new Map() });
          continue;
        }
        const metadata = await this.#metadataOf(workspaceId);
        const found = await searchWorkspace(manager.walk(workspaceId, { metadata }), conditions, signal);
        if (found.files > 0) all.set(workspaceId, found);
      }
      return all;
    }, isOutdated);
  }
}

/** What a search found in one workspace. */
interface FoundFiles {
  readonly files: number;
  /** By the path of the folder: what was found in it, and the folders that lead to more. */
  readonly folders: ReadonlyMap<string, readonly WorkspaceEntry[]>;
}

/** Looks at files under way at once. */
const LOOK_WIDTH = 32;

/**
 * Looks in a workspace for what fulfils the conditions. A folder that cannot be read stands in the result with its reason
 * when its name fits; a workspace that cannot be read at all says so where it is opened, here it only has nothing to be found.
 *
 * @param walk all that is in the workspace
 */
async function searchWorkspace(
  walk: AsyncIterable<Walked>,
  conditions: FilterConditions,
  signal: { readonly aborted: boolean },
): Promise<FoundFiles> {
  const folders = new Map<string, WorkspaceEntry[]>();
  let files = 0;
  let batch: Walked[] = [];

  /** A folder where something is found is found in the folder above. */
  function add(parents: readonly ParentFolder[], entry: WorkspaceEntry): void {
    const parent = parents.at(-1);
    const known = folders.get(parent?.relativePath ?? '');
    if (known) return void known.push(entry);
    folders.set(parent?.relativePath ?? '', [entry]);
    if (parent) add(parents.slice(0, -1), { kind: 'folder', ...parent });
  }

  async function look(): Promise<void> {
    const looked = await mapConcurrently(batch, LOOK_WIDTH, lookAt);
    batch = [];
    for (const { parents, entry } of looked) {
      if (!entry || entry.kind === 'folder') continue;
      if (!(entry.kind === 'file' ? conditions.matches(searchedFacts(entry.artifact)) : conditions.matchesName(entry.name))) continue;
      add(parents, entry);
      files++;
    }
  }

  try {
    for await (const walked of walk) {
      if (signal.aborted) break;
      if (batch.push(walked) === LOOK_WIDTH) await look();
    }
  } catch {
    // What was found until then is shown.
  }
  await look();
  for (const found of folders.values()) found.sort(byKindAndName);
  return { files, folders };
}

async function lookAt(walked: Walked): Promise<{ parents: readonly ParentFolder[]; entry: WorkspaceEntry | undefined }> {
  const { path } = walked;
  const parents = walked.parents ?? foldersTo('look' in walked ? walked.folder : folderOf(path));
  if ('look' in walked) return { parents, entry: await walked.look() };
  return { parents, entry: { kind: 'invalid', name: nameOf(path), failure: walked.failure } };
}

/** A folder and those above it, outermost first. */
function foldersTo(folder: string): ParentFolder[] {
  return folder === '' ? [] : [...foldersTo(folderOf(folder)), { name: nameOf(folder), relativePath: folder }];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
