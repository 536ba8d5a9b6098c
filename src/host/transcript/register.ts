import * as vscode from 'vscode';
import { toFailure } from '../../core/io/errors.ts';
import { Debounced } from '../../platform/debounced.ts';
import { settings } from '../roots/settings.ts';
import { onCommand } from '../screen/commands.ts';
import { isSuspicious, isTranscript, MOST_HANDED_OVER, transcriptsIn } from './transcript-documents.ts';
import type { TranscriptDependencies, TranscriptLint } from './transcript-lint.ts';

/** While a person types nothing is checked. Milliseconds. */
const AFTER_TYPING = { quiet: 400, longest: Number.POSITIVE_INFINITY };

/** Watches open transcripts. The lint itself is loaded with the first document that may hold something, or the command. */
export function registerTranscript(dependencies: TranscriptDependencies): vscode.Disposable {
  const watch = new TranscriptWatch(dependencies);
  const { workspace } = vscode;
  return vscode.Disposable.from(
    watch,
    onCommand('agentArtifacts.lintTranscript', async (argument: unknown) => (await watch.lint()).lintFile(argument)),
    workspace.onDidOpenTextDocument((document) => watch.soon(document)),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) watch.soon(document);
    }),
    workspace.onDidCloseTextDocument((document) => watch.closed(document)),
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      watch.opened(opened);
      watch.left(closed);
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (settings.affects(event, 'transcriptLint')) watch.settingChanged();
    }),
  );
}

class TranscriptWatch implements vscode.Disposable {
  readonly #dependencies: TranscriptDependencies;
  readonly #pending = new Map<string, Debounced>();
  #lint: Promise<TranscriptLint> | undefined;
  #isDisposed = false;

  constructor(dependencies: TranscriptDependencies) {
    this.#dependencies = dependencies;
    this.#lookAtAll();
  }

  async lint(): Promise<TranscriptLint> {
    this.#lint ??= import('./transcript-lint.ts').then(({ TranscriptLint: Lint }) => new Lint(this.#dependencies));
    return this.#lint;
  }

  soon(document: vscode.TextDocument): void {
    if (!isTranscript(document) || !settings.transcriptLint()) return;
    const key = document.uri.toString();
    void this.#lint?.then((lint) => lint.cancel(document.uri));
    const pending = this.#pending.get(key) ?? new Debounced(() => void this.#check(document), AFTER_TYPING);
    this.#pending.set(key, pending);
    pending.call();
  }

  closed({ uri }: vscode.TextDocument): void {
    this.#pending.get(uri.toString())?.dispose();
    this.#pending.delete(uri.toString());
    void this.#lint?.then((lint) => lint.closed(uri));
  }

  settingChanged(): void {
    if (!settings.transcriptLint()) void this.#lint?.then((lint) => lint.clear());
    this.#lookAtAll();
  }

  /** A file that is too large to be handed over has a tab, and no document. */
  opened(tabs: readonly vscode.Tab[]): void {
    for (const uri of transcriptsIn(tabs)) void this.#tellTooLarge(uri);
  }

  left(tabs: readonly vscode.Tab[]): void {
    for (const uri of transcriptsIn(tabs)) void this.#lint?.then((lint) => lint.left(uri));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const pending of this.#pending.values()) pending.dispose();
    void this.#lint?.then((lint) => lint.dispose());
  }

  #lookAtAll(): void {
    for (const document of vscode.workspace.textDocuments) this.soon(document);
    this.opened(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  }

  async #tellTooLarge(uri: vscode.Uri): Promise<void> {
    const size = await vscode.workspace.fs.stat(uri).then(
      (stat) => stat.size,
      () => 0,
    );
    if (size <= MOST_HANDED_OVER || this.#isDisposed || !settings.transcriptLint()) return;
    (await this.lint()).tellTooLarge(uri, size);
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    if (document.isClosed || this.#isDisposed || !settings.transcriptLint()) return;
    // once loaded, the lint also takes back what is no longer there
    if (!this.#lint && !isSuspicious(document)) return;
    const lint = await this.lint();
    if (!isSuspicious(document)) return lint.clean(document.uri);
    try {
      await lint.check(document);
    } catch (error) {
      this.#dependencies.logger.warn(`${document.uri.toString()} was not checked for binary content (${toFailure(error).code})`);
    }
  }
}
