import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import type { Failure } from '../../core/io/errors.ts';
import type { ListAge } from '../../core/io/file-system.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/description.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { placeText } from '../roots/file-systems.ts';
import { commandItem } from '../screen/commands.ts';
import { escapeMarkdown, timeInWords } from '../screen/plain-text.ts';
import { artifactFacts, displayFactsLanguage, lineFacts } from '../screen/artifact-facts.ts';
export { agingTime } from '../screen/artifact-facts.ts';
import type { ArtifactOrder } from '../screen/artifact-orders.ts';
import { kindIcon, typeLabel } from '../screen/display-kind.ts';
import type { ArtifactNode, FolderNode, GroupNode, MoreNode, NoteNode, ProblemNode, RootNode, WorkspaceNode } from './nodes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
const dimmed = new vscode.ThemeColor('disabledForeground');
const warning = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
const language = displayFactsLanguage();

/**
 * A data root among several.
 * @param total what is in it, where no line below it says so
 */
export function rootItem(node: RootNode, total: string | undefined): vscode.TreeItem {
  const item = itemOf(node.id, node.root.name, Expanded);
  if (total !== undefined) item.description = total;
  item.iconPath = new vscode.ThemeIcon('root-folder');
  item.contextValue = 'root';
  item.tooltip = placeText(node.root.folder);
  return item;
}

/** When the names of a bucket were listed: a time, for a line that stands for hours would tell a wrong age. */
export function listedInWords({ listedAt, isOffline }: ListAge): string {
  const time = new Date(listedAt);
  const isToday = time.toDateString() === new Date().toDateString();
  const { language } = vscode.env;
  const words = isToday ? time.toLocaleTimeString(language, { timeStyle: 'short' }) : timeInWords(listedAt, language);
  return isOffline ? vscode.l10n.t('offline, as listed {0}', words) : vscode.l10n.t('listed {0}', words);
}

/** @param total shown behind the title: number and size */
export function groupItem(node: GroupNode, order: ArtifactOrder, total: string, isEmpty: boolean): vscode.TreeItem {
  const label = node.kind === 'store' ? vscode.l10n.t('Store') : vscode.l10n.t('Workspaces');
  const item = itemOf(node.id, label, isEmpty ? None : Expanded);
  item.description = total;
  item.tooltip = node.kind === 'store' ? storeTooltip(order) : vscode.l10n.t('The files in the workspaces of the agents');
  item.contextValue = node.kind;
  return item;
}

/** Whether an artifact was made after a moment, in milliseconds since the epoch. */
export function isNew({ createdAt }: ArtifactMetadata, newSince: number): boolean {
  return Date.parse(createdAt ?? '') > newSince;
}

/** @param newSince what was made after this moment is new; milliseconds since the epoch */
export function artifactItem(node: ArtifactNode, newSince: number): vscode.TreeItem {
  const { id, artifact, root } = node;
  const isVersion = node.parent?.kind === 'artifact';
  const label = isVersion ? vscode.l10n.t('Version {0}', artifact.version ?? '') : safeName(artifact.name) || artifact.id;
  const now = Date.now();
  const item = itemOf(id, label, (artifact.versions ?? 0) > 1 ? Collapsed : None);
  const novelty = isNew(artifact, newSince) ? [vscode.l10n.t('new')] : [];
  item.description = [...novelty, ...lineFacts(artifact, now, language).map(safeName)].join(' · ');
  item.accessibilityInformation = { label: [label, ...novelty, ...artifactFacts(artifact, now, language)].join(', ') };
  const uri = artifact.location === undefined ? undefined : root.uriOf(artifact.location);
  if (artifact.state === 'present' && artifact.reference.kind !== 'regular' && uri) {
    // As the Explorer shows it: icon of the file icon theme, decorations of source control and problems.
    item.resourceUri = uri;
    item.iconPath = vscode.ThemeIcon.File;
  } else {
    item.iconPath = stateIcon(artifact.state) ?? new vscode.ThemeIcon(kindIcon(artifact));
  }
  item.contextValue = capabilities(artifact, uri);
  item.command = commandItem('agentArtifacts.internal.showArtifact', vscode.l10n.t('Open Preview'), node);
  return item;
}

export function moreItem(node: MoreNode): vscode.TreeItem {
  const { l10n } = vscode;
  const count = node.count.toLocaleString(vscode.env.language);
  const item = itemOf(node.id, node.isOlder ? l10n.t('Show {0} older…', count) : l10n.t('Show {0} more…', count), None);
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = commandItem('agentArtifacts.internal.showOlder', node.isOlder ? l10n.t('Show Older') : l10n.t('Show More'), node);
  return item;
}

/** Why a sorted list is not all there is. Of one that a person stopped, a click reads the rest. */
export function noteItem({ id, count: { sorted, cut } }: NoteNode): vscode.TreeItem {
  const count = sorted.toLocaleString(vscode.env.language);
  const isStopped = cut === 'stopped';
  const label = isStopped
    ? vscode.l10n.t('Sorting was stopped: {0} artifacts are listed', count)
    : vscode.l10n.t('Only the newest {0} artifacts are sorted', count);
  const item = itemOf(id, label, None);
  item.iconPath = new vscode.ThemeIcon('info');
  item.contextValue = 'note';
  if (isStopped) item.command = commandItem('agentArtifacts.refreshArtifacts', vscode.l10n.t('Sort All'));
  return item;
}

export function workspaceItem(node: WorkspaceNode, isExpanded: boolean): vscode.TreeItem {
  const { workspaceId, name = workspaceId } = node.workspace;
  const item = itemOf(node.id, safeName(name), isExpanded ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon('folder-library');
  item.contextValue = 'workspace';
  return item;
}

export function folderItem(node: FolderNode, isExpanded: boolean): vscode.TreeItem {
  const { root, workspaceId, relativePath } = node;
  const item = itemOf(node.id, safeName(node.name), isExpanded ? Expanded : Collapsed);
  item.resourceUri = vscode.Uri.joinPath(root.uriOf(root.layout.workspacesDir), workspaceId, ...relativePath.split('/'));
  item.iconPath = vscode.ThemeIcon.Folder;
  item.contextValue = 'folder';
  return item;
}

export function problemItem({ id, label, failure }: ProblemNode): vscode.TreeItem {
  const item = itemOf(id, safeName(label), None);
  const reason = failureMessage(failure);
  item.description = reason;
  item.accessibilityInformation = { label: `${safeName(label)}, ${reason}` };
  item.iconPath = warning;
  item.contextValue = 'problem';
  return item;
}

function storeTooltip(order: ArtifactOrder): string {
  switch (order) {
    case 'newest':
      return vscode.l10n.t('The artifacts of the store, newest first');
    case 'name':
      return vscode.l10n.t('The artifacts of the store, by name');
    case 'size':
      return vscode.l10n.t('The artifacts of the store, largest first');
    case 'kind':
      return vscode.l10n.t('The artifacts of the store, by kind');
  }
}

function itemOf(id: string, label: string, state: vscode.TreeItemCollapsibleState): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.id = id;
  return item;
}

function stateIcon(state: ArtifactNode['artifact']['state']): vscode.ThemeIcon | undefined {
  switch (state) {
    case 'present':
      return undefined;
    case 'reserved':
      return new vscode.ThemeIcon('clockface', dimmed);
    case 'missing':
      return new vscode.ThemeIcon('circle-slash', dimmed);
    case 'broken':
      return warning;
  }
}

/** What can be done with an artifact, as a list for the `when` clauses of its menu. */
function capabilities({ version = 0, versions = 0 }: ArtifactMetadata, uri: vscode.Uri | undefined): string {
  if (!uri) return 'artifact';
  const earlier = version > 0 && versions !== 1 ? ',earlier' : '';
  return `artifact,content${vscode.workspace.getWorkspaceFolder(uri) ? ',explorable' : ''}${earlier}`;
}

/** Everything known of an artifact, for the hover. Values come from data and are shown as the text they are. */
export function artifactTooltip(metadata: ArtifactMetadata, path: string | undefined): vscode.MarkdownString {
  const { l10n } = vscode;
  const language = displayFactsLanguage();
  const type = typeLabel(metadata, language.typeNames);
  const rows: ReadonlyArray<readonly [label: string, value: string | undefined]> = [
    // The reference ends in the id.
    [l10n.t('Reference'), formatReference(metadata.reference)],
    [l10n.t('Version'), metadata.version?.toString()],
    [
      l10n.t('Type'),
      type !== undefined && metadata.mimeType !== undefined && type !== metadata.mimeType
        ? `${type} (${metadata.mimeType})`
        : (type ?? metadata.mimeType),
    ],
    [l10n.t('Size'), metadata.size === undefined ? undefined : sizeInWords(metadata.size)],
    [l10n.t('Created'), exactTime(metadata.createdAt)],
    [l10n.t('Modified'), metadata.updatedAt === metadata.createdAt ? undefined : exactTime(metadata.updatedAt)],
    [l10n.t('Agent'), metadata.agentId],
    [l10n.t('Message'), metadata.messageId],
    [l10n.t('Last change'), lastChange(metadata)],
    [l10n.t('Path'), path],
  ];
  const lines = rows
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => `**${escapeMarkdown(label)}:** ${escapeMarkdown(safeName(value as string))}`);
  const state = stateLine(metadata);
  return new vscode.MarkdownString(
    [`**${escapeMarkdown(safeName(metadata.name))}**`, ...(state === undefined ? [] : [state]), lines.join('  \n')].join('\n\n'),
    true,
  );
}

/** What something that cannot be shown is, and why. */
export function problemTooltip(label: string, failure: Failure): vscode.MarkdownString {
  return new vscode.MarkdownString(`**${escapeMarkdown(safeName(label))}**\n\n$(warning) ${escapeMarkdown(failureMessage(failure))}`, true);
}

function stateLine({ state, problem }: ArtifactMetadata): string | undefined {
  if (problem) return `$(warning) ${escapeMarkdown(failureMessage(problem))}`;
  if (state === 'reserved') return `$(clockface) ${escapeMarkdown(failureMessage({ code: 'reserved' }))}`;
  if (state === 'missing') return `$(warning) ${escapeMarkdown(vscode.l10n.t('The metadata lists this file, but it does not exist.'))}`;
  return undefined;
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return formatSize(bytes);
  return vscode.l10n.t('{0} ({1} bytes)', formatSize(bytes), bytes.toLocaleString(vscode.env.language));
}

function exactTime(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' });
}

function lastChange({ modifiedBy }: ArtifactMetadata): string | undefined {
  const last = modifiedBy.at(-1);
  const facts = [last?.agentId, last?.action, exactTime(last?.timestamp)].filter((fact) => fact !== undefined);
  return facts.length > 0 ? facts.join(' · ') : undefined;
}
