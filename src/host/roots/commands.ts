import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import { toFailure } from '../../core/io/errors.ts';
import { type FileSystems, placeText, READ_ONLY, STORE_SCHEME } from './file-systems.ts';
import { mayWrite } from '../screen/unavailable.ts';
import { notify, showProgress } from '../screen/notify.ts';
import { onCommand, runCommand } from '../screen/commands.ts';
import type { DataRoots } from './open-root.ts';
import { settings } from './settings.ts';

const SAMPLE_FOLDER = 'agent-artifacts-sample';

/** What the commands work with. */
interface SampleDependencies {
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly extensionUri: vscode.Uri;
}

/** The commands that bring data roots into the window. */
export function registerRootCommands(deps: SampleDependencies): vscode.Disposable {
  return vscode.Disposable.from(
    onCommand('agentArtifacts.addDataRoot', () => addDataRoot(deps.roots)),
    onCommand('agentArtifacts.createSample', () => createSample(deps)),
    onCommand('agentArtifacts.addBucket', async () => {
      if (mayWrite()) await (await import('./object-stores.ts')).addBucket(deps.roots);
    }),
    registerStoreFiles(deps.fileSystems),
  );
}

/** Buckets as files, for editors and viewers; the client is loaded with the first one. */
function registerStoreFiles(fileSystems: FileSystems): vscode.Disposable {
  const files = loadOnce(async () => new (await import('./object-stores.ts')).StoreFiles(fileSystems));
  const never = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: never.event,
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    readDirectory: async (uri) => (await files()).readDirectory(uri),
    // Nothing polls a bucket.
    watch: () => never,
    ...READ_ONLY,
  };
  return vscode.Disposable.from(
    never,
    vscode.workspace.registerFileSystemProvider(STORE_SCHEME, provider, { isReadonly: true, isCaseSensitive: true }),
  );
}

/** Asks for a folder, and names it in the settings. */
export async function addDataRoot(roots: DataRoots): Promise<void> {
  if (settings.dataRootsTarget() === vscode.ConfigurationTarget.Workspace && !mayWrite()) return;
  const [folder] = (await pickFolder(vscode.l10n.t('Use as Data Root'))) ?? [];
  if (!folder) return;
  await openRoot(folder, roots);
}

/** Asks where, and makes a data root to try things out with. */
export async function createSample({ roots, fileSystems, extensionUri }: SampleDependencies): Promise<void> {
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
  await openRoot(folder, roots);
}

/** Names a folder in the settings, and shows its artifacts: the command may come from anywhere. */
async function openRoot(folder: vscode.Uri, roots: DataRoots): Promise<void> {
  await settings.addDataRoot(placeText(folder));
  await roots.refresh();
  await runCommand('agentArtifacts.artifacts.focus');
}

function pickFolder(openLabel: string): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({ title: openLabel, canSelectFiles: false, canSelectFolders: true, canSelectMany: false, openLabel });
}
