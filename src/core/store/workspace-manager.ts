import type { Compute } from '../io/compute.ts';
import { mapConcurrently } from '../io/concurrency.ts';
import { CodedError, fail, ok, toFailure, type Result } from '../io/errors.ts';
import type { DirectoryEntry, FileStat, FileSystem, Location } from '../io/file-system.ts';
import { RootFolder, type RootBounds } from '../io/root-folder.ts';
import { type ArtifactReference, workspaceReference, type WorkspaceReference } from '../refs/reference.ts';
import type { PlaceInFolders, WorkspaceTree } from './adapter.ts';
import type { ArtifactMetadata, CheckedTarget } from './artifact.ts';
import { byKindAndName, describeFile, missingEntries, type Workspace, type WorkspaceEntry } from './workspace-entry.ts';
import { METADATA_FOLDER, WORKSPACE_METADATA_SUFFIX, type WorkspaceMetadata, WorkspaceMetadataReader } from './workspace-metadata.ts';
import { isContentPath, isWorkspaceName, namesBelow } from './workspace-names.ts';
import { walkWorkspace, type FolderPlace, type Walked } from './workspace-walk.ts';
import { WorkspaceWriter, type WriteFileOptions, type WriteFileResult } from './workspace-writer.ts';

/** Concurrent checks of files. */
const LOOK_WIDTH = 32;

/** The workspaces of a data root: folders, files and metadata. */
export class WorkspaceManager implements WorkspaceTree {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #writer: WorkspaceWriter;
  readonly #metadata: WorkspaceMetadataReader;

  /**
   * @param options.bounds the real location of the folder when the data root was opened, see `describeDataRoot`; default: resolved on first
   * use. `compute`: where metadata above 1 MiB are parsed; default: on this thread
   */
  constructor(options: { fs: FileSystem; workspacesDir: Location; bounds?: RootBounds; compute?: Compute | undefined }) {
    this.#fs = options.fs;
    this.#folder = new RootFolder(options.fs, options.workspacesDir, { real: options.bounds?.workspacesDir });
    this.#writer = new WorkspaceWriter(options.fs, this.#folder, options.compute);
    this.#metadata = new WorkspaceMetadataReader(options.fs, this.#folder, options.compute);
  }

  /** Every workspace, by name. Rejects with the file-system codes; a missing folder is empty. */
  async listWorkspaces(): Promise<Workspace[]> {
    const entries = await this.#readRoot();
    // A hidden link is some program's lock or marker.
    const isFolder = ({ name, kind }: DirectoryEntry): boolean => kind === 'directory' || (kind === 'symlink' && !name.startsWith('.'));
    const folders = new Set(entries.filter(isFolder).map(({ name }) => name));
    const found: Workspace[] = [];
    for (const name of folders) {
      found.push(
        isWorkspaceName(name)
          ? { workspaceId: name, state: 'present' }
          : { workspaceId: name, state: 'broken', problem: { code: 'workspace_id_not_plain_name' } },
      );
    }
    for (const { name, kind } of entries) {
      const id = name.slice(0, -WORKSPACE_METADATA_SUFFIX.length);
      const isMetadata = kind === 'file' && name.endsWith(WORKSPACE_METADATA_SUFFIX) && id !== '';
      if (isMetadata && !folders.has(id))
        found.push({ workspaceId: id, state: 'missing', problem: { code: 'not_found', params: { name: id } } });
    }
    return found.sort((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1));
  }

  /** Never rejects. */
  readMetadata(workspaceId: string): Promise<WorkspaceMetadata> {
    return this.#metadata.read(workspaceId);
  }

  /**
   * The entries of a workspace folder: folders first, each sorted by name; includes recorded files that are missing, excludes the metadata
   * folder even through links. Rejects with the file-system codes and `outside_root`.
   *
   * @param relativePath the folder; empty for the workspace itself
   * @param metadata of this workspace, if already read
   */
  async listFolder(workspaceId: string, relativePath = '', metadata?: WorkspaceMetadata): Promise<WorkspaceEntry[]> {
    const facts = metadata ?? (await this.readMetadata(workspaceId));
    const looked = await mapConcurrently(await this.#readFolder(workspaceId, relativePath, facts), LOOK_WIDTH, ({ look }) => look());
    return looked.filter((entry) => entry !== undefined).sort(byKindAndName);
  }

  /**
   * Everything in a workspace, without checking files; see {@link walkWorkspace}.
   *
   * @param options.metadata of this workspace, if already read
   */
  async *walk(
    workspaceId: string,
    options: { after?: string | undefined; metadata?: WorkspaceMetadata } = {},
  ): AsyncGenerator<Walked, void> {
    const metadata = options.metadata ?? (await this.readMetadata(workspaceId));
    yield* walkWorkspace((path) => this.#readFolder(workspaceId, path, metadata), options.after);
  }

  placeOf(reference: ArtifactReference): PlaceInFolders | undefined {
    if (reference.kind !== 'workspace') return undefined;
    return { workspaceId: reference.workspaceId, relativePath: reference.relativePath, isVersioned: false };
  }

  /** The metadata of a file; null when neither the file nor a record exists. */
  async find(reference: WorkspaceReference): Promise<ArtifactMetadata | null> {
    const { workspaceId, relativePath } = reference;
    const parts = relativePath.split('/');
    if (!isContentPath(parts)) return null;
    const [look, metadata, history] = await Promise.all([
      this.#look(workspaceId, parts),
      this.readMetadata(workspaceId),
      this.#metadata.history(workspaceId, relativePath),
    ]);
    const facts = metadata.files.get(relativePath);
    if (!look.ok && look.error.code === 'not_content') return null;
    if (!look.ok && look.error.code === 'not_found') {
      return facts && !facts.isDeleted && !history?.isDeleted ? describeFile(reference, facts, { state: 'missing' }) : null;
    }
    const merged = { ...facts, isDeleted: false, modifiedBy: history?.modifiedBy ?? facts?.modifiedBy ?? [] };
    if (!look.ok) return describeFile(reference, merged, { state: 'broken', problem: look.error });
    const { stat, location } = look.value;
    if (stat.kind !== 'file') return describeFile(reference, merged, { state: 'broken', problem: { code: 'not_a_file' } });
    return describeFile(reference, merged, { state: 'present', stat, location });
  }

  /** The real path of a file, to be used with `noFollow`. Rejects with `outside_root`, `folder_replaced` and the file-system codes. */
  async realPlace({ workspaceId, relativePath }: WorkspaceReference): Promise<Location> {
    return (await this.#resolve(workspaceId, relativePath.split('/'))).location;
  }

  /** The real path of a workspace's metadata file; undefined when there is none inside the data root. */
  async metadataFile(workspaceId: string): Promise<Location | undefined> {
    for (const names of [[workspaceId + WORKSPACE_METADATA_SUFFIX], [workspaceId, METADATA_FOLDER, METADATA_FOLDER]]) {
      const file = await this.#folder.resolve(names).catch(() => undefined);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** Writes a file and its metadata and returns its canonical id. Never writes through a symbolic link or outside the workspace. */
  writeFile(workspaceId: string, relativePath: string, content: string | Uint8Array, options: WriteFileOptions): Promise<WriteFileResult> {
    return this.#writer.write({ workspaceId, relativePath, content, options });
  }

  /**
   * The target of {@link writeFile}: the reference as spelled on disk, the file's real path, and the file to be replaced. Rejects with the
   * code of a refusal, as far as known.
   */
  checkTarget(reference: WorkspaceReference): Promise<CheckedTarget> {
    return this.#writer.look(reference);
  }

  /** The entries of a folder, its recorded missing files and invalid recorded paths, unsorted. */
  async #readFolder(workspaceId: string, relativePath: string, metadata: WorkspaceMetadata): Promise<FolderPlace[]> {
    const parts = relativePath === '' ? [] : relativePath.split('/');
    const { location: folder, names } = await this.#resolve(workspaceId, parts);
    if (!isContentPath(names)) throw new CodedError('not_found');
    const prefix = relativePath === '' ? '' : `${relativePath}/`;
    const entries = (await this.#fs.readDirectory(folder, { noFollow: true })).filter(({ name }) => isContentPath([...names, name]));
    const present = new Set(entries.map(({ name }) => name));
    const missing = missingEntries(workspaceId, prefix, present, metadata).filter(({ name }) =>
      isContentPath([...names, ...name.split('/')]),
    );
    const invalid =
      relativePath === '' ? metadata.invalidPaths.map(({ path, failure }) => ({ kind: 'invalid', name: path, failure }) as const) : [];
    return [
      ...entries.map((entry): FolderPlace => {
        const path = prefix + entry.name;
        const isFolder = entry.kind === 'directory' && isCanonical(workspaceId, path);
        return { path, folder: relativePath, isFolder, look: () => this.#describeEntry({ workspaceId, path, folder, entry, metadata }) };
      }),
      ...[...missing, ...invalid].map((entry): FolderPlace => ({
        path: prefix + entry.name,
        folder: relativePath,
        isFolder: false,
        look: () => Promise.resolve(entry),
      })),
    ];
  }

  async #readRoot(): Promise<readonly DirectoryEntry[]> {
    try {
      return await this.#fs.readDirectory(await this.#folder.present(), { noFollow: true });
    } catch (error) {
      if (toFailure(error).code === 'not_found') return [];
      throw error;
    }
  }

  /** @returns undefined for a link to something that is not content */
  async #describeEntry({ workspaceId, path, folder, entry, metadata }: EntryPlace): Promise<WorkspaceEntry | undefined> {
    const { name } = entry;
    const reference = workspaceReference(workspaceId, path);
    if (!reference.ok) return { kind: 'invalid', name, failure: reference.error };
    if (reference.value.relativePath !== path) return { kind: 'invalid', name, failure: { code: 'id_not_plain_name' } };
    if (entry.kind === 'directory') return { kind: 'folder', name, relativePath: path };
    const look = entry.kind === 'file' ? await this.#stat(this.#fs.join(folder, name)) : await this.#look(workspaceId, path.split('/'));
    if (!look.ok) return look.error.code === 'not_content' ? undefined : { kind: 'invalid', name, failure: look.error };
    const { stat, location } = look.value;
    if (stat.kind === 'directory') return { kind: 'folder', name, relativePath: path, isLink: true };
    if (stat.kind !== 'file') return { kind: 'invalid', name, failure: { code: 'not_a_file' } };
    return { kind: 'file', name, artifact: describeFile(reference.value, metadata.files.get(path), { state: 'present', stat, location }) };
  }

  /** The real path inside the real workspace, which is inside the real workspaces folder; and its names below the workspace. */
  async #resolve(workspaceId: string, parts: readonly string[]): Promise<{ location: Location; names: readonly string[] }> {
    const workspace = await this.#folder.resolve([workspaceId]);
    const location = parts.length === 0 ? workspace : await this.#fs.resolveInside(workspace, parts, { real: workspace });
    return { location, names: namesBelow(this.#fs, workspace, location) };
  }

  async #look(workspaceId: string, parts: readonly string[]): Promise<Result<{ stat: FileStat; location: Location }>> {
    try {
      const { location, names } = await this.#resolve(workspaceId, parts);
      return isContentPath(names) ? await this.#stat(location) : fail('not_content');
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  }

  async #stat(location: Location): Promise<Result<{ stat: FileStat; location: Location }>> {
    try {
      return ok({ location, stat: await this.#fs.stat(location, { noFollow: true }) });
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  }
}

function isCanonical(workspaceId: string, path: string): boolean {
  const reference = workspaceReference(workspaceId, path);
  return reference.ok && reference.value.relativePath === path;
}

/** A folder entry with its context. */
interface EntryPlace {
  readonly workspaceId: string;
  readonly path: string;
  /** The real folder. */
  readonly folder: Location;
  readonly entry: DirectoryEntry;
  readonly metadata: WorkspaceMetadata;
}
