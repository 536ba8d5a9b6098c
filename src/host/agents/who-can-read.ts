import * as vscode from 'vscode';
import { formatReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/safe-name.ts';
import { doubtSentence } from '../../core/wire/arrival.ts';
import { artifactName } from '../preview/content/artifact-facts.ts';
import { loadArtifact } from '../preview/content/loaded-artifact.ts';
import type { PreviewTarget } from '../preview/preview-target.ts';
import { ArtifactRoutes } from '../preview/routing/artifact-routes.ts';
import { routeReason } from '../preview/routing/route-reason.ts';
import { notify, showProgress } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { agentName, agentProblemMessage, serviceName, shortId } from './agent-words.ts';
import { readersOf, type Reader } from './readers.ts';
import { sentenceText } from '../sentence-text.ts';
import type { AgentsDependencies } from './agent-commands.ts';

/** An agent in the list; a separator has none. */
export interface ReaderItem extends vscode.QuickPickItem {
  readonly reader?: Reader;
}

/** Lists the agents by what they receive of an artifact; the one a person chooses is previewed. */
export async function whoCanRead(
  { root, reference }: PreviewTarget,
  { fileSystems, previewService, preview }: Pick<AgentsDependencies, 'fileSystems' | 'previewService' | 'preview'>,
): Promise<void> {
  if (root.agents.getAgents().length === 0) {
    return notify('information', vscode.l10n.t('No agents are known in {0}.', root.name));
  }
  const loaded = await showProgress({ location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Reading the artifact') }, () =>
    loadArtifact(root, reference, fileSystems.for(root.folder).fs),
  );
  const name = safeName(artifactName(loaded)) || formatReference(reference);
  if (!loaded.artifact) {
    return notify('information', vscode.l10n.t('{0} has no content that an agent could read.', name));
  }
  const readers = await readersOf(root, new ArtifactRoutes(root, loaded));
  const able = readers.filter(({ receives }) => receives === 'content').length;
  const picked = await showPick(readerItems(readers), {
    title: vscode.l10n.t(
      'Who can read {0}: {1} of {2} agents',
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
    ['content', vscode.l10n.t('receive the content itself')],
    ['doubtful', vscode.l10n.t('receive the content, which their model is known not to take')],
    ['description', vscode.l10n.t('receive a description')],
    ['note', vscode.l10n.t('receive a note that it cannot be read')],
  ];
  return groups.flatMap(([receives, title]): ReaderItem[] => {
    const members = readers.filter((reader) => reader.receives === receives);
    return members.length === 0 ? [] : [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...members.map(readerItem)];
  });
}

function readerItem(reader: Reader): ReaderItem {
  const { agent, model, routed, receives, doubt } = reader;
  // With a description the problem of the agent's model is the reason behind the reason.
  const problems = receives === 'description' ? model.problems.map(agentProblemMessage) : [];
  const service = serviceName(model);
  return {
    label: agentName(agent),
    iconPath: new vscode.ThemeIcon(model.problems.length > 0 ? 'warning' : 'account'),
    description: [service, shortId(agent)].filter(Boolean).join(' · '),
    detail: [...problems, doubt ? sentenceText(doubtSentence(doubt)) : routeReason(routed)].join(' '),
    reader,
  };
}
