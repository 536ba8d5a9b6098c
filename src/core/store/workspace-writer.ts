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
import { requireExpected, type ExpectedTarget, type LookedAtTarget } from './artifact.ts';
import { isContentPath, isWorkspaceName, namesBelow, spelledAsOnDisk } from './workspace-names.ts';
import { isAsRecorded, recordChange, type RecordedChange } from './workspace-record.ts';

/** Who writes, and what. */
export interface WriteFileOptions {
  /** Media type of the content. */
  readonly mimeType: string;
  readonly agentId?: string;
  readonly messageId?: string;
  /** What `lookToWrite` told, and a person agreed to: anything else is not written over. Default: whatever is there is replaced. */
  readonly expected?: ExpectedTarget | undefined;
}

/** {@link LookedAtTarget}, with the real place of the file. */
interface Place extends LookedAtTarget {
  readonly target: Location;
}

/**
 * The id of the written file with its entry in the metadata, or why they are not both there. Nothing was written then,
 * unless the error came when the names were given, one after the other: the new content may be in its place already,
 * and the metadata still as before or, where there are several files of it, brought up to date in part.
 */
export type WriteFileResult = { readonly ok: true; readonly artifactId: string } | { readonly ok: false; readonly error: Failure };

/** What is to be written where. */
export interface WorkspaceWrite {
  readonly workspaceId: string;
  readonly relativePath: string;
  readonly content: string | Uint8Array;
  readonly options: WriteFileOptions;
}

/** How often metadata that someone else writes meanwhile are read again before the workspace counts as busy. */
const ATTEMPTS = 5;

/** Writers of one workspace in this process: they wait for each other here, and for other processes at the lock. */
const queue = new KeyedQueue();

/** Writes files into the workspaces of a folder, and what the workspaces' metadata says of them. */
export class WorkspaceWriter {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #compute: Compute | undefined;
  readonly #leftovers: LeftoverSweep;

  /** @param compute where long metadata are parsed; default: on this thread */
  constructor(fs: FileSystem, folder: RootFolder, compute?: Compute) {
    this.#compute = compute;
    this.#fs = fs;
    this.#folder = folder;
    this.#leftovers = new LeftoverSweep(fs);
  }

  /**
   * Writes a file, then its entry in the metadata. Both take their space on the disk before either is seen,
   * so that a full disk changes nothing; writers of one workspace, of other processes too, come one after
   * the other, so that no entry is lost. A runtime that writes the metadata without asking for the lock is noticed
   * until the moment before the new names are given; what it writes while they are given, a few milliseconds, is lost.
   * A name that the file system takes for one that is there, but for the case of letters or the Unicode form, is that
   * one, in the id and the metadata too. What an error leaves behind: see {@link WriteFileResult}.
   *
   * Errors: those of `workspaceReference` (`workspace_id_not_plain_name` also for an id that is hidden or ends like
   * metadata), `mime_type_missing`, `not_content`, `metadata_not_json` (metadata
   * that cannot be understood is never written over), `path_misleading` (a new file only), `target_changed` (only where a target
   * was expected), `outside_root`, `is_symlink`, `folder_replaced`, `name_too_long`, `busy`, file-system codes.
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
   * What a write would meet, for whoever asks a person about it: the reference as the file system spells it, where the file
   * really lies, and the file that would be replaced. Writes nothing. Rejects with the code a write would be refused for, as far as it can be told.
   */
  async look(asked: WorkspaceReference): Promise<LookedAtTarget> {
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

  /** Where a file is written, and what is there: a file or nothing. A new one must be what its path looks like. */
  async #placeOf(asked: WorkspaceReference): Promise<Place> {
    const reference = await spelledAsOnDisk(this.#fs, this.#folder, asked);
    const target = await this.#targetOf(reference);
    const existing = await this.#statIfThere(target);
    if (existing === undefined && isMisleadingPath(reference.relativePath)) throw new CodedError('path_misleading');
    // A folder, a pipe, a socket or a device has its own purpose.
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

  /** @returns the reference as the file system spells it */
  async #writeBytes(asked: WorkspaceReference, bytes: Uint8Array, options: WriteFileOptions): Promise<WorkspaceReference> {
    const root = await this.#folder.present();
    return queue.run(this.#fs.join(root, asked.workspaceId), async () => {
      const { reference, target } = await withFileLock(this.#fs, root, asked.workspaceId, async (lock) => {
        // Only now: whoever had the lock before may have made the file, in another spelling.
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
    // Before anything is made: metadata that cannot be understood refuse the write.
    let metadata = await recordChange(this.#fs, this.#folder, change, this.#compute);
    const content = await this.#fs.stage(target, bytes, { noFollow: true });
    let staged: StagedFile[] = [];
    const discard = () => Promise.all(staged.map((file) => file.discard()));
    try {
      for (let attempt = 1; ; attempt++) {
        for (const { location, content: text } of metadata) staged.push(await this.#fs.stage(location, text, { noFollow: true }));
        await lock.check();
        // Once more, because someone may have put a link into the way.
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

  /** A runtime does not know of the lock: it may have written the metadata since they were read. */
  async #isStillAsRecorded(metadata: readonly RecordedChange[]): Promise<boolean> {
    for (const each of metadata) if (!(await isAsRecorded(this.#fs, each))) return false;
    return true;
  }

  /** The real place of a file that may not be there yet. Rejects with `outside_root`, `not_content`, and `is_symlink` when the file or the workspace is a link. */
  async #targetOf({ workspaceId, relativePath }: WorkspaceReference): Promise<Location> {
    const root = await this.#folder.real();
    const workspace = this.#fs.join(root, workspaceId);
    const names = relativePath.split('/');
    const [realWorkspace, folder, file] = await Promise.all(
      [[], names.slice(0, -1), names].map((below) => this.#folder.resolve([workspaceId, ...below], { allowMissing: true })),
    );
    // Another name of a workspace would have another lock.
    if (realWorkspace !== workspace) throw new CodedError('is_symlink');
    if (folder === undefined || !this.#fs.contains(workspace, folder)) throw new CodedError('outside_root');
    const target = this.#fs.join(folder, names.at(-1) as string);
    if (file !== target) throw new CodedError('is_symlink');
    // A link within the workspace may lead to where no content is.
    if (!isContentPath(namesBelow(this.#fs, workspace, target))) throw new CodedError('not_content');
    return target;
  }
}

/** Gives a content its name. A new file is made and nothing else: one may come after the last look. */
async function commitContent(content: StagedFile, expected: ExpectedTarget | undefined): Promise<void> {
  if (!expected || expected.existing) return content.commit('replace');
  try {
    await content.commit('create');
  } catch (error) {
    throw toFailure(error).code === 'already_exists' ? new CodedError('target_changed') : error;
  }
}
