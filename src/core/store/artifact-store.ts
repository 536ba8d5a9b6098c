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

/** What a store needs to know. */
export interface ArtifactStoreOptions {
  readonly fs: FileSystem;
  readonly artifactsDir: Location;
  readonly workspacesDir: Location;
  /** Where its folders really lay when the data root was opened, see `describeDataRoot`. Default: where they lie when they are first used. */
  readonly bounds?: RootBounds;
  /** Default: one of its own. */
  readonly detector?: BinaryDetector;
  /** Content above this many bytes is described, never read. Default 20 MiB. */
  readonly maxContentBytes?: number;
  readonly logger?: Logger;
  /** Where metadata and envelopes above 1 MiB are parsed. Default: on this thread. */
  readonly compute?: Compute | undefined;
  /** Whether the names in the folder are read again only when it has changed: where its time is told, and changes call `forgetIndex`. */
  readonly keepsIndex?: boolean;
}

/** One page of a listing. */
export interface ArtifactPage {
  readonly items: readonly ArtifactMetadata[];
  /** Give it as `after` for the page that follows; undefined on the last one. */
  readonly next?: string;
  /** Of all artifacts in the store, shown or not. */
  readonly total: number;
}

/** Small reads under way at once; the thread pool behind them has four threads. */
const READ_WIDTH = 32;
const SEARCH_BATCH = 1024;

/** How a search goes on, and what it tells meanwhile. */
export interface SearchOptions {
  readonly limit: number;
  readonly after?: string;
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Leaves out what need not be read, because the caller knows that it does not fulfil the condition. */
  readonly select?: ((entries: readonly IndexEntry[]) => Promise<readonly IndexEntry[]>) | undefined;
  /** Told how many were looked at, of how many. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Told what was found so far, whenever it is more. */
  readonly onFound?: ((items: readonly ArtifactMetadata[], total: number) => void) | undefined;
}

/** The artifacts of a data root: those of the store and those in workspaces, by reference. */
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
  /** Bytes; see {@link ArtifactStoreOptions}. May be changed while the store is in use. */
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

  /**
   * The metadata of a reference, whatever state the artifact is in; null when there is nothing of that
   * name, or the reference is none.
   */
  async getMetadata(reference: ArtifactReference | string): Promise<ArtifactMetadata | null> {
    const parsed = this.#parse(reference);
    if (!parsed) return null;
    return parsed.kind === 'regular' ? this.#regular.find(parsed.id) : this.#workspaces.find(parsed);
  }

  /**
   * The artifact with its content, detected and decoded. Null when it is not there, or only reserved.
   * Content that is too large or cannot be read is empty, and `contentFailure` says why.
   */
  getArtifact(reference: ArtifactReference | string): Promise<Artifact | null> {
    return this.#open(reference, (metadata, location) => this.readArtifact(metadata, location));
  }

  /**
   * As {@link getArtifact}, but the content of a binary is not read before somebody wants it: its size, its metadata and its
   * first bytes (64 KiB) tell what it is, and with that whether a model takes it.
   */
  inspectArtifact(reference: ArtifactReference | string): Promise<Artifact | UnreadArtifact | null> {
    return this.#open(reference, (metadata, location) => this.inspect(metadata, location));
  }

  /** As {@link getArtifact}, for metadata that was just read. Never rejects. */
  async readArtifact(metadata: ArtifactMetadata, location: Location): Promise<Artifact> {
    try {
      return await readContent(metadata, await this.realPlace(metadata, location), this.#reading);
    } catch (error) {
      return unreadable(metadata, error);
    }
  }

  /** As {@link inspectArtifact}, for metadata that was just read. Never rejects. */
  async inspect(metadata: ArtifactMetadata, location: Location): Promise<Artifact | UnreadArtifact> {
    try {
      const place = await this.realPlace(metadata, location);
      return await inspectContent(metadata, place, this.#reading, () => this.readArtifact(metadata, location));
    } catch (error) {
      return unreadable(metadata, error);
    }
  }

  /**
   * One page of the regular artifacts. Only the artifacts of the page are looked at. Rejects with the
   * file-system codes; a folder that is not there holds none.
   */
  async list(options: Partial<PageOptions> = {}): Promise<ArtifactPage> {
    const index = await this.readIndex();
    const { entries, hasMore } = index.page({ ...options, limit: options.limit ?? Infinity });
    const items = await mapConcurrently(entries, READ_WIDTH, (entry) => this.#regular.describe(entry, 'listing'));
    const next = hasMore ? items.at(-1)?.id : undefined;
    const ordered = options.newestFirst === false ? items : sortTimelessByAge(items);
    return { items: ordered, total: index.total, ...(next !== undefined && { next }) };
  }

  /**
   * Looks at the files of listed artifacts: a listing believes the sidecars where they tell everything, and
   * a link that leads out, a folder in place of the file or another size only shows in a look.
   *
   * @returns in the same order; an artifact that is as described is the same object
   */
  verify(items: readonly ArtifactMetadata[]): Promise<ArtifactMetadata[]> {
    return mapConcurrently(items, READ_WIDTH, (item) =>
      item.reference.kind === 'regular' ? this.#regular.verify(item) : Promise.resolve(item),
    );
  }

  /**
   * The artifacts that fulfil a condition, newest first, up to a page of them. Reads sidecars in order
   * until the page is full; `signal` stops it, and what was found by then is the page.
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
        const item = await this.#regular.describe(entry, 'search');
        return matches(item) ? this.#regular.describeFound(entry, item) : undefined;
      });
      const before = items.length;
      for (const [position, item] of batch.entries()) {
        if (!item) continue;
        items.push(item);
        const isLast = !hasMore && position === batch.length - 1;
        if (items.length === options.limit && !isLast) return { items, total: index.total, next: item.id };
      }
      done += entries.length;
      options.onProgress?.(done, index.total);
      if (items.length > before) options.onFound?.([...items], index.total);
      after = entries.at(-1)?.id;
      if (!hasMore || after === undefined) return { items, total: index.total };
      if (options.signal?.aborted) return { items, total: index.total, next: after };
    }
  }

  /** Stores a new artifact under a new numeric id; see {@link ArtifactWriter.put}. Rejects with the file-system codes. */
  putArtifact(artifact: NewArtifact): Promise<{ readonly id: string }> {
    return this.#writer.put(artifact);
  }

  get #reading(): ContentReaderOptions {
    return { fs: this.#fs, detector: this.#detector, maxContentBytes: this.maxContentBytes, compute: this.#compute };
  }

  /** Null when the artifact is not there, or only reserved. */
  async #open<A extends Artifact | UnreadArtifact>(
    reference: ArtifactReference | string,
    read: (metadata: ArtifactMetadata, location: Location) => Promise<A>,
  ): Promise<A | null> {
    const parsed = this.#parse(reference);
    if (!parsed) return null;
    if (parsed.kind === 'regular') {
      // Mostly sidecar and content are where they belong, and no look is needed beside the reading.
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

  /** The ids of the regular artifacts and their order, by the names in the folder alone. Rejects with the file-system codes; a folder that is not there holds none. */
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
  }

  /** The place of an artifact's content with all links resolved, to be used with `noFollow`. Rejects with `outside_root`, `folder_replaced` and the file-system codes. */
  async realPlace({ reference }: ArtifactMetadata, location: Location): Promise<Location> {
    return reference.kind === 'regular' ? this.#folder.resolve([this.#fs.basename(location)]) : this.#workspaces.realPlace(reference);
  }

  /**
   * The file in which an artifact's metadata are written, as readers look for it: the sidecar, the envelope, or the
   * metadata of its workspace. All links are resolved. Undefined when there is none, or none inside the data root.
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

/** Ids that tell no age stand last in the order of names; on their page they are put by their time. */
function sortTimelessByAge(items: readonly ArtifactMetadata[]): ArtifactMetadata[] {
  const first = items.findIndex(({ id }) => !tellsAge(id));
  if (first < 0) return [...items];
  const time = ({ updatedAt, createdAt }: ArtifactMetadata): number => Date.parse(updatedAt ?? createdAt ?? '') || 0;
  const timeless = items.slice(first).sort((a, b) => time(b) - time(a));
  return [...items.slice(0, first), ...timeless];
}
