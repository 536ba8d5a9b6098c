import * as vscode from 'vscode';
import { RootsTree } from '../roots-tree.ts';
import type { ServiceNode } from './service-nodes.ts';
import { servicesFileOf } from './service-target.ts';

/** The Model Services view: every service of every root, what it can do, and what is wrong with it. */
export class ServiceTree extends RootsTree<ServiceNode> {
  async getTreeItem(node: ServiceNode): Promise<vscode.TreeItem> {
    const { toTreeItem } = await items();
    const usedByPreview =
      node.kind === 'service' && node.entry.config !== undefined && this.previewService.selectedServiceId(node.root) === node.serviceId;
    return toTreeItem(node, usedByPreview);
  }

  protected override async childrenOf(node: ServiceNode): Promise<ServiceNode[]> {
    return (await nodes()).childrenOf(node);
  }

  protected override async topNodes(): Promise<ServiceNode[]> {
    return (await nodes()).topNodes(this.roots.roots);
  }

  /** Which file is in force, beside the title of the view; with several roots each says it for itself. */
  get description(): string {
    const [root] = this.roots.roots;
    if (!root || this.roots.roots.length > 1 || root.services.state.source === undefined) return '';
    return vscode.workspace.asRelativePath(servicesFileOf(root));
  }
}

/** What the view shows, loaded when it is first looked at. */
const nodes = () => import('./service-nodes.ts');
const items = () => import('./service-tree-items.ts');
