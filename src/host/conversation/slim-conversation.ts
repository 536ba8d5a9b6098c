import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { mediaFolderOf, slimFigures } from '../../core/conversation/slim-edits.ts';
import { SMALLEST_SLIMMED, STAY_REASONS, type SlimPlan, type StayReason } from '../../core/conversation/slim-plan.ts';
import { isSlimmed } from '../../core/conversation/slim-shapes.ts';
import { MAX_SLIMMED_BYTES, MAX_WEIGHED_MEDIA } from '../../core/io/limits.ts';
import { localRepairs } from '../../platform/host-platform.node.ts';
import type { FileVersion } from '../../platform/repair-file.ts';
import type { SlimmedFile } from '../../platform/slim-file.ts';
import { lastName } from '../screen/documents.ts';
import { confirm, notify, type Question, showProgress } from '../screen/notify.ts';
import type { ConversationDocument } from './conversation-document.ts';
import { mayRepair, undoConversationRepair } from './repair-conversation.ts';

/** Shows what would be taken out of a session, takes it out and reads the conversation again. */
export async function slimConversation(document: ConversationDocument): Promise<void> {
  const { uri, examined } = document;
  const { version, index } = examined?.read ?? {};
  if (!mayRepair(document) || !version || !index) return;
  const name = lastName(uri);
  const { format } = index;
  if (!isSlimmed(format))
    return notify(
      'warning',
      vscode.l10n.t('Only sessions of Claude Code and Codex can be slimmed: slimming has not been tested with other programs.'),
    );
  const plan = await cancellable(vscode.l10n.t('Looking for media in {0}', name), (_, signal) => document.slimPlan(format, signal));
  if (!plan) return;
  if (plan.places.length === 0)
    return notify('information', [vscode.l10n.t('There is nothing to take out of {0}.', name), ...staysIn(plan)].join(' '));
  if (!(await confirm(question(uri, plan, version.size))) || !mayRepair(document)) return;
  const done = await document.repairing(() => slimWithProgress(uri, plan, version));
  if (!done) return;
  await document.reload();
  const undo = { title: vscode.l10n.t('Restore Media'), run: () => undoConversationRepair(document) };
  notify(
    'information',
    vscode.l10n.t(
      '{0} is slimmed. Its media are in {1}; the original is {2}, beside them.',
      name,
      ...[done.folder, done.backup].map((file) => lastName(vscode.Uri.file(file))),
    ),
    undo,
  );
}

function slimWithProgress(uri: vscode.Uri, { places }: SlimPlan, version: FileVersion): Promise<SlimmedFile | undefined> {
  let count = 0;
  return cancellable(vscode.l10n.t('Slimming {0}', lastName(uri)), async (progress, signal) => {
    const onMedium = (): void =>
      progress.report({ message: vscode.l10n.t('{0} of {1}', ++count, places.length), increment: 100 / places.length });
    return (await localRepairs())?.slimFile(uri.fsPath, places, version, { onMedium, signal });
  });
}

/** @returns undefined when a person cancelled it */
async function cancellable<Result>(
  title: string,
  work: (progress: vscode.Progress<{ message?: string; increment?: number }>, signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const abort = new AbortController();
  const { signal } = abort;
  return showProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (progress, token) => {
    token.onCancellationRequested(() => abort.abort());
    try {
      return await work(progress, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

function question(uri: vscode.Uri, plan: SlimPlan, size: number): Question {
  const name = lastName(uri);
  const { count, different, bytes, sizeAfter } = slimFigures(plan, size, uri.fsPath);
  return {
    question: vscode.l10n.t('Slim {0}?', name),
    paragraphs: [
      [
        vscode.l10n.t('Images and files that are taken out: {0}, {1}; different ones: {2}.', count, formatSize(bytes), different),
        ...staysIn(plan),
      ],
      vscode.l10n.t(
        'The file is {0} now and will be about {1} afterwards. All other bytes stay as they are.',
        formatSize(size),
        formatSize(sizeAfter),
      ),
      vscode.l10n.t(
        'Each of them becomes a file in {0}. The session keeps a description with the path of the file instead: the program can go on with the session, but the model no longer sees the images and files.',
        mediaFolderOf(name),
      ),
      vscode.l10n.t('The file as it is now is kept beside it as {0}, and can be put back.', `${name}.backup-…`),
      vscode.l10n.t(
        'Close the program that uses it first: otherwise, whatever it goes on writing ends up in the backup and is missing from the repaired file.',
      ),
    ],
    action: vscode.l10n.t('Slim'),
  };
}

/** What stays, and why. */
function staysIn({ staying }: SlimPlan): string[] {
  return STAY_REASONS.flatMap((reason) => {
    const { count, bytes } = staying[reason];
    return count === 0 ? [] : [vscode.l10n.t('Stays: {0} ({1}), {2}.', count, formatSize(bytes), whyItStays(reason))];
  });
}

function whyItStays(reason: StayReason): string {
  switch (reason) {
    case 'small':
      return vscode.l10n.t('smaller than {0}', formatSize(SMALLEST_SLIMMED));
    case 'large':
      return vscode.l10n.t('larger than {0}', formatSize(MAX_SLIMMED_BYTES));
    case 'place':
      return vscode.l10n.t('where replacing it is not known to be safe');
    case 'broken':
      return vscode.l10n.t('in lines that cannot be read');
    case 'many':
      return vscode.l10n.t('beyond the first {0}', MAX_WEIGHED_MEDIA);
  }
}
