import * as vscode from 'vscode';
import type { OpenRoot } from '../roots/open-root.ts';
import { loadArtifact } from './loaded-artifact.ts';
import { messageJson } from './message-text.ts';
import { pickModel } from './model-quick-pick.ts';
import { PREVIEW_VIEW_TYPE, PreviewController, type PreviewDependencies, type ShowOptions } from './preview-controller.ts';
import { previewTarget, type PreviewTarget } from './preview-target.ts';
import { routeArtifact } from './routed-artifact.ts';

/** Registers the previews and their commands. */
export function registerPreview(dependencies: PreviewDependencies): PreviewController {
  const controller = new PreviewController(dependencies);
  const { roots, previewService, fileSystems } = dependencies;
  controller.own(
    vscode.window.registerWebviewPanelSerializer(PREVIEW_VIEW_TYPE, controller),
    vscode.commands.registerCommand('agentArtifacts.openPreview', (argument: unknown) => open(argument, {})),
    vscode.commands.registerCommand('agentArtifacts.openPreviewToSide', (argument: unknown) => open(argument, { toSide: true })),
    vscode.commands.registerCommand('agentArtifacts.pinPreview', () => pin(true)),
    vscode.commands.registerCommand('agentArtifacts.unpinPreview', () => pin(false)),
    vscode.commands.registerCommand('agentArtifacts.copyMessage', (argument: unknown) => copyMessage(argument)),
    vscode.commands.registerCommand('agentArtifacts.selectModel', (argument: unknown) => selectModel(argument)),
  );
  return controller;

  function pin(pinned: boolean): void {
    if (controller.active) controller.setPinned(controller.active, pinned);
  }

  async function open(argument: unknown, options: ShowOptions): Promise<void> {
    const { root, reference } = controller.active ?? {};
    const shown = root && reference && { root, reference };
    const target = (await previewTarget(argument, roots)) ?? (await previewTarget(dependencies.selectedArtifact?.(), roots)) ?? shown;
    if (target) await controller.show(target.root, target.reference, options);
    else void vscode.window.showInformationMessage(vscode.l10n.t('Select an artifact to preview it.'));
  }

  async function copyMessage(argument: unknown): Promise<void> {
    const target = await previewTarget(argument, roots);
    const text = target ? await messageOf(target) : (controller.active?.fullMessage('json') ?? null);
    if (text === null) {
      void vscode.window.showWarningMessage(vscode.l10n.t('There is no message to copy.'));
      return;
    }
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Message copied'), 3000);
  }

  async function messageOf({ root, reference }: PreviewTarget): Promise<string | null> {
    const { artifact } = await loadArtifact(root, reference, fileSystems.for(root.folder).fs);
    const selected = previewService.selectedServiceId(root) ?? null;
    const { message } = await routeArtifact(artifact, selected, root.router, root.services);
    return message ? messageJson(message) : null;
  }

  async function selectModel(argument: unknown): Promise<void> {
    const root = (await previewTarget(argument, roots))?.root ?? controller.active?.root ?? (await anyRoot());
    if (root) await pickModel(root, previewService);
  }

  async function anyRoot(): Promise<OpenRoot | undefined> {
    await roots.ready();
    if (roots.roots.length < 2) return roots.roots[0];
    const items = roots.roots.map((root) => ({ label: root.name, description: root.folder.fsPath, root }));
    const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Select a Data Root') });
    return picked?.root;
  }
}
