import type { ListAge, Location } from '../io/file-system.ts';
import type { ArtifactReference, WorkspaceReference } from '../refs/reference.ts';
import type { PageOptions } from './artifact-index.ts';
import type { NewArtifact } from './artifact-writer.ts';
import type { ArtifactMetadata, CheckedTarget } from './artifact.ts';
import type { IndexEntry } from './id-files.ts';
import type { Workspace, WorkspaceEntry } from './workspace-entry.ts';
import type { WorkspaceMetadata } from './workspace-metadata.ts';
import type { Walked } from './workspace-walk.ts';
import type { WriteFileOptions, WriteFileResult } from './workspace-writer.ts';

/** The layouts: `runtime` – its four generations; `adk`, `adk-gcs` – what Google ADK's `FileArtifactService` and `GcsArtifactService` write. */
export type StoreKind = 'runtime' | 'adk' | 'adk-gcs';

export interface ArtifactPage {
  readonly items: readonly ArtifactMetadata[];
  /** Pass as `after` for the next page; undefined on the last one. */
  readonly next?: string;
  /** Number of all artifacts in the store; absent where only reading every folder would tell. */
  readonly total?: number;
}

export interface SearchOptions {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Looks at every file, so that `updatedAt` is when it was last written. */
  readonly looksAtTimes?: boolean;
  /** Skips entries known not to match, so that they aren't read. Only asked where the store has an index of ids. */
  readonly select?: ((entries: readonly IndexEntry[]) => Promise<readonly IndexEntry[]>) | undefined;
  /** Reports progress; the total is absent where it is not known. */
  readonly onProgress?: ((done: number, total?: number) => void) | undefined;
  /** Reports the matches so far. */
  readonly onFound?: ((items: readonly ArtifactMetadata[], total: number) => void) | undefined;
}

/** Where an artifact is in the folders of a store. */
export interface PlaceInFolders {
  readonly workspaceId: string;
  /** The path of its file; of the folder that holds its versions, where there are several. */
  readonly relativePath: string;
  readonly isVersioned: boolean;
}

/** The artifacts of a store that lie in folders, by path. */
export interface WorkspaceTree {
  /** The folders at the top, by name. Rejects with the file-system codes; a missing root is empty. */
  listWorkspaces(): Promise<Workspace[]>;
  /** What one file says of a whole workspace. Never rejects. */
  readMetadata(workspaceId: string): Promise<WorkspaceMetadata>;
  /**
   * The entries of a folder: folders first, each sorted by name. Rejects with the file-system codes and `outside_root`.
   *
   * @param relativePath the folder; empty for the workspace itself
   * @param metadata of this workspace, if already read
   */
  listFolder(workspaceId: string, relativePath?: string, metadata?: WorkspaceMetadata): Promise<WorkspaceEntry[]>;
  /**
   * Everything in a workspace, without checking files; unreadable folders are reported and skipped.
   *
   * @param options.after an artifact's path, existing or not: yields only what follows
   */
  walk(workspaceId: string, options?: { after?: string | undefined; metadata?: WorkspaceMetadata }): AsyncGenerator<Walked, void>;
  /** Where an artifact is in these folders; undefined for one that has no path. */
  placeOf(reference: ArtifactReference): PlaceInFolders | undefined;
  /** Writes a file and returns its canonical id. Error `read_only` where nothing is written. */
  writeFile(workspaceId: string, relativePath: string, content: string | Uint8Array, options: WriteFileOptions): Promise<WriteFileResult>;
  /** The target of {@link writeFile}. Rejects with the code of a refusal, as far as known. */
  checkTarget(reference: WorkspaceReference): Promise<CheckedTarget>;
}

/** A family of layouts on disk, as artifacts. Reading content is the same for all: {@link ArtifactStore}. */
export interface StoreAdapter {
  readonly workspaces: WorkspaceTree;
  /** Another program owns the files: nothing is written. */
  readonly isReadOnly: boolean;
  /** All artifacts lie in folders, and listings go through these: there is no store of ids beside them. */
  readonly hasOnlyFolders: boolean;
  /** The metadata of an artifact in any state; null when it doesn't exist. */
  find(reference: ArtifactReference): Promise<ArtifactMetadata | null>;
  /** The same trusting what is written about the content, which is read next; null where that is not enough. */
  findForReading(reference: ArtifactReference): Promise<ArtifactMetadata | null>;
  /** A page of the store. Rejects with the file-system codes; a missing folder is empty. */
  list(options: Partial<PageOptions>): Promise<ArtifactPage>;
  /**
   * The newest artifacts before all names are known, where listing these costs requests; {@link list} may correct them. Undefined where
   * that is as fast.
   */
  newest?(limit: number): Promise<ArtifactPage | undefined>;
  search(matches: (metadata: ArtifactMetadata) => boolean, options: SearchOptions): Promise<ArtifactPage>;
  /** Looks at the files of listed artifacts; an unchanged artifact is the same object. */
  verify(items: readonly ArtifactMetadata[]): Promise<ArtifactMetadata[]>;
  /** Every version of an artifact, newest first; empty where the store keeps one. Rejects with the file-system codes. */
  versions(reference: ArtifactReference): Promise<ArtifactMetadata[]>;
  /** Number of artifacts in the store beside the folders, by names alone. Rejects with the file-system codes. */
  count(): Promise<number>;
  /** How old the names are that a listing goes by; absent where they are read each time, or were not read yet. */
  readonly listAge?: ListAge | undefined;
  /** The first ids that {@link list} gives, in its order, from names alone; default: all. Rejects with the file-system codes. */
  ids(limit?: number): Promise<string[]>;
  /** A name in the store came or went. */
  forgetIndex(): void;
  /** Rejects with `read_only` where nothing is written, and the file-system codes. */
  put(artifact: NewArtifact): Promise<{ readonly id: string }>;
  /** The real path of content, to be used with `noFollow`. Rejects with `outside_root`, `folder_replaced` and the file-system codes. */
  realPlace(metadata: ArtifactMetadata, location: Location): Promise<Location>;
  /** The real path of the file in which an artifact's metadata can be corrected; undefined when there is none. */
  metadataFile(metadata: ArtifactMetadata): Promise<Location | undefined>;
}
