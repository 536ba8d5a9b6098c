import * as vscode from 'vscode';
import { CalmRefresh } from '../screen/calm-refresh.ts';
import { noLines } from '../screen/notify.ts';
import type { PreviewService } from './preview-service.ts';
import type { DataRoots } from '../roots/open-root.ts';

/** A view of what is in every data root that is built anew, calmly, whenever something in one of them or the service of the preview changes. */
export abstract class RootsTree<Node> implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  protected readonly roots: DataRoots;
  protected readonly previewService: PreviewService;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #refresh = new CalmRefresh(() => this.#onDidChange.fire());
  /** The view knows the data roots; before that there is nothing to refresh. */
  #isAnswered = false;
  readonly #disposable: vscode.Disposable;
  readonly onDidChangeTreeData = this.#onDidChange.event;

  /** @param changes what else than the roots, their services and the service of the preview the view shows */
  constructor(roots: DataRoots, previewService: PreviewService, ...changes: readonly vscode.Event<unknown>[]) {
    this.roots = roots;
    this.previewService = previewService;
    const changed = (): void => {
      if (this.#isAnswered) this.#refresh.addAll();
    };
    const events: readonly vscode.Event<unknown>[] = [roots.onDidChange, roots.onDidChangeServices, previewService.onDidChange, ...changes];
    this.#disposable = vscode.Disposable.from(this.#refresh, this.#onDidChange, ...events.map((event) => event(changed)));
  }

  abstract getTreeItem(node: Node): vscode.TreeItem | Promise<vscode.TreeItem>;
  protected abstract childrenOf(node: Node): Node[] | Promise<Node[]>;
  /** Asked once the data roots are known. */
  protected abstract topNodes(): Node[] | Promise<Node[]>;

  getChildren(node?: Node): Promise<Node[]> {
    const lines = async (): Promise<Node[]> => {
      if (node) return this.childrenOf(node);
      await this.roots.ready();
      this.#isAnswered = true;
      return this.topNodes();
    };
    return this.#refresh.answering(() => lines().catch(noLines));
  }

  /** Tells at once of a change that a person waits for. */
  protected tell(): void {
    this.#onDidChange.fire();
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}
