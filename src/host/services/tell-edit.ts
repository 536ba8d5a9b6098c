import * as vscode from 'vscode';
import { flash, notify } from '../screen/notify.ts';
import { editDocument, reportRefusal, type MadeEdit } from './document-edit.ts';

/** How long the status bar says that an edit was taken back, in milliseconds. */
const FLASH_MS = 5000;

/** An edit that was made, and can be taken back and made again wherever that is offered. */
export class ReversibleEdit {
  /** What was done, as a sentence. */
  readonly #done: string;
  /** What the text says now: the edit, or its reverse. */
  #made: MadeEdit;
  #isUndone = false;

  constructor(made: MadeEdit, done: string) {
    this.#made = made;
    this.#done = done;
  }

  get isUndone(): boolean {
    return this.#isUndone;
  }

  /** Takes it back, unless that was done, or the text has changed since: then the file is shown, and its own undo knows the way. */
  async undo(): Promise<void> {
    if (!this.#isUndone && (await this.#reverse())) flash(vscode.l10n.t('Undone: {0}', this.#done), FLASH_MS);
  }

  /** Makes it again after it was taken back, on the same condition. */
  async redo(): Promise<void> {
    if (this.#isUndone && (await this.#reverse())) flash(vscode.l10n.t('Redone: {0}', this.#done), FLASH_MS);
  }

  async #reverse(): Promise<boolean> {
    const reverse = await reversed(this.#made);
    if (!reverse) return false;
    this.#made = reverse;
    this.#isUndone = !this.#isUndone;
    return true;
  }
}

/**
 * Says that a change was made where the file is not on the screen, with the ways to undo and to see it: nobody is taken
 * away from what they look at. An editor that shows the file already selects what was changed instead.
 *
 * @param done what was done, as a sentence
 * @returns the edit, to be taken back from elsewhere too; undefined when the text said so already
 */
export function tellEdit(made: MadeEdit, done: string): ReversibleEdit | undefined {
  if (made.changes.length === 0) return undefined;
  const edit = new ReversibleEdit(made, done);
  const shown = vscode.window.visibleTextEditors.find(({ document, viewColumn }) => viewColumn !== undefined && document.uri.toString() === made.document.uri.toString());
  if (shown) select(shown, made);
  else offer(edit, made, done);
  return edit;
}

function offer(edit: ReversibleEdit, made: MadeEdit, done: string): void {
  const sentence = made.document.isDirty ? `${done} ${vscode.l10n.t('The file has unsaved changes.')}` : done;
  notify('information', sentence, { title: vscode.l10n.t('Undo'), run: () => edit.undo() }, { title: vscode.l10n.t('Show'), run: () => showEdit(made) });
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

/** Makes the reverse of an edit. @returns undefined when it was not made: the person sees why */
async function reversed(made: MadeEdit): Promise<MadeEdit | undefined> {
  // a document that nobody shows may have been closed, and is another object then
  const document = await vscode.workspace.openTextDocument(made.document.uri);
  if (document.getText() !== made.text) {
    await vscode.window.showTextDocument(document, { preview: false });
    notify('information', vscode.l10n.t('The file has changed meanwhile. Undo what is not wanted here.'));
    return undefined;
  }
  let shift = 0;
  const edits = made.changes.map(({ offset, before, after }) => {
    const edit = { offset: offset + shift, length: after.length, newText: before };
    shift += after.length - before.length;
    return edit;
  });
  const reverse = await editDocument(document, () => ({ ok: true, edits }));
  if (typeof reverse !== 'string') return reverse;
  await reportRefusal(document, reverse);
  return undefined;
}
