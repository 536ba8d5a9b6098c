import { CodedError } from '../core/io/errors.ts';
import type { FileSystem, Location } from '../core/io/file-system.ts';
import { ArtifactStore } from '../core/store/artifact-store.ts';
import { IdGenerator } from '../core/store/id-generator.ts';
import { WorkspaceManager } from '../core/store/workspace-manager.ts';
import { SAMPLE_APP, SAMPLE_ORGANISATION, SAMPLE_SERVICES } from './sample-config.ts';
import { SAMPLE_ARTIFACTS, SAMPLE_FILES, SAMPLE_RESERVATION, type SampleAsset } from './sample-content.ts';

/** What making a sample needs. */
export interface SampleOptions {
  readonly fs: FileSystem;
  /** Reads a media file that ships with the product. */
  readonly readAsset: (name: SampleAsset) => Promise<Uint8Array>;
}

/**
 * Makes a data root to try the product on, through the product's own store and workspaces: text, data,
 * images, documents, audio and video, an artifact under a wrong type and one only reserved, three
 * workspaces, an organisation and model services.
 *
 * @param folder must not exist, or be empty: rejects with `already_exists` otherwise
 */
export async function createSampleRoot(folder: Location, { fs, readAsset }: SampleOptions): Promise<void> {
  await fs.createDirectory(folder);
  if ((await fs.readNames(folder)).length > 0) throw new CodedError('already_exists', { name: fs.basename(folder) });

  const artifactsDir = fs.resolve(folder, SAMPLE_APP.artifactsDir);
  const runtimeDir = fs.resolve(folder, SAMPLE_APP.runtimeDir);
  const workspacesDir = fs.join(fs.parent(runtimeDir), 'workspaces');
  const contentOf = async (content: { text: string } | { asset: SampleAsset }) =>
    'text' in content ? content.text : readAsset(content.asset);

  const store = new ArtifactStore({ fs, artifactsDir, workspacesDir });
  for (const artifact of SAMPLE_ARTIFACTS) await store.putArtifact({ ...artifact, content: await contentOf(artifact) });
  await new IdGenerator({ fs, artifactsDir }).next(SAMPLE_RESERVATION);

  const workspaces = new WorkspaceManager({ fs, workspacesDir });
  for (const { workspaceId, path, content, ...options } of SAMPLE_FILES) {
    const written = await workspaces.writeFile(workspaceId, path, await contentOf(content), options);
    if (!written.ok) throw new CodedError(written.error.code, written.error.params);
  }

  await writeJson(fs, fs.join(runtimeDir, 'org.json'), SAMPLE_ORGANISATION);
  await writeJson(fs, fs.join(folder, 'config', 'llmservices.json'), SAMPLE_SERVICES);
  // Last, because by this file the folder is recognised as a data root.
  await writeJson(fs, fs.join(folder, 'config', 'app.json'), SAMPLE_APP);
}

function writeJson(fs: FileSystem, location: Location, value: unknown): Promise<void> {
  return fs.writeFile(location, new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`), 'create');
}
