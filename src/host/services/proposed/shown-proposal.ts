import * as vscode from 'vscode';
import { applyEdits } from '../../../core/json/edit.ts';
import { Debounced } from '../../debounce.ts';
import type { Proposal, ProposalLabel } from './proposal.ts';

/** Of the documents with proposed texts, and of the empty one beside that of a new file. */
export const PROPOSED_SCHEME = 'agent-artifacts-proposed';

const AFTER_TYPING = { quiet: 200, longest: 1000 };
const LABEL = { margin: '0 0 0 3ch', color: new vscode.ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic' };

/** A proposal beside its file: the file on the left, what it would be on the right, in step with it. */
export class ShownProposal implements vscode.Disposable {
  readonly proposal: Proposal;
  /** Of the proposed text. */
  readonly right: vscode.Uri;
  /** The file, or nothing where it is new. */
  readonly left: vscode.Uri;
  /** There was no file when it was shown. */
  readonly isNew: boolean;
  readonly #changed: (uri: vscode.Uri) => void;
  readonly #decoration = vscode.window.createTextEditorDecorationType({ after: LABEL, isWholeLine: true });
  readonly #disposable: vscode.Disposable;
  #text = '';
  /** Of the newest computation. */
  #turn = 0;
  #labels: readonly ProposalLabel[] = [];

  constructor(proposal: Proposal, id: number, isNew: boolean, changed: (uri: vscode.Uri) => void) {
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
