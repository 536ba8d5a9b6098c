import type * as vscode from 'vscode';
import type { Logger } from '../../../core/io/logger.ts';
import type { DataRoots } from '../../roots/open-root.ts';

/** What the matrix works with. */
export interface MatrixDependencies {
  readonly extensionUri: vscode.Uri;
  readonly roots: DataRoots;
  readonly logger: Logger;
}
