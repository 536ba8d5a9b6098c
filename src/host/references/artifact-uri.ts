import * as vscode from 'vscode';
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

/** The name of an artifact as that of a file, whatever its data say. */
export function artifactFileName({ id, filename }: Pick<ArtifactMetadata, 'id' | 'filename'>): string {
  const name = safeName(filename).replace(/[/\\:]/g, '_');
  return isPlainName(name) ? name : id.replace(/[/\\:]/g, '_');
}

/** What a data root is called in the address of its artifacts: the same after a restart, and nothing of its path in it (FNV-1a). */
export function rootKey({ id }: Pick<OpenRoot, 'id'>): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
