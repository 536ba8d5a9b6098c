/** The commands that change `llmservices.json`: a chunk of its own, because nothing needs them before one is run. */
import * as vscode from 'vscode';
import type { ExportFormat, ImportFormat } from '../../core/models/exchange/exchange.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { addServiceByForm, askForNewService } from './service-form.ts';
import { editCapabilities, QuickCapabilityPicker } from './edit-capabilities.ts';
import { createServicesFile } from './created-file.ts';
import { showExport } from './exchange/export-services.ts';
import { showImport } from './exchange/import-services.ts';
import { pickFormat, pickSource, type KnownFolders } from './exchange/import-sources.ts';
import { chooseExports, chooseImports } from './exchange/service-choice.ts';
import { proposeInferred, pickServices } from './proposed/infer-capabilities.ts';
import { Proposals } from './proposed/proposals.ts';
import { type ReversibleEdit, tellWalkthrough } from '../screen/notify-edit.ts';

/** Made when the first of the commands is run. */
export class EditCommands implements vscode.Disposable {
  readonly #roots: DataRoots;
  readonly #picker = new QuickCapabilityPicker();
  readonly #proposals: Proposals;

  readonly #folders: KnownFolders;

  constructor(roots: DataRoots, folders: KnownFolders) {
    this.#roots = roots;
    this.#folders = folders;
    this.#proposals = new Proposals(() => roots.refresh());
  }

  createServicesFile(argument: unknown): Promise<void> {
    return createServicesFile(this.#roots, argument);
  }

  /** Asks for a service and its capabilities unless the argument names the service. */
  async editCapabilities(argument: unknown): Promise<ReversibleEdit | undefined> {
    const edit = await editCapabilities(this.#roots, this.#picker, argument);
    if (edit) tellWalkthrough();
    return edit;
  }

  /** Asks for a new service step by step. */
  addService(argument: unknown): Promise<void> {
    return addServiceByForm(this.#roots, askForNewService, argument);
  }

  inferCapabilities(argument: unknown): Promise<void> {
    return proposeInferred(this.#roots, this.#proposals, pickServices, argument);
  }

  importServices(argument: unknown): Promise<void> {
    const source = (): Promise<vscode.Uri | undefined> => pickSource(this.#folders);
    const format = (formats: readonly ImportFormat[]): Promise<ImportFormat | undefined> =>
      pickFormat(formats, vscode.l10n.t('Import Model Services'), vscode.l10n.t('Which program is this configuration for?'));
    return showImport(this.#roots, this.#proposals, { source, format, services: chooseImports }, argument);
  }

  exportServices(argument: unknown): Promise<void> {
    const format = (formats: readonly ExportFormat[]): Promise<ExportFormat | undefined> =>
      pickFormat(formats, vscode.l10n.t('Export Model Services'), vscode.l10n.t('For which program?'));
    return showExport(this.#roots, this.#proposals, { format, services: chooseExports }, argument);
  }

  applyProposal(argument: unknown): Promise<void> {
    return this.#proposals.apply(argument);
  }

  discardProposal(argument: unknown): Promise<void> {
    return this.#proposals.discard(argument);
  }

  showNotCarried(argument: unknown): Promise<void> {
    return this.#proposals.showNote(argument);
  }

  dispose(): void {
    this.#proposals.dispose();
  }
}
