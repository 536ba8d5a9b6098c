import * as vscode from 'vscode';
import { RootsTree } from '../roots-tree.ts';
import { childrenOf, topNodes, type ServiceNode } from './service-nodes.ts';
import { servicesFileOf } from './service-target.ts';
import { toTreeItem } from './service-tree-items.ts';

/** The Model Services view: every service of every root, what it can do, and what is wrong with it. */
export class ServiceTree extends RootsTree<ServiceNode> {
  getTreeItem(node: ServiceNode): vscode.TreeItem {
    const usedByPreview = node.kind === 'service' && node.entry.config !== undefined && this.previewService.selectedServiceId(node.root) === node.serviceId;
    return toTreeItem(node, usedByPreview);
  }

  protected override childrenOf(node: ServiceNode): ServiceNode[] {
    return childrenOf(node);
  }

  protected override topNodes(): ServiceNode[] {
    return topNodes(this.roots.roots);
  }

  /** Which file is in force, beside the title of the view; with several roots each says it for itself. */
  get description(): string {
    const [root] = this.roots.roots;
    if (!root || this.roots.roots.length > 1 || root.services.state.source === undefined) return '';
    return vscode.workspace.asRelativePath(servicesFileOf(root));
  }
}
