/** The lint of transcripts in VS Code: a chunk of its own, loaded when there is something to look at. */
import * as vscode from 'vscode';
import type { TranscriptFinding } from '../../core/transcript/finding.ts';
import { lintTranscript } from '../../core/transcript/lint-transcript.ts';
import { documentChunks } from './document-chunks.ts';
import { MOST_DIAGNOSTICS, rangeOf, toDiagnostic } from './finding-words.ts';
import { lintFile } from './lint-file.ts';
import type { TranscriptDependencies } from './register.ts';
import { SaveAsArtifactProvider, saveAsArtifact, type SaveArguments } from './save-as-artifact.ts';
import { TRANSCRIPT_SELECTOR } from './transcript-documents.ts';
import { TranscriptHover } from './transcript-hover.ts';

/** What is known of a document as it was in one version. */
interface Checked {
  readonly version: number;
  readonly findings: readonly TranscriptFinding[];
}

/** Diagnostics, hovers and quick fixes of open transcripts, and of files a command has checked. */
export class TranscriptLint implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('agentArtifacts.transcript');
  readonly #checked = new Map<string, Checked>();
  readonly #running = new Map<string, AbortController>();
  readonly #byCommand = new Set<string>();
  readonly #dependencies: TranscriptDependencies;
  readonly #disposable: vscode.Disposable;

  constructor(dependencies: TranscriptDependencies) {
    this.#dependencies = dependencies;
    const findingAt = (document: vscode.TextDocument, range: vscode.Range) => this.findingAt(document, range);
    this.#disposable = vscode.Disposable.from(
      this.#collection,
      vscode.languages.registerHoverProvider(TRANSCRIPT_SELECTOR, new TranscriptHover(findingAt)),
      vscode.languages.registerCodeActionsProvider(TRANSCRIPT_SELECTOR, new SaveAsArtifactProvider(findingAt), SaveAsArtifactProvider.metadata),
      vscode.commands.registerCommand('agentArtifacts.internal.saveFromTranscript', (save: SaveArguments) => saveAsArtifact(save, dependencies.roots, this)),
    );
  }

  /** Checks an open document. A newer check, or a change of the document, ends this one without a result. */
  async check(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    this.cancel(document.uri);
    const controller = new AbortController();
    this.#running.set(key, controller);
    const { version } = document;
    try {
      const findings: TranscriptFinding[] = [];
      for await (const finding of lintTranscript(documentChunks(document, controller.signal), { signal: controller.signal })) findings.push(finding);
      if (controller.signal.aborted || document.version !== version || document.isClosed) return;
      this.#checked.set(key, { version, findings });
      this.show(document.uri, findings);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }

  /** The first finding in a range; undefined too when the document has changed since it was checked. */
  findingAt(document: vscode.TextDocument, range: vscode.Range): TranscriptFinding | undefined {
    const checked = this.#checked.get(document.uri.toString());
    if (checked?.version !== document.version) return undefined;
    return checked.findings.find((finding) => rangeOf(finding).intersection(range) !== undefined);
  }

  /** Shows what was found in a file, as far as VS Code shows it. */
  show(uri: vscode.Uri, findings: readonly TranscriptFinding[]): void {
    const first = findings.toSorted((a, b) => a.offset - b.offset).slice(0, MOST_DIAGNOSTICS);
    this.#collection.set(uri, first.map(toDiagnostic));
  }

  /** Checks a file, open or not, by command; its diagnostics stay when it is closed. */
  async lintFile(argument: unknown): Promise<void> {
    await lintFile(argument, this, this.#dependencies.fileSystems, (uri) => this.#byCommand.add(uri.toString()));
  }

  /** How many findings an open document had when it was last checked. */
  countOf(document: vscode.TextDocument): number {
    return this.#checked.get(document.uri.toString())?.findings.length ?? 0;
  }

  cancel(uri: vscode.Uri): void {
    this.#running.get(uri.toString())?.abort();
  }

  /** Nothing is left in a document. */
  clean(uri: vscode.Uri): void {
    this.cancel(uri);
    this.#checked.delete(uri.toString());
    this.#collection.delete(uri);
  }

  closed(uri: vscode.Uri): void {
    this.cancel(uri);
    this.#checked.delete(uri.toString());
    if (!this.#byCommand.has(uri.toString())) this.#collection.delete(uri);
  }

  /** The setting was turned off: what a command has found stays. */
  clear(): void {
    for (const key of this.#checked.keys()) this.clean(vscode.Uri.parse(key));
  }

  dispose(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#disposable.dispose();
  }
}
