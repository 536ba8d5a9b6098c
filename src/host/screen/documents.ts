import * as vscode from 'vscode';

/**
 * Schemes of views onto other states of a file (source control, comparisons, chats) and of output: nobody edits or keeps
 * what they show.
 */
export const VIEW_SCHEMES: ReadonlySet<string> = new Set([
  'git',
  'gitfs',
  'git-graph',
  'svn',
  'review',
  'vscode-local-history',
  'chat-editing-text-model',
  'output',
  'agent-artifacts-proposed',
]);

/** The last name in the path of a URI. */
export function lastName({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The file of a line of a view. @param argument of a command */
export function uriOfLine(argument: unknown): vscode.Uri | undefined {
  const uri = typeof argument === 'object' && argument !== null && 'uri' in argument ? argument.uri : undefined;
  return uri instanceof vscode.Uri ? uri : undefined;
}

/** The open document of a file, whether an editor shows it or not. */
export function openDocumentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

/** The text that a tab shows; of two that it compares the changed one. */
export function shownBy(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** The tabs that show a text, or compare it with what it was. */
export function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => shownBy(input)?.toString() === uri.toString());
}

/** The changed text that an action in the title of a comparison is about. @param argument of the action; without it, the editor in front */
export function comparedOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
