/** The lint of transcripts in VS Code: a chunk of its own, loaded when there is something to look at. */
import * as vscode from 'vscode';
import type { TranscriptFinding } from '../../core/transcript/finding.ts';
import type { Compute } from '../../core/io/compute.ts';
import type { Logger } from '../../core/io/logger.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import { lintTask } from '../../core/transcript/lint-task.ts';
import type { FileSystems } from '../file-systems.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { onCommand } from '../screen/commands.ts';
import { documentChunks } from './document-chunks.ts';
import { notCheckedDiagnostic, rangeOf, toDiagnostic, tooLargeDiagnostic } from './finding-words.ts';
import { gather, type Found } from './found.ts';
import { lintFile } from './lint-file.ts';
import { openDocumentOf } from '../services/services-document.ts';
import { SaveAsArtifactProvider, saveAsArtifact } from './save-as-artifact.ts';
import { TRANSCRIPT_SELECTOR, transcriptsIn } from './transcript-documents.ts';
import { TranscriptHover } from './transcript-hover.ts';

/** What the transcript lint works with. */
export interface TranscriptDependencies {
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly compute: Compute;
  readonly logger: Logger;
}

/** What is known of a document as it was in one version. */
interface Checked {
  readonly version: number;
  readonly found: Found;
}

/** A check that goes on. */
interface Running {
  readonly controller: AbortController;
  readonly result: Promise<Found | undefined>;
}

/** Diagnostics, hovers and quick fixes of open transcripts, and of files a command has checked. */
export class TranscriptLint implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('agentArtifacts.transcript');
  readonly #checked = new Map<string, Checked>();
  readonly #running = new Map<string, Running>();
  readonly #byCommand = new Set<string>();
  /** Files that are open and were not handed over. */
  readonly #tooLarge = new Set<string>();
  readonly #dependencies: TranscriptDependencies;
  readonly #disposable: vscode.Disposable;

  constructor(dependencies: TranscriptDependencies) {
    this.#dependencies = dependencies;
    const findingAt = (document: vscode.TextDocument, range: vscode.Range) => this.findingAt(document, range);
    this.#disposable = vscode.Disposable.from(
      this.#collection,
      vscode.languages.registerHoverProvider(TRANSCRIPT_SELECTOR, new TranscriptHover(findingAt)),
      vscode.languages.registerCodeActionsProvider(
        TRANSCRIPT_SELECTOR,
        new SaveAsArtifactProvider(findingAt),
        SaveAsArtifactProvider.metadata,
      ),
      onCommand('agentArtifacts.internal.saveFromTranscript', (save) => saveAsArtifact(save, dependencies.roots, this)),
    );
  }

  /**
   * Checks an open document. A newer check, or a change of the document, ends this one.
   * @returns what was found; undefined when it was ended
   */
  check(document: vscode.TextDocument): Promise<Found | undefined> {
    const key = document.uri.toString();
    this.cancel(document.uri);
    const controller = new AbortController();
    const result = this.#check(document, controller.signal).finally(() => {
      if (this.#running.get(key)?.controller === controller) this.#running.delete(key);
    });
    this.#running.set(key, { controller, result });
    return result;
  }

  /** The same; when a newer check takes its place, what that finds. @returns undefined when the document has changed meanwhile */
  async checkToEnd(document: vscode.TextDocument): Promise<Found | undefined> {
    const key = document.uri.toString();
    let found = await this.check(document);
    for (let newer = this.#running.get(key); !found && newer; newer = this.#running.get(key)) found = await newer.result;
    const checked = this.#checked.get(key);
    return found ?? (checked?.version === document.version ? checked.found : undefined);
  }

  async #check(document: vscode.TextDocument, signal: AbortSignal): Promise<Found | undefined> {
    const { uri, version } = document;
    try {
      const found = await gather(
        this.#dependencies.compute.stream(lintTask, documentChunks(document, signal), {}, { deadline: LINT_DEADLINE_MS, signal }),
      );
      if (signal.aborted || document.version !== version || document.isClosed) return undefined;
      this.#checked.set(uri.toString(), { version, found });
      this.show(uri, found);
      return found;
    } catch (error) {
      if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return undefined;
      // What an earlier version had is not where it says any more.
      this.clean(uri);
      this.#collection.set(uri, [notCheckedDiagnostic(error)]);
      throw error;
    }
  }

  /** The first finding in a range; undefined too when the document has changed since it was checked. */
  findingAt(document: vscode.TextDocument, range: vscode.Range): TranscriptFinding | undefined {
    const checked = this.#checked.get(document.uri.toString());
    if (checked?.version !== document.version) return undefined;
    return checked.found.first.find((finding) => rangeOf(finding).intersection(range) !== undefined);
  }

  /** Shows what was found in a file, as far as VS Code shows it. */
  show(uri: vscode.Uri, { first }: Found): void {
    this.#tooLarge.delete(uri.toString());
    this.#collection.set(uri, first.map(toDiagnostic));
  }

  /** Checks a file, open or not, by command; its diagnostics stay when it is closed. */
  async lintFile(argument: unknown): Promise<void> {
    await lintFile(argument, this, this.#dependencies, (uri) => this.#byCommand.add(uri.toString()));
  }

  /**
   * Says at the beginning of a file that it is not checked while it is open, and what reads it.
   * @param size bytes
   */
  tellTooLarge(uri: vscode.Uri, size: number): void {
    const key = uri.toString();
    // characters may be fewer than bytes; and what a command has found stays
    if (openDocumentOf(uri) || this.#byCommand.has(key)) return;
    this.#tooLarge.add(key);
    this.#collection.set(uri, [tooLargeDiagnostic(size)]);
  }

  /** A tab of a file was closed: of one that was not handed over, VS Code says no more than that. */
  left(uri: vscode.Uri): void {
    const key = uri.toString();
    const isShown = transcriptsIn(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)).some((each) => each.toString() === key);
    if (!isShown && this.#tooLarge.delete(key)) this.#collection.delete(uri);
  }

  cancel(uri: vscode.Uri): void {
    this.#running.get(uri.toString())?.controller.abort();
  }

  /** Nothing is left in a document. */
  clean(uri: vscode.Uri): void {
    this.cancel(uri);
    this.#tooLarge.delete(uri.toString());
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
    for (const key of [...this.#checked.keys(), ...this.#tooLarge]) this.clean(vscode.Uri.parse(key));
  }

  dispose(): void {
    for (const { controller } of this.#running.values()) controller.abort();
    this.#disposable.dispose();
  }
}
