import { toFailure, type Failure } from '../io/errors.ts';
import type { WorkspaceEntry } from './workspace-entry.ts';
import { comparePaths } from './workspace-names.ts';

/** Something in a folder of a workspace, as its name alone tells. */
export interface FolderPlace {
  /** From the workspace. */
  readonly path: string;
  /** The folder it is listed in; empty for the workspace itself. */
  readonly folder: string;
  /** A link to a folder is none. */
  readonly isFolder: boolean;
  /** @returns undefined for what is no content after all */
  readonly look: () => Promise<WorkspaceEntry | undefined>;
}

/** A folder on the way that cannot be read. */
export interface UnreadableFolder {
  /** From the workspace. */
  readonly path: string;
  readonly failure: Failure;
}

/** What a walk comes by. */
export type Walked = FolderPlace | UnreadableFolder;

/**
 * Everything in a workspace that is not a folder, folder by folder: in each its folders first, then its files, each by name;
 * nothing is looked at. Links are not followed: what they lead to is inside the workspace and met there, and links can form
 * circles. A folder that cannot be read is passed over, and told. Rejects when the workspace itself cannot be read.
 *
 * @param readFolder gives what is in a folder, in any order
 * @param after the path of a file, which need not be there: only what follows it; folders that lie wholly before are not read
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
      // It may be gone since its folder was read.
      if (failure.code !== 'not_found') yield { path, failure };
    }
  }

  function isWanted({ path, isFolder }: FolderPlace): boolean {
    if (after === undefined) return true;
    return isFolder ? after.startsWith(`${path}/`) || comparePaths(`${path}/`, after) > 0 : comparePaths(path, after) > 0;
  }
}

/** For two places in one folder. */
function byPath(a: FolderPlace, b: FolderPlace): number {
  const from = a.folder === '' ? 0 : a.folder.length + 1;
  const pathOf = ({ path, isFolder }: FolderPlace): string => path.slice(from) + (isFolder ? '/' : '');
  return comparePaths(pathOf(a), pathOf(b));
}
