import * as vscode from 'vscode';
import { modelNameIn } from '../../core/models/catalogue/model-id.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';

/** The models among which one is chosen: those of a data root, or what there is without one. */
export interface Choosable {
  readonly id: string;
  readonly services: { getServices(): readonly LlmServiceConfig[] };
  /** Id of the model of the catalogue that counts where none was chosen anywhere; absent: then the first service does, or none. */
  readonly usual?: string;
}

/** The model service selected for previews of a data root, or of files without one. */
export interface PreviewService {
  /** The id of a service that is there, or of a model of the catalogue; undefined: a model that takes text only. */
  selectedServiceId(models: Choosable): string | undefined;
  /** Undefined chooses "text only". */
  select(models: Choosable, serviceId: string | undefined): void;
  /** Ids of the models of the catalogue that were chosen of late, the latest first. */
  recentModels(): readonly string[];
  /** Another service was chosen. */
  readonly onDidChange: vscode.Event<Choosable>;
}

const KEY = 'agentArtifacts.previewServices';
const RECENT_KEY = 'agentArtifacts.recentModels';
const MOST_RECENT = 5;
/** In the store, "text only" by choice; JSON knows no undefined. */
const TEXT_ONLY = '';

/**
 * Remembers the choice of each root with the workspace. Without one, or when its service is gone, the first service counts; of files
 * outside of all roots the model that was chosen last. */
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
    const own = services.find(({ id }) => id === chosen);
    // a model of the catalogue stays chosen, also when the next catalogue has it no more
    if (!own && chosen !== undefined && modelNameIn(chosen) !== undefined) return chosen;
    if (own || models.usual === undefined) return (own ?? services[0])?.id;
    return this.recentModels()[0] ?? models.usual;
  }

  select(models: Choosable, serviceId: string | undefined): void {
    void this.#memory.update(KEY, { ...this.#choices(), [models.id]: serviceId ?? TEXT_ONLY });
    if (serviceId !== undefined && modelNameIn(serviceId) !== undefined) {
      const others = this.recentModels().filter((id) => id !== serviceId);
      void this.#memory.update(RECENT_KEY, [serviceId, ...others].slice(0, MOST_RECENT));
    }
    this.#onDidChange.fire(models);
  }

  recentModels(): readonly string[] {
    return this.#memory.get<readonly string[]>(RECENT_KEY, []);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #choices(): Readonly<Record<string, string>> {
    return this.#memory.get<Readonly<Record<string, string>>>(KEY, {});
  }
}
