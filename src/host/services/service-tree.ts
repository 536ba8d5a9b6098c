import * as vscode from 'vscode';
import { CalmRefresh } from '../calm-refresh.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { PreviewService } from './preview-service.ts';
import { childrenOf, topNodes, type ServiceNode } from './service-nodes.ts';
import { servicesFileOf } from './service-target.ts';
import { toTreeItem } from './service-tree-items.ts';

/** The Model Services view: every service of every root, what it can do, and what is wrong with it. */
export class ServiceTree implements vscode.TreeDataProvider<ServiceNode>, vscode.Disposable {
  readonly #roots: DataRoots;
  readonly #previewService: PreviewService;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #refresh = new CalmRefresh(() => this.#onDidChange.fire());
  /** The view knows the data roots; before that there is nothing to refresh. */
  #isAnswered = false;
  readonly #disposable: vscode.Disposable;
  readonly onDidChangeTreeData = this.#onDidChange.event;

  constructor(roots: DataRoots, previewService: PreviewService) {
    this.#roots = roots;
    this.#previewService = previewService;
    const changed = (): void => {
      if (this.#isAnswered) this.#refresh.addAll();
    };
    this.#disposable = vscode.Disposable.from(
      this.#refresh,
      this.#onDidChange,
      roots.onDidChange(changed),
      roots.onDidChangeServices(changed),
      previewService.onDidChange(changed),
    );
  }

  getTreeItem(node: ServiceNode): vscode.TreeItem {
    const usedByPreview = node.kind === 'service' && node.entry.config !== undefined && this.#previewService.selectedServiceId(node.root) === node.serviceId;
    return toTreeItem(node, usedByPreview);
  }

  getChildren(node?: ServiceNode): Promise<ServiceNode[]> {
    return this.#refresh.answering(() => this.#children(node));
  }

  async #children(node?: ServiceNode): Promise<ServiceNode[]> {
    if (node) return childrenOf(node);
    await this.#roots.ready();
    this.#isAnswered = true;
    return topNodes(this.#roots.roots);
  }

  /** Which file is in force, beside the title of the view; with several roots each says it for itself. */
  get description(): string {
    const [root] = this.#roots.roots;
    if (!root || this.#roots.roots.length > 1 || root.services.state.source === undefined) return '';
    return vscode.workspace.asRelativePath(servicesFileOf(root));
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}
