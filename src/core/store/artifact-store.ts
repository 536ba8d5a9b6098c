import { BinaryDetector } from '../content/binary-detector.ts';
import { DEFAULT_MAX_CONTENT_BYTES } from '../content/size.ts';
import type { Compute } from '../io/compute.ts';
import { toFailure, type Failure } from '../io/errors.ts';
import type { FileSystem, ListAge, Location } from '../io/file-system.ts';
import { silentLogger, type Logger } from '../io/logger.ts';
import type { RootBounds } from '../io/root-folder.ts';
import { parseReference, type ArtifactReference } from '../refs/reference.ts';
import type { ArtifactPage, SearchOptions, StoreAdapter, StoreKind, WorkspaceTree } from './adapter.ts';
import { AdkStore } from './adk/adk-store.ts';
import type { PageOptions } from './artifact-index.ts';
import type { Artifact, ArtifactMetadata, UnreadArtifact } from './artifact.ts';
import type { NewArtifact } from './artifact-writer.ts';
import { inspectContent, readContent, type ContentReaderOptions } from './content-reader.ts';
import { RuntimeStore } from './runtime-store.ts';

export interface ArtifactStoreOptions {
  readonly fs: FileSystem;
  /** The layout on disk, as `describeDataRoot` found it. Default: that of the runtime. */
  readonly kind?: StoreKind;
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

/** The artifacts of a data root, in the store and in workspaces, by reference. */
export class ArtifactStore {
  readonly #fs: FileSystem;
  readonly #adapter: StoreAdapter;
  readonly #detector: BinaryDetector;
  readonly #logger: Logger;
  readonly #compute: Compute | undefined;
  /** Bytes; see {@link ArtifactStoreOptions}. May be changed at any time. */
  maxContentBytes: number;

  constructor(options: ArtifactStoreOptions) {
    const { fs, kind, keepsIndex = false, logger = silentLogger } = options;
    this.#fs = fs;
    this.#compute = options.compute;
    this.#logger = logger;
    this.#detector = options.detector ?? new BinaryDetector({ logger });
    this.maxContentBytes = options.maxContentBytes ?? DEFAULT_MAX_CONTENT_BYTES;
    this.#adapter =
      kind !== undefined && kind !== 'runtime'
        ? new AdkStore({ ...options, kind })
        : new RuntimeStore({ ...options, keepsIndex, logger, maxContentBytes: () => this.maxContentBytes });
  }

  /** The artifacts that lie in folders. */
  get workspaces(): WorkspaceTree {
    return this.#adapter.workspaces;
  }

  /** Another program owns the files: nothing is written. */
  get isReadOnly(): boolean {
    return this.#adapter.isReadOnly;
  }

  /** All artifacts lie in {@link workspaces}, and {@link list} goes through these. */
  get hasOnlyFolders(): boolean {
    return this.#adapter.hasOnlyFolders;
  }

  /** The metadata of an artifact in any state; null when it doesn't exist or the reference is invalid. */
  async getMetadata(reference: ArtifactReference | string): Promise<ArtifactMetadata | null> {
    const parsed = this.#parse(reference);
    if (!parsed) return null;
    return this.#adapter.find(parsed);
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
      return unreadable(metadata, toFailure(error));
    }
  }

  /** As {@link inspectArtifact}, for metadata just read. Never rejects. */
  async inspect(metadata: ArtifactMetadata, location: Location): Promise<Artifact | UnreadArtifact> {
    try {
      const place = await this.realPlace(metadata, location);
      return await inspectContent(metadata, place, this.#reading, () => this.readArtifact(metadata, location));
    } catch (error) {
      return unreadable(metadata, toFailure(error));
    }
  }

  /**
   * A page of the store, newest first; only these are read. A store of folders only is listed by path, whatever `newestFirst` says.
   * Rejects with the file-system codes; a missing folder is empty.
   */
  list(options: Partial<PageOptions> = {}): Promise<ArtifactPage> {
    return this.#adapter.list(options);
  }

  /**
   * The newest artifacts before all names are known, where listing these costs requests: without `total`, and {@link list} may correct
   * them. Undefined where that is as fast. Rejects with the file-system codes.
   */
  async newest(limit: number): Promise<ArtifactPage | undefined> {
    return this.#adapter.newest?.(limit);
  }

  /** How old the names are that {@link list} goes by; undefined where they are read each time, or were not read yet. */
  get listAge(): ListAge | undefined {
    return this.#adapter.listAge;
  }

  /** Whether there are artifacts beside {@link workspaces}. Rejects with the file-system codes. */
  async hasAny(): Promise<boolean> {
    const early = await this.newest(1);
    return early ? early.items.length > 0 : (await this.count()) > 0;
  }

  /**
   * Checks the files of listed artifacts: a listing trusts complete sidecars, so a link leading outside, a folder instead of the file, or
   * another size is only found here.
   *
   * @returns in the same order; an unchanged artifact is the same object
   */
  verify(items: readonly ArtifactMetadata[]): Promise<ArtifactMetadata[]> {
    return this.#adapter.verify(items);
  }

  /**
   * Matching artifacts in the order of {@link list}, up to a page. Reads metadata until the page is full; aborting `signal` returns those
   * found so far.
   */
  search(matches: (metadata: ArtifactMetadata) => boolean, options: SearchOptions): Promise<ArtifactPage> {
    return this.#adapter.search(matches, options);
  }

  /** Every version of an artifact, newest first; empty where the store keeps one. Rejects with the file-system codes. */
  versions(reference: ArtifactReference): Promise<ArtifactMetadata[]> {
    return this.#adapter.versions(reference);
  }

  /** Number of artifacts in the store beside {@link workspaces}, by names alone. Rejects with the file-system codes. */
  count(): Promise<number> {
    return this.#adapter.count();
  }

  /** The first ids of the artifacts that {@link list} gives, in its order, from names alone; default: all. Rejects with the file-system codes. */
  ids(limit?: number): Promise<string[]> {
    return this.#adapter.ids(limit);
  }

  /**
   * Stores an artifact under a new numeric id; see {@link ArtifactWriter.put}. Rejects with `read_only` where nothing is
   * written, and the file-system codes.
   */
  putArtifact(artifact: NewArtifact): Promise<{ readonly id: string }> {
    return this.#adapter.put(artifact);
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
    const known = await this.#adapter.findForReading(parsed);
    const artifact = known?.location === undefined ? undefined : await read(known, known.location);
    if (artifact && artifact.contentFailure?.code !== 'not_found') return artifact;
    const metadata = await this.#adapter.find(parsed);
    if (metadata?.location !== undefined) return read(metadata, metadata.location);
    return metadata?.problem?.code === 'content_elsewhere' ? (unreadable(metadata, metadata.problem) as A) : null;
  }

  #parse(reference: ArtifactReference | string): ArtifactReference | undefined {
    if (typeof reference !== 'string') return reference;
    const parsed = parseReference(reference);
    if (parsed.ok) return parsed.value;
    this.#logger.warn(`not an artifact reference: ${parsed.error.code}`);
    return undefined;
  }

  /** A name in the folder came or went: some systems tell the time of a folder too roughly, or not at all. */
  forgetIndex(): void {
    this.#adapter.forgetIndex();
    this.#fs.forget?.();
  }

  /** A person asks for what is there: names that are kept are listed anew. */
  listAnew(): void {
    this.#adapter.forgetIndex();
    this.#fs.forget?.({ names: true });
  }

  /**
   * The real path of an artifact's content, to be used with `noFollow`. Rejects with `outside_root`, `folder_replaced` and the file-system
   * codes.
   */
  realPlace(metadata: ArtifactMetadata, location: Location): Promise<Location> {
    return this.#adapter.realPlace(metadata, location);
  }

  /**
   * The real path of the file in which an artifact's metadata can be corrected: sidecar, envelope, or workspace metadata. Undefined when it
   * doesn't exist in the data root, or nothing in it is written.
   */
  metadataFile(metadata: ArtifactMetadata): Promise<Location | undefined> {
    return this.#adapter.metadataFile(metadata);
  }
}

function unreadable({ id, meta, name, filename }: ArtifactMetadata, failure: Failure): Artifact {
  return { id, content: '', isBinary: true, meta: { ...meta, name, filename }, contentFailure: failure };
}
