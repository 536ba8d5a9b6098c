/** Finds references in documents and terminals: a chunk of its own, loaded when VS Code first asks for links. */

import * as vscode from 'vscode';
import type { Allowance } from '../../core/io/limits.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { referenceAt, referencesIn } from '../../core/refs/references-in-text.ts';
import { Debounced } from '../../platform/debounced.ts';

/** In a longer document only what is around the visible part is looked at. Characters; a few milliseconds' worth. */
const MOST_CHARACTERS = 1_000_000;
/** The same for more places that may be references: each is decoded, and VS Code keeps a decoration for each that is one. */
const MOST_LINKS = 2_000;
/** The same of what is around all visible parts together, which is looked at after the whole was: three a line. */
const MOST_VISIBLE_LINKS = 1_500;
/** Lines above and below what is visible that are looked at with it. */
const LINES_AROUND = 200;
/** Characters of a long line that are looked at before and behind where it is visible; VS Code draws 10,000 of a line. */
const CHARACTERS_AROUND = 10_000;
/** Characters of a line of a terminal; VS Code hands over 2,000 of one. */
const LONGEST_TERMINAL_LINE = 10_000;
/** Who scrolls rests now and then. Milliseconds. */
const SCROLLING = { quiet: 150, longest: 1000 };

/** A link that is told where it leads when somebody follows it. */
class ReferenceLink extends vscode.DocumentLink {
  readonly reference: string;
  readonly from: vscode.Uri;

  constructor(range: vscode.Range, reference: string, from: vscode.Uri) {
    super(range);
    this.tooltip = linkTitle(reference);
    this.reference = reference;
    this.from = from;
  }
}

/** The references in a document, and the part of it they were looked for in; undefined: all of it. */
interface Scanned {
  readonly links: ReferenceLink[];
  readonly covered?: readonly vscode.Range[];
}

/**
 * The references in every editor and output channel as links. Nothing is read for them: what a link leads to is looked up when it is followed.
 * VS Code asks once for a whole document; of a large one the visible part is answered, and VS Code is made to ask again after scrolling.
 */
export class ReferenceLinks implements vscode.Disposable {
  /** Large documents, and the parts of them whose links are known. */
  readonly #covered = new Map<string, readonly vscode.Range[]>();
  readonly #askAgain: Debounced;
  readonly #listeners: vscode.Disposable;

  /** @param askAgain makes VS Code ask for links anew */
  constructor(askAgain: () => void) {
    this.#askAgain = new Debounced(askAgain, SCROLLING);
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
        const covered = this.#covered.get(textEditor.document.uri.toString());
        if (covered && visibleRanges.some((range) => !covered.some((part) => part.contains(shownPart(range))))) this.#askAgain.call();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#covered.delete(uri.toString())),
    );
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const key = document.uri.toString();
    const { links, covered } = scanDocument(document, visibleRangesOf(document), this.#covered.has(key));
    if (covered) this.#covered.set(key, covered);
    else this.#covered.delete(key);
    return links;
  }

  resolveDocumentLink(link: vscode.DocumentLink): vscode.DocumentLink {
    if (link instanceof ReferenceLink) {
      const { reference, from } = link;
      link.target = openCommandUri(reference, from);
    }
    return link;
  }

  dispose(): void {
    this.#askAgain.dispose();
    this.#listeners.dispose();
  }
}

/** The reference at a place of a document. */
export function referenceUnder(document: vscode.TextDocument, { line, character }: vscode.Position): ReferenceUnder | undefined {
  const found = referenceAt(document.lineAt(line).text, character);
  return found && { reference: formatReference(found.reference), range: new vscode.Range(line, found.start, line, found.end) };
}

interface ReferenceUnder {
  readonly reference: string;
  readonly range: vscode.Range;
}

/**
 * The links of a document: all, unless it is large.
 * @param isKnownLarge whether it was too large before
 */
export function scanDocument(document: vscode.TextDocument, visible: readonly vscode.Range[], isKnownLarge = false): Scanned {
  const all = isKnownLarge ? undefined : scanWhole(document);
  return all ? { links: all } : scanVisible(document, visible);
}

/** Undefined when the document is too large for that. */
function scanWhole(document: vscode.TextDocument): ReferenceLink[] | undefined {
  if (document.lineCount > MOST_CHARACTERS / 10) return undefined;
  const links: ReferenceLink[] = [];
  const candidates = { left: MOST_LINKS + 1 };
  let characters = 0;
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    characters += text.length;
    if (characters > MOST_CHARACTERS) return undefined;
    addLinks(links, candidates, document.uri, { line, text, from: 0 });
    if (candidates.left <= 0) return undefined;
  }
  return links;
}

function scanVisible(document: vscode.TextDocument, visible: readonly vscode.Range[]): Required<Scanned> {
  const links: ReferenceLink[] = [];
  const covered: vscode.Range[] = [];
  const last = document.lineCount - 1;
  for (const range of visible) {
    const shown = shownPart(range);
    const candidates = { left: Math.ceil(MOST_VISIBLE_LINKS / visible.length) };
    const scan = (line: number): number => {
      const { text } = document.lineAt(line);
      const from = beginIn(line, shown);
      const seen = line === shown.end.line ? shown.end.character : 0;
      const part = text.slice(from, Math.max(from + 2 * CHARACTERS_AROUND, seen + CHARACTERS_AROUND));
      if (!covered.some((each) => each.contains(new vscode.Position(line, from))))
        addLinks(links, candidates, document.uri, { line, text: part, from });
      return part.length;
    };
    let characters = 0;
    // What is seen counts first, however long it is; then what comes next, in both directions.
    for (let line = shown.start.line; line <= Math.min(shown.end.line, last); line++) characters += scan(line);
    let [first, end] = [shown.start.line, Math.min(shown.end.line, last)];
    for (let step = 0; step < LINES_AROUND && characters < MOST_CHARACTERS && candidates.left > 0; step++) {
      if (end < last) characters += scan(++end);
      if (first > 0) characters += scan(--first);
    }
    const to = end === shown.end.line ? shown.end.character + CHARACTERS_AROUND : Number.MAX_SAFE_INTEGER;
    covered.push(new vscode.Range(first, beginIn(first, shown), end, to));
  }
  return { links, covered };
}

/** The first character of a line that is looked at. */
function beginIn(line: number, { start }: vscode.Range): number {
  return line === start.line ? Math.max(0, start.character - CHARACTERS_AROUND) : 0;
}

/** Where a line is not wrapped, its end counts as visible however long it is. */
function shownPart({ start, end }: vscode.Range): vscode.Range {
  const most = (start.line === end.line ? start.character : 0) + 4 * CHARACTERS_AROUND;
  return new vscode.Range(start, new vscode.Position(end.line, Math.min(end.character, most)));
}

/** A line, or a part of it that begins at the character `from`. */
interface LinePart {
  readonly line: number;
  readonly text: string;
  readonly from: number;
}

function addLinks(links: ReferenceLink[], candidates: Allowance, document: vscode.Uri, { line, text, from }: LinePart): void {
  for (const { start, end, reference } of referencesIn(text, candidates)) {
    links.push(new ReferenceLink(new vscode.Range(line, from + start, line, from + end), formatReference(reference), document));
  }
}

function visibleRangesOf(document: vscode.TextDocument): vscode.Range[] {
  return vscode.window.visibleTextEditors.filter((editor) => editor.document === document).flatMap(({ visibleRanges }) => visibleRanges);
}

/** A link in a terminal. */
export interface TerminalReference extends vscode.TerminalLink {
  readonly reference: string;
  /** The folder the shell is in; undefined where that is not known. */
  readonly folder: vscode.Uri | undefined;
}

/** The links of a line of a terminal. */
export function terminalLinks({ line, terminal }: Pick<vscode.TerminalLinkContext, 'line' | 'terminal'>): TerminalReference[] {
  return referencesIn(line.slice(0, LONGEST_TERMINAL_LINE)).map(({ start, end, reference }) => {
    const text = formatReference(reference);
    return { startIndex: start, length: end - start, tooltip: linkTitle(text), reference: text, folder: folderOf(terminal) };
  });
}

function folderOf({ shellIntegration, creationOptions }: vscode.Terminal): vscode.Uri | undefined {
  const cwd = shellIntegration?.cwd ?? ('cwd' in creationOptions ? creationOptions.cwd : undefined);
  const folder = typeof cwd === 'string' ? vscode.Uri.file(cwd) : cwd;
  // What lies in a folder is near to what is inside it.
  return folder && vscode.Uri.joinPath(folder, 'terminal');
}

/** What following a link does, for the tooltip of VS Code, which adds the key. */
function linkTitle(reference: string): string {
  // of workspace files the path in it can be long, and nobody reads base64
  return reference.length > 60 ? vscode.l10n.t('Preview the artifact') : vscode.l10n.t('Preview {0}', reference);
}

/**
 * The address by which VS Code opens a reference.
 * @param from where the reference stands: of several data roots the nearest counts
 * @param rootId the data root, where it was chosen
 */
export function openCommandUri(reference: string, from?: vscode.Uri, rootId?: string): vscode.Uri {
  const values = [reference, from?.toString() ?? null, ...(rootId === undefined ? [] : [rootId])];
  return vscode.Uri.from({ scheme: 'command', path: 'agentArtifacts.internal.openReference', query: JSON.stringify(values) });
}
