import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { CodedError, toFailure } from '../core/io/errors.ts';
import { WORKSPACE_PREFIX } from '../core/refs/artifact-id-codec.ts';
import { ARTIFACT_URI_TEMPLATE, artifactUri, parseArtifactUri, pathOfReference } from '../core/refs/reference.ts';
import { safeName } from '../core/routing/description.ts';
import type { Artifact, ArtifactMetadata } from '../core/store/artifact.ts';
import { isoTime } from '../core/store/sidecar.ts';
import { toolSentence } from '../core/tools/tool-definitions.ts';
import { listWorkspaceFiles } from '../core/tools/workspace-listing.ts';
import { contentsOf, shownUri } from './resource-contents.ts';
import { registerSessionResources, sessionResources, whyUnread } from './session-resources.ts';
import { MOST_SUBSCRIPTIONS, type Session, usualUri } from './session.ts';

/** Offers every artifact as a resource: by template, in a listing of pages, with completion of ids, and with news of what changes. */
export function registerResources(server: McpServer, session: Session): void {
  server.registerResource(
    'artifact',
    new ResourceTemplate(ARTIFACT_URI_TEMPLATE, { list: undefined, complete: { id: (typed) => completeId(session, typed) } }),
    {
      title: 'Artifact',
      description:
        'An artifact by its ID: a number, a UUID, "ws:{workspace}:{path in base64url}" for a file in a workspace, or "adk:{app}:{user}:{session}:{name}" in the files of Google ADK.',
    },
    (uri) => readResource(session, uri.href),
  );
  registerSessionResources(server, session);
  // The listing of a template has no pages, and a store may hold a hundred thousand artifacts.
  server.server.setRequestHandler('resources/list', async ({ params }) => {
    let { resources, nextCursor } = await listResources(session, params?.cursor);
    // Not every client asks for the next page of an empty one.
    while (resources.length === 0 && nextCursor !== undefined) ({ resources, nextCursor } = await listResources(session, nextCursor));
    return { resources, ...(nextCursor !== undefined && { nextCursor }) };
  });
  tellChanges(server, session);
}

/**
 * Tells the client when artifacts come and go, and when one that it subscribed to changes. Up to 2025-11-25 a client hears of it
 * from the handshake on, and subscribes with a request of its own. Since 2026-07-28 it opens a stream that names what it wants:
 * the SDK picks that from all that is told.
 */
function tellChanges({ server }: McpServer, session: Session): void {
  /** The spellings of URIs that the client subscribed to, by their usual one. */
  const subscribed = new Map<string, string>();
  const stop = session.onStoreChange(({ isListChanged, ids }) => {
    const isPicked = server.getNegotiatedProtocolVersion() === STREAMED_CHANGES;
    const uris = [...ids].map(artifactUri).flatMap((uri) => (isPicked ? [uri, ...session.spellings.of(uri)] : (subscribed.get(uri) ?? [])));
    // whoever no longer listens misses nothing but this
    if (isListChanged) server.sendResourceListChanged().catch(() => {});
    for (const uri of uris) server.sendResourceUpdated({ uri }).catch(() => {});
  });
  server.oninitialized = () => void session.listen();
  server.onclose = stop;
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const usual = usualUri(uri);
    if (usual === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Not the URI of an artifact.');
    if (subscribed.size >= MOST_SUBSCRIPTIONS) throw new ProtocolError(ProtocolErrorCode.InternalError, 'Too many subscriptions.');
    subscribed.set(usual, uri);
    await session.listen();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(usualUri(uri) ?? '');
    return {};
  });
}

/** The revision since which a client opens a stream of changes. */
const STREAMED_CHANGES = '2026-07-28';

/**
 * The ids that begin with what was typed, newest first: those of the store, by their names alone; `ws:` and
 * the names of workspaces; the files of a workspace once its name is complete. Never rejects.
 */
async function completeId(session: Session, typed: string): Promise<string[]> {
  try {
    const ids = typed.startsWith(WORKSPACE_PREFIX) ? await workspaceIds(session, typed) : await storeIds(session);
    return ids.filter((id) => id.startsWith(typed));
  } catch (error) {
    session.logger.warn(`cannot complete IDs: ${toFailure(error).code}`);
    return [];
  }
}

async function storeIds({ root }: Session): Promise<string[]> {
  const ids = await root.store.ids();
  return root.store.hasOnlyFolders ? ids : [...ids, WORKSPACE_PREFIX];
}

async function workspaceIds({ root }: Session, typed: string): Promise<string[]> {
  const colon = typed.indexOf(':', WORKSPACE_PREFIX.length);
  if (colon < 0) return (await root.workspaces.listWorkspaces()).map(({ workspaceId }) => `${WORKSPACE_PREFIX}${workspaceId}:`);
  const { items } = await listWorkspaceFiles(root.workspaces, typed.slice(WORKSPACE_PREFIX.length, colon), { limit: Infinity });
  return items.map(({ id }) => id);
}

/** Resources on one page. */
const PAGE_SIZE = 100;

/** Where a listing goes on: in the store, then in one workspace after the other, by name, then in the recorded sessions, as they were named. */
const cursorSchema = z.union([
  z.strictObject({ store: z.string() }),
  z.strictObject({ workspace: z.string(), after: z.optional(z.string()) }),
  z.strictObject({ session: z.string(), after: z.optional(z.string()) }),
]);
type Cursor = z.infer<typeof cursorSchema>;

/** A page of resources; `nextCursor` leads to the one that follows. */
interface ResourcePage {
  readonly resources: Resource[];
  readonly nextCursor?: string;
}

/**
 * One page of everything that can be read: the store, newest first, then the files of the workspaces, then the artifacts of recorded sessions.
 * What is only reserved is left out.
 *
 * @throws ProtocolError invalid params, for a cursor that is none of ours
 */
async function listResources(session: Session, cursor: string | undefined): Promise<ResourcePage> {
  const place = cursor === undefined ? undefined : decodeCursor(cursor);
  if (place && 'workspace' in place) return listWorkspace(session, place.workspace, place.after);
  if (place && 'session' in place) return listSession(session, place.session, place.after);
  const { store } = session.root;
  const { items, next } = await store.list({ limit: PAGE_SIZE, after: place?.store });
  if (next !== undefined) return page(present(items), { store: next });
  return page(present(items), store.hasOnlyFolders ? sessionAfter(session, undefined) : await workspaceAfter(session, undefined));
}

async function listWorkspace(session: Session, workspace: string, after: string | undefined): Promise<ResourcePage> {
  const following = await workspaceAfter(session, workspace);
  try {
    const { items, unreadable, next } = await listWorkspaceFiles(session.root.workspaces, workspace, { limit: PAGE_SIZE, after });
    for (const { path, failure } of unreadable) session.logger.warn(`${path} of workspace ${workspace} cannot be listed: ${failure.code}`);
    return page(present(items), next === undefined ? following : { workspace, after: next });
  } catch (error) {
    session.logger.warn(`workspace ${workspace} cannot be listed: ${toFailure(error).code}`);
    return page([], following);
  }
}

/** Where the listing goes on behind a workspace; without one, behind the store. */
async function workspaceAfter(session: Session, name: string | undefined): Promise<Cursor | undefined> {
  const workspaces = await session.root.workspaces.listWorkspaces();
  const next = workspaces.find(({ workspaceId, state }) => state === 'present' && (name === undefined || workspaceId > name));
  return next ? { workspace: next.workspaceId } : sessionAfter(session, undefined);
}

async function listSession(session: Session, name: string, after: string | undefined): Promise<ResourcePage> {
  if (!session.recorded.has(name)) throw invalidCursor();
  const following = sessionAfter(session, name);
  let all;
  try {
    all = await sessionResources(session, name);
  } catch (error) {
    const { code, message } = whyUnread(error, 'en');
    session.logger.warn(`session ${name} cannot be listed: ${code}: ${message}`);
    return page([], following);
  }
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0) throw invalidCursor();
  const items = all.slice(from, from + PAGE_SIZE);
  const isThrough = from + items.length >= all.length;
  const resources = items.map(({ resource }) => resource);
  return page(resources, isThrough ? following : { session: name, after: items.at(-1)?.id });
}

/** The recorded session behind another; without one, the first. */
function sessionAfter({ recorded }: Session, name: string | undefined): Cursor | undefined {
  const names = [...recorded.keys()];
  const next = names[name === undefined ? 0 : names.indexOf(name) + 1];
  return next === undefined ? undefined : { session: next };
}

function present(items: readonly ArtifactMetadata[]): Resource[] {
  return items.filter(({ state }) => state === 'present' || state === 'broken').map(toResource);
}

function page(resources: Resource[], next: Cursor | undefined): ResourcePage {
  return { resources, ...(next && { nextCursor: Buffer.from(JSON.stringify(next)).toString('base64url') }) };
}

function decodeCursor(cursor: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidCursor();
  }
}

function invalidCursor(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor.');
}

function toResource({ id, reference, name, filename, mimeType, size, createdAt, updatedAt }: ArtifactMetadata): Resource {
  const title = pathOfReference(reference) ?? name;
  const lastModified = isoTime(Date.parse(updatedAt ?? createdAt ?? ''));
  return {
    uri: artifactUri(id),
    name: safeName(filename) || id,
    title: safeName(title) || id,
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...(lastModified !== undefined && { annotations: { lastModified } }),
  };
}

/**
 * The content of an artifact, text as text and everything else as a blob. A resource is read by the
 * application, not by the model, so capabilities do not matter.
 *
 * @throws ResourceNotFoundError when there is nothing of that id; ProtocolError with the code of the core in
 * `data.code` when the URI is none of ours, or the content cannot be given
 */
async function readResource(session: Session, uri: string): Promise<ReadResourceResult> {
  try {
    return contentsOf(uri, await readArtifact(session, uri));
  } catch (error) {
    const { code } = toFailure(error);
    const shown = shownUri(uri);
    if (code === 'not_found') throw new ResourceNotFoundError(shown);
    const isRequest = !parseArtifactUri(uri).ok;
    const message = `${code}: ${toolSentence(code, session.root.router.language)}`;
    throw new ProtocolError(isRequest ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message, { uri: shown, code });
  }
}

/** The artifact, with its content or why there is none; rejects with a CodedError when it is not there. */
async function readArtifact({ root: { store } }: Session, uri: string): Promise<Artifact> {
  const parsed = parseArtifactUri(uri);
  if (!parsed.ok) throw new CodedError(parsed.error.code);
  const metadata = await store.getMetadata(parsed.value);
  if (!metadata?.location) throw new CodedError(metadata?.problem?.code ?? (metadata?.state === 'reserved' ? 'reserved' : 'not_found'));
  return store.readArtifact(metadata, metadata.location);
}
