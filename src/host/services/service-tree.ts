import * as vscode from 'vscode';
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
  readonly #disposable: vscode.Disposable;
  readonly onDidChangeTreeData = this.#onDidChange.event;

  constructor(roots: DataRoots, previewService: PreviewService) {
    this.#roots = roots;
    this.#previewService = previewService;
    const changed = (): void => this.#onDidChange.fire();
    this.#disposable = vscode.Disposable.from(
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

  async getChildren(node?: ServiceNode): Promise<ServiceNode[]> {
    if (node) return childrenOf(node);
    await this.#roots.ready();
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
