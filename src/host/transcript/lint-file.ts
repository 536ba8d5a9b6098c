import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { toFailure, type Failure } from '../../core/io/errors.ts';
import { countBytes, type Compute } from '../../core/io/compute.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import { lintTask } from '../../core/transcript/lint-task.ts';
import { partsOf, sizeInParts } from '../roots/file-parts.ts';
import type { FileSystems, UriBoundFileSystem } from '../roots/file-systems.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { notify, showProgress } from '../screen/notify.ts';
import { type Found, gather, MOST_DIAGNOSTICS } from './finding-words.ts';
import { openDocumentOf } from '../screen/documents.ts';

/** Checks open documents, and shows what was found in a file. */
export interface DocumentLint {
  checkToEnd(document: vscode.TextDocument): Promise<Found | undefined>;
  show(uri: vscode.Uri, found: Found): void;
}

/** What it takes to check a file. */
export interface FileReading {
  readonly fileSystems: FileSystems;
  readonly compute: Compute;
}

/**
 * Checks a file and says what came of it. An open document is checked as it is in the editor; any other file, such as one
 * too large for VS Code to give to extensions (50 MB), is read in parts.
 * @param argument the file's URI; without one that of the active editor, or a person chooses
 * @param isChecked called with the file before its diagnostics are shown
 */
export async function lintFile(
  argument: unknown,
  lint: DocumentLint,
  { fileSystems, compute }: FileReading,
  isChecked: (uri: vscode.Uri) => void,
): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : (activeFile() ?? (await chooseFile()));
  if (!uri) return;
  const name = vscode.workspace.asRelativePath(uri);
  const open = openDocumentOf(uri);
  if (open) return lintDocument(open, name, lint, isChecked);
  const progress = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Checking {0}', name), cancellable: true };
  try {
    const found = await showProgress(progress, (onProgress, token) => readFindings(uri, fileSystems.for(uri), compute, onProgress, token));
    if (!found) return;
    isChecked(uri);
    lint.show(uri, found);
    await report(name, found.count);
  } catch (error) {
    notify('error', refusal(name, toFailure(error)));
  }
}

async function lintDocument(
  document: vscode.TextDocument,
  name: string,
  lint: DocumentLint,
  isChecked: (uri: vscode.Uri) => void,
): Promise<void> {
  isChecked(document.uri);
  try {
    const found = await lint.checkToEnd(document);
    if (found) return await report(name, found.count);
    notify('warning', vscode.l10n.t('{0} changed while it was being checked. Check it again.', name));
  } catch (error) {
    notify('error', refusal(name, toFailure(error)));
  }
}

/** VS Code's own interface to file systems (`workspace.fs`) has no way to read a part of a file. */
function refusal(name: string, failure: Failure): string {
  const { limit, size } = failure.params ?? {};
  if (failure.code !== 'too_large') return `${name}: ${failureMessage(failure)}`;
  return vscode.l10n.t(
    '{0}: {1} is too large to check here. This file system only reads whole files, and at most {2} are kept in memory. Copy the file to a local disk and check it there.',
    name,
    formatSize(Number(size)),
    formatSize(Number(limit)),
  );
}

/** @returns undefined when a person turned away */
async function readFindings(
  uri: vscode.Uri,
  files: UriBoundFileSystem,
  compute: Compute,
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  token: vscode.CancellationToken,
): Promise<Found | undefined> {
  const size = await sizeInParts(uri, files);
  let percent = 0;
  const onProgress = (bytes: number): void => {
    const now = size === 0 ? 100 : Math.floor((bytes / size) * 100);
    if (now === percent) return;
    progress.report({ message: vscode.l10n.t('{0} of {1}', formatSize(bytes), formatSize(size)), increment: now - percent });
    percent = now;
  };
  const found = await gather(
    compute.stream(
      lintTask,
      countBytes(
        partsOf(uri, files, () => token.isCancellationRequested),
        onProgress,
      ),
      {},
      { deadline: LINT_DEADLINE_MS },
    ),
  );
  return token.isCancellationRequested ? undefined : found;
}

async function report(name: string, count: number): Promise<void> {
  if (count === 0) {
    return notify('information', vscode.l10n.t('No base64 found in {0}.', name));
  }
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  const message =
    count === 1 ? vscode.l10n.t('1 base64 blob found in {0}.', name) : vscode.l10n.t('{1} base64 blobs found in {0}.', name, count);
  const more = count > MOST_DIAGNOSTICS ? ` ${vscode.l10n.t('The first {0} are shown.', MOST_DIAGNOSTICS)}` : '';
  notify('warning', message + more);
}

function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const filters = { [vscode.l10n.t('Transcripts and logs')]: ['json', 'jsonl', 'ndjson', 'log', 'txt'] };
  const title = vscode.l10n.t('Check a Transcript for Binary Content in Texts');
  return (await vscode.window.showOpenDialog({ title, canSelectMany: false, filters, openLabel: vscode.l10n.t('Check') }))?.[0];
}
