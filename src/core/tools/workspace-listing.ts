import { mapConcurrently } from '../io/concurrency.ts';
import { CodedError } from '../io/errors.ts';
import { parseReference } from '../refs/reference.ts';
import type { ArtifactMetadata } from '../store/artifact.ts';
import type { WorkspaceEntry } from '../store/workspace-entry.ts';
import type { WorkspaceManager } from '../store/workspace-manager.ts';
import type { UnreadableFolder, Walked } from '../store/workspace-walk.ts';

/** Looks at files under way at once. */
const LOOK_WIDTH = 32;
/** Places gathered at most before they are looked at. */
const MAX_BATCH = 512;

/** A page of the files of a workspace. How many there are in all is not known: that takes reading every folder. */
export interface WorkspacePage {
  readonly items: readonly ArtifactMetadata[];
  /** Folders on the way that could not be read. */
  readonly unreadable: readonly UnreadableFolder[];
  /** Give it as `after` for the page that follows; undefined on the last one. */
  readonly next?: string;
}

/**
 * A page of the files of a workspace, in the order of {@link WorkspaceManager.walk}; only what is on it is looked at. Rejects
 * with the codes of `WorkspaceManager.listFolder` for the workspace itself, those of `parseReference`, and `not_found` for an
 * `after` that is no file of this workspace.
 *
 * @param options.after an id of the page before; the listing goes on behind it, also when that file is gone
 */
export async function listWorkspaceFiles(
  workspaces: WorkspaceManager,
  workspaceId: string,
  options: { limit: number; after?: string | undefined },
): Promise<WorkspacePage> {
  const after = options.after === undefined ? undefined : pathOf(options.after, workspaceId);
  const items: ArtifactMetadata[] = [];
  const unreadable: UnreadableFolder[] = [];
  let batch: Walked[] = [];
  /** Of the folders that could not be read those before the last file of the page. */
  let told = 0;
  /** @returns whether the page is full and a file follows */
  const look = async (): Promise<boolean> => {
    const looked = await mapConcurrently(batch, LOOK_WIDTH, async (walked): Promise<WorkspaceEntry | UnreadableFolder | undefined> =>
      'look' in walked ? walked.look() : walked,
    );
    batch = [];
    for (const found of looked) {
      if (found !== undefined && !('kind' in found)) unreadable.push(found);
      if (found === undefined || !('kind' in found) || found.kind !== 'file') continue;
      if (items.length === options.limit) return true;
      items.push(found.artifact);
      told = unreadable.length;
    }
    return false;
  };
  let hasMore = false;
  for await (const walked of workspaces.walk(workspaceId, { after })) {
    batch.push(walked);
    if (batch.length > Math.min(options.limit - items.length, MAX_BATCH)) hasMore = await look();
    if (hasMore) break;
  }
  if (!hasMore) hasMore = await look();
  const last = items.at(-1);
  return hasMore && last ? { items, unreadable: unreadable.slice(0, told), next: last.id } : { items, unreadable };
}

function pathOf(id: string, workspaceId: string): string {
  const parsed = parseReference(id);
  if (!parsed.ok) throw new CodedError(parsed.error.code);
  if (parsed.value.kind !== 'workspace' || parsed.value.workspaceId !== workspaceId) throw new CodedError('not_found');
  return parsed.value.relativePath;
}
