import * as vscode from 'vscode';
import type { OpenRoot } from '../roots/open-root.ts';

/** Which model service the previews of a data root stand for. */
export interface PreviewService {
  /** The id of a service that is there; undefined: a model that takes text only. */
  selectedServiceId(root: OpenRoot): string | undefined;
  /** Undefined chooses "text only". */
  select(root: OpenRoot, serviceId: string | undefined): void;
  /** Another service was chosen for a root. */
  readonly onDidChange: vscode.Event<OpenRoot>;
}

const KEY = 'agentArtifacts.previewServices';
/** In the store, "text only" by choice; JSON knows no undefined. */
const TEXT_ONLY = '';

/** Remembers the choice of each root with the workspace. Without one, or when its service is gone, the first service counts. */
export class RememberedPreviewService implements PreviewService, vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #onDidChange = new vscode.EventEmitter<OpenRoot>();
  readonly onDidChange = this.#onDidChange.event;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  selectedServiceId(root: OpenRoot): string | undefined {
    const chosen = this.#choices()[root.id];
    if (chosen === TEXT_ONLY) return undefined;
    const services = root.services.getServices();
    return (services.find(({ id }) => id === chosen) ?? services[0])?.id;
  }

  select(root: OpenRoot, serviceId: string | undefined): void {
    void this.#memory.update(KEY, { ...this.#choices(), [root.id]: serviceId ?? TEXT_ONLY });
    this.#onDidChange.fire(root);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #choices(): Readonly<Record<string, string>> {
    return this.#memory.get<Readonly<Record<string, string>>>(KEY, {});
  }
}
