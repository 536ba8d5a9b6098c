import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import { onCommand } from '../screen/commands.ts';
import type { ConversationDependencies, ConversationDocument } from './conversation-document.ts';
import type { EditorDependencies } from './conversation-editor.ts';

/** Registers the editor of conversations and its commands; all of it is loaded with the first one. */
export function registerConversation(dependencies: ConversationDependencies & EditorDependencies): vscode.Disposable {
  const conversations = loadOnce(async () => new (await import('./conversations.ts')).Conversations(dependencies));
  const provider: vscode.CustomReadonlyEditorProvider<ConversationDocument> = {
    openCustomDocument: async (uri) => (await conversations()).openCustomDocument(uri),
    resolveCustomEditor: async (document, panel) => (await conversations()).resolveCustomEditor(document, panel),
  };
  return vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider('agentArtifacts.conversation', provider, { supportsMultipleEditorsPerDocument: true }),
    onCommand('agentArtifacts.openConversation', async (argument: unknown) => (await conversations()).open(argument)),
    onCommand('agentArtifacts.undoRepair', async (argument: unknown) => (await conversations()).undo(argument)),
  );
}
