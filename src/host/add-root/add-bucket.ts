import * as vscode from 'vscode';
import { CodedError, toFailure } from '../../core/io/errors.ts';
import { hasLocalFiles, storeProfiles } from '../../platform/host-platform.node.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { notify, showProgress } from '../screen/notify.ts';
import { showInput, showPick } from '../screen/quick-pick.ts';
import { resolveRootFolder } from '../roots/data-roots.ts';
import { FileSystems, STORE_SCHEME } from '../roots/file-systems.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { settings } from '../roots/settings.ts';

/** How a bucket is reached, as an item of a list. */
interface Way extends vscode.QuickPickItem {
  readonly profile?: string;
  readonly asksAddress?: true;
}

/**
 * Asks for the address of a data root in a bucket and for how it is reached, tries it, and names it in the settings. A root that cannot be
 * read is not added; why is said.
 */
export async function addBucket(roots: DataRoots): Promise<void> {
  if (!hasLocalFiles()) return notify('error', failureMessage(toFailure(new CodedError('stores_unsupported'))));
  const title = vscode.l10n.t('Add Data Root in a Bucket');
  const address = await showInput({
    title,
    prompt: vscode.l10n.t('The address of the folder with artifacts and workspaces'),
    placeHolder: 's3://my-bucket/agents',
    ignoreFocusOut: true,
    validateInput: (text) => (bucketOf(text) === undefined ? vscode.l10n.t('Write it as s3://bucket/folder.') : undefined),
  });
  const folder = address === undefined ? undefined : bucketOf(address);
  if (!folder || address === undefined) return;
  const way = await askForWay(title);
  if (!way) return;
  const endpoint = way.asksAddress ? await askForEndpoint(title) : undefined;
  if (way.asksAddress && endpoint === undefined) return;
  const options = { ...(endpoint !== undefined && { endpoint }), ...(way.profile !== undefined && { profile: way.profile }) };
  const trial = new FileSystems({ optionsOf: () => options });
  try {
    const { fs, locationOf } = await trial.load(folder);
    const progress = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Checking {0}…', address.trim()) };
    await showProgress(progress, () => fs.stat(locationOf(folder)));
  } catch (error) {
    notify('error', `${address.trim()}: ${failureMessage(toFailure(error))}`);
    return;
  } finally {
    trial.disconnect();
  }
  // What was tried is in force from here on, whatever an older entry says.
  const isSet = Object.values(settings.objectStore(folder.authority)).some((value) => value !== undefined);
  if (isSet || Object.keys(options).length > 0) await settings.setObjectStore(folder.authority, options);
  await settings.addDataRoot(address.trim());
  await roots.refresh();
}

function bucketOf(text: string): vscode.Uri | undefined {
  const folder = resolveRootFolder(text, { workspaceFolders: [], home: undefined });
  return folder.ok && folder.value.scheme === STORE_SCHEME ? folder.value : undefined;
}

async function askForWay(title: string): Promise<Way | undefined> {
  const ways: Way[] = [
    {
      label: vscode.l10n.t('As the AWS tools are set up'),
      detail: vscode.l10n.t('Environment, default profile, or the role of this machine'),
    },
    ...(await storeProfiles()).map((profile) => ({ label: profile, description: vscode.l10n.t('profile'), profile })),
    {
      label: vscode.l10n.t('Another Server…'),
      detail: vscode.l10n.t('MinIO, R2, Ceph, Google Cloud Storage: any server that speaks S3, with the credentials of the AWS tools'),
      asksAddress: true,
    },
  ];
  return showPick(ways, { title, placeHolder: vscode.l10n.t('How should VS Code connect to the bucket?'), ignoreFocusOut: true });
}

async function askForEndpoint(title: string): Promise<string | undefined> {
  const text = await showInput({
    title,
    prompt: vscode.l10n.t('The address of the server'),
    placeHolder: 'https://minio.example.com',
    ignoreFocusOut: true,
    validateInput: (value) => (/^https?:\/\/[^/]/i.test(value.trim()) ? undefined : vscode.l10n.t('Write it as https://server.')),
  });
  return text?.trim();
}
