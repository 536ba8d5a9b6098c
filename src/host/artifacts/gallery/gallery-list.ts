import * as vscode from 'vscode';
import { mapConcurrently } from '../../../core/io/concurrency.ts';
import type { ArtifactMetadata } from '../../../core/store/artifact.ts';
import type { WorkspaceEntry } from '../../../core/store/workspace-entry.ts';
import type { FolderPlace } from '../../../core/store/workspace-walk.ts';
import { MAX_SORTED } from '../../../core/io/limits.ts';
import type { GalleryList } from '../../gallery/gallery-panel.ts';
import type { OpenRoot } from '../../roots/open-root.ts';
import type { ArtifactOrder } from '../../screen/artifact-orders.ts';
import type { FilterConditions } from '../artifact-filter.ts';
import { searchStore, type StoreAccess } from '../artifact-search.ts';
import type { ArtifactNode, ProblemNode } from '../nodes.ts';
import { searchedFacts } from '../searched-facts.ts';
import type { SearchRunner } from '../search-progress.ts';
import { SortedArtifacts, sortEntries, type SortFacts } from '../sorted-artifacts.ts';

/** One tile: an artifact, as commands of the tree take it, or the reason why something cannot be listed. */
export type GalleryItem = ArtifactNode | ProblemNode;

/** How the tree lists a root. */
export interface ListingOptions {
  readonly order: ArtifactOrder;
  /** That of the screen, a BCP 47 tag. */
  readonly language: string;
  readonly conditions: FilterConditions | undefined;
  /** What was read to sort the root. */
  readonly facts: SortFacts;
  readonly search: SearchRunner;
}

/** Why a list is not all there is in truth: too many for a gallery, or too many to be sorted. */
type Cut = 'limit' | 'sorted' | 'stopped' | undefined;

/** Tiles of one gallery. The height of as many rows is within what a browser can scroll, where each has one column. */
const MAX_SHOWN = 100_000;
/** Artifacts that a search looks for at once. */
const PAGE = 200;
/** Looks at files under way at once. */
const LOOK_WIDTH = 32;

/** The list of a store. Rejects with the file-system codes. */
export async function storeList(root: OpenRoot, options: ListingOptions): Promise<GalleryList<GalleryItem>> {
  const { conditions, search, order, language, facts } = options;
  const access: StoreAccess = { store: root.store, memory: root.searched, conditions, search };
  if (order !== 'newest') {
    const sorted = new SortedArtifacts(access, { order, language, facts });
    await sorted.read(() => false);
    const { items } = sorted.page({ limit: MAX_SORTED });
    const { cut } = sorted.count;
    return {
      count: items.length,
      isWhole: true,
      note: noteOf(items.length, cut === 'limit' ? 'sorted' : cut),
      items: async (from, to) => items.slice(from, to).map((artifact) => artifactItem(root, artifact)),
    };
  }
  if (conditions) return new GrowingList(foundIn(root, access));
  return new NewestList(root, await root.store.ids(MAX_SHOWN + 1));
}

/** The list of the files of a workspace, folder by folder as the tree has them when all are open. */
export function workspaceList(root: OpenRoot, workspaceId: string, options: ListingOptions): GalleryList<GalleryItem> {
  return new GrowingList(filesOf(root, workspaceId, options));
}

/** All artifacts of a store: their names are known, and what is read is only what is asked for, wherever it stands. */
class NewestList implements GalleryList<GalleryItem> {
  readonly isWhole = true;
  readonly #root: OpenRoot;
  readonly #ids: readonly string[];
  readonly #read = new Map<number, GalleryItem>();

  constructor(root: OpenRoot, ids: readonly string[]) {
    this.#root = root;
    this.#ids = ids;
  }

  get count(): number {
    return Math.min(MAX_SHOWN, this.#ids.length);
  }

  get note(): string | null {
    return noteOf(this.count, this.#ids.length > MAX_SHOWN ? 'limit' : undefined);
  }

  async items(from: number, to: number): Promise<readonly GalleryItem[]> {
    const end = Math.min(to, this.count);
    const missing = places(from, end).filter((at) => !this.#read.has(at));
    const [first] = missing;
    if (first !== undefined) await this.#readFrom(first, (missing.at(-1) ?? first) + 1);
    return places(from, end).flatMap((at) => this.#read.get(at) ?? []);
  }

  async #readFrom(from: number, to: number): Promise<void> {
    const after = this.#ids[from - 1];
    const { items } = await this.#root.store.list({ limit: to - from, ...(after !== undefined && { after }) });
    const byId = new Map(items.map((artifact) => [artifact.id, artifact]));
    for (const at of places(from, to)) {
      const id = this.#ids[at] ?? '';
      const artifact = byId.get(id);
      // One that is gone since leaves its place until the list is read anew.
      this.#read.set(at, artifact ? artifactItem(this.#root, artifact) : goneItem(id));
    }
  }
}

/** What is found one after the other: as much of it is looked for as is asked for. */
class GrowingList implements GalleryList<GalleryItem> {
  readonly #found: GalleryItem[] = [];
  readonly #source: AsyncIterator<readonly GalleryItem[], Cut>;
  #reading: Promise<void> = Promise.resolve();
  isWhole = false;
  #cut: Cut;

  constructor(source: AsyncGenerator<readonly GalleryItem[], Cut>) {
    this.#source = source;
  }

  get count(): number {
    return this.#found.length;
  }

  get note(): string | null {
    return noteOf(this.count, this.#cut);
  }

  async items(from: number, to: number): Promise<readonly GalleryItem[]> {
    this.#reading = this.#reading.then(() => this.#readTo(to));
    await this.#reading;
    return this.#found.slice(from, to);
  }

  async #readTo(end: number): Promise<void> {
    while (!this.isWhole && this.#found.length < end) {
      const next = await this.#source.next();
      if (next.done === true) this.#end(next.value);
      else for (const item of next.value) this.#found.push(item);
      if (this.#found.length >= MAX_SHOWN) this.#end('limit');
    }
  }

  #end(cut: Cut): void {
    this.isWhole = true;
    this.#cut = cut;
  }
}

async function* foundIn(root: OpenRoot, access: StoreAccess): AsyncGenerator<readonly GalleryItem[], Cut> {
  let after: string | undefined;
  do {
    const page = await searchStore(access, { limit: PAGE, ...(after !== undefined && { after }) });
    yield page.items.map((artifact) => artifactItem(root, artifact));
    after = page.next;
    if (access.search.isStopped) return 'stopped';
  } while (after !== undefined);
  return undefined;
}

/** The files of a workspace, a folder after the other. Links are not followed: they can form circles. */
async function* filesOf(
  root: OpenRoot,
  workspaceId: string,
  { order, conditions }: ListingOptions,
): AsyncGenerator<readonly GalleryItem[], Cut> {
  const metadata = await root.workspaces.readMetadata(workspaceId);
  if (metadata.problem) yield [problemItem(workspaceId, metadata.problem)];
  /** Of one folder; all of them where their order asks for that. */
  let batch: FolderPlace[] = [];
  const look = async (): Promise<readonly GalleryItem[]> => {
    const places = batch;
    batch = [];
    const entries = await mapConcurrently(places, LOOK_WIDTH, (place) => place.look());
    return sortEntries(
      entries.filter((entry) => entry !== undefined),
      order,
    )
      .filter((entry) => fulfils(entry, conditions))
      .flatMap((entry) => itemOf(root, entry));
  };
  for await (const walked of root.workspaces.walk(workspaceId, { metadata })) {
    const isOfBatch = 'look' in walked && (batch[0] === undefined || batch[0].folder === walked.folder);
    const isFull = batch.length >= PAGE && (order === 'newest' || order === 'name');
    if (batch.length > 0 && (!isOfBatch || isFull)) yield await look();
    if ('look' in walked) batch.push(walked);
    else if (conditions?.matchesName(walked.path) ?? true) yield [problemItem(walked.path, walked.failure)];
  }
  yield await look();
  return undefined;
}

function fulfils(entry: WorkspaceEntry, conditions: FilterConditions | undefined): boolean {
  if (!conditions) return true;
  return entry.kind === 'file' ? conditions.matches(searchedFacts(entry.artifact)) : conditions.matchesName(entry.name);
}

function itemOf(root: OpenRoot, entry: WorkspaceEntry): GalleryItem[] {
  switch (entry.kind) {
    case 'file':
      return [artifactItem(root, entry.artifact)];
    case 'invalid':
      return [problemItem(entry.name, entry.failure)];
    case 'folder':
      return [];
  }
}

/** Custom fields can be large, and no tile shows them. */
function artifactItem(root: OpenRoot, artifact: ArtifactMetadata): ArtifactNode {
  const { reference, id } = artifact;
  return { kind: 'artifact', id, parent: undefined, root, reference, artifact: { ...artifact, meta: {}, modifiedBy: [] } };
}

function problemItem(label: string, failure: ProblemNode['failure']): ProblemNode {
  return { kind: 'problem', id: `problem:${label}`, parent: undefined, label, failure };
}

function goneItem(id: string): ProblemNode {
  return problemItem(id, { code: 'not_found' });
}

function places(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

function noteOf(count: number, cut: Cut): string | null {
  const number = count.toLocaleString(vscode.env.language);
  switch (cut) {
    case undefined:
      return null;
    case 'limit':
      return vscode.l10n.t('Only the first {0} artifacts are shown. Filter the view to see others.', number);
    case 'sorted':
      return vscode.l10n.t('Only the newest {0} artifacts are sorted', number);
    case 'stopped':
      return vscode.l10n.t('The search was stopped: {0} artifacts are shown', number);
  }
}
