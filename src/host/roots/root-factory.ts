import * as vscode from 'vscode';
import { BinaryDetector } from '../../core/content/binary-detector.ts';
import { directCompute, type Compute } from '../../core/io/compute.ts';
import type { Logger } from '../../core/io/logger.ts';
import { RootFolder } from '../../core/io/root-folder.ts';
import { ArtifactContentRouter } from '../../core/routing/artifact-content-router.ts';
import { AgentRegistry } from '../../core/agents/agents.ts';
import { LlmServiceRegistry } from '../../core/models/registry.ts';
import { readServicesFile } from '../../core/models/services-file.ts';
import { ArtifactStore } from '../../core/store/artifact-store.ts';
import { CapabilityRouter } from '../../core/routing/capability-router.ts';
import { ContentAdapter } from '../../core/routing/content-adapter.ts';
import {
  describeBelow,
  describeDataRoot,
  FOLDERS_OF_PROGRAMS,
  layoutOfFolder,
  type DataRootDescription,
  type DescribeOptions,
} from '../../core/store/layout.ts';
import { ToolExecutor } from '../../core/tools/tool-executor.ts';
import { ServicesAndModels } from '../../core/wire/services-and-models.ts';
import type { UriBoundFileSystem } from './file-systems.ts';
import type { OpenRoot } from './open-root.ts';
import { SearchMemory } from './search-memory.ts';
import { settings } from './settings.ts';

/** A folder that may be a data root. */
export interface CandidateFolder {
  readonly folder: vscode.Uri;
  /** As a person wrote it in the settings: such a folder counts whatever it holds. Undefined for a workspace folder. */
  readonly text?: string;
  /** It was made as a sample in this workspace. */
  readonly isSample?: boolean;
  /** The workspace folder it is below, and the names from there: another program may keep its data there. */
  readonly below?: { readonly project: vscode.Uri; readonly names: readonly string[] };
}

/** The folders below those of the workspace in which other programs keep their data. */
export function candidatesBelow(folders: readonly vscode.WorkspaceFolder[]): CandidateFolder[] {
  return folders.flatMap(({ uri: project }) =>
    FOLDERS_OF_PROGRAMS.map((names) => ({ folder: vscode.Uri.joinPath(project, ...names), below: { project, names } })),
  );
}

/** The name of a data root: that of its folder; of a folder that a program has in every project, the names below the project. */
function nameOf(folder: vscode.Uri, { fs, locationOf }: UriBoundFileSystem): string {
  const below = FOLDERS_OF_PROGRAMS.map((names) => names.join('/')).find((names) => folder.path.endsWith(`/${names}`));
  return below ?? (fs.basename(locationOf(folder)) || folder.toString());
}

/**
 * Where the parts of a candidate lie; undefined when it is no data root. Rejects as `describeDataRoot` does, and
 * with the file-system codes when a folder that a person named cannot be read.
 */
export async function describeCandidate(
  candidate: CandidateFolder,
  { fs, locationOf }: UriBoundFileSystem,
  options: DescribeOptions,
): Promise<DataRootDescription | undefined> {
  const location = locationOf(candidate.folder);
  if (candidate.below) return describeBelow(fs, locationOf(candidate.below.project), candidate.below.names, options);
  if (candidate.text !== undefined) await fs.readNames(location);
  return (candidate.text === undefined ? describeDataRoot : layoutOfFolder)(fs, location, options);
}

/** Whether a configuration of services is where a layout looks for it. */
export async function hasServicesFile({ layout, bounds }: DataRootDescription, { fs }: UriBoundFileSystem): Promise<boolean> {
  const folder = new RootFolder(fs, layout.configDir, { real: bounds.configDir, linksWithin: bounds.root ?? 'anywhere' });
  return (await readServicesFile(fs, folder)) !== undefined;
}

/** Builds everything that works on one data root. Reads nothing yet. @param candidate its folder, and what is known of it */
export function createOpenRoot(
  { folder, isSample = false }: Pick<CandidateFolder, 'folder' | 'isSample'>,
  { layout, refused, bounds }: DataRootDescription,
  files: UriBoundFileSystem,
  logger: Logger,
  compute: Compute = directCompute,
): OpenRoot {
  const { fs } = files;
  const language = settings.descriptionLanguage();
  const maxContentBytes = settings.maxContentBytes();
  const detector = new BinaryDetector({ logger });
  const services = new LlmServiceRegistry({ fs, configDir: layout.configDir, bounds, logger });
  const all = new ServicesAndModels(services);
  const agents = new AgentRegistry({ fs, runtimeDir: layout.runtimeDir, bounds, serviceRegistry: services, compute });
  const store = new ArtifactStore({ fs, ...layout, bounds, detector, logger, maxContentBytes, compute, keepsIndex: files.readsParts });
  const { workspaces } = store;
  const router = new ArtifactContentRouter({ serviceRegistry: all, binaryDetector: detector, language, logger, maxContentBytes });
  const contentAdapter = new ContentAdapter({ agentRegistry: agents, language, logger });
  const id = folder.toString();
  return {
    id,
    name: nameOf(folder, files),
    folder,
    isSample,
    layout,
    compute,
    bounds,
    uriOf: (location) => files.uriOf(location),
    locationOf: (uri) => files.locationOf(uri),
    store,
    searched: new SearchMemory(),
    workspaces,
    services,
    models: { id, services: all, router, contentAdapter, compute },
    agents,
    router,
    contentAdapter,
    capabilityRouter: new CapabilityRouter({ serviceRegistry: all, contentAdapter, artifactStore: store, logger, maxContentBytes }),
    tools: new ToolExecutor({
      store,
      workspaces,
      router,
      agents,
      logger,
      inspection: { fs, folder: files.locationOf(folder), models: all, router, compute },
      allowWrite: () => vscode.workspace.isTrusted,
    }),
    refusedPaths: refused,
  };
}
