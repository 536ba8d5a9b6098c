import { CodedError } from '../io/errors.ts';
import { parseReference } from '../refs/reference.ts';
import type { ArtifactMetadata } from '../store/artifact.ts';
import type { WorkspaceManager } from '../store/workspace-manager.ts';
import { compareNames } from '../store/workspace-names.ts';

/**
 * A page of the files of a workspace, folder by folder, in the order in which they are shown. Folders that
 * are links are not entered: what lies in them is listed where it is, and links can lead in circles. Rejects
 * with the codes of `WorkspaceManager.listFolder` and `parseReference`, and `not_found` for an `after` that is
 * no file of this workspace.
 *
 * @param options.after an id of the page before; the listing goes on behind it, also when that file is gone
 */
export async function listWorkspaceFiles(
  workspaces: WorkspaceManager,
  workspaceId: string,
  options: { limit: number; after?: string | undefined },
): Promise<{ items: readonly ArtifactMetadata[]; total: number; next?: string }> {
  const after = options.after === undefined ? undefined : pathOf(options.after, workspaceId);
  const metadata = await workspaces.readMetadata(workspaceId);
  const files: ArtifactMetadata[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await workspaces.listFolder(workspaceId, folder, metadata)) {
      if (entry.kind === 'folder' && !entry.isLink) await walk(entry.relativePath);
      else if (entry.kind === 'file') files.push(entry.artifact);
    }
  };
  await walk('');
  const start = after === undefined ? 0 : placeBehind(files, after);
  const items = files.slice(start, start + options.limit);
  const last = items.at(-1);
  return { items, total: files.length, ...(last && start + items.length < files.length && { next: last.id }) };
}

function pathOf(id: string, workspaceId: string): string {
  const parsed = parseReference(id);
  if (!parsed.ok) throw new CodedError(parsed.error.code);
  if (parsed.value.kind !== 'workspace' || parsed.value.workspaceId !== workspaceId) throw new CodedError('not_found');
  return parsed.value.relativePath;
}

function placeBehind(files: readonly ArtifactMetadata[], after: string): number {
  const paths = files.map(({ reference }) => (reference.kind === 'workspace' ? reference.relativePath : ''));
  const at = paths.indexOf(after);
  if (at >= 0) return at + 1;
  const behind = paths.findIndex((path) => comparePaths(path, after) > 0);
  return behind < 0 ? files.length : behind;
}

/** The order of the walk: in each folder the folders first, then the files, each by name. */
function comparePaths(a: string, b: string): number {
  const [first, second] = [a.split('/'), b.split('/')];
  let depth = 0;
  while (first[depth] === second[depth] && depth < first.length) depth++;
  const [one = '', other = ''] = [first[depth], second[depth]];
  const isFile = (names: readonly string[]): number => (depth === names.length - 1 ? 1 : 0);
  return isFile(first) - isFile(second) || compareNames(one, other);
}
