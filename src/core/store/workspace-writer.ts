import { normaliseMediaType } from '../content/media-type.ts';
import type { Compute } from '../io/compute.ts';
import { CodedError, toFailure, type Failure } from '../io/errors.ts';
import { withFileLock, type HeldLock } from '../io/file-lock.ts';
import type { FileStat, FileSystem, Location, StagedFile } from '../io/file-system.ts';
import { KeyedQueue } from '../io/concurrency.ts';
import { LeftoverSweep } from '../io/temporary-name.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { workspaceReference, type WorkspaceReference } from '../refs/reference.ts';
import { isMisleadingPath } from '../refs/relative-path.ts';
import { requireExpected, type ExpectedTarget, type CheckedTarget } from './artifact.ts';
import { isContentPath, isWorkspaceName, namesBelow, spelledAsOnDisk } from './workspace-names.ts';
import { isAsRecorded, recordChange, type RecordedChange } from './workspace-record.ts';

export interface WriteFileOptions {
  /** Media type of the content. */
  readonly mimeType: string;
  readonly agentId?: string;
  readonly messageId?: string;
  /** The target a person agreed to, from `checkTarget`: any other is not overwritten. Default: any existing file is replaced. */
  readonly expected?: ExpectedTarget | undefined;
}

/** With the real path of the file. */
interface Place extends CheckedTarget {
  readonly target: Location;
}

/**
 * The id of the written file, or an error. On error nothing was written, unless it occurred while renaming the staged files: then the
 * content may be new and the metadata old or partly updated.
 */
export type WriteFileResult = { readonly ok: true; readonly artifactId: string } | { readonly ok: false; readonly error: Failure };

export interface WorkspaceWrite {
  readonly workspaceId: string;
  readonly relativePath: string;
  readonly content: string | Uint8Array;
  readonly options: WriteFileOptions;
}

/** Retries when someone else changes the metadata meanwhile; then the workspace is busy. */
const ATTEMPTS = 5;

/** Serialises writers of one workspace within this process; the lock serialises processes. */
const queue = new KeyedQueue();

/** Writes files and their metadata in workspaces. */
export class WorkspaceWriter {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #compute: Compute | undefined;
  readonly #leftovers: LeftoverSweep;

  /** @param compute where large metadata are parsed; default: on this thread */
  constructor(fs: FileSystem, folder: RootFolder, compute?: Compute) {
    this.#compute = compute;
    this.#fs = fs;
    this.#folder = folder;
    this.#leftovers = new LeftoverSweep(fs);
  }

  /**
   * Writes a file and its metadata entry. Both are staged first, so a full disk changes nothing; writers of a workspace are serialised
   * across processes, so no entry is lost. A runtime that ignores the lock is detected until just before renaming; what it writes during
   * the renames (a few milliseconds) is lost. A name that the file system considers equal to an existing one (case, normalisation) is
   * replaced by that, also in the id and metadata. For errors see {@link WriteFileResult}.
   *
   * Errors: those of `workspaceReference` (`workspace_id_not_plain_name` also for a hidden id or one like a metadata name),
   * `mime_type_missing`, `not_content`, `metadata_not_json` (invalid metadata are never overwritten), `path_misleading` (new files only),
   * `target_changed` (only with an expected target), `outside_root`, `is_symlink`, `folder_replaced`, `name_too_long`, `busy`, file-system
   * codes.
   */
  async write({ workspaceId, relativePath, content, options }: WorkspaceWrite): Promise<WriteFileResult> {
    const reference = workspaceReference(workspaceId, relativePath);
    if (!reference.ok) return reference;
    const mimeType = normaliseMediaType(options.mimeType);
    if (mimeType === undefined) return { ok: false, error: { code: 'mime_type_missing' } };
    if (!isWorkspaceName(workspaceId)) return { ok: false, error: { code: 'workspace_id_not_plain_name' } };
    if (!isContentPath(reference.value.relativePath.split('/'))) return { ok: false, error: { code: 'not_content' } };
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    try {
      await this.#fs.createDirectory(await this.#folder.real(), { noFollow: true });
      const { id } = await this.#writeBytes(reference.value, bytes, { ...options, mimeType });
      return { ok: true, artifactId: id };
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  }

  /**
   * The target of a write, for asking a person: the reference as spelled on disk, the file's real path, and the file to be replaced. Writes
   * nothing. Rejects with the code of a refusal, as far as known.
   */
  async look(asked: WorkspaceReference): Promise<CheckedTarget> {
    if (!isWorkspaceName(asked.workspaceId)) throw new CodedError('workspace_id_not_plain_name');
    if (!isContentPath(asked.relativePath.split('/'))) throw new CodedError('not_content');
    const hasFolder = await this.#statIfThere(await this.#folder.real());
    if (hasFolder) {
      const { reference, realPath, existing } = await this.#placeOf(asked);
      return { reference, realPath, existing };
    }
    if (isMisleadingPath(asked.relativePath)) throw new CodedError('path_misleading');
    return { reference: asked, realPath: asked.relativePath, existing: undefined };
  }

  /** The target of a write and the existing file, if any. A new file's path must not be misleading. */
  async #placeOf(asked: WorkspaceReference): Promise<Place> {
    const reference = await spelledAsOnDisk(this.#fs, this.#folder, asked);
    const target = await this.#targetOf(reference);
    const existing = await this.#statIfThere(target);
    if (existing === undefined && isMisleadingPath(reference.relativePath)) throw new CodedError('path_misleading');
    // A folder, pipe, socket or device is never replaced.
    if (existing !== undefined && existing.kind !== 'file') throw new CodedError('not_a_file');
    const workspace = this.#fs.join(await this.#folder.real(), reference.workspaceId);
    return { reference, target, existing, realPath: namesBelow(this.#fs, workspace, target).join('/') };
  }

  async #statIfThere(location: Location): Promise<FileStat | undefined> {
    try {
      return await this.#fs.stat(location, { noFollow: true });
    } catch (error) {
      if (toFailure(error).code === 'not_found') return undefined;
      throw error;
    }
  }

  /** @returns the reference as spelled on disk */
  async #writeBytes(asked: WorkspaceReference, bytes: Uint8Array, options: WriteFileOptions): Promise<WorkspaceReference> {
    const root = await this.#folder.present();
    return queue.run(this.#fs.join(root, asked.workspaceId), async () => {
      const { reference, target } = await withFileLock(this.#fs, root, asked.workspaceId, async (lock) => {
        // Under the lock, because a previous holder may have created the file with another spelling.
        const place = await this.#placeOf(asked);
        requireExpected(place, options.expected);
        await this.#writeLocked(place, bytes, options, lock);
        return place;
      });
      await this.#leftovers.sweep(root);
      await this.#leftovers.sweep(this.#fs.parent(target));
      return reference;
    });
  }

  async #writeLocked(
    { reference, target, realPath }: Place,
    bytes: Uint8Array,
    { expected, ...options }: WriteFileOptions,
    lock: HeldLock,
  ): Promise<void> {
    const { workspaceId, relativePath } = reference;
    const change = { ...options, workspaceId, relativePath, size: bytes.length, time: new Date().toISOString() };
    // Before anything is created: invalid metadata refuse the write.
    let metadata = await recordChange(this.#fs, this.#folder, change, this.#compute);
    const content = await this.#fs.stage(target, bytes, { noFollow: true });
    let staged: StagedFile[] = [];
    const discard = () => Promise.all(staged.map((file) => file.discard()));
    try {
      for (let attempt = 1; ; attempt++) {
        for (const { location, content: text } of metadata) staged.push(await this.#fs.stage(location, text, { noFollow: true }));
        await lock.check();
        // Checked again: a link may have been created meanwhile.
        if ((await this.#targetOf(reference)) !== target) throw new CodedError('is_symlink');
        if (expected) requireExpected({ realPath, existing: await this.#statIfThere(target) }, expected);
        if (await this.#isStillAsRecorded(metadata)) break;
        if (attempt === ATTEMPTS) throw new CodedError('busy');
        await discard();
        staged = [];
        metadata = await recordChange(this.#fs, this.#folder, change, this.#compute);
      }
      await commitContent(content, expected);
      for (const file of staged) await file.commit('replace');
    } finally {
      await Promise.all([content.discard(), discard()]);
    }
  }

  /** A runtime ignores the lock and may have changed the metadata since they were read. */
  async #isStillAsRecorded(metadata: readonly RecordedChange[]): Promise<boolean> {
    for (const each of metadata) if (!(await isAsRecorded(this.#fs, each))) return false;
    return true;
  }

  /**
   * The real path of a file, existing or not. Rejects with `outside_root`, `not_content`, and `is_symlink` when the file or workspace is a
   * link.
   */
  async #targetOf({ workspaceId, relativePath }: WorkspaceReference): Promise<Location> {
    const root = await this.#folder.real();
    const workspace = this.#fs.join(root, workspaceId);
    const names = relativePath.split('/');
    const [realWorkspace, folder, file] = await Promise.all(
      [[], names.slice(0, -1), names].map((below) => this.#folder.resolve([workspaceId, ...below], { allowMissing: true })),
    );
    // An alias of a workspace would have another lock.
    if (realWorkspace !== workspace) throw new CodedError('is_symlink');
    if (folder === undefined || !this.#fs.contains(workspace, folder)) throw new CodedError('outside_root');
    const target = this.#fs.join(folder, names.at(-1) as string);
    if (file !== target) throw new CodedError('is_symlink');
    // A link within the workspace may lead to a non-content path.
    if (!isContentPath(namesBelow(this.#fs, workspace, target))) throw new CodedError('not_content');
    return target;
  }
}

/** Commits the content. A new file is created exclusively: another may have appeared since the check. */
async function commitContent(content: StagedFile, expected: ExpectedTarget | undefined): Promise<void> {
  if (!expected || expected.existing) return content.commit('replace');
  try {
    await content.commit('create');
  } catch (error) {
    throw toFailure(error).code === 'already_exists' ? new CodedError('target_changed') : error;
  }
}
