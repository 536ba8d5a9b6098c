import * as vscode from 'vscode';
import { notify } from '../screen/notify.ts';
import { editDocument, type MadeEdit } from './document-edit.ts';

/**
 * Says that a change was made where the file is not on the screen, with the ways to undo and to see it: nobody is taken
 * away from what they look at. An editor that shows the file already selects what was changed instead.
 *
 * @param done what was done, as a sentence
 */
export function tellEdit(made: MadeEdit, done: string): void {
  if (made.changes.length === 0) return;
  const shown = vscode.window.visibleTextEditors.find(({ document, viewColumn }) => viewColumn !== undefined && document.uri.toString() === made.document.uri.toString());
  if (shown) select(shown, made);
  else offer(made, done);
}

function offer(made: MadeEdit, done: string): void {
  const sentence = made.document.isDirty ? `${done} ${vscode.l10n.t('The file has unsaved changes.')}` : done;
  notify('information', sentence, { title: vscode.l10n.t('Undo'), run: () => undoEdit(made) }, { title: vscode.l10n.t('Show'), run: () => showEdit(made) });
}

/** Shows a change: what was written is selected. */
export async function showEdit(made: MadeEdit): Promise<void> {
  select(await vscode.window.showTextDocument(made.document.uri, { preview: false }), made);
}

function select(editor: vscode.TextEditor, { changes, text }: MadeEdit): void {
  const [first] = changes;
  if (!first || editor.document.getText() !== text) return;
  const { offset, length } = valueIn(first.after);
  const range = new vscode.Range(editor.document.positionAt(first.offset + offset), editor.document.positionAt(first.offset + offset + length));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The value in what was inserted: without the comma, the line break and the name of the field before it. */
function valueIn(inserted: string): { readonly offset: number; readonly length: number } {
  // minimal edits may begin and end within the quotes of a name
  const offset = /^[\s,]*(?:"?[\w$-]+"\s*:\s*)?/.exec(inserted)?.[0].length ?? 0;
  return { offset, length: inserted.slice(offset).replace(/[\s,]+"?$/, '').length };
}

/** Takes a change back, unless the text has changed since: then the file is shown, and its own undo knows the way. */
async function undoEdit(made: MadeEdit): Promise<void> {
  // a document that nobody shows may have been closed, and is another object then
  const document = await vscode.workspace.openTextDocument(made.document.uri);
  if (document.getText() !== made.text) {
    await vscode.window.showTextDocument(document, { preview: false });
    notify('information', vscode.l10n.t('The file has changed meanwhile. Undo what is not wanted here.'));
    return;
  }
  let shift = 0;
  const edits = made.changes.map(({ offset, before, after }) => {
    const edit = { offset: offset + shift, length: after.length, newText: before };
    shift += after.length - before.length;
    return edit;
  });
  await editDocument(document, () => ({ ok: true, edits }));
}
