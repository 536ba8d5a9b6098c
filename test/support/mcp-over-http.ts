import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/**
 * Serves the server over streamable HTTP on this machine alone, for a suite that speaks nothing else: sessions up to the revision
 * 2025-11-25, a request each since 2026-07-28.
 *
 * @param create a server, as standard input and output get one
 * @param translate names of the suite in a request into ours
 * @returns its address, and what ends it
 */
export async function serveOverHttp(
  create: () => McpServer,
  translate: (request: HttpRequest) => HttpRequest,
): Promise<{ url: string; close(): Promise<void> }> {
  const modern = createMcpHandler(create, { legacy: 'reject' });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function answer(request: Request): Promise<Response> {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    if (request.method === 'POST' && !(await isLegacyRequest(request))) return modern.fetch(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await create().connect(transport);
    return transport.handleRequest(request);
  }

  const http = createHttpServer((request, response) => {
    const isLocal = [request.headers.host, request.headers.origin].every(
      (place) =>
        place === undefined || localhostAllowedHostnames().includes(new URL(place.includes('//') ? place : `http://${place}`).hostname),
    );
    if (!isLocal) return void response.writeHead(403).end();
    toRequest(request, response, translate)
      .then(answer)
      .then(
        (answered) => send(answered, response),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    close: async () => {
      await Promise.all([modern.close(), ...[...sessions.values()].map((transport) => transport.close())]);
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** What a request asks for. */
export interface HttpRequest {
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly uri?: string; readonly arguments?: object };
}

async function toRequest(
  request: IncomingMessage,
  response: ServerResponse,
  translate: (request: HttpRequest) => HttpRequest,
): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value));
  const ended = new AbortController();
  response.once('close', () => ended.abort());
  const { method = 'GET', url = '/' } = request;
  let body = method === 'POST' ? await text(request) : undefined;
  if (body?.startsWith('{')) {
    const asked = JSON.parse(body) as HttpRequest;
    const translated = translate(asked);
    if (translated !== asked) {
      body = JSON.stringify(translated);
      headers.delete('content-length');
      // since 2026-07-28 a header repeats the name
      const { name, uri } = translated.params ?? {};
      if (headers.has('mcp-name')) headers.set('mcp-name', name ?? uri ?? '');
    }
  }
  return new Request(`http://127.0.0.1${url}`, { method, headers, signal: ended.signal, ...(body !== undefined && { body }) });
}

function send(answered: Response, response: ServerResponse): void {
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body)
    Readable.fromWeb(answered.body as Parameters<typeof Readable.fromWeb>[0])
      .on('error', () => response.end())
      .pipe(response);
  else response.end();
}
