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
  const watch = (folder: string, pattern: string, onChange: () => void): vscode.Disposable[] => {
    const debounced = new Debounced(onChange, BURST);
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uriOf(folder), pattern));
    const call = () => debounced.call();
    return [watcher, debounced, watcher.onDidCreate(call), watcher.onDidChange(call), watcher.onDidDelete(call)];
  };
  return vscode.Disposable.from(
    ...watch(layout.artifactsDir, '*', () => changes.artifacts(root)),
    ...watch(layout.workspacesDir, '**', () => changes.artifacts(root)),
    ...watch(layout.configDir, 'llmservices*.json', () => changes.services(root)),
    ...watch(layout.runtimeDir, 'org.json', () => changes.agents(root)),
    ...watch(layout.configDir, '{app,app.local}.json', () => changes.layout()),
  );
}
