import * as vscode from 'vscode';
import { isWithoutRoots, tellToSelect } from '../screen/unavailable.ts';
import { flash, notify } from '../screen/notify.ts';
import { onCommand } from '../screen/commands.ts';
import { pickRoot } from '../services/service-target.ts';
import { PREVIEW_VIEW_TYPE, PreviewController, type PreviewDependencies, type ShowOptions } from './preview-controller.ts';
import { type ArtifactsRequest, previewTarget, previewTargets, requestFor, type PreviewTarget } from './preview-target.ts';

const WALKTHROUGH = 'agent-artifacts.agent-artifacts#getStarted';

/** Registers the previews and their commands. */
export function registerPreview(dependencies: PreviewDependencies): PreviewController {
  const controller = new PreviewController(dependencies);
  const { roots, previewService } = dependencies;
  controller.own(
    vscode.window.registerWebviewPanelSerializer(PREVIEW_VIEW_TYPE, controller),
    onCommand('agentArtifacts.openPreview', (argument: unknown, selected: unknown) => open(argument, selected, {})),
    onCommand('agentArtifacts.openPreviewToSide', (argument: unknown, selected: unknown) => open(argument, selected, { toSide: true })),
    onCommand('agentArtifacts.previewFile', (uri: unknown, selected: unknown) => previewFile(uri, selected)),
    onCommand('agentArtifacts.pinPreview', () => pin(true)),
    onCommand('agentArtifacts.unpinPreview', () => pin(false)),
    onCommand('agentArtifacts.undoPreviewEdit', () => controller.active?.edits.undo()),
    onCommand('agentArtifacts.redoPreviewEdit', () => controller.active?.edits.redo()),
    onCommand('agentArtifacts.copyMessage', (argument: unknown, selected: unknown) => copyMessage(argument, selected)),
    onCommand('agentArtifacts.chooseComparedModels', async () =>
      (await import('./compared-models.ts')).chooseComparedModels(dependencies, () => controller.showComparison()),
    ),
    onCommand('agentArtifacts.getStarted', async () => {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);
    }),
    onCommand('agentArtifacts.selectModel', (argument: unknown) => selectModel(argument)),
  );
  return controller;

  function pin(pinned: boolean): void {
    if (controller.active) controller.setPinned(controller.active, pinned);
  }

  async function open(argument: unknown, selected: unknown, options: ShowOptions): Promise<void> {
    const targets = await previewTargets(argument, selected, roots);
    const wanted = targets.length > 0 ? targets : await selectedTargets();
    const request = requestFor(wanted);
    if (request) await controller.showAll(request, options);
    else if (wanted.length === 0 && controller.active?.request) await controller.showRequest(controller.active.request, options);
    else if (wanted.length > 0)
      notify(
        'information',
        vscode.l10n.t(
          'The selected artifacts are from several data roots. Select artifacts from one data root to preview them as one message.',
        ),
      );
    else await tellToSelect(roots, vscode.l10n.t('Select an artifact to preview it.'));
  }

  /** The files of the Explorer or the editor a command was called on, else the active editor, else what a person picks. */
  async function previewFile(uri: unknown, selected: unknown): Promise<void> {
    const several: readonly unknown[] = Array.isArray(selected) ? selected : [];
    const named = several.filter((each) => each instanceof vscode.Uri);
    if (named.length > 0) return void (await controller.showFiles(named));
    const { tabUri } = await import('./file-source.ts');
    const one = uri instanceof vscode.Uri ? uri : tabUri(vscode.window.tabGroups.activeTabGroup.activeTab);
    const chosen = one
      ? [one]
      : await vscode.window.showOpenDialog({
          title: vscode.l10n.t('Preview Files as a Model Receives Them'),
          canSelectMany: true,
          openLabel: vscode.l10n.t('Preview'),
        });
    if (chosen) await controller.showFiles(chosen);
  }

  async function selectedTargets(): Promise<PreviewTarget[]> {
    const items = dependencies.selectedArtifacts?.() ?? [];
    return previewTargets(items[0], items, roots);
  }

  async function copyMessage(argument: unknown, selected: unknown): Promise<void> {
    const request = requestFor(await previewTargets(argument, selected, roots));
    if (!request && !controller.active) return tellToSelect(roots, vscode.l10n.t('Select an artifact to copy the message with it.'));
    const text = request ? await messageOf(request) : ((await controller.active?.fullMessage('json')) ?? null);
    if (text === null) {
      return notify('warning', vscode.l10n.t('There is no message to copy.'));
    }
    await vscode.env.clipboard.writeText(text);
    flash(vscode.l10n.t('Message copied'), 3000);
  }

  async function messageOf({ root, references }: ArtifactsRequest): Promise<string | null> {
    const { readSubject } = await import('./preview-subject.ts');
    const subject = await readSubject({ source: controller.sourceOf(root), references });
    const serviceId = previewService.selectedServiceId(root) ?? null;
    if (serviceId !== null) await root.models.services.ensure([serviceId]);
    const { message } = await subject.newRoutes().route(serviceId);
    return message && JSON.stringify(message, null, 2);
  }

  async function selectModel(argument: unknown): Promise<void> {
    const given = (await previewTarget(argument, roots))?.root.models ?? controller.active?.request?.source.models;
    if (!given && (await isWithoutRoots(roots))) return;
    const models = given ?? (await pickRoot(roots.roots))?.models;
    if (models) await (await import('./model-quick-pick.ts')).pickModel(models, previewService);
  }
}
