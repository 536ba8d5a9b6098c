import type { FileSystem, Location } from '../io/file-system.ts';
import type { ArtifactMetadata } from './artifact.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';
import { METADATA_FOLDER, WORKSPACE_METADATA_SUFFIX } from './workspace-metadata.ts';

/**
 * The file in which an artifact's metadata are written, as readers look for it: the sidecar, the envelope, or the
 * metadata of its workspace. All links are resolved. Undefined when there is none, or none inside the data root.
 */
export async function metadataFileOf(fs: FileSystem, layout: { artifactsDir: Location; workspacesDir: Location }, metadata: ArtifactMetadata): Promise<Location | undefined> {
  const { reference, isEnvelope, location } = metadata;
  const { artifactsDir, workspacesDir } = layout;
  if (reference.kind === 'regular') return existing(fs, artifactsDir, [isEnvelope && location !== undefined ? fs.basename(location) : reference.id + SIDECAR_EXTENSION]);
  const beside = await existing(fs, workspacesDir, [reference.workspaceId + WORKSPACE_METADATA_SUFFIX]);
  return beside ?? existing(fs, workspacesDir, [reference.workspaceId, METADATA_FOLDER, METADATA_FOLDER]);
}

async function existing(fs: FileSystem, folder: Location, names: readonly string[]): Promise<Location | undefined> {
  try {
    return await fs.resolveInside(folder, names);
  } catch {
    return undefined;
  }
}
