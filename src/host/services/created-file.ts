import * as vscode from 'vscode';
import { openIfThere } from './document-edit.ts';
import { exists } from './language/git-tracking.ts';

/** A file that was made where none was. */
export interface CreatedFile {
  readonly uri: vscode.Uri;
  /** Its folder, where that was made with it. */
  readonly folder: vscode.Uri | undefined;
}

/** The document of a file, which is made where there is none; undefined when that could not be done. */
export async function openOrCreate(uri: vscode.Uri): Promise<{ readonly document: vscode.TextDocument; readonly created: CreatedFile | undefined } | undefined> {
  const document = await openIfThere(uri);
  if (document) return { document, created: undefined };
  const created = await createFile(uri);
  return created && { document: await vscode.workspace.openTextDocument(uri), created };
}

/** Makes a file, and its folder where there is none; one that another program has made meanwhile stays as it is. */
export async function createFile(uri: vscode.Uri, text = ''): Promise<CreatedFile | undefined> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const isFolderNew = !(await exists(folder));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, ignoreIfExists: true, contents: new TextEncoder().encode(text) });
  if (await vscode.workspace.applyEdit(edit)) return { uri, folder: isFolderNew ? folder : undefined };
  void vscode.window.showErrorMessage(vscode.l10n.t('{0} could not be created.', uri.fsPath));
  return undefined;
}

/**
 * Says that a file was made, and where, with the ways to take it back and to see it.
 *
 * @param text what was written into it
 * @param undone it is gone again
 */
export async function tellCreated(created: CreatedFile, text: string, undone: () => Promise<void>): Promise<void> {
  const [undo, show] = [vscode.l10n.t('Undo'), vscode.l10n.t('Show')];
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t('Created {0}.', vscode.workspace.asRelativePath(created.uri)), undo, show);
  if (answer === show) await vscode.window.showTextDocument(created.uri, { preview: false });
  if (answer === undo && (await removeAgain(created, text))) await undone();
}

/** Takes a file away as long as it is what it was; else it is shown. @returns whether it is gone */
async function removeAgain({ uri, folder }: CreatedFile, text: string): Promise<boolean> {
  const document = await openIfThere(uri);
  if (document && document.getText() !== text) {
    await vscode.window.showTextDocument(document, { preview: false });
    void vscode.window.showInformationMessage(vscode.l10n.t('The file has changed meanwhile. Undo what is not wanted here.'));
    return false;
  }
  const key = uri.toString();
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) && input.uri.toString() === key));
  if (document) await vscode.workspace.fs.delete(uri);
  if (folder && (await vscode.workspace.fs.readDirectory(folder)).length === 0) await vscode.workspace.fs.delete(folder);
  return true;
}
