import * as vscode from 'vscode';
import { servicesTemplate } from '../../core/services/template.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { mayWrite } from '../restricted.ts';
import { notify, notifyError } from '../screen/notify.ts';
import { createFile, tellCreated } from './created-file.ts';
import { exists } from './language/git-tracking.ts';
import { askForFolder, defaultServicesFile, isServiceArgument, newFileIn, pickRoot, servicesFileOf } from './service-target.ts';

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
    notifyError(error);
  }
  if (created === undefined)
    return notify('information', vscode.l10n.t('{0} is there already and was left as it is.', vscode.workspace.asRelativePath(uri, false)));
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
