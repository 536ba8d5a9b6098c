import type * as vscode from 'vscode';
import type { AgentRegistry } from '../../core/agents/agents.ts';
import type { Compute } from '../../core/io/compute.ts';
import type { Failure } from '../../core/io/errors.ts';
import type { Location } from '../../core/io/file-system.ts';
import type { RootBounds } from '../../core/io/root-folder.ts';
import type { LlmServiceRegistry } from '../../core/models/registry.ts';
import type { ArtifactContentRouter } from '../../core/routing/artifact-content-router.ts';
import type { CapabilityRouter } from '../../core/routing/capability-router.ts';
import type { ContentAdapter } from '../../core/routing/content-adapter.ts';
import type { WorkspaceTree } from '../../core/store/adapter.ts';
import type { ArtifactStore } from '../../core/store/artifact-store.ts';
import type { DataRootLayout } from '../../core/store/layout.ts';
import type { ToolExecutor } from '../../core/tools/tool-executor.ts';
import type { ServicesAndModels } from '../../core/wire/services-and-models.ts';
import type { SearchMemory } from './search-memory.ts';

/** A data root that is open in this window, with everything that works on it. */
export interface OpenRoot {
  /** The folder's URI as text: stable over restarts. */
  readonly id: string;
  /** For people: the folder's name. */
  readonly name: string;
  readonly folder: vscode.Uri;
  /** It was made to try the product on: its services are for its own artifacts only. */
  readonly isSample: boolean;
  readonly layout: DataRootLayout;
  /** Runs what is read of untrusted files where it can be stopped. */
  readonly compute: Compute;
  /** The real locations of its folders when it was opened. */
  readonly bounds: RootBounds;
  readonly uriOf: (location: Location) => vscode.Uri;
  readonly locationOf: (uri: vscode.Uri) => Location;
  readonly store: ArtifactStore;
  readonly searched: SearchMemory;
  readonly workspaces: WorkspaceTree;
  readonly services: LlmServiceRegistry;
  /** What previews ask for. */
  readonly models: RootModels;
  readonly agents: AgentRegistry;
  readonly router: ArtifactContentRouter;
  readonly contentAdapter: ContentAdapter;
  readonly capabilityRouter: CapabilityRouter;
  readonly tools: ToolExecutor;
  /** Paths of its `app.json` that lead out of the folder and were not followed because the workspace is not trusted. */
  readonly refusedPaths: readonly string[];
}

/** The models that can be selected for previews of a data root, and the routing to them. */
interface RootModels {
  /** That of the data root. */
  readonly id: string;
  /** The services of the data root, and models of the catalogue beside them once they are asked for. */
  readonly services: ServicesAndModels;
  readonly router: ArtifactContentRouter;
  readonly contentAdapter: ContentAdapter;
  readonly compute: Compute;
}

/** A setting that names a data root which cannot be opened. */
export interface UnusableRoot {
  readonly text: string;
  readonly problem: Failure;
}

/** The data roots of this window. */
export interface DataRoots extends vscode.Disposable {
  /** Empty until `ready`. */
  readonly roots: readonly OpenRoot[];
  readonly unusable: readonly UnusableRoot[];
  /** Roots came or went. */
  readonly onDidChange: vscode.Event<void>;
  /** Files of a root's store or workspaces changed on disk; bursts are one event. */
  readonly onDidChangeArtifacts: vscode.Event<OpenRoot>;
  /** A root's services were loaded again. */
  readonly onDidChangeServices: vscode.Event<OpenRoot>;
  /** A root's agents were loaded again. */
  readonly onDidChangeAgents: vscode.Event<OpenRoot>;
  /** Looks for the roots when that was not done yet; the first view that is shown asks. */
  ready(): Promise<void>;
  /** Looks for the roots again and loads everything anew. */
  refresh(): Promise<void>;
}

/** A name for each root that no other has: its own, with as many folders above it as it takes, or its URI. */
export function uniqueNames(roots: readonly OpenRoot[]): ReadonlyMap<OpenRoot, string> {
  return new Map(
    roots.map((root) => [
      root,
      uniqueName(
        root,
        roots.filter((other) => other !== root),
      ),
    ]),
  );
}

function uniqueName(root: OpenRoot, others: readonly OpenRoot[]): string {
  if (others.every(({ name }) => name !== root.name)) return root.name;
  const depth = segments(root).length;
  for (let count = 2; count <= depth; count++) {
    const name = lastOf(root, count);
    if (others.every((other) => lastOf(other, count) !== name)) return name;
  }
  return root.id;
}

function segments({ folder }: OpenRoot): string[] {
  return folder.path.split('/').filter((segment) => segment !== '');
}

function lastOf(root: OpenRoot, count: number): string {
  return segments(root).slice(-count).join('/');
}
