import * as vscode from 'vscode';
import { findApiKeys, variableFor } from '../../../core/models/api-key.ts';
import type { TextEdit } from '../../../core/json/edit.ts';
import { setFieldAt, addServices } from '../../../core/models/edits.ts';
import { nodeAt, valueOf } from '../../../core/json/node.ts';
import type { LlmServiceConfig } from '../../../core/models/schema.ts';
import { SERVICES_FILE_NAMES } from '../../../core/models/services-file.ts';
import { mayWrite } from '../../screen/unavailable.ts';
import { stateOf, type ServicesState } from '../services-state.ts';
import { addTextEdits, applyEdit } from '../../screen/apply-edit.ts';
import { commandItem } from '../../screen/commands.ts';
import { reportRefusal } from '../../screen/document-edit.ts';
import { exists, isIgnored, repositoryOf } from './git-tracking.ts';

const [LOCAL_NAME] = SERVICES_FILE_NAMES;

/** What the quick fix runs: the edit is made when it is chosen, so that no key is in the offer. */
export const MOVE_KEY_COMMAND = 'agentArtifacts.internal.moveKey';

/**
 * The quick fix for a key in a file that git tracks; none for the local file itself, nor where the local file cannot
 * be edited.
 *
 * @param offset of the string with the key
 */
export async function moveKeyAction(document: vscode.TextDocument, offset: number): Promise<vscode.CodeAction | undefined> {
  if (!(await moveKeyEdit(document, offset))) return undefined;
  const action = new vscode.CodeAction(vscode.l10n.t('Move the key to {0}', LOCAL_NAME), vscode.CodeActionKind.QuickFix);
  action.command = commandItem(MOVE_KEY_COMMAND, action.title, document.uri, offset, document.version);
  action.isPreferred = true;
  return action;
}

/** Does it, as one step of undo. Files that were saved before are saved again. A document that has changed since is left alone. */
export async function moveKey(uri: vscode.Uri, offset: number, version: number): Promise<void> {
  if (!mayWrite()) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = document.version === version ? await moveKeyEdit(document, offset) : undefined;
  if (!edit) return reportRefusal(document, 'refused');
  const edited = edit.entries().map(([file]) => file.toString());
  const wereSaved = vscode.workspace.textDocuments.filter((each) => edited.includes(each.uri.toString()) && !each.isDirty);
  if (!(await applyEdit(edit))) return reportRefusal(document, 'refused');
  // the key is safe in its new place before it leaves the old one
  const ordered = wereSaved.toSorted((a, b) => Number(a === document) - Number(b === document));
  for (const each of ordered) await each.save();
}

/**
 * The key goes to `llmservices.local.json`, which is created with all services since it wins as a whole, a reference to a
 * variable stays, and the local file is added to `.gitignore`.
 */
async function moveKeyEdit(document: vscode.TextDocument, offset: number): Promise<vscode.WorkspaceEdit | undefined> {
  const { text, root } = await stateOf(document);
  const found = root && findApiKeys(root).find(({ node }) => node.offset === offset);
  const service = found && nodeAt(root, ['services', found.index]);
  const local = vscode.Uri.joinPath(document.uri, '..', LOCAL_NAME);
  if (!found || !service || local.toString() === document.uri.toString()) return undefined;
  const apiKey = String(found.node.value);
  const config = valueOf(service) as LlmServiceConfig;
  const edit = new vscode.WorkspaceEdit();
  if (await exists(local)) {
    const localDocument = await vscode.workspace.openTextDocument(local);
    const edits = withKey(await stateOf(localDocument), config, apiKey);
    if (!edits) return undefined;
    addTextEdits(edit, localDocument, edits);
  } else {
    edit.createFile(local, { overwrite: false, contents: new TextEncoder().encode(text) });
  }
  const field = (name: 'baseURL' | 'id') => (typeof config[name] === 'string' ? { [name]: config[name] } : {});
  const variable = variableFor({ apiKey, ...field('baseURL'), ...field('id') });
  addTextEdits(edit, document, [{ offset: found.node.offset, length: found.node.length, newText: JSON.stringify(`\${${variable}}`) }]);
  await leaveOut(edit, local);
  return edit;
}

/** The local file with the key: in the service of the same id, else with the whole service. */
function withKey({ text, root, validated }: ServicesState, config: LlmServiceConfig, apiKey: string): readonly TextEdit[] | undefined {
  if (typeof config.id !== 'string') return undefined;
  const there = validated.entries.find(({ id }) => id === config.id);
  if (there) return setFieldAt(text, there.range, 'apiKey', apiKey);
  const outcome = addServices(text, [config], { root });
  return outcome.ok ? outcome.edits : undefined;
}

/** A line in the `.gitignore` at the top of the repository, or beside the file where there is none, unless a rule is there. */
async function leaveOut(edit: vscode.WorkspaceEdit, local: vscode.Uri): Promise<void> {
  const repository = await repositoryOf(local);
  if (repository && (await isIgnored(local, repository))) return;
  const rules = vscode.Uri.joinPath(repository ?? vscode.Uri.joinPath(local, '..'), '.gitignore');
  if (!(await exists(rules))) {
    edit.createFile(rules, { overwrite: false, contents: new TextEncoder().encode(`${LOCAL_NAME}\n`) });
    return;
  }
  const document = await vscode.workspace.openTextDocument(rules);
  const text = document.getText();
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  edit.insert(rules, document.positionAt(text.length), `${text === '' || text.endsWith('\n') ? '' : eol}${LOCAL_NAME}${eol}`);
}
