import { BinaryDetector } from '../core/content/binary-detector.ts';
import { MAX_CONTENT_CHOICE } from '../core/content/size.ts';
import type { DescriptionLanguage } from '../core/content/media-type.ts';
import type { Compute } from '../core/io/compute.ts';
import type { FileSystem, Location } from '../core/io/file-system.ts';
import { silentLogger, type Logger } from '../core/io/logger.ts';
import { ArtifactContentRouter } from '../core/routing/artifact-content-router.ts';
import { AgentRegistry } from '../core/agents/agents.ts';
import { LlmServiceRegistry } from '../core/models/registry.ts';
import type { WorkspaceTree } from '../core/store/adapter.ts';
import { ArtifactStore } from '../core/store/artifact-store.ts';
import type { DataRootLayout } from '../core/store/layout.ts';
import { ServicesAndModels } from '../core/wire/services-and-models.ts';
import { EntryError } from './entry-error.ts';
import type { FoundRoot } from './find-root.ts';

/** A data root with the services that work on it. */
export interface LoadedRoot {
  readonly fs: FileSystem;
  /** Reads `layout.configDir`. */
  readonly configFs: FileSystem;
  readonly folder: Location;
  readonly layout: DataRootLayout;
  readonly store: ArtifactStore;
  readonly workspaces: WorkspaceTree;
  readonly services: LlmServiceRegistry;
  /** Its services, and models of the catalogue beside them once they are added; what the router asks. */
  readonly models: ServicesAndModels;
  readonly agents: AgentRegistry;
  readonly router: ArtifactContentRouter;
}

/** The part of a data root that says what models take; there can be one without a data root. */
export type ModelsOfRoot = Pick<LoadedRoot, 'services' | 'models' | 'router'>;

export interface OpenRootOptions {
  /** Folder of `llmservices.json` and `app.json`; default: from the root's layout. */
  readonly configDir?: Location | undefined;
  /** Reads `configDir`. Default: the file system of the root. */
  readonly configFs?: FileSystem | undefined;
  /** Language of descriptions. Default: Chinese, as in the specification. */
  readonly language?: DescriptionLanguage | undefined;
  /** Bytes; larger content is described, not sent. Default: the core's. */
  readonly maxContentBytes?: number | undefined;
  readonly logger?: Logger;
  /** Where large metadata files are parsed. Default: on this thread. */
  readonly compute?: Compute | undefined;
}

const MEBIBYTE = 1024 * 1024;

export const MAX_SIZE_USAGE = `--max-size must be above 0 and at most ${MAX_CONTENT_CHOICE.most} (MiB).`;

/** Parses `--max-size` (MiB, decimal) to bytes; undefined when it is not above 0 or too large to send. */
export function parseMaxSize(text: string): number | undefined {
  const mebibytes = Number(text);
  const bytes = Math.floor(mebibytes * MEBIBYTE);
  return bytes > 0 && mebibytes <= MAX_CONTENT_CHOICE.most ? bytes : undefined;
}

/** Opens a data root and loads its services and agents; broken files count as empty. */
export async function openRoot(fs: FileSystem, { folder, description }: FoundRoot, options: OpenRootOptions = {}): Promise<LoadedRoot> {
  const { logger = silentLogger, language = 'zh', maxContentBytes, compute, configFs = fs } = options;
  const limit = maxContentBytes !== undefined && { maxContentBytes };
  const { bounds } = description;
  // A configuration folder named by a person may be anywhere.
  const [layout, configBounds] =
    options.configDir === undefined ? [description.layout, bounds] : [{ ...description.layout, configDir: options.configDir }, {}];
  for (const key of description.refused)
    logger.warn(`${key} in app.json points outside the data root and is ignored; use --root to allow it`);
  const detector = new BinaryDetector({ logger });
  const services = new LlmServiceRegistry({ fs: configFs, configDir: layout.configDir, bounds: configBounds, logger });
  const models = new ServicesAndModels(services);
  const agents = new AgentRegistry({ fs, runtimeDir: layout.runtimeDir, bounds, serviceRegistry: services, compute });
  await Promise.all([services.load(), agents.load()]);
  const store = new ArtifactStore({ fs, ...layout, bounds, detector, logger, compute, keepsIndex: fs.forget !== undefined, ...limit });
  return {
    fs,
    configFs,
    folder,
    layout,
    services,
    models,
    agents,
    store,
    workspaces: store.workspaces,
    router: new ArtifactContentRouter({ serviceRegistry: models, binaryDetector: detector, language, logger, ...limit }),
  };
}

/**
 * The services of a configuration without a data root; without a configuration there are none.
 *
 * @param options.configDir the folder of `llmservices.json`
 */
export async function openModels(fs: FileSystem, options: OpenRootOptions): Promise<ModelsOfRoot> {
  const { logger = silentLogger, language = 'zh', maxContentBytes, configDir } = options;
  const services = new LlmServiceRegistry({ fs, configDir: configDir ?? '', logger });
  if (configDir !== undefined) await services.load();
  const limit = maxContentBytes !== undefined && { maxContentBytes };
  const models = new ServicesAndModels(services);
  return { services, models, router: new ArtifactContentRouter({ serviceRegistry: models, language, logger, ...limit }) };
}

/** @throws EntryError `services_unusable` when the services file cannot be read or used, `service_unknown` when it has no such service */
export function requireService({ services }: Pick<LoadedRoot, 'services'>, serviceId: string): void {
  if (services.getServices().some(({ id }) => id === serviceId)) return;
  const { source, problems, entries } = services.state;
  const isUnusable = source !== undefined && entries.length === 0 && problems.some(({ severity }) => severity === 'error');
  if (isUnusable) throw new EntryError('services_unusable', `The model services in ${source} cannot be used: ${problems[0]?.message}`);
  const known =
    services
      .getServices()
      .map(({ id }) => id)
      .join(', ') || 'none';
  throw new EntryError('service_unknown', `Unknown model service "${serviceId}". Known: ${known}.`);
}

/** @throws EntryError `organisation_unusable` when `org.json` cannot be read or used, `agent_unknown` when it has no such living agent */
export function requireAgent({ agents }: LoadedRoot, agentId: string): void {
  const { source, problem, usingLastGood } = agents.state;
  if (problem && !usingLastGood) throw new EntryError('organisation_unusable', `The agents in ${source} cannot be used (${problem.code}).`);
  if (agents.getAgents().some(({ id }) => id === agentId)) return;
  throw new EntryError('agent_unknown', `Unknown agent "${agentId}", or it was terminated.`);
}
