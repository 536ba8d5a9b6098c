import * as vscode from 'vscode';
import { Debounced } from '../debounce.ts';
import { requestFor } from '../preview/preview-target.ts';
import { flash } from '../screen/notify.ts';
import { isArtifactNode, type TreeNode } from './nodes.ts';
import type { ArtifactPreview } from './register.ts';

/** A selection grows key by key; it is previewed when it rests. In milliseconds. */
const TIMES = { quiet: 150, longest: 1000 };

/** Previews several selected artifacts as one message. One that is clicked is the matter of its command. */
export class SeveralSelected implements vscode.Disposable {
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #preview: ArtifactPreview;
  readonly #change = new Debounced(() => void this.#show(), TIMES);
  readonly #listener: vscode.Disposable;
  /** The preview shows several because they were selected here. */
  #isShown = false;

  constructor(view: vscode.TreeView<TreeNode>, preview: ArtifactPreview) {
    this.#view = view;
    this.#preview = preview;
    this.#listener = view.onDidChangeSelection(() => this.#change.call());
  }

  /** One artifact was clicked. */
  forget(): void {
    this.#isShown = false;
  }

  dispose(): void {
    this.#listener.dispose();
    this.#change.dispose();
  }

  async #show(): Promise<void> {
    const nodes = this.#view.selection.filter(isArtifactNode);
    // Of several that were taken out of the selection again one is left.
    if (nodes.length === 0 || (nodes.length === 1 && !this.#isShown)) return;
    const request = requestFor(nodes);
    this.#isShown = nodes.length > 1 && request !== undefined;
    if (request) await this.#preview.showAll(request, { preserveFocus: true });
    else flash(vscode.l10n.t('Only artifacts of one data root can be previewed as one message.'), 5000);
  }
}
