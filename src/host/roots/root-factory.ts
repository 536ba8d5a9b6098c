import type * as vscode from 'vscode';
import { BinaryDetector } from '../../core/content/binary-detector.ts';
import { CodedError, toFailure } from '../../core/io/errors.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import type { Logger } from '../../core/io/logger.ts';
import { ArtifactContentRouter } from '../../core/routing/artifact-content-router.ts';
import { AgentRegistry } from '../../core/services/agents.ts';
import { LlmServiceRegistry } from '../../core/services/registry.ts';
import { ArtifactStore } from '../../core/store/artifact-store.ts';
import { CapabilityRouter } from '../../core/routing/capability-router.ts';
import { ContentAdapter } from '../../core/routing/content-adapter.ts';
import { describeDataRoot, layoutOfFolder, type DataRootDescription, type DataRootLayout } from '../../core/store/layout.ts';
import { WorkspaceManager } from '../../core/store/workspace-manager.ts';
import { ToolExecutor } from '../../core/tools/tool-executor.ts';
import type { UriBoundFileSystem } from '../file-systems.ts';
import type { OpenRoot } from './open-root.ts';
import { settings } from './settings.ts';

/** A folder that may be a data root. */
export interface Candidate {
  readonly folder: vscode.Uri;
  /** As a person wrote it in the settings: such a folder counts whatever it holds. Undefined for a workspace folder. */
  readonly text?: string;
}

/**
 * Where the parts of a candidate lie; undefined when it is no data root. Rejects with the file-system codes
 * when a folder that a person named cannot be read, and with `outside_root` when a part of it is a link that
 * leads out of the folder and that is not allowed.
 */
export async function describeCandidate(candidate: Candidate, { fs, locationOf }: UriBoundFileSystem, options: { allowOutside: boolean }): Promise<DataRootDescription | undefined> {
  const location = locationOf(candidate.folder);
  if (candidate.text !== undefined) await fs.readNames(location);
  const description = await (candidate.text === undefined ? describeDataRoot : layoutOfFolder)(fs, location, options);
  if (description && !options.allowOutside) await refuseLinksOut(fs, location, description.layout);
  return description;
}

/** The layout was judged by names; what they really lead to may lie elsewhere. */
async function refuseLinksOut(fs: FileSystem, folder: Location, layout: DataRootLayout): Promise<void> {
  const root = await fs.resolveInside(folder, []);
  for (const part of Object.values(layout) as Location[]) {
    try {
      if (!fs.contains(root, await fs.resolveInside(part, []))) throw new CodedError('outside_root', { name: fs.basename(part) });
    } catch (error) {
      // What is not there leads nowhere.
      if (toFailure(error).code !== 'not_found') throw error;
    }
  }
}

/** Builds everything that works on one data root. Reads nothing yet. */
export function createOpenRoot(folder: vscode.Uri, { layout, refused }: DataRootDescription, files: UriBoundFileSystem, logger: Logger): OpenRoot {
  const { fs } = files;
  const language = settings.descriptionLanguage();
  const maxContentBytes = settings.maxContentBytes();
  const detector = new BinaryDetector({ logger });
  const services = new LlmServiceRegistry({ fs, configDir: layout.configDir, logger });
  const agents = new AgentRegistry({ fs, runtimeDir: layout.runtimeDir, serviceRegistry: services });
  const store = new ArtifactStore({ fs, ...layout, detector, logger, maxContentBytes });
  const workspaces = new WorkspaceManager({ fs, ...layout });
  const router = new ArtifactContentRouter({ serviceRegistry: services, binaryDetector: detector, language, logger, maxContentBytes });
  const contentAdapter = new ContentAdapter({ agentRegistry: agents, language, logger });
  return {
    id: folder.toString(),
    name: fs.basename(files.locationOf(folder)) || folder.toString(),
    folder,
    layout,
    uriOf: (location) => files.uriOf(location),
    locationOf: (uri) => files.locationOf(uri),
    store,
    workspaces,
    services,
    agents,
    router,
    contentAdapter,
    capabilityRouter: new CapabilityRouter({ serviceRegistry: services, contentAdapter, artifactStore: store, logger }),
    tools: new ToolExecutor({ store, workspaces, router, agents, logger }),
    refusedPaths: refused,
  };
}
