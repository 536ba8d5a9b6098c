import { mapConcurrently } from '../io/concurrency.ts';
import { CodedError } from '../io/errors.ts';
import { parseReference } from '../refs/reference.ts';
import type { ArtifactMetadata } from '../store/artifact.ts';
import type { WorkspaceEntry } from '../store/workspace-entry.ts';
import type { WorkspaceManager } from '../store/workspace-manager.ts';
import type { UnreadableFolder, Walked } from '../store/workspace-walk.ts';

/** Concurrent checks of files. */
const LOOK_WIDTH = 32;
/** Maximum entries collected before they are checked. */
const MAX_BATCH = 512;

/** A page of a workspace's files. The total is unknown, because that would require reading every folder. */
export interface WorkspacePage {
  readonly items: readonly ArtifactMetadata[];
  readonly unreadable: readonly UnreadableFolder[];
  /** Pass as `after` for the next page; undefined on the last one. */
  readonly next?: string;
}

/**
 * A page of a workspace's files in the order of {@link WorkspaceManager.walk}; only these are checked. Rejects with the codes of
 * `WorkspaceManager.listFolder` for the workspace itself, those of `parseReference`, and `not_found` when `after` is not a file of this
 * workspace.
 *
 * @param options.after an id of the previous page; continues after it even if that file is gone
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
  /** Unreadable folders before the last file of the page. */
  let reported = 0;
  /** @returns whether the page is full and another file follows */
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
      reported = unreadable.length;
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
  return hasMore && last ? { items, unreadable: unreadable.slice(0, reported), next: last.id } : { items, unreadable };
}

function pathOf(id: string, workspaceId: string): string {
  const parsed = parseReference(id);
  if (!parsed.ok) throw new CodedError(parsed.error.code);
  if (parsed.value.kind !== 'workspace' || parsed.value.workspaceId !== workspaceId) throw new CodedError('not_found');
  return parsed.value.relativePath;
}
