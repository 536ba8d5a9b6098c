import * as vscode from 'vscode';
import type { Reversal, ReversibleEdit } from '../screen/notify-edit.ts';

/** Each edit keeps the text of its file: a configuration may have a megabyte. */
const MOST_EDITS = 20;

/** The edits made from one preview, to be taken back and made again one after the other, as in an editor. */
export class EditHistory implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<void>();
  /** Oldest first. Those that were undone elsewhere are passed over. */
  readonly #done: ReversibleEdit[] = [];
  /** The one to be made again next comes last. */
  readonly #undone: ReversibleEdit[] = [];
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
    this.#undone.splice(0);
    this.#didChange.fire();
  }

  /** Takes the newest edit back, if there is one. Rejects as opening and changing its file does. */
  undo(): Promise<void> {
    return this.#next(() =>
      move(
        this.#done,
        this.#undone,
        (edit) => edit.isUndone,
        (edit) => edit.undo(),
      ),
    );
  }

  /** Makes the edit again that was taken back last. Rejects likewise. */
  redo(): Promise<void> {
    return this.#next(() =>
      move(
        this.#undone,
        this.#done,
        (edit) => !edit.isUndone,
        (edit) => edit.redo(),
      ),
    );
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

/**
 * Moves the last edit from one list to the other. One that the editor itself has moved counts for nothing, and the next
 * follows; one that cannot be moved now becomes the first of its list: it does not block the others.
 */
async function move(
  from: ReversibleEdit[],
  to: ReversibleEdit[],
  isMoved: (edit: ReversibleEdit) => boolean,
  work: (edit: ReversibleEdit) => Promise<Reversal>,
): Promise<void> {
  for (;;) {
    const edit = from.findLast((each) => !isMoved(each));
    if (!edit) return;
    let reversal: Reversal = 'refused';
    try {
      reversal = await work(edit);
    } finally {
      // an edit made meanwhile may have put it out of the list
      const at = from.lastIndexOf(edit);
      if (at >= 0) from.splice(at, 1);
      if (reversal !== 'refused') to.push(edit);
      else if (at >= 0) from.unshift(edit);
    }
    if (reversal !== 'found') return;
  }
}
