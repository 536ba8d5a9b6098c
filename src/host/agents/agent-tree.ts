import * as vscode from 'vscode';
import { CalmRefresh } from '../calm-refresh.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { PreviewService } from '../services/preview-service.ts';
import type { AgentTreeNode, MoreAgentsNode } from './agent-nodes.ts';

/** The Agents view: the living agents of every root, what their models can do, and with which something is wrong. */
export class AgentTree implements vscode.TreeDataProvider<AgentTreeNode>, vscode.Disposable {
  readonly #roots: DataRoots;
  readonly #previewService: PreviewService;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #refresh = new CalmRefresh(() => this.#onDidChange.fire());
  /** Steps of agents shown beyond the first, by the list they are in. */
  readonly #furtherPages = new Map<string, number>();
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
      roots.onDidChangeAgents(changed),
      previewService.onDidChange(changed),
    );
  }

  async getTreeItem(node: AgentTreeNode): Promise<vscode.TreeItem> {
    const { toTreeItem } = await items();
    return toTreeItem(node, node.kind === 'agent' && node.serviceId !== undefined && this.#previewService.selectedServiceId(node.root) === node.serviceId);
  }

  getChildren(node?: AgentTreeNode): Promise<AgentTreeNode[]> {
    return this.#refresh.answering(() => this.#children(node));
  }

  /** Shows the next agents of a list. */
  showMore({ list }: MoreAgentsNode): void {
    this.#furtherPages.set(list, (this.#furtherPages.get(list) ?? 0) + 1);
    this.#onDidChange.fire();
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  async #children(node?: AgentTreeNode): Promise<AgentTreeNode[]> {
    const { AGENTS_PAGE, childrenOf, topNodes } = await nodes();
    const shownOf = (list: string): number => AGENTS_PAGE * (1 + (this.#furtherPages.get(list) ?? 0));
    if (node) return childrenOf(node, shownOf);
    await this.#roots.ready();
    this.#isAnswered = true;
    return topNodes(this.#roots.roots, shownOf);
  }
}

/** What the view shows, loaded when it is first looked at. */
const nodes = () => import('./agent-nodes.ts');
const items = () => import('./agent-items.ts');
