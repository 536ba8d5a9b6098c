import { mapConcurrently } from '../../io/concurrency.ts';
import { CodedError } from '../../io/errors.ts';
import type { FileSystem, Location } from '../../io/file-system.ts';
import { silentLogger, type Logger } from '../../io/logger.ts';
import { RootFolder, type RootBounds } from '../../io/root-folder.ts';
import { type ArtifactReference, parseReference } from '../../refs/reference.ts';
import type { ArtifactPage, SearchOptions, StoreAdapter, StoreKind } from '../adapter.ts';
import type { PageOptions } from '../artifact-index.ts';
import type { ArtifactMetadata } from '../artifact.ts';
import { compareNames } from '../workspace-names.ts';
import { AdkArtifacts } from './adk-artifact.ts';
import { BUCKET_LAYOUT } from './adk-bucket-layout.ts';
import { AdkFolders, type FoundArtifact } from './adk-folders.ts';
import { type AdkLayout, FILES_LAYOUT } from './adk-layout.ts';

/** Artifacts described at once. */
const READ_WIDTH = 32;
const SEARCH_BATCH = 256;

export interface AdkStoreOptions {
  readonly fs: FileSystem;
  readonly kind: AdkKind;
  /** The root of what ADK keeps. */
  readonly artifactsDir: Location;
  readonly bounds?: RootBounds;
  readonly logger?: Logger;
}

/** The layouts of ADK's services. */
export type AdkKind = Exclude<StoreKind, 'runtime'>;

export function adkLayoutOf(kind: AdkKind): AdkLayout {
  return kind === 'adk' ? FILES_LAYOUT : BUCKET_LAYOUT;
}

/**
 * What the artifact services of Google ADK write – `FileArtifactService` and `GcsArtifactService` –, read-only. Artifacts are listed by app, user, session and name: nothing in this
 * layout tells their age before each was read.
 */
export class AdkStore implements StoreAdapter {
  readonly isReadOnly = true;
  readonly hasOnlyFolders = true;
  readonly workspaces: AdkFolders;
  readonly #artifacts: AdkArtifacts;
  readonly #logger: Logger;

  constructor({ fs, kind, artifactsDir, bounds, logger = silentLogger }: AdkStoreOptions) {
    this.#artifacts = new AdkArtifacts(fs, new RootFolder(fs, artifactsDir, { real: bounds?.artifactsDir }), adkLayoutOf(kind));
    this.workspaces = new AdkFolders(fs, this.#artifacts);
    this.#logger = logger;
  }

  async find(reference: ArtifactReference): Promise<ArtifactMetadata | null> {
    return reference.kind === 'adk' ? this.#artifacts.find(reference) : null;
  }

  findForReading(): Promise<null> {
    return Promise.resolve(null);
  }

  list({ limit = Infinity, after }: Partial<PageOptions>): Promise<ArtifactPage> {
    return this.#page(undefined, { limit, after });
  }

  search(matches: (metadata: ArtifactMetadata) => boolean, options: SearchOptions): Promise<ArtifactPage> {
    return this.#page(matches, options);
  }

  /** A listing has looked at every file. */
  verify(items: readonly ArtifactMetadata[]): Promise<ArtifactMetadata[]> {
    return Promise.resolve([...items]);
  }

  async versions(reference: ArtifactReference): Promise<ArtifactMetadata[]> {
    return reference.kind === 'adk' ? this.#artifacts.versions(reference) : [];
  }

  count(): Promise<number> {
    return Promise.resolve(0);
  }

  async ids(limit = Infinity): Promise<string[]> {
    const ids: string[] = [];
    for await (const { reference } of this.#walk()) {
      if (ids.length >= limit) break;
      ids.push(reference.id);
    }
    return ids;
  }

  forgetIndex(): void {}

  put(): Promise<never> {
    return Promise.reject(new CodedError('read_only'));
  }

  async realPlace({ reference, version }: ArtifactMetadata): Promise<Location> {
    if (reference.kind !== 'adk' || version === undefined) throw new CodedError('not_found');
    return this.#artifacts.contentPlace(reference, version);
  }

  /** Nothing is corrected in the files of another program. */
  metadataFile(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async #page(
    matches: ((metadata: ArtifactMetadata) => boolean) | undefined,
    { limit, after, signal, onProgress }: SearchOptions,
  ): Promise<ArtifactPage> {
    const items: ArtifactMetadata[] = [];
    let batch: FoundArtifact[] = [];
    let looked = 0;
    let last = after;
    /** @returns whether the page is full and another artifact follows */
    const look = async (): Promise<boolean> => {
      const found = await mapConcurrently(batch, READ_WIDTH, ({ reference, versions }) => this.#artifacts.describe(reference, versions));
      looked += batch.length;
      last = batch.at(-1)?.reference.id ?? last;
      batch = [];
      onProgress?.(looked);
      for (const item of found) {
        if (matches && !matches(item)) continue;
        if (items.length === limit) return true;
        items.push(item);
      }
      return false;
    };
    const full = (): ArtifactPage => ({ items, next: items.at(-1)?.id ?? '' });
    for await (const found of this.#walk(after)) {
      if (signal?.aborted) return { items, ...(last !== undefined && { next: last }) };
      batch.push(found);
      if (batch.length <= (matches ? SEARCH_BATCH : Math.min(limit - items.length, SEARCH_BATCH))) continue;
      if (await look()) return full();
    }
    return (await look()) ? full() : { items };
  }

  /** Every artifact by its folder, without reading it. @param after the id of one, existing or not: only what follows it */
  async *#walk(after?: string): AsyncGenerator<FoundArtifact, void> {
    const from = after === undefined ? undefined : this.#placeOf(after);
    for (const { workspaceId, state } of await this.workspaces.listWorkspaces()) {
      const isBefore = from !== undefined && from.workspaceId !== workspaceId && !isAfter(workspaceId, from.workspaceId);
      if (state !== 'present' || isBefore) continue;
      const isFirst = workspaceId === from?.workspaceId;
      for await (const found of this.workspaces.walkArtifacts(workspaceId, isFirst ? from?.relativePath : undefined)) {
        if ('reference' in found) yield found;
        else this.#logger.warn(`${found.names.join('/')} cannot be read: ${found.failure.code}`);
      }
    }
  }

  /** @throws CodedError with the codes of `parseReference`; `not_found` for an id of another layout */
  #placeOf(id: string) {
    const parsed = parseReference(id);
    if (!parsed.ok) throw new CodedError(parsed.error.code, parsed.error.params);
    const place = this.workspaces.placeOf(parsed.value);
    if (!place) throw new CodedError('not_found');
    return place;
  }
}

/** The order of `listWorkspaces`: apps, then users, each by name. */
function isAfter(id: string, other: string): boolean {
  const [names, others] = [id.split('/'), other.split('/')];
  const difference = names.map((name, at) => compareNames(name, others[at] ?? '')).find((each) => each !== 0);
  return (difference ?? 0) > 0;
}
