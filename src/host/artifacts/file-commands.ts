import * as vscode from 'vscode';
import type { Previewer } from '../preview/preview-target.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { onCommand } from '../screen/commands.ts';
import { isArtifactNode, type ArtifactNode, type TreeNode } from './nodes.ts';

/** What the commands work with. */
export interface FileCommandsDependencies {
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly preview: Previewer;
}

/** What the commands do, which is loaded when one is called. */
const load = () => import('./file-actions.ts');

/** An artifact was selected for compare. */
const SELECTED_CONTEXT = 'agentArtifacts.selectedForCompare';

/**
 * The commands on artifacts of the tree. They take the item they were called on and all selected ones; from
 * the keyboard they get neither and take the selection.
 */
export function registerFileCommands(
  view: vscode.TreeView<TreeNode>,
  { roots, fileSystems, preview }: FileCommandsDependencies,
): vscode.Disposable {
  const targets = (node: unknown, selected: unknown): ArtifactNode[] => {
    const isOnSelection = Array.isArray(selected) && selected.includes(node);
    const nodes: readonly unknown[] = isOnSelection ? selected : node === undefined ? view.selection : [node];
    return nodes.filter(isArtifactNode);
  };
  const on = (run: (nodes: ArtifactNode[]) => Promise<void>) => (node: unknown, selected: unknown) => run(targets(node, selected));
  let comparedTo: ArtifactNode | undefined;
  const select = async (node: ArtifactNode | undefined): Promise<void> => {
    if (!node) return;
    comparedTo = node;
    await vscode.commands.executeCommand('setContext', SELECTED_CONTEXT, true);
  };
  return vscode.Disposable.from(
    onCommand(
      'agentArtifacts.openArtifact',
      on(async (nodes) => (await load()).openAll(nodes, { preview: nodes.length === 1 })),
    ),
    onCommand(
      'agentArtifacts.openArtifactToSide',
      on(async (nodes) => (await load()).openAll(nodes, { preview: nodes.length === 1, viewColumn: vscode.ViewColumn.Beside })),
    ),
    onCommand(
      'agentArtifacts.compareWithPreviousVersion',
      on(async ([node]) => node && (await load()).compareWithPrevious(node, preview)),
    ),
    onCommand(
      'agentArtifacts.selectForCompare',
      on(([node]) => select(node)),
    ),
    onCommand(
      'agentArtifacts.compareWithSelected',
      on(async ([node]) => (await load()).compareArtifacts(preview, comparedTo, node)),
    ),
    onCommand(
      'agentArtifacts.compareSelected',
      on(async (nodes) => (nodes.length === 2 ? (await load()).compareArtifacts(preview, ...nodes) : undefined)),
    ),
    onCommand(
      'agentArtifacts.copyReference',
      on(async (nodes) => (await load()).copyReferences(nodes)),
    ),
    onCommand(
      'agentArtifacts.copyPath',
      on(async (nodes) => (await load()).copyPaths(nodes)),
    ),
    onCommand(
      'agentArtifacts.revealInExplorer',
      on(async (nodes) => (await load()).reveal('revealInExplorer', nodes)),
    ),
    onCommand(
      'agentArtifacts.revealInOS',
      on(async (nodes) => (await load()).reveal('revealFileInOS', nodes)),
    ),
    onCommand(
      'agentArtifacts.exportArtifacts',
      on(async (nodes) => (await import('./export-artifacts.ts')).exportArtifacts(nodes, fileSystems)),
    ),
    onCommand('agentArtifacts.findInArtifacts', async () => (await load()).findInArtifacts(roots)),
  );
}
