import * as vscode from 'vscode';
import { applyEdits, type TextEdit } from '../../../core/json/edit.ts';
import type { InferenceSource } from '../../../core/models/catalogue/inference.ts';
import type { CapabilityChange } from '../../../core/models/catalogue/propose-capabilities.ts';
import { Debounced } from '../../../platform/debounced.ts';

/** A remark on a line of the proposed text. */
export interface ProposalLabel {
  /** In the proposed text: somewhere on the line. */
  readonly offset: number;
  readonly text: string;
}

/** What a proposal comes to for a text. */
export type ProposedText =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly labels: readonly ProposalLabel[] }
  | { readonly ok: false; readonly reason: 'unusable_text' | 'service_not_found' };

/** A change of a configuration that a person looks at before it is made. */
export interface ProposedChange {
  /** The file it changes. */
  readonly uri: vscode.Uri;
  /** The title of the editor that shows it. */
  readonly title: string;
  /** What else a person should know before they decide. */
  readonly note?: Note | undefined;
  /** What it comes to for a text; asked again whenever the file changes. */
  compute(text: string): ProposedText;
}

/** A text that is only to be read. */
export interface Note {
  /** The name of the document it is shown as. */
  readonly name: string;
  readonly text: string;
}

/** The documents with notes: an action in the title of their editors shows them. */
const CONTEXT = 'agentArtifacts.documentsWithNotes';

/** What a person should know besides what a document says, and can come back to as long as it is open. */
export class Notes {
  readonly #notes = new Map<string, Note>();

  attach(uri: vscode.Uri, note: Note): void {
    this.#notes.set(uri.toString(), note);
    this.#tell();
  }

  detach(uri: vscode.Uri): void {
    if (this.#notes.delete(uri.toString())) this.#tell();
  }

  of(uri: vscode.Uri | undefined): Note | undefined {
    return uri && this.#notes.get(uri.toString());
  }

  #tell(): void {
    void vscode.commands.executeCommand('setContext', CONTEXT, [...this.#notes.keys()]);
  }
}

/** The scheme of documents with proposed texts, and of the empty one beside that of a new file. */
export const PROPOSED_SCHEME = 'agent-artifacts-proposed';

const AFTER_TYPING = { quiet: 200, longest: 1000 };
const LABEL = { margin: '0 0 0 3ch', color: new vscode.ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic' };

/** A proposal beside its file: the file on the left, what it would be on the right, in step with it. */
export class ShownProposal implements vscode.Disposable {
  readonly proposal: ProposedChange;
  /** The address of the proposed text. */
  readonly right: vscode.Uri;
  /** The file, or nothing where it is new. */
  readonly left: vscode.Uri;
  /** There was no file when it was shown. */
  readonly isNew: boolean;
  readonly #changed: (uri: vscode.Uri) => void;
  readonly #decoration = vscode.window.createTextEditorDecorationType({ after: LABEL, isWholeLine: true });
  readonly #disposable: vscode.Disposable;
  #text = '';
  /** The number of the newest computation. */
  #turn = 0;
  #labels: readonly ProposalLabel[] = [];

  constructor(proposal: ProposedChange, id: number, isNew: boolean, changed: (uri: vscode.Uri) => void) {
    this.proposal = proposal;
    this.isNew = isNew;
    this.right = proposal.uri.with({ scheme: PROPOSED_SCHEME, query: String(id) });
    this.left = isNew ? this.right.with({ query: 'nothing' }) : proposal.uri;
    this.#changed = changed;
    // a file that is gone leaves the text as it was
    const again = new Debounced(() => void this.compute().catch(() => undefined), AFTER_TYPING);
    const isShown = ({ uri }: vscode.TextDocument): boolean => uri.toString() === this.right.toString();
    this.#disposable = vscode.Disposable.from(
      this.#decoration,
      again,
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (isShown(document)) this.#label();
        else if (contentChanges.length > 0 && document.uri.toString() === proposal.uri.toString()) again.call();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#label()),
    );
  }

  get text(): string {
    return this.#text;
  }

  /** Brings the proposed text up to date with the file. While the file cannot be changed, it is the file's own text. */
  async compute(): Promise<void> {
    const turn = ++this.#turn;
    const text = await this.#textOfFile();
    if (turn !== this.#turn) return;
    const proposed = this.proposal.compute(text);
    this.#text = proposed.ok ? applyEdits(text, proposed.edits) : text;
    this.#labels = proposed.ok ? proposed.labels : [];
    this.#changed(this.right);
    this.#label();
  }

  dispose(): void {
    this.#turn++;
    this.#disposable.dispose();
  }

  async #textOfFile(): Promise<string> {
    return this.isNew ? '' : (await vscode.workspace.openTextDocument(this.left)).getText();
  }

  /** Writes the remarks behind the lines they are about. */
  #label(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (document.uri.toString() !== this.right.toString() || document.getText() !== this.#text) continue;
      const byLine = Map.groupBy(this.#labels, ({ offset }) => document.positionAt(offset).line);
      editor.setDecorations(
        this.#decoration,
        [...byLine].map(([line, labels]) => {
          const text = labels.map((label) => label.text).join(' · ');
          return {
            range: document.lineAt(line).range,
            hoverMessage: new vscode.MarkdownString().appendText(text),
            renderOptions: { after: { contentText: text } },
          };
        }),
      );
    }
  }
}

/** How something was found, and where: `exact: gpt-4o, @langchain/openai 1.6.0`. */
export function sourceWords({ match, entry, package: from }: InferenceSource): string {
  return from === undefined ? matchWords(match, entry) : `${matchWords(match, entry)}, ${from}`;
}

function matchWords(match: InferenceSource['match'], entry: string): string {
  switch (match) {
    case 'exact':
      return vscode.l10n.t('exact match: {0}', entry);
    case 'alias':
      return vscode.l10n.t('alias: {0}', entry);
    case 'family':
      return vscode.l10n.t('family: {0}', entry);
    case 'guess':
      return vscode.l10n.t('guess: {0}', entry);
  }
}

/** What changes, with a sign before each; what is taken away first, so that nothing cuts it off. */
export function changeWords(changes: readonly CapabilityChange[]): string {
  return changes
    .toSorted((a, b) => Number(a.isDeclared) - Number(b.isDeclared))
    .map(({ type, isDeclared }) => `${isDeclared ? '+' : '−'}${type}`)
    .join(' ');
}

/** The sources of changes that can be seen; what each of them says only where there are several. */
export function sourcesInShort(changes: readonly CapabilityChange[]): string {
  const bySource = Map.groupBy(changes, ({ source }) => sourceWords(source));
  return bySource.size === 1
    ? [...bySource.keys()].join()
    : [...bySource].map(([source, own]) => `${source}: ${changeWords(own)}`).join('; ');
}
