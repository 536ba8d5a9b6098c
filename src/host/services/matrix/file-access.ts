import * as vscode from 'vscode';
import { isWriteProtected } from '../../../platform/host-file-system.node.ts';
import type { MatrixLock } from '../../../shared/matrix-state.ts';

/** How a file stands. */
export interface FileAccess {
  /** Why it must not be changed here; null: it may. */
  readonly lock: MatrixLock | null;
  /** It is not there any more. */
  readonly gone: boolean;
}

/** Looks at a file: whether it is there, and whether it may be written. Reads nothing of it. */
export async function accessOf(uri: vscode.Uri): Promise<FileAccess> {
  const { fs, isTrusted } = vscode.workspace;
  const restricted = isTrusted ? null : 'restricted';
  if (uri.scheme === 'untitled') return { lock: restricted, gone: false };
  if (fs.isWritableFileSystem(uri.scheme) === false) return { lock: restricted ?? 'readonly', gone: false };
  try {
    const { permissions = 0 } = await fs.stat(uri);
    const isProtected =
      (permissions & vscode.FilePermission.Readonly) !== 0 || (uri.scheme === 'file' && (await isWriteProtected(uri.fsPath)));
    return { lock: restricted ?? (isProtected ? 'readonly' : null), gone: false };
  } catch (error) {
    return { lock: restricted, gone: error instanceof vscode.FileSystemError && error.code === 'FileNotFound' };
  }
}
