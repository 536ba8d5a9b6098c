import { toFailure, type Failure } from '../io/errors.ts';
import type { WorkspaceEntry } from './workspace-entry.ts';
import { comparePaths } from './workspace-names.ts';

/** A folder on the way to an entry. */
export interface ParentFolder {
  readonly name: string;
  /** Relative to the workspace. */
  readonly relativePath: string;
}

/** An entry of a workspace folder, known by name only. */
export interface FolderPlace {
  /** Relative to the workspace. */
  readonly path: string;
  /** Its folder; empty for the workspace itself. */
  readonly folder: string;
  /** The folders that are shown on the way to it, outermost first. Default: those of its path. */
  readonly parents?: readonly ParentFolder[];
  /** False for a link to a folder. */
  readonly isFolder: boolean;
  /** @returns undefined when it is not content */
  readonly look: () => Promise<WorkspaceEntry | undefined>;
}

export interface UnreadableFolder {
  /** Relative to the workspace. */
  readonly path: string;
  readonly failure: Failure;
  /** As {@link FolderPlace.parents}. */
  readonly parents?: readonly ParentFolder[];
}

export type Walked = FolderPlace | UnreadableFolder;

/**
 * Yields everything in a workspace except folders: in each folder subfolders first, then files, each by name, without checking them. Links
 * are not followed: their targets are inside the workspace and visited there, and links can form cycles. Unreadable folders are reported
 * and skipped. Rejects when the workspace itself is unreadable.
 *
 * @param readFolder returns the entries of a folder in any order
 * @param after path of a file, existing or not: yields only what follows; earlier folders are not read
 */
export async function* walkWorkspace(
  readFolder: (relativePath: string) => Promise<readonly FolderPlace[]>,
  after?: string,
): AsyncGenerator<Walked, void> {
  yield* walk('');

  async function* walk(folder: string): AsyncGenerator<Walked, void> {
    const wanted = (await readFolder(folder)).filter(isWanted);
    for (const place of wanted.sort(byPath)) {
      if (place.isFolder) yield* walkBelow(place.path);
      else yield place;
    }
  }

  async function* walkBelow(path: string): AsyncGenerator<Walked, void> {
    try {
      yield* walk(path);
    } catch (error) {
      const failure = toFailure(error);
      // Removed since its parent was read.
      if (failure.code !== 'not_found') yield { path, failure };
    }
  }

  function isWanted({ path, isFolder }: FolderPlace): boolean {
    if (after === undefined) return true;
    return isFolder ? after.startsWith(`${path}/`) || comparePaths(`${path}/`, after) > 0 : comparePaths(path, after) > 0;
  }
}

/** Compares entries of one folder. */
function byPath(a: FolderPlace, b: FolderPlace): number {
  const from = a.folder === '' ? 0 : a.folder.length + 1;
  const pathOf = ({ path, isFolder }: FolderPlace): string => path.slice(from) + (isFolder ? '/' : '');
  return comparePaths(pathOf(a), pathOf(b));
}
