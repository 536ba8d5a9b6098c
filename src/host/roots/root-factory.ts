import type * as vscode from 'vscode';
import { BinaryDetector } from '../../core/content/binary-detector.ts';
import type { Logger } from '../../core/io/logger.ts';
import { ArtifactContentRouter } from '../../core/routing/artifact-content-router.ts';
import { AgentRegistry } from '../../core/services/agents.ts';
import { LlmServiceRegistry } from '../../core/services/registry.ts';
import { ArtifactStore } from '../../core/store/artifact-store.ts';
import type { DataRootDescription } from '../../core/store/layout.ts';
import { WorkspaceManager } from '../../core/store/workspace-manager.ts';
import type { UriBoundFileSystem } from '../file-systems.ts';
import type { OpenRoot } from './open-root.ts';
import { settings } from './settings.ts';

/** Builds everything that works on one data root. Reads nothing yet. */
export function createOpenRoot(folder: vscode.Uri, description: DataRootDescription, files: UriBoundFileSystem, logger: Logger): OpenRoot {
  const { layout, refused } = description;
  const { fs } = files;
  const detector = new BinaryDetector({ logger });
  const services = new LlmServiceRegistry({ fs, configDir: layout.configDir, logger });
  const limits = { maxContentBytes: settings.maxContentBytes() };
  return {
    id: folder.toString(),
    name: fs.basename(files.locationOf(folder)) || folder.toString(),
    folder,
    layout,
    uriOf: (location) => files.uriOf(location),
    locationOf: (uri) => files.locationOf(uri),
    store: new ArtifactStore({ fs, ...layout, detector, logger, ...limits }),
    workspaces: new WorkspaceManager({ fs, ...layout }),
    services,
    agents: new AgentRegistry({ fs, runtimeDir: layout.runtimeDir, serviceRegistry: services }),
    router: new ArtifactContentRouter({ serviceRegistry: services, binaryDetector: detector, language: settings.descriptionLanguage(), logger, ...limits }),
    refusedPaths: refused,
  };
}
