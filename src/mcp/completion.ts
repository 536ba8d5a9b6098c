import { toFailure } from '../core/io/errors.ts';
import { WORKSPACE_PREFIX } from '../core/refs/workspace-id.ts';
import { listWorkspaceFiles } from '../core/tools/workspace-listing.ts';
import type { Session } from './session.ts';

/**
 * The ids that begin with what was typed, newest first: those of the store, by their names alone; `ws:` and
 * the names of workspaces; the files of a workspace once its name is complete. Never rejects.
 */
export async function completeId(session: Session, typed: string): Promise<string[]> {
  try {
    const ids = typed.startsWith(WORKSPACE_PREFIX) ? await workspaceIds(session, typed) : await storeIds(session);
    return ids.filter((id) => id.startsWith(typed));
  } catch (error) {
    session.logger.warn(`ids cannot be completed: ${toFailure(error).code}`);
    return [];
  }
}

async function storeIds({ root }: Session): Promise<string[]> {
  const index = await root.store.readIndex();
  return [...index.page({ limit: Infinity }).entries.map(({ id }) => id), WORKSPACE_PREFIX];
}

async function workspaceIds({ root }: Session, typed: string): Promise<string[]> {
  const colon = typed.indexOf(':', WORKSPACE_PREFIX.length);
  if (colon < 0) return (await root.workspaces.listWorkspaces()).map(({ workspaceId }) => `${WORKSPACE_PREFIX}${workspaceId}:`);
  const { items } = await listWorkspaceFiles(root.workspaces, typed.slice(WORKSPACE_PREFIX.length, colon), { limit: Infinity });
  return items.map(({ id }) => id);
}
