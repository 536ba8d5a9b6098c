import { mapConcurrently } from '../../core/io/concurrency.ts';
import { byKindAndName, type WorkspaceEntry } from '../../core/store/workspace-entry.ts';
import type { Walked } from '../../core/store/workspace-walk.ts';
import type { FilterConditions } from './artifact-filter.ts';

/** What a search found in one workspace. */
export interface FoundFiles {
  readonly files: number;
  /** By the path of the folder: what was found in it, and the folders that lead to more. */
  readonly folders: ReadonlyMap<string, readonly WorkspaceEntry[]>;
}

/** Looks at files under way at once. */
const LOOK_WIDTH = 32;

/**
 * Looks in a workspace for what fulfils the conditions. A folder that cannot be read stands in the result with its reason
 * when its name fits; a workspace that cannot be read at all says so where it is opened, here it only has nothing to be found.
 *
 * @param walk all that is in the workspace
 */
export async function searchWorkspace(
  walk: AsyncIterable<Walked>,
  conditions: FilterConditions,
  signal: { readonly aborted: boolean },
): Promise<FoundFiles> {
  const folders = new Map<string, WorkspaceEntry[]>();
  let files = 0;
  let batch: Walked[] = [];

  /** A folder where something is found is found in the folder above. */
  function add(folder: string, entry: WorkspaceEntry): void {
    const known = folders.get(folder);
    if (known) return void known.push(entry);
    folders.set(folder, [entry]);
    if (folder !== '') add(folderOf(folder), { kind: 'folder', name: nameOf(folder), relativePath: folder });
  }

  async function look(): Promise<void> {
    const looked = await mapConcurrently(batch, LOOK_WIDTH, lookAt);
    batch = [];
    for (const { folder, entry } of looked) {
      if (!entry || entry.kind === 'folder') continue;
      if (!(entry.kind === 'file' ? conditions.matches(entry.artifact) : conditions.matchesName(entry.name))) continue;
      add(folder, entry);
      files++;
    }
  }

  try {
    for await (const walked of walk) {
      if (signal.aborted) break;
      if (batch.push(walked) === LOOK_WIDTH) await look();
    }
  } catch {
    // What was found until then is shown.
  }
  await look();
  for (const found of folders.values()) found.sort(byKindAndName);
  return { files, folders };
}

async function lookAt(walked: Walked): Promise<{ folder: string; entry: WorkspaceEntry | undefined }> {
  if ('look' in walked) return { folder: walked.folder, entry: await walked.look() };
  return { folder: folderOf(walked.path), entry: { kind: 'invalid', name: nameOf(walked.path), failure: walked.failure } };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
