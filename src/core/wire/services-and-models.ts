import {
  type CapabilityDirection,
  type CapabilityType,
  includesCapability,
  type ModelCapabilities,
  TEXT_ONLY,
} from '../models/capability.ts';
import { type Catalogue, loadCatalogue } from '../models/catalogue/load-catalogue.ts';
import type { LlmServiceRegistry, RegistryState } from '../models/registry.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import { freeId, modelNameIn } from '../models/catalogue/model-id.ts';
import type { CatalogueService, ModelRefusal } from './catalogue-service.ts';

/** What the router, previews and comparisons ask of services. */
export type ServiceLookup = Pick<
  LlmServiceRegistry,
  'getServices' | 'getServiceById' | 'hasCapability' | 'getCapabilities' | 'getServicesByCapability' | 'state'
>;

const NO_FILE: RegistryState = { source: undefined, usingLastGood: false, problems: [], entries: [] };

/** Where there is no `llmservices.json`. */
const NO_SERVICES: ServiceLookup = {
  state: NO_FILE,
  getServices: () => [],
  getServiceById: () => null,
  hasCapability: () => false,
  getCapabilities: () => null,
  getServicesByCapability: () => [],
};

/** Ids of models are remembered by others; so many of them are kept at most. */
const MOST_MODELS = 5000;

interface Known {
  /** What it was asked for by, and the catalogue that knew it: another one may be in use since. */
  readonly name: string;
  readonly of: Catalogue;
  readonly config: LlmServiceConfig;
  readonly capabilities: ModelCapabilities;
  /** Null for a model that the catalogue has no more. */
  readonly service: CatalogueService | null;
}

/**
 * The services of a configuration, and any model of the catalogue beside them once it was added. Lists hold the services of the
 * configuration only; questions about one id are answered for both. Nothing of the catalogue is loaded before a model is added.
 */
export class ServicesAndModels implements ServiceLookup {
  readonly #own: ServiceLookup;
  readonly #models = new Map<string, Known>();

  /** @param own the services of a data root; none where there is none */
  constructor(own: ServiceLookup = NO_SERVICES) {
    this.#own = own;
  }

  get state(): RegistryState {
    return this.#own.state;
  }

  /** Adds a model by its name as one types it. @returns the service it is from now on, or why not */
  async add(name: string): Promise<CatalogueService | ModelRefusal> {
    const { found, of } = await lookUp(name);
    if ('code' in found) return found;
    const id = freeId(found.config.id, (each) => this.#isOwn(each));
    const service = id === found.config.id ? found : { ...found, config: { ...found.config, id } };
    this.#keep(id, { name, of, config: service.config, capabilities: service.capabilities, service });
    return service;
  }

  /**
   * Makes sure that services with these ids can be asked for: those of catalogue models are added. One that the catalogue has no more takes
   * text only; see {@link isForgotten}. Those that another catalogue knew, which was in use before, are asked for again. Other ids are left as
   * they are.
   */
  async ensure(ids: Iterable<string>): Promise<void> {
    for (const id of ids) {
      const known = this.#models.get(id);
      if (known && known.of === (await loadCatalogue())) continue;
      const name = known?.name ?? (this.#isOwn(id) ? undefined : modelNameIn(id));
      if (name === undefined) continue;
      const { found, of } = await lookUp(name);
      if ('code' in found)
        this.#keep(id, { name, of, config: { id, name, model: name, capabilities: TEXT_ONLY }, capabilities: TEXT_ONLY, service: null });
      else this.#keep(id, { name, of, config: { ...found.config, id }, capabilities: found.capabilities, service: found });
    }
  }

  /** The model of the catalogue behind a service; undefined for a service of the configuration, or an unknown id. */
  modelOf(serviceId: string): CatalogueService | undefined {
    return this.#model(serviceId)?.service ?? undefined;
  }

  /** Whether this was a model of the catalogue that is not there any more. */
  isForgotten(serviceId: string): boolean {
    return this.#model(serviceId)?.service === null;
  }

  /** The services of the configuration. */
  getServices(): readonly LlmServiceConfig[] {
    return this.#own.getServices();
  }

  getServiceById(serviceId: string): LlmServiceConfig | null {
    return this.#model(serviceId)?.config ?? this.#own.getServiceById(serviceId);
  }

  hasCapability(serviceId: string, type: CapabilityType, direction: CapabilityDirection = 'input'): boolean {
    const model = this.#model(serviceId);
    return model ? includesCapability(model.capabilities, type, direction) : this.#own.hasCapability(serviceId, type, direction);
  }

  getCapabilities(serviceId: string): ModelCapabilities | null {
    return this.#model(serviceId)?.capabilities ?? this.#own.getCapabilities(serviceId);
  }

  /** The services of the configuration with the capability. */
  getServicesByCapability(type: CapabilityType, direction: CapabilityDirection = 'input'): readonly LlmServiceConfig[] {
    return this.#own.getServicesByCapability(type, direction);
  }

  /** A service that is written with the id of a model meanwhile is meant by it. */
  #model(serviceId: string): Known | undefined {
    const model = this.#models.get(serviceId);
    return model && !this.#isOwn(serviceId) ? model : undefined;
  }

  #isOwn(serviceId: string): boolean {
    return this.#own.getServices().some(({ id }) => id === serviceId);
  }

  #keep(id: string, known: Known): void {
    if (this.#models.size >= MOST_MODELS) this.#models.clear();
    this.#models.set(id, known);
  }
}

/** Loads what it takes on first use. */
async function lookUp(name: string): Promise<{ readonly found: CatalogueService | ModelRefusal; readonly of: Catalogue }> {
  const [{ catalogueService }, of] = await Promise.all([import('./catalogue-service.ts'), loadCatalogue()]);
  return { found: catalogueService(name, of), of };
}
