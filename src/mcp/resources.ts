import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { ARTIFACT_URI_TEMPLATE } from '../core/refs/artifact-uri.ts';
import { completeId } from './completion.ts';
import { listResources } from './resource-list.ts';
import { readResource } from './resource-read.ts';
import type { Session } from './session.ts';

/** Offers every artifact as a resource: by template, in a listing of pages, with completion of ids. */
export function registerResources(server: McpServer, session: Session): void {
  server.registerResource(
    'artifact',
    new ResourceTemplate(ARTIFACT_URI_TEMPLATE, { list: undefined, complete: { id: (typed) => completeId(session, typed) } }),
    {
      title: 'Artifact',
      description: 'An artifact by its id: a number, a UUID, or "ws:{workspace}:{path in base64url}" for a file in a workspace.',
    },
    (uri) => readResource(session, uri.href),
  );
  // The listing of a template has no pages, and a store may hold a hundred thousand artifacts.
  server.server.setRequestHandler('resources/list', async ({ params }) => {
    const { resources, nextCursor } = await listResources(session, params?.cursor);
    return { resources, ...(nextCursor !== undefined && { nextCursor }) };
  });
}
