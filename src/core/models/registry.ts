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

/** What came of loading. */
export interface LoadResult {
  /** Whether a configuration was there and could be used. */
  readonly loaded: boolean;
  /** The services in force: of this file, or the last good ones when this one is unusable. */
  readonly services: readonly LlmServiceConfig[];
  /** Every problem, warnings and information too. */
  readonly errors: readonly ServiceProblem[];
}

/** The configuration in force and how it came to be. */
export interface RegistryState {
  /** The file that counts, usable or not; undefined when there is none, or the text was given directly. */
  readonly source: Location | undefined;
  /** The file that counts cannot be used or is gone, and what was last read stays in force. */
  readonly usingLastGood: boolean;
  /** Of the file that counts; `file_gone` where it is not there any more. */
  readonly problems: readonly ServiceProblem[];
  /** Of the configuration in force, services left out included. */
  readonly entries: readonly ServiceEntry[];
}

const EMPTY: RegistryState = { source: undefined, usingLastGood: false, problems: [], entries: [] };
const MOST_WARNED_IDS = 1000;
const MOST_REPORTED = 100;

/**
 * The model services of one data root and what they can do. Empty until `load` or `loadText`; queries
 * are immediate and go by the last load that finished.
 */
export class LlmServiceRegistry {
  /** Where `llmservices.json` is read. */
  readonly folder: RootFolder;
  readonly #fs: FileSystem;
  readonly #logger: Logger;
  readonly #warned = new Set<string>();
  #state: RegistryState = EMPTY;
  #byId = new Map<string, { readonly config: LlmServiceConfig; readonly entry: ServiceEntry }>();
  #newestLoad = 0;
  #forgetsGone = false;

  /** @param options.bounds where the folder really lay when the data root was opened, and how far links in it may lead; default: anywhere */
  constructor(options: { readonly fs: FileSystem; readonly configDir: Location; readonly bounds?: RootBounds; readonly logger?: Logger }) {
    this.#fs = options.fs;
    this.folder = new RootFolder(options.fs, options.configDir, {
      real: options.bounds?.configDir,
      linksWithin: options.bounds?.root ?? 'anywhere',
    });
    this.#logger = options.logger ?? silentLogger;
  }

  /** The folder of `llmservices.json`. */
  get configDir(): Location {
    return this.folder.location;
  }

  get state(): RegistryState {
    return this.#state;
  }

  /**
   * Reads `llmservices.local.json`, or else `llmservices.json`. A file that is gone, or cannot be read or used,
   * leaves the last good configuration in force: editors and programs that replace a file take it away for a
   * moment. Never rejects. Of loads that overlap the one begun last counts.
   *
   * @param options.forgetGone a file that is gone leaves nothing in force: somebody asked for what is there
   */
  async load(options?: { readonly forgetGone?: boolean }): Promise<LoadResult> {
    const load = ++this.#newestLoad;
    this.#forgetsGone ||= optionsOf(options, ['forgetGone']).forgetGone === true;
    const file = await readServicesFile(this.#fs, this.folder);
    if (load !== this.#newestLoad) return this.#result(this.#state.source !== undefined && !this.#state.usingLastGood);
    // a load that was overtaken leaves the wish to the one that overtook it
    const forgets = this.#forgetsGone;
    this.#forgetsGone = false;
    if (file === undefined) return this.#gone(forgets);
    if (file.text === undefined) return this.#keepLastGood(file.location, file.problems);
    return this.#take(validateServices(file.text), file.location);
  }

  /** Takes the configuration from a text: an unsaved editor, a test. A `load` still under way is then void. What is no text is an empty one. */
  loadText(text: string): LoadResult {
    this.#newestLoad++;
    return this.#take(validateServices(typeof text === 'string' ? text : ''), undefined);
  }

  getServices(): readonly LlmServiceConfig[] {
    return [...this.#byId.values()].map(({ config }) => config);
  }

  /** The service, or null (and a warning, once for each id) when there is none. */
  getServiceById(serviceId: string): LlmServiceConfig | null {
    return this.#find(serviceId)?.config ?? null;
  }

  /** Whether the service has the capability on the given side; an unknown service has none. */
  hasCapability(serviceId: string, type: CapabilityType, direction: CapabilityDirection = 'input'): boolean {
    const found = this.#find(serviceId);
    return found !== undefined && includesCapability(found.entry.capabilities, type, direction);
  }

  /** All capabilities of the service, text for what is not declared; null when there is no such service. */
  getCapabilities(serviceId: string): ModelCapabilities | null {
    return this.#find(serviceId)?.entry.capabilities ?? null;
  }

  /** The services that have the capability on the given side, in the order of the file. */
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
