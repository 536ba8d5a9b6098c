import * as vscode from 'vscode';
import { flash, notify } from './notify.ts';
import { editDocument, reportRefusal, type MadeEdit } from './document-edit.ts';

/** How long the status bar says that an edit was taken back, in milliseconds. */
const FLASH_MS = 5000;

/** What came of taking an edit back or making it again: `found` – the text says so already, by the editor's own undo or redo; `refused` – the person sees why. */
export type Reversal = 'made' | 'found' | 'refused';

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
  async undo(): Promise<Reversal> {
    const reversal = this.#isUndone ? 'found' : await this.#reverse();
    if (reversal === 'made') flash(vscode.l10n.t('Undone: {0}', this.#done), FLASH_MS);
    return reversal;
  }

  /** Makes it again after it was taken back, on the same condition. */
  async redo(): Promise<Reversal> {
    const reversal = this.#isUndone ? await this.#reverse() : 'found';
    if (reversal === 'made') flash(vscode.l10n.t('Redone: {0}', this.#done), FLASH_MS);
    return reversal;
  }

  async #reverse(): Promise<Reversal> {
    // a hidden document may have been closed, and is then another object
    const document = await vscode.workspace.openTextDocument(this.#made.document.uri);
    const reverse = reverseOf({ ...this.#made, document });
    const text = document.getText();
    const isAsMade = text === this.#made.text;
    if (!isAsMade && text !== reverse.text) {
      await showChanged(document);
      return 'refused';
    }
    const made = isAsMade ? await apply(reverse) : reverse;
    if (!made) return 'refused';
    this.#made = made;
    this.#isUndone = !this.#isUndone;
    return isAsMade ? 'made' : 'found';
  }
}

/**
 * Says that a change was made where the file is not on the screen, with the ways to undo and to see it: nobody is taken
 * away from what they look at. An editor that shows the file already selects what was changed instead.
 *
 * @param done what was done, as a sentence
 * @returns the edit, to be taken back from elsewhere too; undefined when the text said so already
 */
export function notifyEdit(made: MadeEdit, done: string): ReversibleEdit | undefined {
  if (made.changes.length === 0) return undefined;
  const edit = new ReversibleEdit(made, done);
  const shown = vscode.window.visibleTextEditors.find(
    ({ document, viewColumn }) => viewColumn !== undefined && document.uri.toString() === made.document.uri.toString(),
  );
  if (shown) select(shown, made);
  else offer(edit, made, done);
  return edit;
}

function offer(edit: ReversibleEdit, made: MadeEdit, done: string): void {
  const sentence = made.document.isDirty ? `${done} ${vscode.l10n.t('The file has unsaved changes.')}` : done;
  notify(
    'information',
    sentence,
    { title: vscode.l10n.t('Undo'), run: () => edit.undo() },
    { title: vscode.l10n.t('Show'), run: () => showEdit(made) },
  );
}

/** Shows a change: what was written is selected. */
export async function showEdit(made: MadeEdit): Promise<void> {
  select(await vscode.window.showTextDocument(made.document.uri, { preview: false }), made);
}

function select(editor: vscode.TextEditor, { changes, text }: MadeEdit): void {
  const [first] = changes;
  if (!first || editor.document.getText() !== text) return;
  const { offset, length } = valueIn(first.after);
  const range = new vscode.Range(
    editor.document.positionAt(first.offset + offset),
    editor.document.positionAt(first.offset + offset + length),
  );
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The value in what was inserted: without the comma, the line break and the name of the field before it. */
function valueIn(inserted: string): { readonly offset: number; readonly length: number } {
  // minimal edits may begin and end within the quotes of a name
  const offset = /^[\s,]*(?:"?[\w$-]+"\s*:\s*)?/.exec(inserted)?.[0].length ?? 0;
  return { offset, length: inserted.slice(offset).replace(/(?<![\s,])[\s,]+"?$/, '').length };
}

/** What takes an edit back, and the text after that. */
function reverseOf({ document, changes, text }: MadeEdit): MadeEdit {
  let [reversed, shift, end] = ['', 0, 0];
  const back = changes.map(({ offset, before, after }) => {
    const place = offset + shift;
    reversed += text.slice(end, place) + before;
    end = place + after.length;
    shift += after.length - before.length;
    return { offset: place, before: after, after: before };
  });
  return { document, changes: back, text: reversed + text.slice(end) };
}

/** @returns undefined when it was not made: the person sees why */
async function apply({ document, changes }: MadeEdit): Promise<MadeEdit | undefined> {
  const edits = changes.map(({ offset, before, after }) => ({ offset, length: before.length, newText: after }));
  const made = await editDocument(document, () => ({ ok: true, edits }));
  if (typeof made !== 'string') return made;
  reportRefusal(document, made);
  return undefined;
}

async function showChanged(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document, { preview: false });
  notify('information', vscode.l10n.t('The file has changed since then. Undo unwanted changes here.'));
}

/** The walkthrough's step is done by an edit, and not by a command that may be refused. */
export function tellWalkthrough(): void {
  void vscode.commands.executeCommand('setContext', 'agentArtifacts.capabilitiesDeclared', true);
}
