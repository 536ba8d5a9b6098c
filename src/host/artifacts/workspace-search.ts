import { toFailure, type Failure } from '../../core/io/errors.ts';
import type { WorkspaceEntry } from '../../core/store/workspace-entry.ts';
import type { FilterConditions } from './artifact-filter.ts';

/** What a search found in one workspace. */
export interface FoundFiles {
  readonly files: number;
  /** By the path of the folder: what was found in it, and the folders that lead to more. */
  readonly folders: ReadonlyMap<string, readonly WorkspaceEntry[]>;
}

/**
 * Walks the folders of a workspace for what fulfils the conditions. Linked folders are not entered: what
 * they lead to is inside the workspace and found there, and links can form circles. A folder that cannot be
 * read stands in the result with its reason when its name fits.
 *
 * @param listFolder gives the entries of a folder by its path; the workspace itself is the empty path
 */
export async function searchWorkspace(
  listFolder: (relativePath: string) => Promise<readonly WorkspaceEntry[]>,
  conditions: FilterConditions,
  signal: { readonly aborted: boolean },
): Promise<FoundFiles> {
  const folders = new Map<string, readonly WorkspaceEntry[]>();
  let files = 0;

  async function walk(path: string): Promise<boolean> {
    const found: WorkspaceEntry[] = [];
    for (const entry of await listFolder(path)) {
      if (signal.aborted) break;
      if (entry.kind === 'folder') {
        const outcome = entry.isLink ? false : await walk(entry.relativePath).catch(toFailure);
        if (outcome === true) found.push(entry);
        else if (outcome !== false) addUnreadable(found, entry.name, outcome);
      } else if (entry.kind === 'file' ? conditions.matches(entry.artifact) : conditions.matchesName(entry.name)) {
        found.push(entry);
        files++;
      }
    }
    if (found.length > 0) folders.set(path, found);
    return found.length > 0;
  }

  function addUnreadable(found: WorkspaceEntry[], name: string, failure: Failure): void {
    if (!conditions.matchesName(name)) return;
    found.push({ kind: 'invalid', name, failure });
    files++;
  }

  // A workspace that cannot be read at all says so where it is opened; here it only has nothing to be found.
  await walk('').catch(toFailure);
  return { files, folders };
}
