/** The commands that change `llmservices.json`: a chunk of its own, because nothing needs them before one is run. */
import type * as vscode from 'vscode';
import type { DataRoots } from '../roots/open-root.ts';
import { addService, stepwiseServiceForm } from './add-service.ts';
import { QuickCapabilityPicker } from './capability-picker.ts';
import { createServicesFile } from './create-services-file.ts';
import { editCapabilities } from './edit-capabilities.ts';
import { inferCapabilities, pickServices } from './infer/infer-capabilities.ts';
import { Proposals } from './proposed/proposals.ts';

/** Made when the first of the commands is run. */
export class EditCommands implements vscode.Disposable {
  readonly #roots: DataRoots;
  readonly #picker = new QuickCapabilityPicker();
  readonly #proposals = new Proposals();

  constructor(roots: DataRoots) {
    this.#roots = roots;
  }

  createServicesFile(argument: unknown): Promise<void> {
    return createServicesFile(this.#roots, argument);
  }

  /** Asks for a service and its capabilities unless the argument names the service. */
  editCapabilities(argument: unknown): Promise<void> {
    return editCapabilities(this.#roots, this.#picker, argument);
  }

  /** Asks for a new service step by step. */
  addService(argument: unknown): Promise<void> {
    return addService(this.#roots, stepwiseServiceForm(this.#picker), argument);
  }

  inferCapabilities(argument: unknown): Promise<void> {
    return inferCapabilities(this.#roots, this.#proposals, pickServices, argument);
  }

  applyProposal(argument: unknown): Promise<void> {
    return this.#proposals.apply(argument);
  }

  discardProposal(argument: unknown): Promise<void> {
    return this.#proposals.discard(argument);
  }

  dispose(): void {
    this.#proposals.dispose();
  }
}
