import * as vscode from 'vscode';
import type { TextEdit } from '../../core/json/edit.ts';
import type { EditOutcome } from '../../core/models/edits.ts';
import { addTextEdits, applyEdit } from './apply-edit.ts';
import { notify } from './notify.ts';
import { openDocumentOf } from './documents.ts';

/** Why an edit was not made. */
export type EditRefusal = 'unusable_text' | 'service_not_found' | 'refused';

/** A change that was made in a document. */
export interface MadeEdit {
  readonly document: vscode.TextDocument;
  /** The new and the old text; offsets in the old text. Undefined if it was that already. */
  readonly changes: readonly { readonly offset: number; readonly before: string; readonly after: string }[];
  /** The text after the change, and after what was set to happen as it was saved: a formatter may have been at it. */
  readonly text: string;
}

/**
 * Applies edits to an open document as one step of undo. They are computed here, from the current text. A
 * document that was saved before is saved again; one with unsaved changes is left to the person.
 */
export async function editDocument(
  document: vscode.TextDocument,
  computeEdits: (text: string) => EditOutcome,
): Promise<MadeEdit | EditRefusal> {
  const wasSaved = !document.isDirty && !document.isUntitled;
  const before = document.getText();
  const outcome = computeEdits(before);
  if (!outcome.ok) return outcome.reason;
  const changes = changesIn(before, outcome.edits);
  if (changes.length === 0) return { document, changes, text: before };
  if (!(await applyEdit(addTextEdits(new vscode.WorkspaceEdit(), document, outcome.edits)))) return 'refused';
  const text = document.getText();
  // what is not saved, or was typed meanwhile, is a person's
  const saved = wasSaved && (await document.save()) && !document.isDirty ? document.getText() : text;
  return { document, changes: saved === text ? changes : changesIn(before, differenceOf(before, saved)), text: saved };
}

function changesIn(before: string, edits: readonly TextEdit[]): MadeEdit['changes'] {
  return edits.map(({ offset, length, newText }) => ({ offset, before: before.slice(offset, offset + length), after: newText }));
}

/** What a formatter did as a file was saved: the difference after removing the common beginning and end. */
function differenceOf(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [{ offset: start, length: before.length - start - end, newText: after.slice(start, after.length - end) }];
}

/** Says why an edit was not made, and offers to look at the file. */
export function reportRefusal(document: vscode.TextDocument, reason: EditRefusal): void {
  const message = {
    unusable_text: vscode.l10n.t('Fix the problems in the file before editing it here.'),
    service_not_found: vscode.l10n.t('The service is no longer in the file.'),
    refused: vscode.l10n.t('The file could not be changed.'),
  }[reason];
  notify('error', message, { title: vscode.l10n.t('Open File'), run: () => vscode.window.showTextDocument(document) });
}

/**
 * The document of a file, open or not; undefined when the file is not there. VS Code keeps the text of a file that is gone
 * for a while: it counts where an editor shows it, or where it has unsaved changes.
 */
export async function openIfThere(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    const left = openDocumentOf(uri);
    return left && (left.isDirty || isShown(uri)) ? left : undefined;
  }
  return vscode.workspace.openTextDocument(uri);
}

/** Whether a tab is about a file: in whatever editor, or as one of two texts that are compared. */
function isShown(uri: vscode.Uri): boolean {
  const key = uri.toString();
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => Object.values(input ?? {}).some((of) => of instanceof vscode.Uri && of.toString() === key)),
  );
}
