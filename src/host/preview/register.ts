import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import { onCommand } from '../screen/commands.ts';
import { PREVIEW_VIEW_TYPE, PreviewController, type PreviewDependencies } from './preview-controller.ts';

const WALKTHROUGH = 'agent-artifacts.agent-artifacts#getStarted';

/** Registers the previews, their commands and the view of the files that were previewed; what they do is loaded with the first one. */
export function registerPreview(dependencies: PreviewDependencies): PreviewController {
  const controller = new PreviewController(dependencies);
  const changed = new vscode.EventEmitter<void>();
  const load = loadOnce(async () => {
    const { PreviewCommands } = await import('./preview-commands.ts');
    return new PreviewCommands(controller, dependencies, () => changed.fire());
  });
  controller.own(
    changed,
    vscode.window.registerTreeDataProvider<vscode.Uri>('agentArtifacts.previewedFiles', {
      onDidChangeTreeData: changed.event,
      getChildren: async () => (await load()).files.list(),
      getTreeItem: async (uri) => (await import('./previewed-files.ts')).itemOfFile(uri),
    }),
    vscode.window.registerWebviewPanelSerializer(PREVIEW_VIEW_TYPE, controller),
    onCommand('agentArtifacts.openPreview', async (argument, selected) => (await load()).open(argument, selected, {})),
    onCommand('agentArtifacts.openPreviewToSide', async (argument, selected) => (await load()).open(argument, selected, { toSide: true })),
    onCommand('agentArtifacts.previewFile', async (uri, selected) => (await load()).previewFile(uri, selected)),
    onCommand('agentArtifacts.previewChosenFile', async () => (await load()).chooseFiles()),
    onCommand('agentArtifacts.internal.previewAgain', async (uri) => (await load()).previewAgain(uri)),
    onCommand('agentArtifacts.removePreviewedFile', async (uri) => (await load()).files.remove(uri)),
    onCommand('agentArtifacts.clearPreviewedFiles', async () => (await load()).files.clear()),
    onCommand('agentArtifacts.pinPreview', () => pin(true)),
    onCommand('agentArtifacts.unpinPreview', () => pin(false)),
    onCommand('agentArtifacts.undoPreviewEdit', () => controller.active?.edits.undo()),
    onCommand('agentArtifacts.redoPreviewEdit', () => controller.active?.edits.redo()),
    onCommand('agentArtifacts.copyMessage', async (argument, selected) => (await load()).copyMessage(argument, selected)),
    onCommand('agentArtifacts.chooseComparedModels', async () =>
      (await import('./compared-models.ts')).chooseComparedModels(dependencies, () => controller.showComparison()),
    ),
    onCommand('agentArtifacts.getStarted', async () => {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);
    }),
    onCommand('agentArtifacts.selectModel', async (argument) => (await load()).selectModel(argument)),
  );
  return controller;

  function pin(pinned: boolean): void {
    if (controller.active) controller.setPinned(controller.active, pinned);
  }
}
