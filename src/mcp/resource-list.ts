import { ProtocolError, ProtocolErrorCode, type Resource } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { toFailure } from '../core/io/errors.ts';
import { artifactUri } from '../core/refs/artifact-uri.ts';
import { safeName } from '../core/routing/safe-name.ts';
import type { ArtifactMetadata } from '../core/store/artifact.ts';
import { listWorkspaceFiles } from '../core/tools/workspace-listing.ts';
import type { Session } from './session.ts';

/** Resources on one page. */
const PAGE_SIZE = 100;

/** Where a listing goes on: in the store, then in one workspace after the other, by name. */
const cursorSchema = z.union([
  z.strictObject({ store: z.string() }),
  z.strictObject({ workspace: z.string(), after: z.optional(z.string()) }),
]);
type Cursor = z.infer<typeof cursorSchema>;

/** A page of resources; `nextCursor` leads to the one that follows. */
export interface ResourcePage {
  readonly resources: Resource[];
  readonly nextCursor?: string;
}

/**
 * One page of everything that can be read: the store, newest first, then the files of the workspaces. What
 * is only reserved is left out.
 *
 * @throws ProtocolError invalid params, for a cursor that is none of ours
 */
export async function listResources(session: Session, cursor: string | undefined): Promise<ResourcePage> {
  const place = cursor === undefined ? undefined : decodeCursor(cursor);
  if (place && 'workspace' in place) return listWorkspace(session, place.workspace, place.after);
  const { items, next } = await session.root.store.list({ limit: PAGE_SIZE, after: place?.store });
  return page(items, next === undefined ? await workspaceAfter(session, undefined) : { store: next });
}

async function listWorkspace(session: Session, workspace: string, after: string | undefined): Promise<ResourcePage> {
  const following = await workspaceAfter(session, workspace);
  try {
    const { items, unreadable, next } = await listWorkspaceFiles(session.root.workspaces, workspace, { limit: PAGE_SIZE, after });
    for (const { path, failure } of unreadable)
      session.logger.warn(`folder ${path} of workspace ${workspace} cannot be read: ${failure.code}`);
    return page(items, next === undefined ? following : { workspace, after: next });
  } catch (error) {
    session.logger.warn(`workspace ${workspace} cannot be listed: ${toFailure(error).code}`);
    return page([], following);
  }
}

async function workspaceAfter({ root }: Session, name: string | undefined): Promise<Cursor | undefined> {
  const workspaces = await root.workspaces.listWorkspaces();
  const next = workspaces.find(({ workspaceId, state }) => state === 'present' && (name === undefined || workspaceId > name));
  return next && { workspace: next.workspaceId };
}

function page(items: readonly ArtifactMetadata[], next: Cursor | undefined): ResourcePage {
  const resources = items.filter(({ state }) => state === 'present' || state === 'broken').map(toResource);
  return { resources, ...(next && { nextCursor: Buffer.from(JSON.stringify(next)).toString('base64url') }) };
}

function decodeCursor(cursor: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one of this server.');
  }
}

function toResource({ id, reference, name, filename, mimeType, size, createdAt, updatedAt }: ArtifactMetadata): Resource {
  const title = reference.kind === 'workspace' ? `${reference.workspaceId}/${reference.relativePath}` : name;
  const lastModified = isoTime(updatedAt ?? createdAt);
  return {
    uri: artifactUri(id),
    name: safeName(filename) || id,
    title: safeName(title) || id,
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...(lastModified !== undefined && { annotations: { lastModified } }),
  };
}

/** The time as the protocol wants it (ISO 8601 in UTC); data may hold anything. */
function isoTime(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
