import * as vscode from 'vscode';
import { notify, tellGone } from '../../screen/notify.ts';
import { openOrCreate, tellCreated } from '../created-file.ts';
import { editDocument, openIfThere, reportRefusal } from '../../screen/document-edit.ts';
import { revealService } from '../edit-service.ts';
import { mayWrite } from '../../screen/unavailable.ts';
import { showEdit } from '../../screen/notify-edit.ts';
import { type Note, Notes, type ProposedChange, PROPOSED_SCHEME, ShownProposal } from './proposal.ts';
import { comparedOf, lastName, shownBy, tabsOf } from '../../screen/documents.ts';

/**
 * Changes of configurations that are shown before they are made, in VS Code's own comparison of two texts: the file beside
 * what it would be. Two actions in the title of the editor, in words, make the change or drop it; closing the editor drops it.
 */
export class Proposals implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #shown = new Map<string, ShownProposal>();
  readonly #notes = new Notes();
  /** The notes that are open, by the addresses of their documents. */
  readonly #openNotes = new Map<string, Note>();
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposable: vscode.Disposable;
  readonly onDidChange = this.#onDidChange.event;
  readonly #changed: () => Promise<void>;
  #count = 0;

  /** @param changed a configuration is where none was, or gone again */
  constructor(changed: () => Promise<void> = async () => {}) {
    this.#changed = changed;
    this.#disposable = vscode.Disposable.from(
      this.#onDidChange,
      vscode.workspace.registerTextDocumentContentProvider(PROPOSED_SCHEME, this),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) this.#closed(input);
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#shown.get(uri.toString())?.text ?? this.#openNotes.get(uri.toString())?.text ?? '';
  }

  /** Shows a proposal; an earlier one for the same file makes way. */
  async show(proposal: ProposedChange): Promise<void> {
    for (const { proposal: earlier, right } of [...this.#shown.values()]) {
      if (earlier.uri.toString() === proposal.uri.toString()) await this.discard(right);
    }
    const file = await openIfThere(proposal.uri);
    const shown = new ShownProposal(proposal, ++this.#count, file === undefined, (uri) => this.#onDidChange.fire(uri));
    this.#shown.set(shown.right.toString(), shown);
    try {
      await shown.compute();
    } catch (error) {
      this.#forget(shown.right);
      throw error;
    }
    if (proposal.note) this.#notes.attach(shown.right, proposal.note);
    const document = await vscode.workspace.openTextDocument(shown.right);
    if (file && document.languageId !== file.languageId) await vscode.languages.setTextDocumentLanguage(document, file.languageId);
    await vscode.commands.executeCommand('vscode.diff', shown.left, shown.right, proposal.title, { preview: false });
  }

  /** Keeps a note for an open document: an action in the title of its editor shows it. */
  attachNote(uri: vscode.Uri, note: Note): void {
    this.#notes.attach(uri, note);
  }

  /** Shows a note: the given one, or that of a document, of the editor in front where none is named. */
  async showNote(argument: unknown): Promise<void> {
    const note = isNote(argument)
      ? argument
      : this.#notes.of(argument instanceof vscode.Uri ? argument : shownBy(vscode.window.tabGroups.activeTabGroup.activeTab?.input));
    if (note === undefined) return;
    // each note has its own document: one that is open does not change under its reader
    const open = [...this.#openNotes].find(([, each]) => each === note)?.[0];
    const uri = open
      ? vscode.Uri.parse(open)
      : vscode.Uri.from({ scheme: PROPOSED_SCHEME, path: `/${note.name}`, query: String(++this.#count) });
    this.#openNotes.set(uri.toString(), note);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** Makes the change, for the text as it is now, as one step of undo; then shows the file where it changed. */
  async apply(argument: unknown): Promise<void> {
    if (!mayWrite()) return;
    const shown = this.#find(argument);
    if (shown === undefined) return tellGone();
    const { proposal, right } = shown;
    const existing = await openIfThere(proposal.uri);
    if (shown.isNew && existing && existing.getText() !== '') {
      notify('information', vscode.l10n.t('{0} exists now. Check the change before applying it.', lastName(proposal.uri)));
      return this.show(proposal);
    }
    const opened = await openOrCreate(proposal.uri);
    if (opened === undefined) return;
    const { document, created } = opened;
    const made = await editDocument(document, (text) => proposal.compute(text));
    if (typeof made === 'string') return reportRefusal(document, made);
    if (created) await this.#changed();
    await this.discard(right);
    await (created ? revealService(document, { index: 0 }) : showEdit(made));
    if (created) tellCreated(created, made.text, this.#changed);
  }

  /** Drops a proposal and closes its editor. */
  async discard(argument: unknown): Promise<void> {
    const shown = this.#find(argument);
    if (shown === undefined) return tellGone();
    const tabs = tabsOf(shown.right);
    this.#forget(shown.right);
    await vscode.window.tabGroups.close(tabs);
  }

  dispose(): void {
    for (const shown of this.#shown.values()) shown.dispose();
    this.#disposable.dispose();
  }

  /** That of the given proposed text, else that of the editor in front. */
  #find(argument: unknown): ShownProposal | undefined {
    const uri = comparedOf(argument);
    return uri && this.#shown.get(uri.toString());
  }

  /** An editor that was split, or moved to another group, is still there in another tab. */
  #closed(input: unknown): void {
    const uri = shownBy(input);
    if (uri === undefined || tabsOf(uri).length > 0) return;
    this.#openNotes.delete(uri.toString());
    this.#forget(uri);
  }

  #forget(uri: vscode.Uri): void {
    this.#notes.detach(uri);
    this.#shown.get(uri.toString())?.dispose();
    this.#shown.delete(uri.toString());
  }
}

function isNote(argument: unknown): argument is Note {
  return typeof argument === 'object' && argument !== null && 'name' in argument && 'text' in argument;
}
