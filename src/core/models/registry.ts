import { optionsOf } from '../io/arguments.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { type Logger, silentLogger } from '../io/logger.ts';
import { type RootBounds, RootFolder } from '../io/root-folder.ts';
import {
  type CapabilityDirection,
  type CapabilityType,
  includesCapability,
  isStandardCapability,
  type ModelCapabilities,
} from './capability.ts';
import { problem, type ServiceProblem } from './problems.ts';
import type { LlmServiceConfig } from './schema.ts';
import { readServicesFile } from './services-file.ts';
import { type ServiceEntry, type ValidatedServices, validateServices } from './validate.ts';

export interface LoadResult {
  /** Whether a usable configuration was found. */
  readonly loaded: boolean;
  /** The services in use: from this file, or the last valid ones. */
  readonly services: readonly LlmServiceConfig[];
  /** All problems, including warnings and information. */
  readonly errors: readonly ServiceProblem[];
}

/** The current configuration and its origin. */
export interface RegistryState {
  /** The configuration file, usable or not; undefined when there is none or the text was given directly. */
  readonly source: Location | undefined;
  /** The file is unusable or gone, and the last valid configuration is in use. */
  readonly usingLastGood: boolean;
  /** Problems of the file; `file_gone` when it was removed. */
  readonly problems: readonly ServiceProblem[];
  /** All services of the configuration in use, including excluded ones. */
  readonly entries: readonly ServiceEntry[];
}

const EMPTY: RegistryState = { source: undefined, usingLastGood: false, problems: [], entries: [] };
const MOST_WARNED_IDS = 1000;
const MOST_REPORTED = 100;

/**
 * The model services of a data root and their capabilities. Empty until `load` or `loadText`; queries are synchronous and use the last
 * completed load.
 */
export class LlmServiceRegistry {
  /** The folder of `llmservices.json`. */
  readonly folder: RootFolder;
  readonly #fs: FileSystem;
  readonly #logger: Logger;
  readonly #warned = new Set<string>();
  #state: RegistryState = EMPTY;
  #byId = new Map<string, { readonly config: LlmServiceConfig; readonly entry: ServiceEntry }>();
  #newestLoad = 0;
  #forgetsGone = false;

  /**
   * @param options.bounds the real location of the folder when the data root was opened, and how far links in it may lead; default:
   * anywhere
   */
  constructor(options: { readonly fs: FileSystem; readonly configDir: Location; readonly bounds?: RootBounds; readonly logger?: Logger }) {
    this.#fs = options.fs;
    this.folder = new RootFolder(options.fs, options.configDir, {
      real: options.bounds?.configDir,
      linksWithin: options.bounds?.root ?? 'anywhere',
    });
    this.#logger = options.logger ?? silentLogger;
  }

  get configDir(): Location {
    return this.folder.location;
  }

  get state(): RegistryState {
    return this.#state;
  }

  /**
   * Reads `llmservices.local.json`, otherwise `llmservices.json`. When the file is gone, unreadable or invalid, the last valid
   * configuration stays in use, because editors remove a file briefly while replacing it. Never rejects. Of overlapping loads the latest
   * wins.
   * @param options.forgetGone a missing file clears the configuration
   */
  async load(options?: { readonly forgetGone?: boolean }): Promise<LoadResult> {
    const load = ++this.#newestLoad;
    this.#forgetsGone ||= optionsOf(options, ['forgetGone']).forgetGone === true;
    const file = await readServicesFile(this.#fs, this.folder);
    if (load !== this.#newestLoad) return this.#result(this.#state.source !== undefined && !this.#state.usingLastGood);
    // an overtaken load passes the request on
    const forgets = this.#forgetsGone;
    this.#forgetsGone = false;
    if (file === undefined) return this.#gone(forgets);
    if (file.text === undefined) return this.#keepLastGood(file.location, file.problems);
    return this.#take(validateServices(file.text), file.location);
  }

  /**
   * Loads a configuration from a text, such as an unsaved editor, and cancels a running `load`. A value that is not a string counts as
   * empty.
   */
  loadText(text: string): LoadResult {
    this.#newestLoad++;
    return this.#take(validateServices(typeof text === 'string' ? text : ''), undefined);
  }

  getServices(): readonly LlmServiceConfig[] {
    return [...this.#byId.values()].map(({ config }) => config);
  }

  /** The service, or null with one warning per id. */
  getServiceById(serviceId: string): LlmServiceConfig | null {
    return this.#find(serviceId)?.config ?? null;
  }

  /** Whether the service has the capability on the given side; false for an unknown service or side. */
  hasCapability(serviceId: string, type: CapabilityType, direction: CapabilityDirection = 'input'): boolean {
    const found = this.#find(serviceId);
    return found !== undefined && includesCapability(found.entry.capabilities, type, direction);
  }

  /** The service's capabilities, text by default, and what else is written beside the two lists; null for an unknown service. */
  getCapabilities(serviceId: string): ModelCapabilities | null {
    const found = this.#find(serviceId);
    if (!found) return null;
    const { capabilities, origin } = found.entry;
    return origin === 'declared' ? { ...found.config.capabilities, ...capabilities } : capabilities;
  }

  /** The services with the capability on the given side, in file order. */
  getServicesByCapability(type: CapabilityType, direction: CapabilityDirection = 'input'): readonly LlmServiceConfig[] {
    return [...this.#byId.values()]
      .filter(({ entry }) => includesCapability(entry.capabilities, type, direction))
      .map(({ config }) => config);
  }

  #find(serviceId: string): { readonly config: LlmServiceConfig; readonly entry: ServiceEntry } | undefined {
    if (typeof serviceId !== 'string') return undefined;
    const found = this.#byId.get(serviceId);
    if (found === undefined && !this.#warned.has(serviceId) && this.#warned.size < MOST_WARNED_IDS) {
      this.#warned.add(serviceId);
      this.#logger.warn(`no model service ${JSON.stringify(serviceId.slice(0, 100))}`);
    }
    return found;
  }

  #take({ usable, entries, problems }: ValidatedServices, source: Location | undefined): LoadResult {
    if (!usable) return this.#keepLastGood(source, problems);
    this.#use({ source, usingLastGood: false, problems, entries });
    this.#report();
    return this.#result(true);
  }

  #gone(forget: boolean): LoadResult {
    if (!forget && this.#state.entries.length > 0) return this.#keepLastGood(undefined, [problem('file_gone')]);
    this.#use(EMPTY);
    return this.#result(false);
  }

  #keepLastGood(source: Location | undefined, problems: readonly ServiceProblem[]): LoadResult {
    this.#state = { ...this.#state, source, usingLastGood: this.#state.entries.length > 0, problems };
    this.#report();
    return this.#result(false);
  }

  #use(state: RegistryState): void {
    this.#state = state;
    this.#warned.clear();
    this.#byId = new Map(
      state.entries.flatMap((entry) => (entry.config ? [[entry.config.id, { config: entry.config, entry }] as const] : [])),
    );
  }

  #result(loaded: boolean): LoadResult {
    return { loaded, services: this.getServices(), errors: this.#state.problems };
  }

  #report(): void {
    const serious = this.#state.problems.filter(({ severity }) => severity !== 'information');
    for (const {
      index,
      message,
      params: { line },
    } of serious.slice(0, MOST_REPORTED)) {
      this.#logger.warn(
        index === undefined
          ? `llmservices${line === undefined ? '' : `, line ${line}`}: ${message}`
          : `llmservices, service number ${index + 1}: ${message}`,
      );
    }
    const custom = new Set(
      this.#state.entries
        .flatMap(({ capabilities: { input, output } }) => [...input, ...output])
        .filter((type) => !isStandardCapability(type)),
    );
    if (custom.size > 0) this.#logger.debug(`llmservices: custom capabilities ${JSON.stringify([...custom].slice(0, 50))}`);
  }
}
