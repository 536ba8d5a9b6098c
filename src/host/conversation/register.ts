import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import { onCommand, onRows } from '../screen/commands.ts';
import { DRAGGED_TYPES, setDragged } from '../screen/dragged-rows.ts';
import type { ConversationDependencies, ConversationDocument } from './conversation-document.ts';
import type { EditorDependencies } from './conversation-editor.ts';
import type { PartFiles } from './part-files.ts';
import type { LineCommand } from './line-commands.ts';
import type { SessionGalleriesDependencies } from './session-galleries.ts';
import type { SessionNode } from './session-nodes.ts';
import type { ViewDependencies } from './sessions-tree.ts';

/** Whether programs are offered at all: only where their files are. Also in `when` clauses of package.json. */
const PROGRAMS_CONTEXT = 'agentArtifacts.hasPrograms';

/** Registers the editor and the view of conversations and their commands; all of it is loaded with the first one. */
export function registerConversation(
  dependencies: ConversationDependencies &
    EditorDependencies &
    Omit<ViewDependencies, 'parts'> &
    Pick<SessionGalleriesDependencies, 'preview' | 'logger' | 'extensionUri'>,
): vscode.Disposable {
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
  const changed = new vscode.EventEmitter<SessionNode[] | undefined>();
  const loadView = loadOnce(async () => {
    const { openSessionsView } = await import('./sessions-tree.ts');
    const parts = async (): Promise<PartFiles> => (await conversations()).parts;
    const opened = openSessionsView({ ...dependencies, parts }, views, (nodes) => changed.fire(nodes));
    loaded.push(opened.tree, opened.programs);
    return opened;
  });
  const galleries = loadOnce(async () => {
    const { SessionGalleries } = await import('./session-galleries.ts');
    const made = new SessionGalleries({ ...dependencies, ...(await loadView()) });
    loaded.push(made);
    return made;
  });
  /** A command on lines that are artifacts. */
  const onLines = (name: LineCommand) =>
    onRows(async (argument, selected) => {
      const commands = await lineCommands();
      await commands[name](commands.artifactLinesIn(argument, selected), dependencies);
    });
  // The first is there without a data root, and open; the second one with it, below the artifacts, and folded up.
  const views: readonly vscode.TreeView<SessionNode>[] = ['agentArtifacts.sessions', 'agentArtifacts.conversations'].map((id) =>
    vscode.window.createTreeView<SessionNode>(id, {
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: {
        dragMimeTypes: DRAGGED_TYPES,
        dropMimeTypes: [],
        handleDrag: async (nodes, data) => setDragged(data, (await lineCommands()).draggedLines(nodes)),
      },
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (node) => (await loadView()).tree.getChildren(node),
        getTreeItem: async (node) => (await loadView()).tree.getTreeItem(node),
      },
    }),
  );
  void vscode.commands.executeCommand('setContext', PROGRAMS_CONTEXT, dependencies.home !== undefined);
  return vscode.Disposable.from(
    ...views,
    changed,
    onCommand('agentArtifacts.showConversations', async (program: unknown) => (await loadView()).programs.show(program)),
    onCommand('agentArtifacts.stopShowingConversations', async (program: unknown) => (await loadView()).programs.stop(program)),
    onCommand('agentArtifacts.refreshConversations', async () => {
      await dependencies.roots.refresh();
      (await loadView()).tree.lookAgain();
    }),
    onCommand('agentArtifacts.stopCheckingConversations', async () => (await loadView()).tree.stopChecking()),
    onCommand(
      'agentArtifacts.openConversationGallery',
      onRows(async (node) => (await galleries()).open(node)),
    ),
    onCommand('agentArtifacts.internal.showMoreSessions', async (node) => (await loadView()).tree.showMore(node)),
    onCommand('agentArtifacts.previewSessionArtifacts', onLines('previewLines')),
    onCommand('agentArtifacts.compareSelectedSessionArtifacts', onLines('compareLines')),
    onCommand('agentArtifacts.compareSessionArtifactVersions', onLines('compareLineVersions')),
    onCommand('agentArtifacts.compareSessionArtifactWithWorkspace', onLines('compareLineWithWorkspace')),
    onCommand('agentArtifacts.copySessionArtifactReference', onLines('copyLineReferences')),
    onCommand('agentArtifacts.exportSessionArtifacts', onLines('exportLines')),
    onCommand('agentArtifacts.goToSessionArtifact', onLines('goToLineMessage')),
    new vscode.Disposable(() => vscode.Disposable.from(...loaded).dispose()),
    vscode.window.registerCustomEditorProvider('agentArtifacts.conversation', provider, { supportsMultipleEditorsPerDocument: true }),
    onCommand('agentArtifacts.openConversation', async (argument: unknown, message: unknown) =>
      (await conversations()).open(argument, message),
    ),
    onCommand('agentArtifacts.showSessionArtifacts', async (argument: unknown) => (await conversations()).showArtifacts(argument)),
    onCommand('agentArtifacts.findErrorPart', async (argument: unknown) => (await conversations()).findErrorPart(argument, loadView)),
    onCommand('agentArtifacts.applyRepair', async (argument: unknown) => (await conversations()).applyRepair(argument)),
    onCommand('agentArtifacts.discardRepair', async (argument: unknown) => (await conversations()).discardRepair(argument)),
    onCommand('agentArtifacts.undoRepair', async (argument: unknown) => (await conversations()).undo(argument)),
  );
}

const lineCommands = () => import('./line-commands.ts');
