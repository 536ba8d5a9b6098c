import * as vscode from 'vscode';
import { type ConversationDependencies, ConversationDocument } from './conversation-document.ts';
import { ConversationEditor, type EditorDependencies } from './conversation-editor.ts';
import { PartFiles } from './part-files.ts';
import { undoConversationRepair } from './repair-conversation.ts';

/** The type of the editor; also in `customEditors` of package.json, and in its `when` clauses. */
export const CONVERSATION_VIEW_TYPE = 'agentArtifacts.conversation';

/** The conversations that are open, and what commands do with them. */
export class Conversations implements vscode.CustomReadonlyEditorProvider<ConversationDocument>, vscode.Disposable {
  readonly #dependencies: ConversationDependencies & EditorDependencies;
  readonly #parts: PartFiles;
  readonly #editors = new Set<ConversationEditor>();

  constructor(dependencies: ConversationDependencies & EditorDependencies) {
    this.#dependencies = dependencies;
    this.#parts = new PartFiles(dependencies.fileSystems);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  openCustomDocument(uri: vscode.Uri): ConversationDocument {
    const document = new ConversationDocument(uri, this.#dependencies);
    void document.reload();
    return document;
  }

  resolveCustomEditor(document: ConversationDocument, panel: vscode.WebviewPanel): void {
    const editor = new ConversationEditor(document, panel, { ...this.#dependencies, parts: this.#parts });
    this.#editors.add(editor);
    panel.onDidDispose(() => {
      this.#editors.delete(editor);
      editor.dispose();
    });
  }

  /**
   * @param argument the file's URI; without one the file in front, or a person chooses
   * @param message the number of a message to go to
   */
  async open(argument: unknown, message: unknown): Promise<void> {
    const uri = argument instanceof vscode.Uri ? argument : (fileInFront() ?? (await chooseFile()));
    if (!uri) return;
    await vscode.commands.executeCommand('vscode.openWith', uri, CONVERSATION_VIEW_TYPE);
    if (typeof message === 'number') this.#shown(uri)?.goToMessage(message);
  }

  #shown(uri: vscode.Uri): ConversationEditor | undefined {
    return [...this.#editors].findLast(({ document }) => document.uri.toString() === uri.toString());
  }

  /** Undoes the last repair of a file. @param argument as in {@link open} */
  async undo(argument: unknown): Promise<void> {
    const uri = argument instanceof vscode.Uri ? argument : (fileInFront() ?? (await chooseFile()));
    if (!uri) return;
    await undoConversationRepair(this.#shown(uri)?.document ?? { uri, reload: async () => undefined });
  }
}

function fileInFront(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const filters = { [vscode.l10n.t('Conversations')]: ['jsonl', 'json'] };
  return (await vscode.window.showOpenDialog({ canSelectMany: false, filters, openLabel: vscode.l10n.t('Open as Conversation') }))?.[0];
}
