import * as vscode from 'vscode';
import { tellToSelect } from '../nothing-to-act-on.ts';
import type { PreviewController } from '../preview/preview-controller.ts';
import { previewTarget, type PreviewTarget } from '../preview/preview-target.ts';
import { onCommand } from '../screen/commands.ts';
import type { AgentsDependencies } from './agent-commands.ts';
import type { AgentArgument, AgentTreeNode } from './agent-nodes.ts';
import { AgentTree } from './agent-tree.ts';

/** Registers the Agents view and its commands. */
export function registerAgents(dependencies: AgentsDependencies): vscode.Disposable {
  const { roots, previewService } = dependencies;
  const tree = new AgentTree(roots, previewService);
  const onAgent =
    (run: (agent: AgentArgument) => Promise<unknown>) =>
    async (argument: unknown): Promise<void> => {
      if (isAgentArgument(argument)) await run(argument);
    };
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
      'agentArtifacts.copyAgentId',
      onAgent(({ agent }) => Promise.resolve(vscode.env.clipboard.writeText(agent.id))),
    ),
    onCommand('agentArtifacts.refreshAgents', () => roots.refresh()),
    onCommand('agentArtifacts.whoCanRead', (argument) => whoCanReadIt(argument, dependencies)),
    onCommand('agentArtifacts.internal.showMoreAgents', (node) => tree.showMore(node)),
    onCommand('agentArtifacts.internal.openOrganisation', async ({ root }) => (await commands()).openOrganisation(root)),
  );
}

/** Loaded when the first of them is run. */
const commands = () => import('./agent-commands.ts');

/** The artifact a command was called on, else the one of the preview in front, the selected, or the last previewed one. */
async function whoCanReadIt(argument: unknown, dependencies: AgentsDependencies): Promise<void> {
  const { roots, preview, selectedArtifacts } = dependencies;
  const target =
    (await previewTarget(argument, roots)) ?? previewed(preview.active) ?? selectedArtifacts()[0] ?? previewed(preview.following);
  if (target) await (await import('./who-can-read.ts')).whoCanRead(target, dependencies);
  else await tellToSelect(roots, vscode.l10n.t('Select an artifact to see which agents can read it.'));
}

function previewed(panel: PreviewController['active']): PreviewTarget | undefined {
  const request = panel?.request;
  return request && { root: request.root, reference: request.references[0] };
}

function isAgentArgument(argument: unknown): argument is AgentArgument {
  return typeof argument === 'object' && argument !== null && 'root' in argument && 'agent' in argument;
}
