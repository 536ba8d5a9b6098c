import * as vscode from 'vscode';
import { friendlyTypeName } from '../../core/content/media-type.ts';
import { formatSize } from '../../core/content/size.ts';
import type { SessionArtifact, WrittenFile } from '../../core/conversation/session-artifacts.ts';
import { findSideFiles } from '../../core/conversation/side-files.ts';
import type { SideFile } from '../../core/conversation/side-walk.ts';
import type { UriBoundFileSystem } from '../roots/file-systems.ts';
import { displayFactsLanguage } from '../screen/artifact-facts.ts';
import { runCommand } from '../screen/commands.ts';
import { lastName } from '../screen/documents.ts';
import { notify } from '../screen/notify.ts';
import { showPickThen } from '../screen/quick-pick.ts';
import { safeName } from '../../core/routing/safe-name.ts';
import type { PartFiles, PlacedConversation } from './part-files.ts';

/** What is done with a chosen artifact. */
interface Action extends vscode.QuickPickItem {
  run?(): Thenable<unknown> | void;
}

type Version = WrittenFile['versions'][number];

/** A conversation whose artifacts are shown. */
export interface ShownConversation {
  readonly document: PlacedConversation;
  readonly parts: PartFiles;
  /** Goes to a message. */
  readonly goTo: (message: number) => void;
  /** Where files beside the conversation are looked for. */
  readonly files: Pick<UriBoundFileSystem, 'fs' | 'locationOf' | 'uriOf'>;
}

/** Lets a person choose one of the artifacts of a conversation, and what is done with it. Rejects with the file-system codes. */
export async function chooseArtifact(conversation: ShownConversation): Promise<void> {
  const { document, parts, files } = conversation;
  const { items, unread } = await parts.artifactsOf(document);
  // A file may be opened by a person who was never asked about other folders of its program.
  const beside = await findSideFiles(files.fs, files.locationOf(document.uri), document.examined?.read.index, { isElsewhereRead: false });
  if (items.length + beside.files.length === 0) {
    return notify('information', vscode.l10n.t('Nothing that this conversation attached, read or wrote is in its file.'));
  }
  const action = await showPickThen(
    [
      ...items.map((artifact) => ({ ...itemOf(artifact), actions: () => actionsOf(artifact, conversation) })),
      ...beside.files.map((file) => ({ ...besideItem(file), actions: async () => besideActions(file, conversation) })),
    ],
    {
      title: vscode.l10n.t('Artifacts of {0}', lastName(document.uri)),
      placeHolder:
        unread === 0
          ? beside.isCut
            ? vscode.l10n.t('Not all files beside the conversation are listed')
            : vscode.l10n.t('Pictures and documents in the conversation, the files that it wrote, and those beside it')
          : vscode.l10n.t('Calls whose arguments are too long to be read, and that may have written more: {0}', unread),
    },
    async ({ label, actions }) => ({ items: await actions(), options: { title: label, matchOnDescription: true } }),
  );
  await action?.run?.();
}

function besideItem({ path, size, versions = [] }: SideFile): vscode.QuickPickItem {
  const count = versions.length > 1 ? [vscode.l10n.t('{0} versions', versions.length)] : [];
  return {
    label: path,
    description: [...count, formatSize(size), vscode.l10n.t('beside the conversation')].join(' · '),
    iconPath: new vscode.ThemeIcon('file'),
  };
}

function besideActions({ path, location, versions = [] }: SideFile, { files: { uriOf }, document }: ShownConversation): Action[] {
  const uri = uriOf(location);
  const ofVersions = versions.toReversed().map((version) => ({
    ...open(uriOf(version.location)),
    label: vscode.l10n.t('Open Version {0}', version.number),
    description: formatSize(version.size),
  }));
  return [open(uri), preview(uri), ...ofVersions, save(uri, document, path.slice(path.lastIndexOf('/') + 1))];
}

async function actionsOf(artifact: SessionArtifact, conversation: ShownConversation): Promise<Action[]> {
  return artifact.kind === 'file' ? fileActions(artifact, conversation) : mediumActions(artifact, conversation);
}

function itemOf(artifact: SessionArtifact): vscode.QuickPickItem {
  const { size, mimeType = '' } = artifact;
  const bytes = size === undefined ? [] : [formatSize(size)];
  if (artifact.kind === 'file') {
    const { versions, path } = artifact;
    const count = versions.length === 1 ? vscode.l10n.t('1 version') : vscode.l10n.t('{0} versions', versions.length);
    return { label: path, description: [count, ...bytes].join(' · '), iconPath: new vscode.ThemeIcon('file') };
  }
  const { name, width, height, places } = artifact;
  const pixels = width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  const type = friendlyTypeName(mimeType, displayFactsLanguage().typeNames);
  return {
    label: name ?? type,
    description: [...(name === undefined ? [] : [type]), ...pixels, ...bytes, messagesInWords(places.map(({ message }) => message))].join(
      ' · ',
    ),
    iconPath: new vscode.ThemeIcon('file-media'),
  };
}

/** Numbers of messages that are named. */
const MOST_MESSAGES = 3;

export function messagesInWords(messages: readonly number[]): string {
  const numbers = [...new Set(messages)].map((message) => message + 1);
  const named = numbers.slice(0, MOST_MESSAGES).join(', ');
  if (numbers.length > MOST_MESSAGES) return vscode.l10n.t('messages {0} and {1} more', named, numbers.length - MOST_MESSAGES);
  return numbers.length === 1 ? vscode.l10n.t('message {0}', named) : vscode.l10n.t('messages {0}', named);
}

function mediumActions(artifact: Exclude<SessionArtifact, WrittenFile>, { document, parts, goTo }: ShownConversation): Action[] {
  const uri = parts.artifactUri(document, artifact);
  const messages = [...new Set(artifact.places.map(({ message }) => message))];
  return [open(uri), preview(uri), save(uri, document), ...messages.map((message) => goToMessage(message, goTo))];
}

async function fileActions(file: WrittenFile, { document, parts, goTo }: ShownConversation): Promise<Action[]> {
  const { versions } = file;
  const newest = versions.findLast(isKnown);
  const inWorkspace = newest && (await workspaceFile(file, document));
  const uriOf = ({ number }: Version): vscode.Uri => parts.artifactUri(document, file, number);
  return [
    ...versions
      .filter(isKnown)
      .toReversed()
      .map((version) => ({
        ...open(uriOf(version)),
        label: versions.length === 1 ? vscode.l10n.t('Open') : vscode.l10n.t('Open Version {0}', version.number),
        description: [formatSize(version.size ?? 0), messagesInWords([version.message])].join(' · '),
      })),
    ...(newest ? [preview(uriOf(newest))] : []),
    ...(newest && inWorkspace ? [compare(uriOf(newest), inWorkspace)] : []),
    ...(newest ? [save(uriOf(newest), document)] : []),
    ...versions.toReversed().map((version) => ({
      ...goToMessage(version.message, goTo),
      ...(!isKnown(version) && {
        description: vscode.l10n.t('version {0}, whose content is not known for certain', version.number),
      }),
    })),
  ];
}

/** Whether what the file had then is known for certain. */
export function isKnown({ size }: Version): boolean {
  return size !== undefined;
}

/** Where a file that a program wrote is in the workspace, where the program worked in one of its folders. It may be gone. */
export function placeInWorkspace({ path }: WrittenFile, { examined }: PlacedConversation): vscode.Uri | undefined {
  const folder = examined?.read.index.folder;
  if (folder === undefined || path.startsWith('/') || path.split('/').includes('..')) return undefined;
  const worked = vscode.Uri.file(folder);
  if (vscode.workspace.getWorkspaceFolder(worked)?.uri.scheme !== 'file') return undefined;
  return vscode.Uri.joinPath(worked, ...path.split('/'));
}

/** The file of the workspace that a program wrote, where it is there. */
export async function workspaceFile(written: WrittenFile, document: PlacedConversation): Promise<vscode.Uri | undefined> {
  const file = placeInWorkspace(written, document);
  if (!file) return undefined;
  const type = await vscode.workspace.fs.stat(file).then(
    (stat) => stat.type,
    () => undefined,
  );
  return type === vscode.FileType.File ? file : undefined;
}

function open(uri: vscode.Uri): Action {
  return {
    label: vscode.l10n.t('Open'),
    iconPath: new vscode.ThemeIcon('go-to-file'),
    run: () => vscode.commands.executeCommand('vscode.open', uri),
  };
}

function preview(uri: vscode.Uri): Action {
  return {
    label: vscode.l10n.t('Preview as a Model Receives It'),
    iconPath: new vscode.ThemeIcon('open-preview'),
    run: () => runCommand('agentArtifacts.previewFile', uri),
  };
}

function compare(version: vscode.Uri, file: vscode.Uri): Action {
  return {
    label: vscode.l10n.t('Compare with Workspace'),
    iconPath: new vscode.ThemeIcon('diff'),
    run: () => compareWithWorkspace(version, file),
  };
}

/** @param version what the conversation has @param file that of the workspace */
export function compareWithWorkspace(version: vscode.Uri, file: vscode.Uri): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.diff', version, file, vscode.l10n.t('{0}: Conversation ↔ Workspace', lastName(file)));
}

function save(uri: vscode.Uri, document: PlacedConversation, name = lastName(uri)): Action {
  return {
    label: vscode.l10n.t('Save a Copy…'),
    iconPath: new vscode.ThemeIcon('save-as'),
    run: () => saveCopy(uri, document, name),
  };
}

/** Saves what the conversation has where a person says. */
async function saveCopy(uri: vscode.Uri, { uri: conversation }: Pick<PlacedConversation, 'uri'>, name: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.joinPath(conversation, '..');
  const target = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.joinPath(folder, safeName(name) || lastName(uri)) });
  if (target) await vscode.workspace.fs.writeFile(target, await vscode.workspace.fs.readFile(uri));
}

export function goToMessage(message: number, goTo: (message: number) => void): Action {
  return {
    label: vscode.l10n.t('Go to Message {0}', message + 1),
    iconPath: new vscode.ThemeIcon('comment-discussion'),
    run: () => goTo(message),
  };
}
