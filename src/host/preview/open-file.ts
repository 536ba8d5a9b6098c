import * as vscode from 'vscode';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { OpenRoot } from '../roots/open-root.ts';

/**
 * Opens an artifact's file in an editor; one without a file opens nothing. A link may lead out of the data root,
 * and may have come since the artifact was read: the place is looked at first. Rejects with `outside_root` and
 * the file-system codes.
 */
export async function openFile({ store, uriOf }: Pick<OpenRoot, 'store' | 'uriOf'>, metadata: ArtifactMetadata | null): Promise<void> {
  if (metadata?.location === undefined) return;
  await store.realPlace(metadata, metadata.location);
  await vscode.commands.executeCommand('vscode.open', uriOf(metadata.location));
}
