import type { Compute } from '../io/compute.ts';
import { directCompute } from '../io/compute.ts';
import { mapConcurrently } from '../io/concurrency.ts';
import { CodedError } from '../io/errors.ts';
import type { FileSystem, ListAge, Location } from '../io/file-system.ts';
import type { Logger } from '../io/logger.ts';
import { RootFolder, type RootBounds } from '../io/root-folder.ts';
import type { ArtifactReference } from '../refs/reference.ts';
import type { ArtifactPage, SearchOptions, StoreAdapter } from './adapter.ts';
import { ArtifactIndex, type PageOptions } from './artifact-index.ts';
import type { ArtifactMetadata } from './artifact.ts';
import { ArtifactWriter, type NewArtifact } from './artifact-writer.ts';
import { tellsAge } from './id-order.ts';
import { RegularArtifacts } from './regular-artifacts.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';
import { WorkspaceManager } from './workspace-manager.ts';

/** Concurrent small reads; the thread pool has four threads. */
const READ_WIDTH = 32;
const SEARCH_BATCH = 1024;
/** Artifacts that are shown before all names are known: a page. */
const EARLY = 500;

export interface RuntimeStoreOptions {
  readonly fs: FileSystem;
  readonly artifactsDir: Location;
  readonly workspacesDir: Location;
  readonly bounds?: RootBounds | undefined;
  readonly logger: Logger;
  readonly compute?: Compute | undefined;
  readonly keepsIndex: boolean;
  /** The size in bytes above which only the head of a content is read. */
  readonly maxContentBytes: () => number;
}

/** The four generations of the runtime's layout: artifacts by id in one folder, and the files of workspaces by path. */
export class RuntimeStore implements StoreAdapter {
  readonly isReadOnly = false;
  readonly hasOnlyFolders = false;
  readonly workspaces: WorkspaceManager;
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #regular: RegularArtifacts;
  readonly #writer: ArtifactWriter;
  readonly #keepsIndex: boolean;
  #early: Promise<ArtifactIndex | undefined> | undefined;
  /** The last index, and the time the folder had before it was read. */
  #kept: { readonly mtime: number; readonly index: Promise<ArtifactIndex> } | undefined;

  constructor(options: RuntimeStoreOptions) {
    const { fs, compute = directCompute, bounds, logger } = options;
    this.#fs = fs;
    this.#folder = new RootFolder(fs, options.artifactsDir, { real: bounds?.artifactsDir });
    this.#regular = new RegularArtifacts(fs, this.#folder, options.maxContentBytes, compute);
    this.#keepsIndex = options.keepsIndex;
    this.workspaces = new WorkspaceManager({
      fs,
      workspacesDir: options.workspacesDir,
      compute: options.compute,
      ...(bounds && { bounds }),
    });
    this.#writer = new ArtifactWriter({ fs, folder: this.#folder, logger });
  }

  async find(reference: ArtifactReference): Promise<ArtifactMetadata | null> {
    switch (reference.kind) {
      case 'regular':
        return this.#regular.find(reference.id);
      case 'workspace':
        return this.workspaces.find(reference);
      case 'adk':
        return null;
    }
  }

  /** Usually sidecar and content are in place, and reading is enough. */
  async findForReading(reference: ArtifactReference): Promise<ArtifactMetadata | null> {
    return reference.kind === 'regular' ? this.#regular.findForReading(reference.id) : null;
  }

  /** Only the artifacts of the page are read. */
  async list(options: Partial<PageOptions>): Promise<ArtifactPage> {
    const index = await this.#readIndex();
    const { entries, hasMore } = index.page({ ...options, limit: options.limit ?? Infinity });
    const items = await mapConcurrently(entries, READ_WIDTH, (entry) => this.#regular.describe(entry, 'listing'));
    const next = hasMore ? items.at(-1)?.id : undefined;
    const ordered = options.newestFirst === false ? items : sortTimelessByAge(items);
    return { items: ordered, total: index.total, ...(next !== undefined && { next }) };
  }

  async newest(limit: number): Promise<ArtifactPage | undefined> {
    const index = await this.#earlyIndex();
    if (!index) return undefined;
    const { entries, hasMore } = index.page({ limit: Math.min(limit, EARLY) });
    const items = await mapConcurrently(entries, READ_WIDTH, (entry) => this.#regular.describe(entry, 'listing'));
    const next = items.at(-1)?.id;
    return { items, ...(hasMore && next !== undefined && { next }) };
  }

  get listAge(): ListAge | undefined {
    return this.#fs.listAge?.(this.#folder.location);
  }

  verify(items: readonly ArtifactMetadata[]): Promise<ArtifactMetadata[]> {
    return mapConcurrently(items, READ_WIDTH, (item) =>
      item.reference.kind === 'regular' ? this.#regular.verify(item) : Promise.resolve(item),
    );
  }

  /** Reads sidecars in order until the page is full; aborting `signal` returns those found so far. */
  async search(matches: (metadata: ArtifactMetadata) => boolean, options: SearchOptions): Promise<ArtifactPage> {
    const index = await this.#readIndex();
    const items: ArtifactMetadata[] = [];
    let { after } = options;
    let done = 0;
    for (;;) {
      const { entries, hasMore } = index.page({ after, limit: SEARCH_BATCH });
      const wanted = options.select ? await options.select(entries) : entries;
      const batch = await mapConcurrently(wanted, READ_WIDTH, async (entry) => {
        if (options.signal?.aborted) return null;
        const item = await this.#regular.describe(entry, options.looksAtTimes ? 'times' : 'search');
        return matches(item) ? this.#regular.describeFound(entry, item) : undefined;
      });
      const before = items.length;
      const stopped = batch.indexOf(null);
      const full = fillPage(items, batch, options.limit);
      if (full && (hasMore || full.position < batch.length - 1)) return { items, total: index.total, next: full.id };
      if (stopped >= 0) {
        const next = wanted[stopped - 1]?.id ?? after;
        return { items, total: index.total, ...(next !== undefined && { next }) };
      }
      done += entries.length;
      options.onProgress?.(done, index.total);
      if (items.length > before) options.onFound?.([...items], index.total);
      after = entries.at(-1)?.id;
      if (!hasMore || after === undefined) return { items, total: index.total };
      if (options.signal?.aborted) return { items, total: index.total, next: after };
    }
  }

  versions(): Promise<ArtifactMetadata[]> {
    return Promise.resolve([]);
  }

  async count(): Promise<number> {
    return (await this.#readIndex()).total;
  }

  async ids(limit = Infinity): Promise<string[]> {
    return (await this.#readIndex()).page({ limit }).entries.map(({ id }) => id);
  }

  put(artifact: NewArtifact): Promise<{ readonly id: string }> {
    return this.#writer.put(artifact);
  }

  /** Some systems tell the time of a folder too roughly, or not at all. */
  forgetIndex(): void {
    this.#kept = undefined;
    this.#early = undefined;
  }

  async realPlace({ reference }: ArtifactMetadata, location: Location): Promise<Location> {
    if (reference.kind === 'adk') throw new CodedError('not_found');
    return reference.kind === 'regular' ? this.#folder.resolve([this.#fs.basename(location)]) : this.workspaces.realPlace(reference);
  }

  /** Sidecar, envelope, or workspace metadata. */
  async metadataFile({ reference, isEnvelope, location }: ArtifactMetadata): Promise<Location | undefined> {
    if (reference.kind === 'workspace') return this.workspaces.metadataFile(reference.workspaceId);
    return this.#folder
      .resolve([isEnvelope && location !== undefined ? this.#fs.basename(location) : reference.id + SIDECAR_EXTENSION])
      .catch(() => undefined);
  }

  /** The highest numbers alone, while the names are not known; undefined where they are soon. */
  async #earlyIndex(): Promise<ArtifactIndex | undefined> {
    if (this.#kept || !this.#fs.newestNames) return undefined;
    const read = async (): Promise<ArtifactIndex | undefined> => {
      const names = await this.#fs.newestNames?.(await this.#folder.present(), { least: EARLY + 1 });
      return names && ArtifactIndex.of(names);
    };
    return (this.#early ??= read().catch((error: unknown) => {
      this.#early = undefined;
      throw error;
    }));
  }

  /** The ids of the regular artifacts in order, from file names only. Rejects with the file-system codes; a missing folder is empty. */
  async #readIndex(): Promise<ArtifactIndex> {
    try {
      if (!this.#keepsIndex) return await ArtifactIndex.read(this.#fs, this.#folder);
      // Where asking costs a request, the names are those until `forgetIndex`.
      const { mtime } = this.#fs.forget ? { mtime: 0 } : await this.#fs.stat(await this.#folder.present(), { noFollow: true });
      if (this.#kept?.mtime !== mtime) this.#kept = { mtime, index: ArtifactIndex.read(this.#fs, this.#folder) };
      return await this.#kept.index;
    } catch (error) {
      this.forgetIndex();
      if (error instanceof CodedError && error.code === 'not_found') return ArtifactIndex.of([]);
      throw error;
    }
  }
}

/**
 * Adds what was found to a page.
 *
 * @param found null from where the search was stopped
 * @returns the item that filled the page, with its position; undefined while there is room
 */
function fillPage(
  items: ArtifactMetadata[],
  found: readonly (ArtifactMetadata | undefined | null)[],
  limit: number,
): { readonly id: string; readonly position: number } | undefined {
  for (const [position, item] of found.entries()) {
    if (item === null) break;
    if (item === undefined) continue;
    items.push(item);
    if (items.length === limit) return { id: item.id, position };
  }
  return undefined;
}

/** Ids without a time come last, by name; within their page they are sorted by file time. */
function sortTimelessByAge(items: readonly ArtifactMetadata[]): ArtifactMetadata[] {
  const first = items.findIndex(({ id }) => !tellsAge(id));
  if (first < 0) return [...items];
  const time = ({ updatedAt, createdAt }: ArtifactMetadata): number => Date.parse(updatedAt ?? createdAt ?? '') || 0;
  const timeless = items.slice(first).sort((a, b) => time(b) - time(a));
  return [...items.slice(0, first), ...timeless];
}
