import * as vscode from 'vscode';

/** A text that is only to be read. */
export interface Note {
  /** Of the document it is shown as. */
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
