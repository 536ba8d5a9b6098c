import { BinaryDetector } from '../content/binary-detector.ts';
import { DEFAULT_MAX_CONTENT_BYTES } from '../content/size.ts';
import { directCompute, type Compute } from '../io/compute.ts';
import { mapConcurrently } from '../io/concurrency.ts';
import { CodedError, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { silentLogger, type Logger } from '../io/logger.ts';
import { RootFolder, type RootBounds } from '../io/root-folder.ts';
import { parseReference, type ArtifactReference } from '../refs/reference.ts';
import { ArtifactIndex, type PageOptions } from './artifact-index.ts';
import type { Artifact, ArtifactMetadata, UnreadArtifact } from './artifact.ts';
import { ArtifactWriter, type NewArtifact } from './artifact-writer.ts';
import { inspectContent, readContent, type ContentReaderOptions } from './content-reader.ts';
import type { IndexEntry } from './id-files.ts';
import { tellsAge } from './id-order.ts';
import { RegularArtifacts } from './regular-artifacts.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';
import { WorkspaceManager } from './workspace-manager.ts';

export interface ArtifactStoreOptions {
  readonly fs: FileSystem;
  readonly artifactsDir: Location;
  readonly workspacesDir: Location;
  /** The real locations of its folders when the data root was opened, see `describeDataRoot`. Default: resolved on first use. */
  readonly bounds?: RootBounds;
  /** Default: its own. */
  readonly detector?: BinaryDetector;
  /** Larger content (bytes) is described, never read. Default 20 MiB. */
  readonly maxContentBytes?: number;
  readonly logger?: Logger;
  /** Where metadata and envelopes above 1 MiB are parsed. Default: on this thread. */
  readonly compute?: Compute | undefined;
  /** Whether the names in the folder are read again only when it has changed: where its time is told, and changes call `forgetIndex`. */
  readonly keepsIndex?: boolean;
}

export interface ArtifactPage {
  readonly items: readonly ArtifactMetadata[];
  /** Pass as `after` for the next page; undefined on the last one. */
  readonly next?: string;
  /** Number of all artifacts in the store. */
  readonly total: number;
}

/** Concurrent small reads; the thread pool has four threads. */
const READ_WIDTH = 32;
const SEARCH_BATCH = 1024;

export interface SearchOptions {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Looks at every file, so that `updatedAt` is when it was last written. */
  readonly looksAtTimes?: boolean;
  /** Skips entries known not to match, so that they aren't read. */
  readonly select?: ((entries: readonly IndexEntry[]) => Promise<readonly IndexEntry[]>) | undefined;
  /** Reports progress. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Reports the matches so far. */
  readonly onFound?: ((items: readonly ArtifactMetadata[], total: number) => void) | undefined;
}

/** The artifacts of a data root, in the store and in workspaces, by reference. */
export class ArtifactStore {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #regular: RegularArtifacts;
  readonly #workspaces: WorkspaceManager;
  readonly #detector: BinaryDetector;
  readonly #writer: ArtifactWriter;
  readonly #logger: Logger;
  readonly #compute: Compute | undefined;
  readonly #keepsIndex: boolean;
  /** The last index, and the time the folder had before it was read. */
  #kept: { readonly mtime: number; readonly index: Promise<ArtifactIndex> } | undefined;
  /** Bytes; see {@link ArtifactStoreOptions}. May be changed at any time. */
  maxContentBytes: number;

  constructor(options: ArtifactStoreOptions) {
    this.#fs = options.fs;
    this.#folder = new RootFolder(options.fs, options.artifactsDir, { real: options.bounds?.artifactsDir });
    this.#regular = new RegularArtifacts(options.fs, this.#folder, () => this.maxContentBytes, options.compute ?? directCompute);
    this.#compute = options.compute;
    this.#keepsIndex = options.keepsIndex ?? false;
    this.#workspaces = new WorkspaceManager(options);
    this.#logger = options.logger ?? silentLogger;
    this.#detector = options.detector ?? new BinaryDetector({ logger: this.#logger });
    this.#writer = new ArtifactWriter({ fs: options.fs, folder: this.#folder, logger: this.#logger });
    this.maxContentBytes = options.maxContentBytes ?? DEFAULT_MAX_CONTENT_BYTES;
  }

  /** The metadata of an artifact in any state; null when it doesn't exist or the reference is invalid. */
  async getMetadata(reference: ArtifactReference | string): Promise<ArtifactMetadata | null> {
    const parsed = this.#parse(reference);
    if (!parsed) return null;
    return parsed.kind === 'regular' ? this.#regular.find(parsed.id) : this.#workspaces.find(parsed);
  }

  /**
   * The artifact with its detected and decoded content. Null when it doesn't exist or is only reserved. Content that is too large or
   * unreadable is empty, with the reason in `contentFailure`.
   */
  getArtifact(reference: ArtifactReference | string): Promise<Artifact | null> {
    return this.#open(reference, (metadata, location) => this.readArtifact(metadata, location));
  }

  /**
   * As {@link getArtifact}, but binary content is read on demand: size, metadata and the first 64 KiB determine its type, and whether a
   * model accepts it.
   */
  inspectArtifact(reference: ArtifactReference | string): Promise<Artifact | UnreadArtifact | null> {
    return this.#open(reference, (metadata, location) => this.inspect(metadata, location));
  }

  /** As {@link getArtifact}, for metadata just read. Never rejects. */
  async readArtifact(metadata: ArtifactMetadata, location: Location): Promise<Artifact> {
    try {
      return await readContent(metadata, await this.realPlace(metadata, location), this.#reading);
    } catch (error) {
      return unreadable(metadata, error);
    }
  }

  /** As {@link inspectArtifact}, for metadata just read. Never rejects. */
  async inspect(metadata: ArtifactMetadata, location: Location): Promise<Artifact | UnreadArtifact> {
    try {
      const place = await this.realPlace(metadata, location);
      return await inspectContent(metadata, place, this.#reading, () => this.readArtifact(metadata, location));
    } catch (error) {
      return unreadable(metadata, error);
    }
  }

  /** A page of regular artifacts; only these are read. Rejects with the file-system codes; a missing folder is empty. */
  async list(options: Partial<PageOptions> = {}): Promise<ArtifactPage> {
    const index = await this.readIndex();
    const { entries, hasMore } = index.page({ ...options, limit: options.limit ?? Infinity });
    const items = await mapConcurrently(entries, READ_WIDTH, (entry) => this.#regular.describe(entry, 'listing'));
    const next = hasMore ? items.at(-1)?.id : undefined;
    const ordered = options.newestFirst === false ? items : sortTimelessByAge(items);
    return { items: ordered, total: index.total, ...(next !== undefined && { next }) };
  }

  /**
   * Checks the files of listed artifacts: a listing trusts complete sidecars, so a link leading outside, a folder instead of the file, or
   * another size is only found here.
   *
   * @returns in the same order; an unchanged artifact is the same object
   */
  verify(items: readonly ArtifactMetadata[]): Promise<ArtifactMetadata[]> {
    return mapConcurrently(items, READ_WIDTH, (item) =>
      item.reference.kind === 'regular' ? this.#regular.verify(item) : Promise.resolve(item),
    );
  }

  /**
   * Matching artifacts, newest first, up to a page. Reads sidecars in order until the page is full; aborting `signal` returns those found
   * so far.
   */
  async search(matches: (metadata: ArtifactMetadata) => boolean, options: SearchOptions): Promise<ArtifactPage> {
    const index = await this.readIndex();
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
      for (const [position, item] of batch.entries()) {
        if (position === stopped) break;
        if (!item) continue;
        items.push(item);
        const isLast = !hasMore && position === batch.length - 1;
        if (items.length === options.limit && !isLast) return { items, total: index.total, next: item.id };
      }
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

  /** Stores an artifact under a new numeric id; see {@link ArtifactWriter.put}. Rejects with the file-system codes. */
  putArtifact(artifact: NewArtifact): Promise<{ readonly id: string }> {
    return this.#writer.put(artifact);
  }

  get #reading(): ContentReaderOptions {
    return { fs: this.#fs, detector: this.#detector, maxContentBytes: this.maxContentBytes, compute: this.#compute };
  }

  /** Null when the artifact doesn't exist or is only reserved. */
  async #open<A extends Artifact | UnreadArtifact>(
    reference: ArtifactReference | string,
    read: (metadata: ArtifactMetadata, location: Location) => Promise<A>,
  ): Promise<A | null> {
    const parsed = this.#parse(reference);
    if (!parsed) return null;
    if (parsed.kind === 'regular') {
      // Usually sidecar and content are in place, and reading is enough.
      const metadata = await this.#regular.findForReading(parsed.id);
      const artifact = metadata?.location && (await read(metadata, metadata.location));
      if (artifact && artifact.contentFailure?.code !== 'not_found') return artifact;
    }
    const metadata = await this.getMetadata(parsed);
    return metadata?.location === undefined ? null : read(metadata, metadata.location);
  }

  #parse(reference: ArtifactReference | string): ArtifactReference | undefined {
    if (typeof reference !== 'string') return reference;
    const parsed = parseReference(reference);
    if (parsed.ok) return parsed.value;
    this.#logger.warn(`not an artifact reference: ${parsed.error.code}`);
    return undefined;
  }

  /** The ids of the regular artifacts in order, from file names only. Rejects with the file-system codes; a missing folder is empty. */
  async readIndex(): Promise<ArtifactIndex> {
    try {
      if (!this.#keepsIndex) return await ArtifactIndex.read(this.#fs, this.#folder);
      const { mtime } = await this.#fs.stat(await this.#folder.present(), { noFollow: true });
      if (this.#kept?.mtime !== mtime) this.#kept = { mtime, index: ArtifactIndex.read(this.#fs, this.#folder) };
      return await this.#kept.index;
    } catch (error) {
      this.forgetIndex();
      if (error instanceof CodedError && error.code === 'not_found') return ArtifactIndex.of([]);
      throw error;
    }
  }

  /** A name in the folder came or went: some systems tell the time of a folder too roughly, or not at all. */
  forgetIndex(): void {
    this.#kept = undefined;
    this.#fs.forget?.();
  }

  /**
   * The real path of an artifact's content, to be used with `noFollow`. Rejects with `outside_root`, `folder_replaced` and the file-system
   * codes.
   */
  async realPlace({ reference }: ArtifactMetadata, location: Location): Promise<Location> {
    return reference.kind === 'regular' ? this.#folder.resolve([this.#fs.basename(location)]) : this.#workspaces.realPlace(reference);
  }

  /**
   * The real path of the file with an artifact's metadata: sidecar, envelope, or workspace metadata. Undefined when it doesn't exist in the
   * data root.
   */
  metadataFile({ reference, isEnvelope, location }: ArtifactMetadata): Promise<Location | undefined> {
    if (reference.kind === 'workspace') return this.#workspaces.metadataFile(reference.workspaceId);
    return this.#folder
      .resolve([isEnvelope && location !== undefined ? this.#fs.basename(location) : reference.id + SIDECAR_EXTENSION])
      .catch(() => undefined);
  }
}

function unreadable({ id, meta, name, filename }: ArtifactMetadata, error: unknown): Artifact {
  return { id, content: '', isBinary: true, meta: { ...meta, name, filename }, contentFailure: toFailure(error) };
}

/** Ids without a time come last, by name; within their page they are sorted by file time. */
function sortTimelessByAge(items: readonly ArtifactMetadata[]): ArtifactMetadata[] {
  const first = items.findIndex(({ id }) => !tellsAge(id));
  if (first < 0) return [...items];
  const time = ({ updatedAt, createdAt }: ArtifactMetadata): number => Date.parse(updatedAt ?? createdAt ?? '') || 0;
  const timeless = items.slice(first).sort((a, b) => time(b) - time(a));
  return [...items.slice(0, first), ...timeless];
}
