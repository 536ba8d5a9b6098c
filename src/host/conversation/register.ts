import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import { onCommand } from '../screen/commands.ts';
import type { ConversationDependencies, ConversationDocument } from './conversation-document.ts';
import type { EditorDependencies } from './conversation-editor.ts';

/** Registers the editor of conversations and its commands; all of it is loaded with the first one. */
export function registerConversation(dependencies: ConversationDependencies & EditorDependencies): vscode.Disposable {
  const loaded: vscode.Disposable[] = [];
  const conversations = loadOnce(async () => {
    const { Conversations } = await import('./conversations.ts');
    const made = new Conversations(dependencies);
    loaded.push(made);
    return made;
  });
  const provider: vscode.CustomReadonlyEditorProvider<ConversationDocument> = {
    openCustomDocument: async (uri) => (await conversations()).openCustomDocument(uri),
    resolveCustomEditor: async (document, panel) => (await conversations()).resolveCustomEditor(document, panel),
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => vscode.Disposable.from(...loaded).dispose()),
    vscode.window.registerCustomEditorProvider('agentArtifacts.conversation', provider, { supportsMultipleEditorsPerDocument: true }),
    onCommand('agentArtifacts.openConversation', async (argument: unknown) => (await conversations()).open(argument)),
    onCommand('agentArtifacts.undoRepair', async (argument: unknown) => (await conversations()).undo(argument)),
  );
}
