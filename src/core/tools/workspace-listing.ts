import type { ArtifactMetadata } from '../store/artifact.ts';
import type { WorkspaceManager } from '../store/workspace-manager.ts';

/**
 * A page of the files of a workspace, folder by folder, in the order in which they are shown. Rejects with
 * the codes of `WorkspaceManager.listFolder`.
 *
 * @param options.after an id of the page before; the listing goes on behind it
 */
export async function listWorkspaceFiles(
  workspaces: WorkspaceManager,
  workspaceId: string,
  options: { limit: number; after?: string | undefined },
): Promise<{ items: readonly ArtifactMetadata[]; total: number; next?: string }> {
  const metadata = await workspaces.readMetadata(workspaceId);
  const files: ArtifactMetadata[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await workspaces.listFolder(workspaceId, folder, metadata)) {
      if (entry.kind === 'folder') await walk(entry.relativePath);
      else if (entry.kind === 'file') files.push(entry.artifact);
    }
  };
  await walk('');
  const start = options.after === undefined ? 0 : files.findIndex(({ id }) => id === options.after) + 1;
  const items = files.slice(start, start + options.limit);
  const last = items.at(-1);
  return { items, total: files.length, ...(last && start + items.length < files.length && { next: last.id }) };
}
