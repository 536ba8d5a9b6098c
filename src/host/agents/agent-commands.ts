import * as vscode from 'vscode';
import { placeInOrganisation } from '../../core/services/organisation-place.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { flash, notify } from '../screen/notify.ts';
import type { AgentsDependencies } from './register.ts';
import type { AgentNode } from './agent-nodes.ts';
import { agentName, serviceName } from './agent-words.ts';

/** What a command on an agent is given: a node of the view that speaks of one. */
export type AgentArgument = Pick<AgentNode, 'root' | 'agent'>;

/** Opens the organisation; with the id of a role, where that stands. */
export async function openOrganisation(root: OpenRoot, roleId?: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(root.uriOf(root.agents.state.source));
  const place = roleId === undefined ? undefined : placeInOrganisation(document.getText(), 'roles', roleId);
  const range = place && new vscode.Range(document.positionAt(place.offset), document.positionAt(place.offset + place.length));
  const editor = await vscode.window.showTextDocument(document, range ? { selection: range, preview: false } : { preview: false });
  if (range) editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Makes previews stand for the agent's model, and brings one to the front when there is something to preview. */
export async function previewAsAgent(
  { root, agent }: AgentArgument,
  { previewService, preview, selectedArtifacts }: AgentsDependencies,
): Promise<void> {
  const model = root.agents.getModelForAgent(agent.id);
  if (!model) return;
  previewService.select(root, model.service?.id);
  const [selected] = selectedArtifacts();
  const request =
    preview.active?.request ??
    preview.following?.request ??
    (selected && { root: selected.root, references: [selected.reference] as const });
  if (request?.root.id === root.id) await preview.showAll(request, { preserveFocus: true });
  else {
    const name = serviceName(model) ?? vscode.l10n.t('Text only (no service)');
    flash(vscode.l10n.t('Previews now show what {0} receives: {1}', agentName(agent), name), 5000);
  }
}

/** Selects the agent's workspace in the Artifacts view. */
export async function revealWorkspace({ root, agent }: AgentArgument, { artifacts }: AgentsDependencies): Promise<void> {
  const { workspaceId } = agent;
  if (workspaceId === null || (await artifacts.revealWorkspace(root, workspaceId))) return;
  notify('information', vscode.l10n.t('The workspace of {0} is not there yet: it comes with the first file.', agentName(agent)));
}
