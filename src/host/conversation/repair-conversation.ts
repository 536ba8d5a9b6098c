import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { editsOf, REPAIR_KINDS, type Repair, type RepairKind } from '../../core/conversation/repairs.ts';
import { hasLocalFiles, localRepairs } from '../../platform/host-platform.node.ts';
import { lastName } from '../preview/content-source.ts';
import { tabUri } from '../preview/file-source.ts';
import { confirm, notify } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { offerTrust, restrictedSentence } from '../screen/unavailable.ts';
import type { ConversationDocument } from './conversation-document.ts';

/** Why a file cannot be repaired here; null when it can. */
export function repairRefusal(uri: vscode.Uri): string | null {
  if (!vscode.workspace.isTrusted) return restrictedSentence();
  if (uri.scheme !== 'file' || !hasLocalFiles()) return vscode.l10n.t('Only files on a local disk can be repaired.');
  return isDirty(uri) ? vscode.l10n.t('Save or revert the file in its text editor first.') : null;
}

function isDirty(uri: vscode.Uri): boolean {
  const { tabGroups } = vscode.window;
  return tabGroups.all.some(({ tabs }) => tabs.some((tab) => tab.isDirty && tabUri(tab)?.toString() === uri.toString()));
}

/** Lets a person choose repairs, says what they change, makes them and reads the conversation again. */
export async function repairConversation(document: ConversationDocument): Promise<void> {
  const { uri, examined } = document;
  const { version } = examined?.read ?? {};
  if (!mayRepair(uri) || !examined || !version) return;
  const kinds = await pickKinds(examined.repairs);
  if (!kinds || kinds.length === 0) return;
  const { repairs = [] } = (await document.examineFor({ kinds })) ?? {};
  const name = lastName(uri);
  if (repairs.length === 0 || !(await confirm(question(name, repairs, version.size)))) return;
  if (!mayRepair(uri)) return;
  // what was read is what was agreed to: a file in another state is refused
  await (await localRepairs())?.repairFile(uri.fsPath, editsOf(repairs), version);
  await document.reload();
  const undo = { title: vscode.l10n.t('Undo Repair'), run: () => undoConversationRepair(document) };
  notify('information', vscode.l10n.t('{0} is repaired. Its backup is beside it.', name), undo);
}

/** Puts a file back as it was before its last repair, and has it read again. */
export async function undoConversationRepair(document: Pick<ConversationDocument, 'uri' | 'reload'>): Promise<void> {
  const { uri } = document;
  if (!mayRepair(uri)) return;
  const name = lastName(uri);
  const backup = await (await localRepairs())?.undoRepair(uri.fsPath);
  if (backup === undefined) return notify('warning', vscode.l10n.t('{0} has no backup of a repair.', name));
  await document.reload();
  notify('information', vscode.l10n.t('{0} is as it was before the repair.', name));
}

/** Whether a file may be repaired here; else it is said why not. */
function mayRepair(uri: vscode.Uri): boolean {
  const refusal = repairRefusal(uri);
  if (refusal === null) return true;
  if (vscode.workspace.isTrusted) notify('warning', refusal);
  else offerTrust(refusal);
  return false;
}

async function pickKinds(repairs: readonly Repair[]): Promise<readonly RepairKind[] | undefined> {
  const items = REPAIR_KINDS.flatMap((kind) => {
    const parts = repairs.filter((repair) => repair.kind === kind).length;
    return parts === 0 ? [] : [{ label: kindWords(kind), description: partsWords(parts), picked: true, repair: kind }];
  });
  const picked = await showPick(items, {
    title: vscode.l10n.t('Repair the Conversation'),
    placeHolder: vscode.l10n.t('Select what is changed'),
    canPickMany: true,
  });
  return picked?.map(({ repair }) => repair);
}

function question(name: string, repairs: readonly Repair[], size: number): Parameters<typeof confirm>[0] {
  const byKind = REPAIR_KINDS.flatMap((kind) => {
    const parts = repairs.filter((repair) => repair.kind === kind).length;
    return parts === 0 ? [] : [vscode.l10n.t('{0}: {1}', kindWords(kind), partsWords(parts))];
  });
  const after = editsOf(repairs).reduce((sum, { start, end, text }) => sum + new TextEncoder().encode(text).length - (end - start), size);
  return {
    question: vscode.l10n.t('Repair {0}?', name),
    paragraphs: [
      byKind,
      vscode.l10n.t('The file is {0} now, and {1} after it. All other bytes stay as they are.', formatSize(size), formatSize(after)),
      vscode.l10n.t('The file as it is now is kept beside it as {0}, and can be put back.', `${name}.backup-…`),
    ],
    action: vscode.l10n.t('Repair'),
  };
}

function partsWords(parts: number): string {
  return parts === 1 ? vscode.l10n.t('1 part') : vscode.l10n.t('{0} parts', parts);
}

function kindWords(kind: RepairKind): string {
  switch (kind) {
    case 'correct_type':
      return vscode.l10n.t('Declare the type that the bytes have');
    case 'describe':
      return vscode.l10n.t('Put a description in place of the content');
    case 'fill_text':
      return vscode.l10n.t('Put a short text in place of an empty one');
    case 'replace_orphan':
      return vscode.l10n.t('Put a note in place of a call or result that is alone');
  }
}
