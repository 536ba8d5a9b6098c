import * as vscode from 'vscode';
import { Debounced } from '../../debounce.ts';
import { isServicesFile } from '../services-document.ts';

/** Says something about open configurations. */
export interface DocumentCheck extends vscode.Disposable {
  check(document: vscode.TextDocument): Promise<void>;
  clear(uri: vscode.Uri): void;
}

/** Follows the open configurations and has them checked, by a part that is loaded with the first of them. */
export class OpenDocuments implements vscode.Disposable {
  readonly #load: (recheck: () => void) => Promise<DocumentCheck>;
  readonly #quiet: number;
  readonly #pending = new Map<string, Debounced>();
  readonly #disposable: vscode.Disposable;
  #check: Promise<DocumentCheck> | undefined;

  /** @param quiet milliseconds after a keystroke */
  constructor(quiet: number, load: (recheck: () => void) => Promise<DocumentCheck>) {
    this.#quiet = quiet;
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
    void this.#check?.then((check) => check.dispose());
  }

  #soon(document: vscode.TextDocument): void {
    if (!isServicesFile(document.uri)) return;
    const key = document.uri.toString();
    const pending =
      this.#pending.get(key) ??
      new Debounced(() => void this.#run(document.uri), { quiet: this.#quiet, longest: Number.POSITIVE_INFINITY });
    this.#pending.set(key, pending);
    pending.call();
  }

  async #run(uri: vscode.Uri): Promise<void> {
    this.#check ??= this.#load(() => this.recheck());
    const check = await this.#check;
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (document) await check.check(document);
  }

  async #closed(uri: vscode.Uri): Promise<void> {
    this.#pending.get(uri.toString())?.dispose();
    this.#pending.delete(uri.toString());
    (await this.#check)?.clear(uri);
  }
}

function folderOf(uri: vscode.Uri): string {
  return vscode.Uri.joinPath(uri, '..').toString();
}
