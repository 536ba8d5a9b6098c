import * as vscode from 'vscode';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { runCommand, type ServiceArgument, type ServiceInFile } from '../screen/commands.ts';
import { notify } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { isServicesFile } from './services-document.ts';

/** The name of a new configuration. */
const NEW_FILE_NAME = 'llmservices.json';

/** Whether a command was given a service, or at least a root. */
export function isServiceArgument(argument: unknown): argument is ServiceArgument {
  return typeof argument === 'object' && argument !== null && 'root' in argument && typeof argument.root === 'object';
}

/** Whether a command was given a service of a file. */
export function isServiceInFile(argument: unknown): argument is ServiceInFile {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'uri' in argument &&
    argument.uri instanceof vscode.Uri &&
    'serviceId' in argument &&
    typeof argument.serviceId === 'string'
  );
}

/** The configuration that counts in a root; where it would be when there is none. */
export function servicesFileOf(root: OpenRoot): vscode.Uri {
  const { source } = root.services.state;
  return source === undefined ? defaultServicesFile(root) : root.uriOf(source);
}

/** Where a new configuration of a root goes. */
export function defaultServicesFile(root: OpenRoot): vscode.Uri {
  return vscode.Uri.joinPath(root.uriOf(root.layout.configDir), NEW_FILE_NAME);
}

/**
 * The configuration a command is about: that of the given root, else the one in the active editor, else that of
 * the only root or of the one a person picks. Undefined when there is none or nothing was picked.
 */
export async function targetFile(roots: DataRoots, argument: unknown): Promise<vscode.Uri | undefined> {
  if (isServiceArgument(argument)) return servicesFileOf(argument.root);
  if (isServiceInFile(argument)) return argument.uri;
  if (argument instanceof vscode.Uri && isServicesFile(argument)) return argument;
  const active = vscode.window.activeTextEditor?.document;
  if (active && isServicesFile(active.uri)) return active.uri;
  await roots.ready();
  const configured = roots.roots.filter(({ services }) => services.state.source !== undefined);
  const root = await pickRoot(configured);
  if (root) return servicesFileOf(root);
  if (configured.length === 0) offerTemplate();
  return undefined;
}

/**
 * The same where a new file will do: that of the given or only root, there or not, else one in the first folder of the
 * window. Undefined when nothing was picked, or no folder is open.
 */
export async function targetOrNew(roots: DataRoots, argument: unknown): Promise<vscode.Uri | undefined> {
  await roots.ready();
  const active = vscode.window.activeTextEditor?.document;
  const isGiven =
    isServiceArgument(argument) || isServiceInFile(argument) || argument instanceof vscode.Uri || (active && isServicesFile(active.uri));
  if (isGiven || roots.roots.some(({ services }) => services.state.source !== undefined)) return targetFile(roots, argument);
  if (roots.roots.length > 0) {
    const root = await pickRoot(roots.roots);
    return root && servicesFileOf(root);
  }
  const folder = vscode.workspace.workspaceFolders?.[0];
  return folder ? newFileIn(folder.uri) : undefined;
}

/** Where a configuration goes in a folder that is no data root yet. */
export function newFileIn(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, 'config', NEW_FILE_NAME);
}

/** The only root, or the one a person picks. */
export async function pickRoot(roots: readonly OpenRoot[]): Promise<OpenRoot | undefined> {
  if (roots.length < 2) return roots[0];
  const items = roots.map((root) => ({ label: root.name, description: vscode.workspace.asRelativePath(root.folder), root }));
  const picked = await showPick(items, { title: vscode.l10n.t('Select a Data Root') });
  return picked?.root;
}

/** Says that no configuration was found, and offers to make one. */
export function offerTemplate(): void {
  const create = {
    title: vscode.l10n.t('Create from Template'),
    run: () => runCommand('agentArtifacts.createServicesFile'),
  };
  notify('information', vscode.l10n.t('No llmservices.json was found.'), create);
}

/** Says that a configuration has no services, and offers to add one. */
export function tellNoServices(uri: vscode.Uri): void {
  const add = { title: vscode.l10n.t('Add Service…'), run: () => runCommand('agentArtifacts.addService', uri) };
  notify('information', vscode.l10n.t('The file has no services yet.'), add);
}

/** Says that there is no folder to put a configuration in, and offers to open one. */
export function askForFolder(): void {
  const open = { title: vscode.l10n.t('Open Folder…'), run: () => vscode.commands.executeCommand('vscode.openFolder') };
  notify('information', vscode.l10n.t('First open the folder that should contain the configuration.'), open);
}
