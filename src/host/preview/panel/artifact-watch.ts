import * as vscode from 'vscode';
import type { ArtifactReference } from '../../../core/refs/reference.ts';
import { Debounced } from '../../debounce.ts';
import type { OpenRoot } from '../../roots/open-root.ts';

/** Writers touch a file several times in a row; they are answered once. In milliseconds. */
const TIMES = { quiet: 100, longest: 1000 };

/** Calls back when a file that belongs to one of the artifacts is made, changed or deleted. */
export function watchArtifacts(root: OpenRoot, references: readonly ArtifactReference[], onChange: () => void): vscode.Disposable {
  const change = new Debounced(onChange, TIMES);
  const folders = new Map<string, { folder: vscode.Uri; areOurs: ((name: string) => boolean)[] }>();
  for (const reference of references) {
    const { folder, isOurs } = placeOf(root, reference);
    const known = folders.get(folder.toString());
    if (known) known.areOurs.push(isOurs);
    else folders.set(folder.toString(), { folder, areOurs: [isOurs] });
  }
  const watchers = [...folders.values()].map(({ folder, areOurs }) =>
    watchFolder(
      folder,
      (name) => areOurs.some((isOurs) => isOurs(name)),
      () => change.call(),
    ),
  );
  return vscode.Disposable.from(change, ...watchers);
}

/** One watcher for a folder, however many of its files matter. */
function watchFolder(folder: vscode.Uri, isOurs: (name: string) => boolean, onChange: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  const notice = (uri: vscode.Uri): void => {
    if (isOurs(nameOf(uri))) onChange();
  };
  return vscode.Disposable.from(watcher, watcher.onDidCreate(notice), watcher.onDidChange(notice), watcher.onDidDelete(notice));
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
