/** Artifacts as files, for VS Code and other extensions: a chunk of its own, loaded with the first one that is opened. */

import * as vscode from 'vscode';
import { CodedError, toFailure } from '../../core/io/errors.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import { parseReference } from '../../core/refs/reference.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { artifactFileName, rootKey } from './artifact-uri.ts';
import { failureMessage } from '../screen/failure-message.ts';

/** An artifact behind an address. */
interface Addressed {
  readonly root: OpenRoot;
  readonly metadata: ArtifactMetadata;
}

/** A folder: of a data root, or the one that an artifact's file is in. */
interface Folder {
  readonly entries: () => Promise<[string, vscode.FileType][]>;
}

/**
 * Reads artifacts by their addresses (`artifactFileUri`), decoded where they lie in envelopes. What is read is inside the data root as it is
 * when it is read. Rejects with the errors of VS Code's file systems.
 */
export class ArtifactFiles {
  readonly #roots: DataRoots;
  readonly #fileSystems: FileSystems;

  constructor(roots: DataRoots, fileSystems: FileSystems) {
    this.#roots = roots;
    this.#fileSystems = fileSystems;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const found = await this.#find(uri);
    if ('entries' in found)
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0, permissions: vscode.FilePermission.Readonly };
    const { root, metadata } = found;
    const { size, mtime } = await this.#onDisk(uri, found);
    const length = metadata.isEnvelope ? (await asFile(uri, () => decoded(root, metadata))).length : size;
    const ctime = Date.parse(metadata.createdAt ?? '') || 0;
    return { type: vscode.FileType.File, ctime, mtime, size: length, permissions: vscode.FilePermission.Readonly };
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const found = await this.#find(uri);
    if ('entries' in found) return found.entries();
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const found = await this.#find(uri);
    if ('entries' in found) throw vscode.FileSystemError.FileIsADirectory(uri);
    const { root, metadata } = found;
    return asFile(uri, () => artifactBytes(root, metadata, this.#fileSystems.for(root.folder).fs));
  }

  async #find(uri: vscode.Uri): Promise<Addressed | Folder> {
    await this.#roots.ready();
    const [, id = '', name, ...others] = uri.path.split('/');
    const isReference = uri.authority === '';
    const roots = this.#roots.roots.filter((root) => isReference || rootKey(root) === uri.authority);
    if (roots.length === 0 && !isReference)
      throw vscode.FileSystemError.Unavailable(vscode.l10n.t('The data root of this artifact is not open in this window.'));
    const [root] = roots;
    if (id === '' && root && !isReference) return { entries: () => asFile(uri, () => idsOf(root)) };
    const found = others.length === 0 ? await asFile(uri, () => find(id, roots)) : undefined;
    if (!found) throw vscode.FileSystemError.FileNotFound(uri);
    const fileName = artifactFileName(found.metadata);
    if (name === undefined && !isReference) return { entries: async () => [[fileName, vscode.FileType.File]] };
    // Who looks for something beside it, such as a configuration, must not get the artifact.
    if (name !== undefined && name !== fileName) throw vscode.FileSystemError.FileNotFound(uri);
    return found;
  }

  #onDisk(uri: vscode.Uri, { root, metadata }: Addressed): Promise<{ readonly size: number; readonly mtime: number }> {
    return asFile(uri, async () =>
      this.#fileSystems.for(root.folder).fs.stat(await root.store.realPlace(metadata, placeOf(metadata)), { noFollow: true }),
    );
  }
}

/**
 * An artifact as the bytes of a file, decoded where it lies in an envelope. What is read is inside the data root as it is when it is read.
 * Rejects with a `CodedError`: a file larger than the limit with `too_large`.
 *
 * @param limit bytes; default: none
 */
export async function artifactBytes(
  root: OpenRoot,
  metadata: ArtifactMetadata,
  fs: FileSystem,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  if (metadata.isEnvelope) return decoded(root, metadata);
  const place = await root.store.realPlace(metadata, placeOf(metadata));
  if (limit < Number.POSITIVE_INFINITY && (await fs.stat(place, { noFollow: true })).size > limit)
    throw new CodedError('too_large', { limit });
  return fs.readFile(place, { noFollow: true });
}

async function decoded({ store }: OpenRoot, metadata: ArtifactMetadata): Promise<Uint8Array> {
  const { content, contentFailure } = await store.readArtifact(metadata, placeOf(metadata));
  if (contentFailure) throw new CodedError(contentFailure.code, contentFailure.params);
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function placeOf({ location, problem, state }: ArtifactMetadata): Location {
  if (location !== undefined) return location;
  throw new CodedError(problem?.code ?? (state === 'reserved' ? 'reserved' : 'not_found'), problem?.params);
}

async function find(id: string, roots: readonly OpenRoot[]): Promise<Addressed | undefined> {
  const parsed = parseReference(id);
  if (!parsed.ok) return undefined;
  for (const root of roots) {
    const metadata = await root.store.getMetadata(parsed.value);
    if (metadata) return { root, metadata };
  }
  return undefined;
}

/** The artifacts of the store, newest first, each a folder with its file in it. */
async function idsOf({ store }: OpenRoot): Promise<[string, vscode.FileType][]> {
  return (await store.ids()).map((id) => [id, vscode.FileType.Directory]);
}

/** What a file system of ours answers: its failures as those of VS Code. */
export async function asFile<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof vscode.FileSystemError) throw error;
    const failure = toFailure(error);
    if (failure.code === 'not_found') throw vscode.FileSystemError.FileNotFound(uri);
    if (failure.code === 'permission_denied') throw vscode.FileSystemError.NoPermissions(uri);
    throw vscode.FileSystemError.Unavailable(failureMessage(failure));
  }
}
