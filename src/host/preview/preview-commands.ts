import * as vscode from 'vscode';
import { isWithoutRoots, tellToSelect } from '../screen/unavailable.ts';
import { lastName, uriOfLine } from '../screen/documents.ts';
import { flash, notify } from '../screen/notify.ts';
import { pickRoot } from '../services/service-target.ts';
import { tabUri } from './file-source.ts';
import type { PreviewController, PreviewDependencies, ShowOptions } from './preview-controller.ts';
import { readSubject } from './preview-subject.ts';
import { type ArtifactsRequest, previewTarget, previewTargets, requestFor, type PreviewTarget } from './preview-target.ts';
import { PreviewedFiles } from './previewed-files.ts';

/** What the commands of the preview do. */
export class PreviewCommands {
  /** What the view lists of files that were previewed. */
  readonly files: PreviewedFiles;
  readonly #controller: PreviewController;
  readonly #dependencies: PreviewDependencies;

  /** @param tell as for {@link PreviewedFiles} */
  constructor(controller: PreviewController, dependencies: PreviewDependencies, tell: () => void) {
    this.#controller = controller;
    this.#dependencies = dependencies;
    this.files = new PreviewedFiles(dependencies.workspaceMemory, tell);
  }

  async open(argument: unknown, selected: unknown, options: ShowOptions): Promise<void> {
    const { roots } = this.#dependencies;
    const controller = this.#controller;
    const targets = await previewTargets(argument, selected, roots);
    const wanted = targets.length > 0 ? targets : await this.#selectedTargets();
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

  /** The files of the Explorer or the editor a command was called on, else the active editor, else what a person chooses. */
  async previewFile(uri: unknown, selected: unknown): Promise<void> {
    const several: readonly unknown[] = Array.isArray(selected) ? selected : [];
    const named = several.filter((each) => each instanceof vscode.Uri);
    if (named.length > 0) return this.#previewFiles(named);
    const one = uri instanceof vscode.Uri ? uri : (uriOfLine(uri) ?? tabUri(vscode.window.tabGroups.activeTabGroup.activeTab));
    return one ? this.#previewFiles([one]) : this.chooseFiles();
  }

  /** What a person chooses, whatever is in front. */
  async chooseFiles(): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Preview Files as a Model Receives Them'),
      canSelectMany: true,
      openLabel: vscode.l10n.t('Preview'),
      ...(folder && { defaultUri: folder }),
    });
    if (chosen) await this.#previewFiles(chosen);
  }

  /** Opens a file of the list, which stays where it is there: rows do not move under the pointer. One that is gone leaves the list. */
  async previewAgain(uri: vscode.Uri): Promise<void> {
    const isGone = await vscode.workspace.fs.stat(uri).then(
      () => false,
      (error: unknown) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound',
    );
    if (!isGone) return void (await this.#controller.showFiles([uri], { preserveFocus: true }));
    await this.files.remove(uri);
    notify('information', vscode.l10n.t('“{0}” is no longer there. It was removed from the list.', lastName(uri)));
  }

  async copyMessage(argument: unknown, selected: unknown): Promise<void> {
    const { roots } = this.#dependencies;
    const { active } = this.#controller;
    const request = requestFor(await previewTargets(argument, selected, roots));
    if (!request && !active) return tellToSelect(roots, vscode.l10n.t('Select an artifact to copy its message.'));
    const text = request ? await this.#messageOf(request) : ((await active?.fullMessage('json')) ?? null);
    if (text === null) {
      return notify('warning', vscode.l10n.t('There is no message to copy.'));
    }
    await vscode.env.clipboard.writeText(text);
    flash(vscode.l10n.t('Message copied'), 3000);
  }

  async selectModel(argument: unknown): Promise<void> {
    const { roots, previewService } = this.#dependencies;
    const given = (await previewTarget(argument, roots))?.root.models ?? this.#controller.active?.request?.source.models;
    if (!given && (await isWithoutRoots(roots))) return;
    const models = given ?? (await pickRoot(roots.roots))?.models;
    if (models) await (await import('./model-quick-pick.ts')).pickModel(models, previewService);
  }

  async #previewFiles(uris: readonly vscode.Uri[]): Promise<void> {
    const panel = await this.#controller.showFiles(uris);
    if (panel) await this.files.add(uris.filter(isKept));
  }

  async #selectedTargets(): Promise<PreviewTarget[]> {
    const items = this.#dependencies.selectedArtifacts?.() ?? [];
    return previewTargets(items[0], items, this.#dependencies.roots);
  }

  async #messageOf({ root, references }: ArtifactsRequest): Promise<string | null> {
    const subject = await readSubject({ source: this.#controller.sourceOf(root), references });
    const serviceId = this.#dependencies.previewService.selectedServiceId(root) ?? null;
    if (serviceId !== null) await root.models.services.ensure([serviceId]);
    const { message } = await subject.newRoutes().route(serviceId);
    return message && JSON.stringify(message, null, 2);
  }
}

/** Whether it is a file that can be found again; untitled text and what we make up ourselves, such as parts of conversations, cannot. */
function isKept({ scheme }: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}
