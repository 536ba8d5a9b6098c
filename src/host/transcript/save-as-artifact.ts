import * as vscode from 'vscode';
import { extensionForMediaType } from '../../core/content/file-name.ts';
import { toFailure } from '../../core/io/errors.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/description.ts';
import { decodeFinding } from '../../core/transcript/decode-finding.ts';
import { formatPath, type TranscriptFinding } from '../../core/transcript/finding.ts';
import { failureMessage } from '../screen/failure-message.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { applyEdit } from '../screen/apply-edit.ts';
import { commandItem, type SaveArguments } from '../screen/commands.ts';
import { notify } from '../screen/notify.ts';
import { addDataRootAction, mayWrite } from '../screen/unavailable.ts';
import { pickRoot } from '../services/service-target.ts';
import { findingRange } from './finding-words.ts';

/** What can be done about what was found: save it as an artifact, and look at the file as a conversation, where all that is wrong stands. */
export class FindingActions implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  readonly #findingAt: (document: vscode.TextDocument, range: vscode.Range) => TranscriptFinding | undefined;

  constructor(findingAt: (document: vscode.TextDocument, range: vscode.Range) => TranscriptFinding | undefined) {
    this.#findingAt = findingAt;
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range, { diagnostics }: vscode.CodeActionContext): vscode.CodeAction[] {
    const finding = this.#findingAt(document, range);
    if (!finding) return [];
    const ofFinding = diagnostics.filter(({ range: other, code }) => code === finding.code && other.isEqual(findingRange(finding)));
    const actions = [...saveAction(document, finding), ...openAction(document)];
    for (const action of actions) action.diagnostics = ofFinding;
    return actions;
  }
}

function saveAction(document: vscode.TextDocument, finding: TranscriptFinding): vscode.CodeAction[] {
  // It writes into the data root. Half a list is no file, and what is left of it would be no JSON.
  if (!vscode.workspace.isTrusted || !finding.isWhole) return [];
  const title = vscode.l10n.t('Save as Artifact and Insert Its Reference');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  const save = { uri: document.uri, version: document.version, finding };
  action.command = commandItem('agentArtifacts.internal.saveFromTranscript', title, save);
  action.isPreferred = true;
  return [action];
}

function openAction({ uri, isUntitled }: vscode.TextDocument): vscode.CodeAction[] {
  if (isUntitled || !/\.jsonl?$/i.test(uri.path)) return [];
  const title = vscode.l10n.t('Open as Conversation');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = commandItem('agentArtifacts.openConversation', title, uri);
  return [action];
}

/** What checks a document anew. */
interface Checker {
  check(document: vscode.TextDocument): Promise<unknown>;
}

/**
 * Stores the bytes of a finding in the data root and puts the reference in their place: one edit, one step of undo. The
 * text stays what it was, JSON for example.
 */
export async function saveAsArtifact({ uri, version, finding }: SaveArguments, roots: DataRoots, checker: Checker): Promise<void> {
  if (!mayWrite()) return;
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.version !== version) return refuseStale(document, checker);
  const range = findingRange(finding);
  const text = document.getText(range);
  await roots.ready();
  if (roots.roots.length === 0) return offerFile(newArtifact(finding, text, uri), uri);
  const root = await rootFor(uri, roots);
  if (!root || document.version !== version) return root && refuseStale(document, checker);
  let reference: string;
  try {
    const { id } = await root.store.putArtifact(newArtifact(finding, text, uri));
    reference = formatReference({ kind: 'regular', id });
  } catch (error) {
    return notify('error', vscode.l10n.t('The artifact could not be saved: {0}', failureMessage(toFailure(error))));
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, range, `${finding.quote}${reference}${finding.quote}`);
  if (await applyEdit(edit, { document, version })) return;
  const copy = { title: vscode.l10n.t('Copy Reference'), run: () => vscode.env.clipboard.writeText(reference) };
  notify('warning', vscode.l10n.t('Saved as {0}, but the document could not be changed.', reference), copy);
}

function newArtifact(finding: TranscriptFinding, text: string, uri: vscode.Uri) {
  const { form, path, mimeType, declaredMimeType, start } = finding;
  const type = mimeType ?? declaredMimeType;
  const source = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return {
    name: `${source.replace(/\.\w+$/, '')} ${start.line + 1}${(type && extensionForMediaType(type)) ?? ''}`,
    ...(type !== undefined && { type }),
    content: decodeFinding(form, text),
    meta: { source, line: start.line + 1, ...(path.length > 0 && { path: formatPath(path) }) },
  };
}

async function refuseStale(document: vscode.TextDocument, checker: Checker): Promise<void> {
  notify('information', vscode.l10n.t('The document has changed and is being checked again. Try again afterwards.'));
  await checker.check(document);
}

/** Without a data root the bytes can only be saved as a file. */
function offerFile({ name, content }: ReturnType<typeof newArtifact>, uri: vscode.Uri): void {
  const save = { title: vscode.l10n.t('Save as File…'), run: () => saveAsFile(content, name, uri) };
  notify('information', vscode.l10n.t('No data root is open to save the artifact in.'), save, addDataRootAction());
}

/** The data root that holds the document, else the only one, else the one a person picks. */
async function rootFor(uri: vscode.Uri, roots: DataRoots): Promise<OpenRoot | undefined> {
  const holding = roots.roots.filter(({ folder }) => uri.toString().startsWith(`${folder.toString().replace(/\/$/, '')}/`));
  const innermost = holding.toSorted((a, b) => b.folder.path.length - a.folder.path.length)[0];
  return innermost ?? pickRoot(roots.roots);
}

/**
 * Asks where the bytes of a finding go and writes them there; nothing is written before. Rejects when they cannot be written.
 *
 * @param name of the file, as a proposal
 * @param beside the document they were found in: the dialog begins there
 */
async function saveAsFile(bytes: Uint8Array, name: string, beside: vscode.Uri): Promise<void> {
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
