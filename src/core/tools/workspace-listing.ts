import { mapConcurrently } from '../io/concurrency.ts';
import { CodedError } from '../io/errors.ts';
import { parseReference } from '../refs/reference.ts';
import type { ArtifactMetadata } from '../store/artifact.ts';
import type { WorkspaceTree } from '../store/adapter.ts';
import type { UnreadableFolder, Walked } from '../store/workspace-walk.ts';

/** Concurrent checks of files. */
const LOOK_WIDTH = 32;
/** Maximum entries collected before they are checked. */
const MAX_BATCH = 512;

/** Reasons given a page: a model pays for each, and a folder may hold any number of broken links. */
export const MOST_LEFT_OUT = 100;

/** A page of a workspace's files. The total is unknown, because that would require reading every folder. */
export interface WorkspacePage {
  readonly items: readonly ArtifactMetadata[];
  /** Folders that cannot be read, links that lead nowhere or outside, and names that have no id: at most {@link MOST_LEFT_OUT}. */
  readonly unreadable: readonly UnreadableFolder[];
  /** How many more there are. */
  readonly moreUnreadable: number;
  /** Pass as `after` for the next page; undefined on the last one. */
  readonly next?: string;
}

export interface WorkspaceListOptions {
  readonly limit: number;
  /** An id of the previous page; continues after it even if that file is gone. */
  readonly after?: string | undefined;
  /** Only these files; default: all. */
  readonly matches?: ((metadata: ArtifactMetadata) => boolean) | undefined;
  /** Ends the walk early, with the files found so far. */
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Receives how many names were looked at. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * A page of a workspace's files in the order of {@link WorkspaceTree.walk}; only these are checked. Rejects with the codes of
 * `WorkspaceTree.listFolder` for the workspace itself, those of `parseReference`, and `not_found` when `after` is not a file of this
 * workspace.
 */
export async function listWorkspaceFiles(
  workspaces: WorkspaceTree,
  workspaceId: string,
  options: WorkspaceListOptions,
): Promise<WorkspacePage> {
  const after = options.after === undefined ? undefined : pathOf(workspaces, options.after, workspaceId);
  const items: ArtifactMetadata[] = [];
  const unreadable: UnreadableFolder[] = [];
  let batch: Walked[] = [];
  /** All that was left out so far, and before the last file of the page. */
  let leftOut = 0;
  let reported = 0;
  /** @returns whether the page is full and another file follows */
  const look = async (): Promise<boolean> => {
    const found = await mapConcurrently(batch, LOOK_WIDTH, (walked) => lookAt(walked));
    batch = [];
    for (const each of found) {
      if (each === undefined) continue;
      if ('failure' in each) {
        if (unreadable.length < MOST_LEFT_OUT) unreadable.push(each);
        leftOut++;
        continue;
      }
      if (options.matches && !options.matches(each)) continue;
      if (items.length === options.limit) return true;
      items.push(each);
      reported = leftOut;
    }
    return false;
  };
  let hasMore = false;
  let looked = 0;
  for await (const walked of workspaces.walk(workspaceId, { after })) {
    if (options.signal?.aborted) break;
    batch.push(walked);
    if (batch.length <= (options.matches ? MAX_BATCH : Math.min(options.limit - items.length, MAX_BATCH))) continue;
    looked += batch.length;
    hasMore = await look();
    options.onProgress?.(looked);
    if (hasMore) break;
  }
  if (!hasMore) hasMore = await look();
  const last = items.at(-1);
  const told = hasMore && last ? reported : leftOut;
  return {
    items,
    unreadable: unreadable.slice(0, told),
    moreUnreadable: Math.max(0, told - MOST_LEFT_OUT),
    ...(hasMore && last && { next: last.id }),
  };
}

/** The file, or why there is none; undefined for what is no file, or is listed in another place. */
async function lookAt(walked: Walked): Promise<ArtifactMetadata | UnreadableFolder | undefined> {
  if (!('look' in walked)) return walked;
  const entry = await walked.look();
  if (entry?.kind === 'file') return entry.artifact;
  return entry?.kind === 'invalid' ? { path: walked.path, failure: entry.failure } : undefined;
}

function pathOf(workspaces: WorkspaceTree, id: string, workspaceId: string): string {
  const parsed = parseReference(id);
  if (!parsed.ok) throw new CodedError(parsed.error.code);
  const place = workspaces.placeOf(parsed.value);
  if (place?.workspaceId !== workspaceId) throw new CodedError('not_found');
  return place.relativePath;
}
