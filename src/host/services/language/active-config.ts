import * as vscode from 'vscode';
import { readServicesAt, SERVICES_FILE_NAMES } from '../../../core/models/services-file.ts';
import { type ValidatedServices, validateServices } from '../../../core/models/validate.ts';
import type { FileSystems } from '../../roots/file-systems.ts';
import { stateOf } from '../services-state.ts';
import { exists } from './git-tracking.ts';
import { lastName, openDocumentOf } from '../../screen/documents.ts';

const [LOCAL_NAME, SHARED_NAME] = SERVICES_FILE_NAMES;

/** Whether a configuration counts: the local file always, the shared one where there is no local one, others never. */
export type ActiveConfig = { readonly inForce: true } | { readonly inForce: false; readonly instead: vscode.Uri | undefined };

/** Whether a configuration is the one in force of its folder, and which one is in its place. */
export async function activeConfigOf(uri: vscode.Uri): Promise<ActiveConfig> {
  const name = lastName(uri);
  if (name === LOCAL_NAME) return { inForce: true };
  for (const wanted of SERVICES_FILE_NAMES) {
    if (name === wanted) return { inForce: true };
    const candidate = vscode.Uri.joinPath(uri, '..', wanted);
    if (await exists(candidate)) return { inForce: false, instead: candidate };
  }
  return { inForce: false, instead: undefined };
}

/** The other of the two files, for the one in force: the shared one that it hides. */
export async function shadowedConfig(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  if (lastName(uri) !== LOCAL_NAME) return undefined;
  const shared = vscode.Uri.joinPath(uri, '..', SHARED_NAME);
  return (await exists(shared)) ? shared : undefined;
}

/** What a configuration says, as an editor has it or as it is on the disk; undefined when it is not there or is no text. */
export async function readValidated(uri: vscode.Uri, files: FileSystems): Promise<ValidatedServices | undefined> {
  const open = openDocumentOf(uri);
  if (open) return (await stateOf(open)).validated;
  const { fs, locationOf } = files.for(uri);
  const text = (await readServicesAt(fs, locationOf(uri)))?.text;
  return text === undefined ? undefined : validateServices(text);
}
