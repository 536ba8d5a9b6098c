import * as vscode from 'vscode';
import type { ReversibleEdit } from '../../services/tell-edit.ts';

/** Each edit keeps the text of its file: a configuration may have a megabyte. */
const MOST_EDITS = 20;

/** The edits made from one preview, to be taken back and made again one after the other, as in an editor. */
export class EditHistory implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<void>();
  /** Oldest first. Those that were undone elsewhere are passed over. */
  readonly #done: ReversibleEdit[] = [];
  /** The one to be made again next comes last. */
  #undone: ReversibleEdit[] = [];
  #queue: Promise<void> = Promise.resolve();
  /** Something else can be undone or redone now. */
  readonly onDidChange = this.#didChange.event;

  get canUndo(): boolean {
    return this.#done.some((edit) => !edit.isUndone);
  }

  get canRedo(): boolean {
    return this.#undone.some((edit) => edit.isUndone);
  }

  /** @param edit undefined: none was made */
  add(edit: ReversibleEdit | undefined): void {
    if (!edit) return;
    this.#done.push(edit);
    this.#done.splice(0, this.#done.length - MOST_EDITS);
    this.#undone = [];
    this.#didChange.fire();
  }

  /** Takes the newest edit back, if there is one. Rejects as opening and changing its file does. */
  undo(): Promise<void> {
    return this.#next(async () => {
      const edit = this.#done.findLast(({ isUndone }) => !isUndone);
      await edit?.undo();
      if (!edit?.isUndone) return;
      this.#done.splice(this.#done.lastIndexOf(edit), 1);
      this.#undone.push(edit);
    });
  }

  /** Makes the edit again that was taken back last. Rejects likewise. */
  redo(): Promise<void> {
    return this.#next(async () => {
      const edit = this.#undone.findLast(({ isUndone }) => isUndone);
      await edit?.redo();
      if (!edit || edit.isUndone) return;
      this.#undone.splice(this.#undone.lastIndexOf(edit), 1);
      this.#done.push(edit);
    });
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  #next(work: () => Promise<void>): Promise<void> {
    const result = this.#queue.then(work).finally(() => this.#didChange.fire());
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
