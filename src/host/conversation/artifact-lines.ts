import * as vscode from 'vscode';
import { friendlyTypeName } from '../../core/content/media-type.ts';
import { formatSize } from '../../core/content/size.ts';
import type { SessionArtifact, WrittenFile } from '../../core/conversation/session-artifacts.ts';
import type { SideFile, SideFileVersion } from '../../core/conversation/side-walk.ts';
import { safeId, safeName } from '../../core/routing/safe-name.ts';
import { placeText } from '../roots/file-systems.ts';
import { displayFactsLanguage } from '../screen/artifact-facts.ts';
import { runCommand } from '../screen/commands.ts';
import { kindIcon } from '../screen/display-kind.ts';
import { notify } from '../screen/notify.ts';
import { escapeMarkdown, timeInWords } from '../screen/plain-text.ts';
import { showPick } from '../screen/quick-pick.ts';
import { compareWithWorkspace, goToMessage, isKnown, messagesInWords, placeInWorkspace, workspaceFile } from './choose-artifact.ts';
import {
  type ArtifactLine,
  type DocumentsNode,
  type ListedArtifacts,
  type ListedSession,
  type SessionArtifactNode,
  type SideFileNode,
  uriOfLineNamed,
} from './session-nodes.ts';

type Version = WrittenFile['versions'][number];

const { None, Collapsed } = vscode.TreeItemCollapsibleState;
const { language } = vscode.env;
const facts = displayFactsLanguage();

/** The line of an artifact; of a file with all its versions where none is given. */
export function artifactNode(
  session: ListedSession,
  listed: ListedArtifacts,
  artifact: SessionArtifact,
  version?: Version,
): SessionArtifactNode {
  const kind = artifact.kind === 'file' ? 'file' : 'medium';
  const id = [session.id, kind, artifact.id, ...(version ? [version.number] : [])].join('\n');
  const shown = artifact.kind === 'file' ? (version ?? artifact.versions.findLast(isKnown)) : artifact;
  const { conversation, parts } = listed;
  const uri =
    shown?.size === undefined ? undefined : parts.artifactUri(conversation, artifact, 'number' in shown ? shown.number : undefined);
  return { kind: 'artifact', id, session, listed, artifact, version, uri };
}

/** The versions of a file that was written several times, each a line. */
export function versionNodes({ session, listed, artifact, version }: SessionArtifactNode): readonly SessionArtifactNode[] {
  if (artifact.kind !== 'file' || version || artifact.versions.length === 1) return [];
  return artifact.versions.map((each) => artifactNode(session, listed, artifact, each));
}

/** The line of a file that the program keeps beside a conversation. */
export function sideFileNode(conversation: ListedSession | DocumentsNode, file: SideFile): SideFileNode {
  const { id, files } = conversation;
  const name = safeName(file.path.slice(file.path.lastIndexOf('/') + 1)) || safeId(file.path);
  return { kind: 'side', id: `${id}\nside\n${JSON.stringify(file.path)}`, conversation, file, name, uri: files.uriOf(file.location) };
}

/** The versions that a program keeps of a file beside a conversation, each a line. */
export function sideFileVersions({ conversation, file, name }: SideFileNode): readonly SideFileNode[] {
  const { versions = [] } = file;
  return versions.map((version, at) => {
    const node = sideFileNode(conversation, version);
    const earlier = versions[at - 1];
    return { ...node, id: `${node.id}\nversion`, name, ...(earlier && { earlier }) };
  });
}

/** When what a line shows was written or attached, as an ISO 8601 time. */
export function lineTime(node: SessionArtifactNode | SideFileNode): string | undefined {
  const time = node.kind === 'side' ? node.file.mtime : (node.version ?? node.artifact).time;
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** How an artifact looks. The name is whatever the session says: it is shown as text, in one line. */
export function sessionArtifactItem(node: SessionArtifactNode): vscode.TreeItem {
  const { artifact, version, uri } = node;
  const label = version ? vscode.l10n.t('Version {0}', version.number) : nameOf(artifact);
  const item = new vscode.TreeItem(label, versionNodes(node).length > 0 ? Collapsed : None);
  const age = facts.age(lineTime(node) ?? '', Date.now());
  item.description = [...factsOf(node), ...(age === undefined ? [] : [age])].join(' · ');
  item.tooltip = tooltipOf(node, label);
  item.contextValue = capabilities(node);
  if (!uri) item.iconPath = new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
  else if (artifact.kind === 'file') {
    // Its icon as in the Explorer. Of its own address VS Code would mark that it is read-only, once an editor shows it.
    item.resourceUri = uriOfLineNamed(nameOf(artifact));
    item.iconPath = vscode.ThemeIcon.File;
  } else item.iconPath = new vscode.ThemeIcon(kindIcon({ ...artifact, name: artifact.name ?? '', filename: '' }));
  if (uri) item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
  return item;
}

/** How a file beside a conversation looks; it is opened as what it is, a file of the disk. */
export function sideFileItem(node: SideFileNode): vscode.TreeItem {
  const { file, name, uri, earlier } = node;
  const { versions = [] } = file;
  const item = new vscode.TreeItem(
    isVersion(file) ? vscode.l10n.t('Version {0}', file.number) : name,
    versions.length > 0 ? Collapsed : None,
  );
  const folder = isVersion(file) ? '' : safeName(file.path.slice(0, Math.max(0, file.path.lastIndexOf('/'))));
  const count = versions.length > 1 ? [vscode.l10n.t('{0} versions', versions.length)] : [];
  const age = facts.age(lineTime(node) ?? '', Date.now());
  item.description = [...(folder === '' ? [] : [folder]), ...count, formatSize(file.size), ...(age === undefined ? [] : [age])].join(' · ');
  const lines = [
    `**${escapeMarkdown(name)}**`,
    escapeMarkdown(vscode.l10n.t('The program keeps this file beside the conversation.')),
    ...tooltipLine(vscode.l10n.t('Path'), safeId(placeText(uri))),
    ...tooltipLine(vscode.l10n.t('Size'), formatSize(file.size)),
    ...tooltipLine(vscode.l10n.t('Changed'), timeInWords(file.mtime, language)),
  ];
  item.tooltip = new vscode.MarkdownString(lines.join('  \n'));
  item.contextValue = earlier ? 'sideFile,earlier' : 'sideFile';
  item.resourceUri = uriOfLineNamed(name);
  item.iconPath = vscode.ThemeIcon.File;
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
  return item;
}

function isVersion(file: SideFile | SideFileVersion): file is SideFileVersion {
  return 'number' in file;
}

/** A line of a tooltip; none for what is not known. */
export function tooltipLine(name: string, value: string | undefined): string[] {
  return value ? [`${escapeMarkdown(name)}: ${escapeMarkdown(value)}`] : [];
}

/** For people. */
export function nameOfLine(line: ArtifactLine): string {
  return line.kind === 'side' ? line.name : nameOf(line.artifact);
}

/** Which version of a file a line is; undefined where it is none. */
export function lineVersion(line: ArtifactLine): number | undefined {
  if (line.kind === 'side') return isVersion(line.file) ? line.file.number : undefined;
  return line.version?.number;
}

/** What tells how a line is shown. The size, in bytes, is absent where the content is not known for certain. */
export function contentOf(line: ArtifactLine): {
  readonly name: string;
  readonly filename: string;
  readonly mimeType?: string;
  readonly size?: number;
} {
  if (line.kind === 'side') return { name: line.name, filename: '', size: line.file.size };
  const { name = '', mimeType, size } = line.artifact;
  return { name, filename: '', ...(mimeType !== undefined && { mimeType }), ...(size !== undefined && { size }) };
}

function nameOf(artifact: SessionArtifact): string {
  const { name, mimeType, id } = artifact;
  return safeName(name) || (artifact.kind === 'file' ? safeName(artifact.path) || id : typeOf(mimeType));
}

function typeOf(mimeType: string | undefined): string {
  return safeName(friendlyTypeName(mimeType ?? '', facts.typeNames));
}

/** The facts of a line, which is narrow: what the icon tells is left out. */
function factsOf({ artifact, version, uri }: SessionArtifactNode): string[] {
  const { size } = version ?? artifact;
  const bytes = size === undefined ? [] : [formatSize(size)];
  const unknown = uri ? [] : [vscode.l10n.t('content not known for certain')];
  if (version) return [...unknown, ...bytes];
  if (artifact.kind === 'file') {
    const { path, versions } = artifact;
    const folder = safeName(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    const count = versions.length === 1 ? [] : [vscode.l10n.t('{0} versions', versions.length)];
    return [...(folder === '' ? [] : [folder]), ...count, ...unknown, ...bytes];
  }
  const count = messagesOf({ artifact, version }).length;
  return [...pixelsOf(artifact), ...unknown, ...bytes, ...(count === 1 ? [] : [vscode.l10n.t('{0} messages', count)])];
}

function typeInWords(artifact: SessionArtifact): string {
  const type = artifact.mimeType === undefined ? [] : [typeOf(artifact.mimeType)];
  return [...type, ...(artifact.kind === 'file' ? [] : pixelsOf(artifact))].join(' · ');
}

function pixelsOf({ width, height }: { readonly width?: number; readonly height?: number }): string[] {
  return width === undefined || height === undefined ? [] : [`${width} × ${height}`];
}

/** The messages it stands in, from 0. */
function messagesOf({ artifact, version }: Pick<SessionArtifactNode, 'artifact' | 'version'>): number[] {
  const places = version ? [version] : artifact.kind === 'file' ? artifact.versions : artifact.places;
  return [...new Set(places.map(({ message }) => message))];
}

function tooltipOf(node: SessionArtifactNode, label: string): vscode.MarkdownString {
  const { artifact, version, uri } = node;
  const { size, time } = version ?? artifact;
  const lines = [
    `**${escapeMarkdown(label)}**`,
    ...(artifact.kind === 'file' ? tooltipLine(vscode.l10n.t('Path'), safeId(artifact.path)) : []),
    ...tooltipLine(vscode.l10n.t('Type'), typeInWords(artifact)),
    ...tooltipLine(vscode.l10n.t('Size'), size === undefined ? undefined : formatSize(size)),
    ...tooltipLine(
      artifact.kind === 'file' ? vscode.l10n.t('Changed') : vscode.l10n.t('Created'),
      time === undefined ? undefined : timeInWords(time, language),
    ),
    ...tooltipLine(vscode.l10n.t('Conversation'), messagesInWords(messagesOf(node))),
    ...tooltipLine(vscode.l10n.t('Reference'), safeId(lineReference(node))),
    ...(uri ? [] : [escapeMarkdown(vscode.l10n.t('What the file had then is not known for certain.'))]),
  ];
  return new vscode.MarkdownString(lines.join('  \n'));
}

/** As `show` on the command line takes it; of a file beside a conversation its place. */
export function lineReference(node: ArtifactLine): string {
  if (node.kind === 'side') return placeText(node.uri);
  const { session, artifact, version } = node;
  return `${placeText(session.uri)}#${artifact.id}${version ? `@${version.number}` : ''}`;
}

/** What can be done with it, as a list for the `when` clauses of its menu. */
function capabilities(node: SessionArtifactNode): string {
  const { artifact, listed, uri } = node;
  const isInWorkspace = artifact.kind === 'file' && placeInWorkspace(artifact, listed.conversation) !== undefined;
  return [
    'sessionArtifact',
    ...(uri ? ['content', ...(isInWorkspace ? ['comparable'] : []), ...(comparedVersions(node) ? ['earlier'] : [])] : []),
  ].join(',');
}

/** The version that is meant, and the one before it whose content is known. */
function comparedVersions({ artifact, version }: SessionArtifactNode): readonly [earlier: Version, later: Version] | undefined {
  if (artifact.kind !== 'file') return undefined;
  const later = version ?? artifact.versions.findLast(isKnown);
  const earlier = later && artifact.versions.findLast((each) => each.number < later.number && isKnown(each));
  return earlier && [earlier, later];
}

/** Compares what the session has with the file of the workspace. */
export async function compareArtifactWithWorkspace({ artifact, listed, uri }: SessionArtifactNode): Promise<void> {
  if (artifact.kind !== 'file' || !uri) return;
  const file = await workspaceFile(artifact, listed.conversation);
  if (file) await compareWithWorkspace(uri, file);
  else notify('information', vscode.l10n.t('“{0}” is no longer in the workspace.', safeName(artifact.path)));
}

/** Compares a version of a file with the one before it. */
export function compareVersions(line: ArtifactLine): Promise<void> {
  return line.kind === 'side' ? compareSideFileVersions(line) : compareArtifactVersions(line);
}

async function compareSideFileVersions({ file, name, earlier, uri, conversation }: SideFileNode): Promise<void> {
  if (!earlier || !isVersion(file)) return;
  const title = vscode.l10n.t('{0}: Version {1} ↔ {2}', name, earlier.number, file.number);
  await vscode.commands.executeCommand('vscode.diff', conversation.files.uriOf(earlier.location), uri, title);
}

async function compareArtifactVersions(node: SessionArtifactNode): Promise<void> {
  const [earlier, later] = comparedVersions(node) ?? [];
  if (!earlier || !later) return;
  const { artifact, listed } = node;
  const uriOf = ({ number }: Version): vscode.Uri => listed.parts.artifactUri(listed.conversation, artifact, number);
  const title = vscode.l10n.t('{0}: Version {1} ↔ {2}', nameOf(artifact), earlier.number, later.number);
  await vscode.commands.executeCommand('vscode.diff', uriOf(earlier), uriOf(later), title);
}

/** Goes to the message it stands in; of several a person chooses one. */
export async function goToArtifactMessage(node: SessionArtifactNode): Promise<void> {
  const goTo = (message: number): void => void runCommand('agentArtifacts.openConversation', node.session.uri, message);
  const actions = messagesOf(node).map((message) => goToMessage(message, goTo));
  const picked = actions.length === 1 ? actions[0] : await showPick(actions, { title: nameOf(node.artifact) });
  await picked?.run?.();
}
