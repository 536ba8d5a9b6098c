import * as vscode from 'vscode';
import type { PreviewModels } from '../preview/content-source.ts';

/** The models among which one is chosen: those of a data root, or what there is without one. */
export type Choosable = Pick<PreviewModels, 'id' | 'services'>;

/** Which model service the previews of a data root stand for, or those of files without one. */
export interface PreviewService {
  /** The id of a service that is there; undefined: a model that takes text only. */
  selectedServiceId(models: Choosable): string | undefined;
  /** Undefined chooses "text only". */
  select(models: Choosable, serviceId: string | undefined): void;
  /** Another service was chosen. */
  readonly onDidChange: vscode.Event<Choosable>;
}

const KEY = 'agentArtifacts.previewServices';
/** In the store, "text only" by choice; JSON knows no undefined. */
const TEXT_ONLY = '';

/** Remembers the choice of each root with the workspace. Without one, or when its service is gone, the first service counts. */
export class RememberedPreviewService implements PreviewService, vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #onDidChange = new vscode.EventEmitter<Choosable>();
  readonly onDidChange = this.#onDidChange.event;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  selectedServiceId(models: Choosable): string | undefined {
    const chosen = this.#choices()[models.id];
    if (chosen === TEXT_ONLY) return undefined;
    const services = models.services.getServices();
    return (services.find(({ id }) => id === chosen) ?? services[0])?.id;
  }

  select(models: Choosable, serviceId: string | undefined): void {
    void this.#memory.update(KEY, { ...this.#choices(), [models.id]: serviceId ?? TEXT_ONLY });
    this.#onDidChange.fire(models);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #choices(): Readonly<Record<string, string>> {
    return this.#memory.get<Readonly<Record<string, string>>>(KEY, {});
  }
}
