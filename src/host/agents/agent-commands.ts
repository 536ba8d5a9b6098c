import * as vscode from 'vscode';
import { placeInOrganisation } from '../../core/services/organisation-place.ts';
import type { ArtifactsView } from '../artifacts/register.ts';
import type { FileSystems } from '../file-systems.ts';
import type { PreviewController } from '../preview/preview-controller.ts';
import type { PreviewTarget } from '../preview/preview-target.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import type { PreviewService } from '../services/preview-service.ts';
import { flash, notify } from '../screen/notify.ts';
import type { AgentArgument } from './agent-nodes.ts';
import { agentName, serviceName } from './agent-words.ts';

/** What the features around agents work with. */
export interface AgentsDependencies {
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly previewService: PreviewService;
  readonly preview: Pick<PreviewController, 'active' | 'following' | 'showAll'>;
  readonly artifacts: Pick<ArtifactsView, 'revealWorkspace'>;
  /** The artifacts that are selected in the view. */
  readonly selectedArtifacts: () => readonly PreviewTarget[];
}

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
