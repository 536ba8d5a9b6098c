import * as vscode from 'vscode';
import { safeName } from '../../core/routing/safe-name.ts';
import { failureMessage } from '../references/failure-message.ts';
import { commandItem } from '../screen/commands.ts';
import { artifactFacts } from './artifact-facts.ts';
import { kindIcon } from './display-kind.ts';
import { displayFactsLanguage } from './facts-language.ts';
import type { ArtifactNode, FolderNode, GroupNode, MoreNode, ProblemNode, RootNode, WorkspaceNode } from './nodes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
const dimmed = new vscode.ThemeColor('disabledForeground');
const warning = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
const language = displayFactsLanguage();

/** A data root among several. */
export function rootItem(node: RootNode): vscode.TreeItem {
  const item = itemOf(node.id, node.root.name, Expanded);
  item.iconPath = new vscode.ThemeIcon('root-folder');
  item.tooltip = node.root.folder.scheme === 'file' ? node.root.folder.fsPath : node.root.folder.toString(true);
  return item;
}

/** @param count what stands behind the title: how many there are */
export function groupItem(node: GroupNode, count: string, isEmpty: boolean): vscode.TreeItem {
  const label = node.kind === 'store' ? vscode.l10n.t('Artifacts') : vscode.l10n.t('Workspaces');
  const item = itemOf(node.id, label, isEmpty ? None : Expanded);
  item.description = count;
  item.tooltip =
    node.kind === 'store'
      ? vscode.l10n.t('The artifacts of the store, newest first')
      : vscode.l10n.t('The files in the workspaces of the agents');
  item.contextValue = node.kind;
  return item;
}

export function artifactItem(node: ArtifactNode): vscode.TreeItem {
  const { id, artifact, root } = node;
  const label = safeName(artifact.name) || artifact.id;
  const facts = artifactFacts(artifact, Date.now(), language);
  const item = itemOf(id, label, None);
  item.description = facts.map(safeName).join(' · ');
  item.accessibilityInformation = { label: [label, ...facts].join(', ') };
  const uri = artifact.location === undefined ? undefined : root.uriOf(artifact.location);
  if (artifact.state === 'present' && artifact.reference.kind === 'workspace' && uri) {
    // As the Explorer shows it: icon of the file icon theme, decorations of source control and problems.
    item.resourceUri = uri;
    item.iconPath = vscode.ThemeIcon.File;
  } else {
    item.iconPath = stateIcon(artifact.state) ?? new vscode.ThemeIcon(kindIcon(artifact));
  }
  item.contextValue = capabilities(uri);
  item.command = commandItem('agentArtifacts.internal.showArtifact', vscode.l10n.t('Open Preview'), node);
  return item;
}

export function moreItem(node: MoreNode): vscode.TreeItem {
  const item = itemOf(node.id, vscode.l10n.t('Show {0} older…', node.count.toLocaleString(vscode.env.language)), None);
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = commandItem('agentArtifacts.internal.showOlder', vscode.l10n.t('Show Older'), node);
  return item;
}

export function workspaceItem(node: WorkspaceNode, isExpanded: boolean): vscode.TreeItem {
  const item = itemOf(node.id, safeName(node.workspace.workspaceId), isExpanded ? Expanded : Collapsed);
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
function capabilities(uri: vscode.Uri | undefined): string {
  if (!uri) return 'artifact';
  return vscode.workspace.getWorkspaceFolder(uri) ? 'artifact,content,explorable' : 'artifact,content';
}
