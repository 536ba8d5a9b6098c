import type * as vscode from 'vscode';
import type { FileSystem } from '../../core/io/file-system.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { ReversibleEdit } from '../services/notify-edit.ts';

/** What a panel asks of the rest of the extension. */
export interface PanelServices {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  fileSystemOf(root: OpenRoot): FileSystem;
  /** The service the previews of a root stand for; null is "text only". */
  selectedService(root: OpenRoot): string | null;
  selectService(root: OpenRoot, serviceId: string | null): void;
  /** Rejects with `outside_root` and the file-system codes; nothing is opened then. */
  openFile(root: OpenRoot, metadata: ArtifactMetadata | null): Promise<void>;
  /** @returns the edit that was made; undefined when none was */
  editCapabilities(root: OpenRoot, serviceId: string | null): Promise<ReversibleEdit | undefined>;
}
