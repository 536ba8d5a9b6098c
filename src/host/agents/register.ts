import * as vscode from 'vscode';
import type { PreviewController } from '../preview/preview-controller.ts';
import { artifactsIn, previewTarget, type PreviewTarget } from '../preview/preview-target.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { RootsTree } from '../services/roots-tree.ts';
import { onCommand, onRows, type AgentArgument } from '../screen/commands.ts';
import { tellToSelect } from '../screen/unavailable.ts';
import type { PreviewService } from '../services/preview-service.ts';
import type { AgentsDependencies } from './agent-commands.ts';
import type { AgentTreeNode } from './agent-nodes.ts';

/** Registers the Agents view and its commands. */
export function registerAgents(dependencies: AgentsDependencies): vscode.Disposable {
  const { roots, previewService } = dependencies;
  const tree = new AgentTree(roots, previewService);
  const onAgent = (run: (agent: AgentArgument) => Promise<unknown>) =>
    onRows(async (agent) => {
      if (isAgentArgument(agent)) await run(agent);
    });
  return vscode.Disposable.from(
    tree,
    vscode.window.createTreeView<AgentTreeNode>('agentArtifacts.agents', { treeDataProvider: tree, showCollapseAll: true }),
    onCommand(
      'agentArtifacts.previewAsAgent',
      onAgent(async (agent) => (await commands()).previewAsAgent(agent, dependencies)),
    ),
    onCommand(
      'agentArtifacts.openAgentRole',
      onAgent(async ({ root, agent }) => (await commands()).openOrganisation(root, agent.roleId)),
    ),
    onCommand(
      'agentArtifacts.revealAgentWorkspace',
      onAgent(async (agent) => (await commands()).revealWorkspace(agent, dependencies)),
    ),
    onCommand(
      'agentArtifacts.openAgentConversation',
      onAgent(async (agent) => (await commands()).showAgentConversation(agent)),
    ),
    onCommand(
      'agentArtifacts.copyAgentId',
      onAgent(({ agent }) => Promise.resolve(vscode.env.clipboard.writeText(agent.id))),
    ),
    onCommand('agentArtifacts.refreshAgents', () => roots.refresh()),
    onCommand('agentArtifacts.whoCanRead', (argument) => whoCanReadIt(argument, dependencies)),
    onCommand('agentArtifacts.whoUsed', (argument) => whoUsedIt(argument, dependencies)),
    onCommand('agentArtifacts.internal.showMoreAgents', ({ list }) => tree.showMore(list)),
    onCommand('agentArtifacts.internal.openOrganisation', async ({ root }) => (await commands()).openOrganisation(root)),
  );
}

/** Loaded when the first of them is run. */
const commands = () => import('./agent-commands.ts');

async function whoCanReadIt(argument: unknown, dependencies: AgentsDependencies): Promise<void> {
  const target = await artifactOf(argument, dependencies);
  if (target) await (await import('./who-can-read.ts')).whoCanRead(target, dependencies);
  else await tellToSelect(dependencies.roots, vscode.l10n.t('Select an artifact to see which agents can read it.'));
}

async function whoUsedIt(argument: unknown, dependencies: AgentsDependencies): Promise<void> {
  const target = await artifactOf(argument, dependencies);
  if (target) await (await import('./who-used.ts')).whoUsed(target, dependencies.fileSystems);
  else await tellToSelect(dependencies.roots, vscode.l10n.t('Select an artifact to see who made and read it.'));
}

/** The artifact a command was called on, else the one of the preview in front, the selected, or the last previewed one. */
async function artifactOf(
  argument: unknown,
  { roots, preview, selectedArtifacts }: AgentsDependencies,
): Promise<PreviewTarget | undefined> {
  return (await previewTarget(argument, roots)) ?? previewed(preview.active) ?? selectedArtifacts()[0] ?? previewed(preview.following);
}

function previewed(panel: PreviewController['active']): PreviewTarget | undefined {
  const artifacts = artifactsIn(panel?.request);
  return artifacts && { root: artifacts.root, reference: artifacts.references[0] };
}

function isAgentArgument(argument: unknown): argument is AgentArgument {
  return typeof argument === 'object' && argument !== null && 'root' in argument && 'agent' in argument;
}

/** The Agents view: the living agents of every root, what their models can do, and with which something is wrong. */
export class AgentTree extends RootsTree<AgentTreeNode> {
  /** Steps of agents shown beyond the first, by the list they are in. */
  readonly #furtherPages = new Map<string, number>();

  constructor(roots: DataRoots, previewService: PreviewService) {
    super(roots, previewService, roots.onDidChangeAgents);
  }

  async getTreeItem(node: AgentTreeNode): Promise<vscode.TreeItem> {
    const { agentTreeItem: toTreeItem } = await items();
    return toTreeItem(
      node,
      node.kind === 'agent' && node.serviceId !== undefined && this.previewService.selectedServiceId(node.root) === node.serviceId,
    );
  }

  /** Shows the next agents of a list. */
  showMore(list: string): void {
    this.#furtherPages.set(list, (this.#furtherPages.get(list) ?? 0) + 1);
    this.tell();
  }

  protected override async childrenOf(node: AgentTreeNode): Promise<AgentTreeNode[]> {
    const { AGENTS_PAGE, agentChildren: childrenOf } = await nodes();
    return childrenOf(node, (list) => this.#shown(list, AGENTS_PAGE));
  }

  protected override async topNodes(): Promise<AgentTreeNode[]> {
    const { AGENTS_PAGE, topAgentNodes: topNodes } = await nodes();
    return topNodes(this.roots.roots, (list) => this.#shown(list, AGENTS_PAGE));
  }

  #shown(list: string, page: number): number {
    return page * (1 + (this.#furtherPages.get(list) ?? 0));
  }
}

/** What the view shows, loaded when it is first looked at. */
const nodes = () => import('./agent-nodes.ts');
const items = () => import('./agent-items.ts');
