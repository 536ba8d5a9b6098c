import * as vscode from 'vscode';
import type { Agent } from '../../core/agents/agents.ts';
import { type ArtifactUse, artifactUses } from '../../core/conversation/artifact-uses.ts';
import { collectIndex } from '../../core/conversation/index-conversation.ts';
import { indexConversationTask } from '../../core/conversation/index-task.ts';
import { toFailure } from '../../core/io/errors.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/description.ts';
import type { ContentMetadata } from '../../core/store/artifact.ts';
import type { PreviewTarget } from '../preview/preview-target.ts';
import { partsOf } from '../roots/file-parts.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { runCommand } from '../screen/commands.ts';
import { notify, showProgress } from '../screen/notify.ts';
import { timeInWords } from '../screen/plain-text.ts';
import { showPick } from '../screen/quick-pick.ts';
import { agentName, shortId } from './agent-commands.ts';

/** What somebody did with an artifact, as a line; a separator has no place to go to. */
export interface UseItem extends vscode.QuickPickItem {
  readonly place?: { readonly uri: vscode.Uri; readonly message: number };
}

/** Lists who made an artifact and who read it, by its metadata and the conversations of the agents; the chosen place is opened. */
export async function whoUsed({ root, reference }: PreviewTarget, fileSystems: FileSystems): Promise<void> {
  const name = safeName(formatReference(reference));
  const items = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Searching the conversations of the agents'),
      cancellable: true,
    },
    (progress, token) => useItems({ root, reference }, { fileSystems, token, report: (message) => progress.report({ message }) }),
  );
  if (items === undefined) return;
  if (items.length === 0) return notify('information', vscode.l10n.t('There is no record of who made or read {0}.', name));
  const picked = await showPick(items, {
    title: vscode.l10n.t('Who made and read {0}', name),
    placeHolder: vscode.l10n.t('Select an entry to open the conversation at that message'),
    matchOnDescription: true,
  });
  if (picked?.place) await runCommand('agentArtifacts.openConversation', picked.place.uri, picked.place.message);
}

interface Search {
  readonly fileSystems: FileSystems;
  readonly token: vscode.CancellationToken;
  report(message: string): void;
}

/** @returns undefined when it was cancelled */
export async function useItems({ root, reference }: PreviewTarget, search: Search): Promise<UseItem[] | undefined> {
  const metadata = await (reference.kind === 'workspace' ? undefined : root.store.getMetadata(reference));
  const made: UseItem[] = metadata ? makers(metadata, root) : [];
  const read: UseItem[] = [];
  const agents = root.agents.getAgents();
  for (const [at, agent] of agents.entries()) {
    search.report(vscode.l10n.t('{0} of {1}', at + 1, agents.length));
    const found = await usesBy(agent, { root, reference }, search);
    if (search.token.isCancellationRequested) return undefined;
    for (const { use, uri } of found) (use.kind === 'result' ? made : read).push(useItem(agent, use, uri));
  }
  const group = (label: string, members: readonly UseItem[]): UseItem[] =>
    members.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...members];
  return [...group(vscode.l10n.t('made or changed by'), made), ...group(vscode.l10n.t('read by'), read)];
}

/** Uses in the conversation of one agent; none where there is no conversation, or none that can be read. */
async function usesBy(
  agent: Agent,
  { root, reference }: PreviewTarget,
  { fileSystems, token }: Search,
): Promise<{ readonly use: ArtifactUse; readonly uri: vscode.Uri }[]> {
  const abort = new AbortController();
  const cancelled = token.onCancellationRequested(() => abort.abort());
  try {
    const uri = root.uriOf(await root.agents.conversationOf(agent.id));
    const chunks = partsOf(uri, fileSystems.for(uri), () => abort.signal.aborted);
    const options = { deadline: LINT_DEADLINE_MS, signal: abort.signal };
    const index = await collectIndex(root.compute.stream(indexConversationTask, chunks, {}, options));
    return artifactUses(index, reference).map((use) => ({ use, uri }));
  } catch (error) {
    if (abort.signal.aborted || toFailure(error).code === 'not_found') return [];
    throw error;
  } finally {
    cancelled.dispose();
  }
}

/** Those whom the metadata names. */
function makers({ agentId, createdAt, messageId, modifiedBy }: ContentMetadata, root: OpenRoot): UseItem[] {
  const line = (id: string | undefined, time: string | undefined, message: string | undefined): UseItem[] => {
    if (id === undefined && message === undefined) return [];
    const agent = root.agents.getAgents().find((each) => each.id === id);
    const facts = [agent ? shortId(agent) : '', timeText(time), message === undefined ? '' : safeName(message)];
    return [{ label: agent ? agentName(agent) : safeName(id), iconPath: new vscode.ThemeIcon('edit'), description: joined(facts) }];
  };
  return [
    ...line(agentId, createdAt, messageId),
    ...modifiedBy.flatMap(({ agentId: by, timestamp, messageId: message }) => line(by, timestamp, message)),
  ];
}

function useItem(agent: Agent, { kind, tool, message, time }: ArtifactUse, uri: vscode.Uri): UseItem {
  const at = time === undefined ? '' : timeInWords(time, vscode.env.language);
  return {
    label: agentName(agent),
    iconPath: new vscode.ThemeIcon(kind === 'result' ? 'edit' : 'eye'),
    description: joined([shortId(agent), safeName(tool), vscode.l10n.t('message {0}', message + 1), at]),
    place: { uri, message },
  };
}

function timeText(time: string | undefined): string {
  const value = Date.parse(time ?? '');
  return Number.isNaN(value) ? '' : timeInWords(value, vscode.env.language);
}

function joined(facts: readonly string[]): string {
  return facts.filter(Boolean).join(' · ');
}
