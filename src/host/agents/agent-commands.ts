import * as vscode from 'vscode';
import type { AgentModel, AgentProblem, AgentProblemCode } from '../../core/agents/agent-model.ts';
import type { Agent } from '../../core/agents/agents.ts';
import { placeInOrganisation } from '../../core/agents/organisation.ts';
import { type Failure, toFailure } from '../../core/io/errors.ts';
import { safeName } from '../../core/routing/description.ts';
import type { ArtifactsView } from '../artifacts/register.ts';
import type { PreviewController } from '../preview/preview-controller.ts';
import type { PreviewTarget } from '../preview/preview-target.ts';
import { failureMessage } from '../screen/failure-message.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { runCommand, type AgentArgument } from '../screen/commands.ts';
import { flash, notify } from '../screen/notify.ts';
import type { PreviewService } from '../services/preview-service.ts';

/** What the features around agents work with. */
export interface AgentsDependencies {
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly previewService: PreviewService;
  readonly preview: Pick<PreviewController, 'active' | 'following' | 'showAll' | 'showRequest' | 'sourceOf'>;
  readonly artifacts: Pick<ArtifactsView, 'revealWorkspace'>;
  /** The artifacts that are selected in the view. */
  readonly selectedArtifacts: () => readonly PreviewTarget[];
}

/** Opens the organisation file, at a role if its id is given. */
export async function openOrganisation(root: OpenRoot, roleId?: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(root.uriOf(root.agents.state.source));
  const place = roleId === undefined ? undefined : placeInOrganisation(document.getText(), 'roles', roleId);
  const range = place && new vscode.Range(document.positionAt(place.offset), document.positionAt(place.offset + place.length));
  const editor = await vscode.window.showTextDocument(document, range ? { selection: range, preview: false } : { preview: false });
  if (range) editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Selects the agent's model for previews, and shows one when there is something to preview. */
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
    (selected && { source: preview.sourceOf(selected.root), references: [selected.reference] as const });
  if (request?.source.models.id === root.id) await preview.showRequest(request, { preserveFocus: true });
  else {
    const name = serviceName(model) ?? vscode.l10n.t('Text only (no service)');
    flash(vscode.l10n.t('Previews now show what {0} receives: {1}', agentName(agent), name), 5000);
  }
}

/** Opens what the agent and its model have said to each other so far. */
export async function showAgentConversation({ root, agent }: AgentArgument): Promise<void> {
  const location = await root.agents.conversationOf(agent.id).catch((error: unknown) => {
    if (toFailure(error).code === 'not_found') return undefined;
    throw error;
  });
  if (location !== undefined) await runCommand('agentArtifacts.openConversation', root.uriOf(location));
  else notify('information', vscode.l10n.t('{0} has no conversation yet.', agentName(agent)));
}

/** Selects the agent's workspace in the Artifacts view. */
export async function revealWorkspace({ root, agent }: AgentArgument, { artifacts }: AgentsDependencies): Promise<void> {
  const { workspaceId } = agent;
  if (workspaceId === null || (await artifacts.revealWorkspace(root, workspaceId))) return;
  notify('information', vscode.l10n.t('The workspace of {0} does not exist yet. It is created with the first file.', agentName(agent)));
}

const UUID = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What an agent is called: its role, and without one its id. */
export function agentName(agent: Agent): string {
  return safeName(agent.roleName) || safeName(agent.id);
}

/** Distinguishes agents of one role; empty when the id is the name. UUIDs are shortened to their first part. */
export function shortId(agent: Agent): string {
  if (!safeName(agent.roleName)) return '';
  return UUID.exec(agent.id)?.[1] ?? safeName(agent.id);
}

/** The name of the agent's service; undefined when nothing but text is certain. */
export function serviceName({ service }: AgentModel): string | undefined {
  return service && (safeName(service.name) || safeName(service.id));
}

/** What is wrong with the model of an agent, as one sentence. */
export function agentProblemMessage({ code, params }: AgentProblem): string {
  return SENTENCES[code]((name) => safeName(params[name]));
}

const SENTENCES: Readonly<Record<AgentProblemCode, (value: (name: string) => string) => string>> = {
  role_missing: (value) => vscode.l10n.t('The role “{0}” is not in org.json.', value('role')),
  service_missing: (value) => vscode.l10n.t('Text only: the role’s service “{0}” is not configured.', value('service')),
  services_unusable: (value) => vscode.l10n.t('Text only: llmservices.json has errors, so the service “{0}” is unknown.', value('service')),
  capabilities_invalid: (value) => vscode.l10n.t('Text only: the capabilities of “{0}” are invalid.', value('service')),
  capabilities_doubtful: (value) => vscode.l10n.t('Text only: “{0}” has an unrecognized capability.', value('service')),
  default_model_unknown: (value) => vscode.l10n.t('Text only: no service is configured for the default model “{0}”.', value('model')),
  default_model_absent: () => vscode.l10n.t('Text only: the role has no service, and there is no default model.'),
};

/** Why the agents of a root cannot be read. */
export function organisationMessage(failure: Failure): string {
  return failure.code === 'metadata_not_json' ? vscode.l10n.t('org.json is not valid.') : failureMessage(failure);
}
