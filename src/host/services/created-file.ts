import * as vscode from 'vscode';
import { servicesTemplate } from '../../core/models/services-file.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { applyEdit } from '../screen/apply-edit.ts';
import { notify, notifyError } from '../screen/notify.ts';
import { mayWrite } from '../screen/unavailable.ts';
import { openIfThere } from '../screen/document-edit.ts';
import { exists } from './language/git-tracking.ts';
import { askForFolder, defaultServicesFile, isServiceArgument, newFileIn, pickRoot, servicesFileOf } from './service-target.ts';

/** A file that was made where none was. */
export interface CreatedFile {
  readonly uri: vscode.Uri;
  /** Its folder, where that was made with it. */
  readonly folder: vscode.Uri | undefined;
}

/** The document of a file, which is made where there is none; undefined when that could not be done. */
export async function openOrCreate(
  uri: vscode.Uri,
): Promise<{ readonly document: vscode.TextDocument; readonly created: CreatedFile | undefined } | undefined> {
  const document = await openIfThere(uri);
  if (document) return { document, created: undefined };
  const created = await createFile(uri);
  return created && { document: await vscode.workspace.openTextDocument(uri), created };
}

/** Makes a file, and its folder where there is none; says so when it could not, also where another program was faster. */
export async function createFile(uri: vscode.Uri, text = ''): Promise<CreatedFile | undefined> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const isFolderNew = !(await exists(folder));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) });
  if (await applyEdit(edit)) return { uri, folder: isFolderNew ? folder : undefined };
  notify('error', vscode.l10n.t('Could not create {0}.', uri.fsPath));
  return undefined;
}

/**
 * Says that a file was made, and where, with the ways to take it back and to see it.
 *
 * @param text what was written into it
 * @param undone it is gone again
 */
export function tellCreated(created: CreatedFile, text: string, undone: () => Promise<void>): void {
  const undo = async (): Promise<void> => {
    if (await removeAgain(created, text)) await undone();
  };
  const show = () => vscode.window.showTextDocument(created.uri, { preview: false });
  notify(
    'information',
    vscode.l10n.t('Created {0}.', vscode.workspace.asRelativePath(created.uri)),
    { title: vscode.l10n.t('Undo'), run: undo },
    { title: vscode.l10n.t('Show'), run: show },
  );
}

/** Takes a file away as long as it is what it was, in the editor and on the disk; else it is shown. @returns whether it is gone */
async function removeAgain({ uri, folder }: CreatedFile, text: string): Promise<boolean> {
  const document = await openIfThere(uri);
  const onDisk = await contentOf(uri);
  const hasChanged = onDisk === undefined ? document?.isDirty : onDisk !== text || (document && document.getText() !== text);
  if (hasChanged) {
    await vscode.window.showTextDocument(uri, { preview: false });
    notify('information', vscode.l10n.t('The file has changed since then. Undo unwanted changes here.'));
    return false;
  }
  const key = uri.toString();
  const tabs = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) && input.uri.toString() === key,
    );
  // who is asked whether to save, and cancels, wants to keep it
  if (tabs.length > 0 && !(await vscode.window.tabGroups.close(tabs))) return false;
  await ifThere(vscode.workspace.fs.delete(uri));
  const left = folder && (await ifThere(vscode.workspace.fs.readDirectory(folder)));
  if (folder && left?.length === 0) await ifThere(vscode.workspace.fs.delete(folder));
  return true;
}

async function contentOf(uri: vscode.Uri): Promise<string | undefined> {
  const bytes = await ifThere(vscode.workspace.fs.readFile(uri));
  return bytes && new TextDecoder().decode(bytes);
}

/** Undefined when what it is about is gone. */
async function ifThere<T>(outcome: Thenable<T>): Promise<T | undefined> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

/** Writes the template as the configuration of a root and opens it; one that is there already is only opened. */
export async function createServicesFile(roots: DataRoots, argument: unknown): Promise<void> {
  if (!mayWrite()) return;
  await roots.ready();
  const root = isServiceArgument(argument) ? argument.root : await pickRootToConfigure(roots.roots);
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (root === undefined && roots.roots.length > 0) return;
  if (root === undefined && folder === undefined) {
    return askForFolder();
  }
  const uri = root ? await existingOrNew(root) : folder && newFileIn(folder.uri);
  if (uri === undefined) return;
  await createAndOpen(uri, () => roots.refresh());
}

/**
 * Writes the template where there is no file yet, and opens what is there then.
 *
 * @param changed the file has come, or gone again
 */
export async function createAndOpen(uri: vscode.Uri, changed: () => Promise<void>): Promise<void> {
  const isNew = !(await exists(uri));
  const created = isNew ? await createFile(uri, servicesTemplate()) : undefined;
  if (isNew && created === undefined) return;
  try {
    await vscode.window.showTextDocument(uri, { preview: false });
  } catch (error) {
    await notifyError(error);
  }
  if (created === undefined)
    return notify('information', vscode.l10n.t('{0} already exists and was not changed.', vscode.workspace.asRelativePath(uri, false)));
  await changed();
  tellCreated(created, servicesTemplate(), changed);
}

/** Roots without a configuration come first: they are meant. */
function pickRootToConfigure(roots: readonly OpenRoot[]): Promise<OpenRoot | undefined> {
  const bare = roots.filter(({ services }) => services.state.source === undefined);
  return pickRoot(bare.length > 0 ? bare : roots);
}

async function existingOrNew(root: OpenRoot): Promise<vscode.Uri> {
  const inForce = servicesFileOf(root);
  return (await exists(inForce)) ? inForce : defaultServicesFile(root);
}
