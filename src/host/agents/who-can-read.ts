import * as vscode from 'vscode';
import type { AgentModel } from '../../core/agents/agent-model.ts';
import type { Agent } from '../../core/agents/agents.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { formatReference } from '../../core/refs/reference.ts';
import type { JudgedContents } from '../../core/receive/judged-contents.ts';
import type { JudgedRequest } from '../../core/receive/model-request.ts';
import { receiveRouted } from '../../core/receive/receive.ts';
import { safeName } from '../../core/routing/description.ts';
import { artifactName } from '../preview/preview-facts.ts';
import { ArtifactRoutes } from '../preview/artifact-routes.ts';
import { loadArtifact } from '../preview/loaded-artifact.ts';
import type { PreviewTarget } from '../preview/preview-target.ts';
import { arrivalReason, routeReason } from '../preview/routed-arrival.ts';
import type { PreviewedContents, Routes } from '../preview/routes.ts';
import { newMeasures } from '../preview/service-request.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { notify, showProgress } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { agentName, agentProblemMessage, type AgentsDependencies, serviceName, shortId } from './agent-commands.ts';

/** An agent in the list; a separator has none. */
export interface ReaderItem extends vscode.QuickPickItem {
  readonly reader?: Reader;
}

/** Lists the agents by what they receive of an artifact; the one a person chooses is previewed. */
export async function whoCanRead(
  { root, reference }: PreviewTarget,
  { previewService, preview }: Pick<AgentsDependencies, 'previewService' | 'preview'>,
): Promise<void> {
  if (root.agents.getAgents().length === 0) {
    return notify('information', vscode.l10n.t('No agents in {0}.', root.name));
  }
  const loaded = await showProgress({ location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Reading the artifact') }, () =>
    loadArtifact(preview.sourceOf(root), reference),
  );
  const name = safeName(artifactName(loaded)) || formatReference(reference);
  if (!loaded.artifact) {
    return notify('information', vscode.l10n.t('{0} has no content that an agent could read.', name));
  }
  const readers = await readersOf(root, new ArtifactRoutes(root, loaded));
  const able = readers.filter(({ receives }) => receives === 'content').length;
  const picked = await showPick(readerItems(readers), {
    title: vscode.l10n.t(
      'Who can read “{0}”: {1} of {2} agents',
      name,
      able.toLocaleString(vscode.env.language),
      readers.length.toLocaleString(vscode.env.language),
    ),
    placeHolder: vscode.l10n.t('Select an agent to preview what it receives'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked?.reader) return;
  previewService.select(root, picked.reader.model.service?.id);
  await preview.showAll({ root, references: [reference] });
}

/** The lines of the list: a group for each thing agents receive, those that receive the content first. */
export function readerItems(readers: readonly Reader[]): ReaderItem[] {
  const groups: ReadonlyArray<readonly [Reader['receives'], title: string]> = [
    ['content', vscode.l10n.t('receive the content')],
    ['doubtful', vscode.l10n.t('receive the content, but their model is known not to support it')],
    ['description', vscode.l10n.t('receive a description')],
    ['note', vscode.l10n.t('receive an error note')],
    ['dropped', vscode.l10n.t('do not receive it: their API has no place for it')],
    ['refused', vscode.l10n.t('receive nothing: their API rejects the request')],
  ];
  return groups.flatMap(([receives, title]): ReaderItem[] => {
    const members = readers.filter((reader) => reader.receives === receives);
    return members.length === 0 ? [] : [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...members.map(readerItem)];
  });
}

function readerItem(reader: Reader): ReaderItem {
  const { agent, model, routed, receives, request, arrival } = reader;
  // With a description the problem of the agent's model is the reason behind the reason.
  const problems = receives === 'description' ? model.problems.map(agentProblemMessage) : [];
  const service = serviceName(model);
  return {
    label: agentName(agent),
    iconPath: new vscode.ThemeIcon(model.problems.length > 0 ? 'warning' : 'account'),
    description: [service, shortId(agent)].filter(Boolean).join(' · '),
    detail: [...problems, arrivalReason(arrival, routed, request) ?? routeReason(routed)].join(' '),
    reader,
  };
}

/** An agent and what it receives of an artifact. */
interface Reader {
  readonly agent: Agent;
  readonly model: AgentModel;
  readonly routed: PreviewedContents;
  /** The request in which it reads it; null when there is nothing to send. */
  readonly request: JudgedRequest | null;
  readonly arrival: JudgedContents['arrival'];
  /** `doubtful`: the content, which the catalogue knows its model not to take. */
  readonly receives: 'content' | 'doubtful' | 'description' | 'note' | 'dropped' | 'refused';
}

/** What each living agent receives when it reads an artifact, in the order of the file. Every service is routed and judged once. */
export async function readersOf(root: OpenRoot, routes: Routes): Promise<Reader[]> {
  const { agents, services } = root;
  const { measurements } = newMeasures(root.compute);
  const judge = async (serviceId: string | null, service: LlmServiceConfig | null): Promise<Omit<Reader, 'agent' | 'model'>> => {
    const routed = await routes.route(serviceId);
    const receipt = await receiveRouted(routed, service, { services, measurements });
    return { routed, request: receipt.request, arrival: receipt.arrival, receives: receivedBy(receipt) };
  };
  const byService = new Map<string | null, ReturnType<typeof judge>>();
  const readers: Reader[] = [];
  for (const agent of agents.getAgents()) {
    const model = agents.getModelForAgent(agent.id);
    if (!model) continue;
    const serviceId = agents.getServiceIdForAgent(agent.id);
    const judged = byService.get(serviceId) ?? judge(serviceId, model.service ?? null);
    byService.set(serviceId, judged);
    readers.push({ agent, model, ...(await judged) });
  }
  return readers;
}

function receivedBy({ arrival: { state }, doubt }: JudgedContents): Reader['receives'] {
  switch (state) {
    case 'arrives':
    case 'partly':
      return 'content';
    case 'doubtful':
      return doubt ? 'doubtful' : 'content';
    case 'described':
      return 'description';
    case 'failed':
    case 'nothing':
      return 'note';
    case 'dropped':
    case 'refused':
      return state;
  }
}
