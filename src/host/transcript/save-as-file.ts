import * as vscode from 'vscode';
import { safeName } from '../../core/routing/safe-name.ts';
import { notify } from '../screen/notify.ts';

/**
 * Asks where the bytes of a finding go and writes them there; nothing is written before. Rejects when they cannot be written.
 *
 * @param name of the file, as a proposal
 * @param beside the document they were found in: the dialog begins there
 */
export async function saveAsFile(bytes: Uint8Array, name: string, beside: vscode.Uri): Promise<void> {
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save as File'),
    saveLabel: vscode.l10n.t('Save'),
    defaultUri: vscode.Uri.joinPath(beside, '..', safeName(name).replace(/[\\/:*?"<>|]+/g, '-')),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, bytes);
  const saved = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  notify('information', vscode.l10n.t('Saved as {0}.', saved), {
    title: vscode.l10n.t('Open File'),
    run: () => vscode.commands.executeCommand('vscode.open', uri),
  });
}
