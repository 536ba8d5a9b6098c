import * as vscode from 'vscode';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import { Debounced } from '../debounce.ts';
import type { OpenRoot } from '../roots/open-root.ts';

/** Writers touch a file several times in a row; they are answered once. In milliseconds. */
const TIMES = { quiet: 100, longest: 1000 };

/** Calls back when a file that belongs to the artifact is made, changed or deleted. */
export function watchArtifact(root: OpenRoot, reference: ArtifactReference, onChange: () => void): vscode.Disposable {
  const { folder, isOurs } = placeOf(root, reference);
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  const change = new Debounced(onChange, TIMES);
  const notice = (uri: vscode.Uri): void => {
    if (isOurs(nameOf(uri))) change.call();
  };
  const listeners = [change, watcher, watcher.onDidCreate(notice), watcher.onDidChange(notice), watcher.onDidDelete(notice)];
  return new vscode.Disposable(() => {
    for (const listener of listeners) listener.dispose();
  });
}

/** The folder to watch, and which names in it matter. Ids and paths are not patterns, so they are compared, not matched. */
function placeOf(root: OpenRoot, reference: ArtifactReference): { folder: vscode.Uri; isOurs: (name: string) => boolean } {
  if (reference.kind === 'regular') {
    const { id } = reference;
    const isOurs = (name: string): boolean => name === id || name.startsWith(`${id}.`);
    return { folder: root.uriOf(root.layout.artifactsDir), isOurs };
  }
  const names = reference.relativePath.split('/');
  const file = names.pop();
  const workspaces = root.uriOf(root.layout.workspacesDir);
  return { folder: vscode.Uri.joinPath(workspaces, reference.workspaceId, ...names), isOurs: (name) => name === file };
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
