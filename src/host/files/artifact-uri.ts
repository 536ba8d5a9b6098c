import * as vscode from 'vscode';
import { extensionForMediaType } from '../../core/content/file-name.ts';
import type { Location } from '../../core/io/file-system.ts';
import { isPlainName } from '../../core/refs/relative-path.ts';
import { safeName } from '../../core/routing/description.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { OpenRoot } from '../roots/open-root.ts';

/** The scheme of artifacts as files: `artifact://{key of the data root}/{id}/{name}`; without a key it is the reference `artifact:///{id}`. */
export const ARTIFACT_SCHEME = 'artifact';

/** The address of an artifact as a file that has its human name, for what takes files. */
export function artifactFileUri(root: OpenRoot, metadata: ArtifactMetadata): vscode.Uri {
  return vscode.Uri.from({ scheme: ARTIFACT_SCHEME, authority: rootKey(root), path: `/${metadata.id}/${artifactFileName(metadata)}` });
}

/**
 * What an editor opens of an artifact: its file as it lies there, but of an envelope what is inside, and a version whose file is called by
 * its number under the artifact's name.
 */
export function openPlace(root: OpenRoot, artifact: ArtifactMetadata, location: Location): vscode.Uri {
  const isCalledByNumber = artifact.version !== undefined && location.endsWith(`/${artifact.version}`);
  return artifact.isEnvelope || isCalledByNumber ? artifactFileUri(root, artifact) : root.uriOf(location);
}

/** An ending by which editors know a language, or viewers a format. */
const ENDING = /[^.]\.[a-z\d]{1,12}$/i;

/** The name of an artifact as that of a file, whatever its data say; with the ending of its type where it has none. */
export function artifactFileName({ id, filename, mimeType }: Pick<ArtifactMetadata, 'id' | 'filename' | 'mimeType'>): string {
  const name = safeName(filename).replace(/[/\\:]/g, '_');
  const plain = isPlainName(name) ? name : id.replace(/[/\\:]/g, '_');
  const ending = mimeType === undefined || ENDING.test(plain) ? undefined : extensionForMediaType(mimeType);
  return plain + (ending ?? '');
}

/** What a data root is called in the address of its artifacts: the same after a restart, and nothing of its path in it (FNV-1a). */
export function rootKey({ id }: Pick<OpenRoot, 'id'>): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
