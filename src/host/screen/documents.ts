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

/** The open document of a file, whether an editor shows it or not. */
export function openDocumentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}
