import path from 'node:path';
import { ArtifactStore, type ArtifactStoreOptions } from '../../src/core/store/artifact-store.ts';
import { NodeFileSystem } from '../../src/platform/node-file-system.ts';
import { temporaryFolder, type Tree } from './temporary-folder.ts';

/** The copy of a real data root. */
export const REAL_ROOT = path.join(import.meta.dirname, '../fixtures/agent-society-root');
export const REAL_ARTIFACTS = path.join(REAL_ROOT, 'data/runtime/artifacts');
export const REAL_WORKSPACES = path.join(REAL_ROOT, 'data/runtime/workspaces');
/** The hand-made roots of every generation of layout. */
export const LAYOUTS = path.join(import.meta.dirname, '../fixtures/layouts');

type StoreOptions = Partial<Pick<ArtifactStoreOptions, 'fs' | 'maxContentBytes' | 'keepsIndex'>>;

/** A store over `artifacts/` and `workspaces/` of a folder. */
export function storeOver(root: string, options: StoreOptions = {}): ArtifactStore {
  const { fs = new NodeFileSystem(), ...rest } = options;
  return new ArtifactStore({ fs, artifactsDir: path.join(root, 'artifacts'), workspacesDir: path.join(root, 'workspaces'), ...rest });
}

/** A new root with the given files, and a store over it. */
export async function temporaryStore(tree: Tree, options: StoreOptions = {}): Promise<{ root: string; store: ArtifactStore }> {
  const root = await temporaryFolder(tree);
  return { root, store: storeOver(root, options) };
}

/** A store over the real root. */
export function realStore(): ArtifactStore {
  return new ArtifactStore({ fs: new NodeFileSystem(), artifactsDir: REAL_ARTIFACTS, workspacesDir: REAL_WORKSPACES });
}
