import * as vscode from 'vscode';
import { toFailure } from '../../core/io/errors.ts';
import { type FileSystems, placeText } from '../roots/file-systems.ts';
import { mayWrite } from '../screen/unavailable.ts';
import { notify, showProgress } from '../screen/notify.ts';
import { runCommand } from '../screen/commands.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { type Samples, settings } from '../roots/settings.ts';

const SAMPLE_FOLDER = 'agent-artifacts-sample';

/** What the commands work with. */
export interface SampleDependencies {
  readonly roots: DataRoots;
  readonly samples: Samples;
  readonly fileSystems: FileSystems;
  readonly extensionUri: vscode.Uri;
}

/** Asks for a folder, and names it in the settings. */
export async function addDataRoot(roots: DataRoots): Promise<void> {
  if (settings.dataRootsTarget() === vscode.ConfigurationTarget.Workspace && !mayWrite()) return;
  const [folder] = (await pickFolder(vscode.l10n.t('Use as Data Root'))) ?? [];
  if (!folder) return;
  await openRoot(folder, roots);
}

/** Asks where, and makes a data root to try things out with. This window shows it until it is removed; no setting and no file of the project changes. */
export async function createSample({ roots, samples, fileSystems, extensionUri }: SampleDependencies): Promise<void> {
  if (!mayWrite()) return;
  const [parent] = (await pickFolder(vscode.l10n.t('Create Sample Here'))) ?? [];
  if (!parent) return;
  const folder = vscode.Uri.joinPath(parent, SAMPLE_FOLDER);
  const { fs, locationOf } = fileSystems.for(folder);
  const readAsset = async (name: string) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'media', 'sample', name));
  const progress = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Creating the sample data root…') };
  try {
    const { createSampleRoot } = await import('../../sample/sample-root.ts');
    await showProgress(progress, () => createSampleRoot(locationOf(folder), { fs, readAsset }));
  } catch (error) {
    const { code } = toFailure(error);
    const message =
      code === 'already_exists'
        ? vscode.l10n.t('The folder “{0}” already exists and is not empty.', folder.fsPath)
        : vscode.l10n.t('Could not create the sample in “{0}”. Check that the folder is writable.', folder.fsPath);
    return notify('error', message);
  }
  if (vscode.workspace.workspaceFolders === undefined) {
    await vscode.commands.executeCommand('vscode.openFolder', folder);
    return;
  }
  await samples.add(folder);
  await showNewRoot(roots);
  notify(
    'information',
    vscode.l10n.t(
      'The sample was created in “{0}” and is shown in this workspace. None of your settings or files was changed.',
      folder.fsPath,
    ),
    {
      title: vscode.l10n.t('Open in New Window'),
      run: () => vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true }),
    },
    { title: vscode.l10n.t('Remove'), run: () => runCommand('agentArtifacts.removeSample') },
  );
}

/** Shows the samples of this workspace no longer, and offers to delete what was made of them on the disk. */
export async function removeSamples({ roots, samples }: Pick<SampleDependencies, 'roots' | 'samples'>): Promise<void> {
  const { folders } = samples;
  if (folders.length === 0) return notify('information', vscode.l10n.t('There is no sample data root in this workspace.'));
  for (const folder of folders) await samples.forget(folder);
  await roots.refresh();
  for (const folder of folders) {
    const exists = await vscode.workspace.fs.stat(folder).then(
      () => true,
      () => false,
    );
    if (!exists) continue;
    notify('information', vscode.l10n.t('The sample is no longer shown. Its folder is still there: {0}', folder.fsPath), {
      title: vscode.l10n.t('Move Folder to Trash'),
      run: async () => void (mayWrite() && (await vscode.workspace.fs.delete(folder, { recursive: true, useTrash: true }))),
    });
  }
}

/** Names a folder in the settings, and shows its artifacts. */
async function openRoot(folder: vscode.Uri, roots: DataRoots): Promise<void> {
  await settings.addDataRoot(placeText(folder));
  await showNewRoot(roots);
}

/** Shows the artifacts of a root that was added: the command may come from anywhere. */
async function showNewRoot(roots: DataRoots): Promise<void> {
  await roots.refresh();
  if (roots.roots.length > 0) void vscode.commands.executeCommand('setContext', 'agentArtifacts.dataRootAdded', true);
  await runCommand('agentArtifacts.artifacts.focus');
}

function pickFolder(openLabel: string): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({ title: openLabel, canSelectFiles: false, canSelectFolders: true, canSelectMany: false, openLabel });
}
