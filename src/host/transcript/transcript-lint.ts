/** The lint of transcripts in VS Code: a chunk of its own, loaded when there is something to look at. */

import { imageSize } from 'image-size';
import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { encodeBase64 } from '../../core/io/base64.ts';
import type { Compute } from '../../core/io/compute.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import type { Logger } from '../../core/io/logger.ts';
import { safeName } from '../../core/routing/description.ts';
import { decodeFinding } from '../../core/transcript/decode-finding.ts';
import { formatPath, type TranscriptFinding } from '../../core/transcript/finding.ts';
import { lintTask } from '../../core/transcript/lint-task.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { onCommand } from '../screen/commands.ts';
import { escapeMarkdown } from '../screen/plain-text.ts';
import { type Found, gather, notCheckedDiagnostic, findingRange, toDiagnostic, tooLargeDiagnostic, typeInWords } from './finding-words.ts';
import { lintFile } from './lint-file.ts';
import { saveAsArtifact, FindingActions } from './save-as-artifact.ts';
import { TRANSCRIPT_SELECTOR, transcriptsIn } from './transcript-documents.ts';
import { openDocumentOf } from '../screen/documents.ts';

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
      vscode.languages.registerCodeActionsProvider(TRANSCRIPT_SELECTOR, new FindingActions(findingAt), FindingActions.metadata),
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
    return checked.found.first.find((finding) => findingRange(finding).intersection(range) !== undefined);
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

/** Characters turned into bytes at a time. */
const PIECE = 64 * 1024;
const encoder = new TextEncoder();

/**
 * An open document as UTF-8, line by line as the editor counts them. The worker that takes a chunk decides when the next one is read.
 * Throws the signal's reason, or an `AbortError` once the document has changed or is closed.
 */
export async function* documentChunks(document: vscode.TextDocument, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { version } = document;
  let piece = '';
  for (let line = 0; line < document.lineCount; line++) {
    piece += line === 0 ? document.lineAt(line).text : `\n${document.lineAt(line).text}`;
    while (piece.length >= PIECE || (line === document.lineCount - 1 && piece !== '')) {
      yield encoder.encode(piece.slice(0, PIECE));
      signal.throwIfAborted();
      if (document.version !== version || document.isClosed) throw new DOMException('The document has changed.', 'AbortError');
      piece = piece.slice(PIECE);
    }
  }
}

/** VS Code cuts a hover's Markdown at 100,000 characters; a picture must leave room for the facts. In characters of base64. */
const LARGEST_PICTURE = 96_000;
/** What every browser draws, and what cannot hold a script. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** A hover has 250 CSS pixels, the message and the facts above included; higher pictures are made smaller. */
const HEIGHT = 110;

/** Tells of binary content in a text what it is and what to do, with the picture when it is small. */
class TranscriptHover implements vscode.HoverProvider {
  readonly #findingAt: (document: vscode.TextDocument, range: vscode.Range) => TranscriptFinding | undefined;

  constructor(findingAt: (document: vscode.TextDocument, range: vscode.Range) => TranscriptFinding | undefined) {
    this.#findingAt = findingAt;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const finding = this.#findingAt(document, new vscode.Range(position, position));
    if (!finding) return undefined;
    const range = findingRange(finding);
    const picture = pictureOf(finding, () => document.getText(range));
    const parts = [facts(finding), advice(finding), ...(picture === undefined ? [] : [picture])];
    return new vscode.Hover(new vscode.MarkdownString(parts.join('\n\n')), range);
  }
}

function facts(finding: TranscriptFinding): string {
  const { l10n } = vscode;
  const { size, tokens, characters, path } = finding;
  const known = [
    typeInWords(finding),
    formatSize(size),
    l10n.t('{0} characters, about {1} tokens', characters.toLocaleString(vscode.env.language), tokens.toLocaleString(vscode.env.language)),
    ...(path.length > 0 ? [l10n.t('at {0}', formatPath(path))] : []),
  ];
  return known.map((fact) => escapeMarkdown(safeName(fact))).join(' · ');
}

/** What was found is only the beginning of a list that is cut off or broken: nothing is offered to replace it. */
function advice({ isWhole }: TranscriptFinding): string {
  if (!isWhole)
    return escapeMarkdown(
      vscode.l10n.t(
        'A model cannot see binary content in text. The list is truncated or damaged: only the part found here is binary content, and the rest cannot be restored.',
      ),
    );
  if (!vscode.workspace.isTrusted)
    return escapeMarkdown(
      vscode.l10n.t(
        'A model cannot see binary content in text. Send it as a media part; in a trusted folder you can save it as an artifact.',
      ),
    );
  return escapeMarkdown(
    vscode.l10n.t(
      'A model cannot see binary content in text. Save it as an artifact and pass its reference (Quick Fix), or send it as a media part.',
    ),
  );
}

function pictureOf({ mimeType, form, size, length }: TranscriptFinding, text: () => string): string | undefined {
  if (mimeType === undefined || !PICTURES.has(mimeType) || (size * 4) / 3 > LARGEST_PICTURE || length > 8 * LARGEST_PICTURE)
    return undefined;
  try {
    const bytes = decodeFinding(form, text());
    const { height } = imageSize(bytes);
    return `![](data:${mimeType};base64,${encodeBase64(bytes)}${height > HEIGHT ? `|height=${HEIGHT}` : ''})`;
  } catch {
    return undefined; // no longer what it was, or no picture behind its first bytes
  }
}
