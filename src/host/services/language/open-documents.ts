import * as vscode from 'vscode';
import { Debounced } from '../../debounce.ts';
import { isServicesFile } from '../services-document.ts';
import type { FileWatch } from './file-watch.ts';

/** After the diagnostics of the text itself. Milliseconds. */
const AFTER_TYPING = { quiet: 250, longest: Number.POSITIVE_INFINITY };

/** Follows the open configurations and has their surroundings checked, by a part that is loaded with the first of them. */
export class OpenDocuments implements vscode.Disposable {
  readonly #load: (recheck: () => void) => Promise<FileWatch>;
  readonly #pending = new Map<string, Debounced>();
  readonly #disposable: vscode.Disposable;
  #watch: Promise<FileWatch> | undefined;

  constructor(load: (recheck: () => void) => Promise<FileWatch>) {
    this.#load = load;
    const { workspace } = vscode;
    this.#disposable = vscode.Disposable.from(
      workspace.onDidOpenTextDocument((document) => this.#soon(document)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || !isServicesFile(document.uri)) return;
        // the other file of the folder is compared with it
        const folder = folderOf(document.uri);
        for (const each of workspace.textDocuments) if (folderOf(each.uri) === folder) this.#soon(each);
      }),
      // rules that leave a file out may have changed
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith('/.gitignore')) this.recheck();
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.recheck()),
      workspace.onDidCreateFiles(() => this.recheck()),
      workspace.onDidDeleteFiles(() => this.recheck()),
      workspace.onDidCloseTextDocument(({ uri }) => void this.#closed(uri)),
    );
    this.recheck();
  }

  /** Checks all of them again. */
  recheck(): void {
    for (const document of vscode.workspace.textDocuments) this.#soon(document);
  }

  dispose(): void {
    for (const pending of this.#pending.values()) pending.dispose();
    this.#disposable.dispose();
    void this.#watch?.then((watch) => watch.dispose());
  }

  #soon(document: vscode.TextDocument): void {
    if (!isServicesFile(document.uri)) return;
    const key = document.uri.toString();
    const pending = this.#pending.get(key) ?? new Debounced(() => void this.#check(document.uri), AFTER_TYPING);
    this.#pending.set(key, pending);
    pending.call();
  }

  async #check(uri: vscode.Uri): Promise<void> {
    this.#watch ??= this.#load(() => this.recheck());
    const watch = await this.#watch;
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (document) await watch.check(document);
  }

  async #closed(uri: vscode.Uri): Promise<void> {
    this.#pending.get(uri.toString())?.dispose();
    this.#pending.delete(uri.toString());
    (await this.#watch)?.clear(uri);
  }
}

function folderOf(uri: vscode.Uri): string {
  return vscode.Uri.joinPath(uri, '..').toString();
}
