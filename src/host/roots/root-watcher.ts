import * as vscode from 'vscode';
import { Debounced } from '../debounce.ts';
import type { OpenRoot } from './open-root.ts';

/** What a change on disk can concern. */
export interface RootChanges {
  artifacts(root: OpenRoot): void;
  services(root: OpenRoot): void;
  agents(root: OpenRoot): void;
  /** `app.json`: where the parts of the root lie, and its default model. */
  layout(): void;
}

/** A program that writes many files makes one event of them, soon after the last. */
const BURST = { quiet: 200, longest: 1000 };

/** Watches the files of one root until disposed. */
export function watchRoot(root: OpenRoot, changes: RootChanges): vscode.Disposable {
  const { layout, uriOf } = root;
  const [artifacts, workspaces, config, runtime] = [
    uriOf(layout.artifactsDir),
    uriOf(layout.workspacesDir),
    uriOf(layout.configDir),
    uriOf(layout.runtimeDir),
  ];
  /** @param whole the one entry that counts, as it comes and goes: its changes are told by some systems for every file in it */
  const watch = (folder: vscode.Uri, pattern: string, onChange: () => void, whole?: vscode.Uri): vscode.Disposable[] => {
    const debounced = new Debounced(onChange, BURST);
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern), false, whole !== undefined);
    const call = ({ path }: vscode.Uri): void => {
      if (folder === artifacts) root.searched.forget(path.slice(path.lastIndexOf('/') + 1));
      if (whole === undefined || path === whole.path) debounced.call();
    };
    return [watcher, debounced, watcher.onDidCreate(call), watcher.onDidChange(call), watcher.onDidDelete(call)];
  };
  const everything = (): void => {
    changes.artifacts(root);
    changes.services(root);
    changes.agents(root);
    changes.layout();
  };
  return vscode.Disposable.from(
    ...watch(artifacts, '*', () => changes.artifacts(root)),
    ...watch(workspaces, '**', () => changes.artifacts(root)),
    ...watch(config, 'llmservices*.json', () => changes.services(root)),
    ...watch(runtime, 'org.json', () => changes.agents(root)),
    ...watch(config, '{app,app.local}.json', () => changes.layout()),
    ...foldersBetween(root.folder, [artifacts, workspaces, config, runtime]).flatMap((folder) =>
      watch(vscode.Uri.joinPath(folder, '..'), '*', everything, folder),
    ),
  );
}

/** The parts of a root and the folders they lie in, below the root: of one that goes or comes as a whole, VS Code tells nothing of what is in it. */
function foldersBetween(root: vscode.Uri, parts: readonly vscode.Uri[]): vscode.Uri[] {
  const found = new Map<string, vscode.Uri>();
  for (let part of parts) {
    for (; part.path.startsWith(`${root.path}/`) && !found.has(part.path); part = vscode.Uri.joinPath(part, '..'))
      found.set(part.path, part);
  }
  return [...found.values()];
}
