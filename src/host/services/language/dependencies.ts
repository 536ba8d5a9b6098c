import type * as vscode from 'vscode';
import type { ArtifactMetadata } from '../../../core/store/artifact.ts';
import type { DataRoots, OpenRoot } from '../../roots/open-root.ts';
import type { PreviewService } from '../preview-service.ts';

/** What the language features work with. */
export interface LanguageDependencies {
  readonly roots: DataRoots;
  readonly previewService: PreviewService;
  /** The regular artifacts of a root that a view has listed; undefined when none has. Reads nothing. */
  readonly listed: (root: OpenRoot) => Promise<readonly ArtifactMetadata[] | undefined>;
}

/**
 * Lets what came in meanwhile go first (the next keystroke takes back what was asked before), and tells whether an
 * answer is still wanted.
 */
export async function isStillWanted(token: vscode.CancellationToken): Promise<boolean> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
  return !token.isCancellationRequested;
}
