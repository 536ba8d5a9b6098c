import type * as vscode from 'vscode';
import type { DataRoots } from '../roots/open-root.ts';
import { RootsTree } from '../roots-tree.ts';
import type { PreviewService } from '../services/preview-service.ts';
import type { AgentTreeNode, MoreAgentsNode } from './agent-nodes.ts';

/** The Agents view: the living agents of every root, what their models can do, and with which something is wrong. */
export class AgentTree extends RootsTree<AgentTreeNode> {
  /** Steps of agents shown beyond the first, by the list they are in. */
  readonly #furtherPages = new Map<string, number>();

  constructor(roots: DataRoots, previewService: PreviewService) {
    super(roots, previewService, roots.onDidChangeAgents);
  }

  async getTreeItem(node: AgentTreeNode): Promise<vscode.TreeItem> {
    const { toTreeItem } = await items();
    return toTreeItem(
      node,
      node.kind === 'agent' && node.serviceId !== undefined && this.previewService.selectedServiceId(node.root) === node.serviceId,
    );
  }

  /** Shows the next agents of a list. */
  showMore({ list }: MoreAgentsNode): void {
    this.#furtherPages.set(list, (this.#furtherPages.get(list) ?? 0) + 1);
    this.tell();
  }

  protected override async childrenOf(node: AgentTreeNode): Promise<AgentTreeNode[]> {
    const { AGENTS_PAGE, childrenOf } = await nodes();
    return childrenOf(node, (list) => this.#shown(list, AGENTS_PAGE));
  }

  protected override async topNodes(): Promise<AgentTreeNode[]> {
    const { AGENTS_PAGE, topNodes } = await nodes();
    return topNodes(this.roots.roots, (list) => this.#shown(list, AGENTS_PAGE));
  }

  #shown(list: string, page: number): number {
    return page * (1 + (this.#furtherPages.get(list) ?? 0));
  }
}

/** What the view shows, loaded when it is first looked at. */
const nodes = () => import('./agent-nodes.ts');
const items = () => import('./agent-items.ts');
