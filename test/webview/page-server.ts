/** Serves the built pages of webviews, and what tests show in them. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const built = path.resolve(import.meta.dirname, '../../dist/webview');

const host = 'webview.localhost';

/** Where the pages live: a secure context, as that of VS Code is, of which only our browser knows where it is. */
export const origin = `http://${host}`;

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.pdf': 'application/pdf',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** What is served to a page. */
export interface PageContents {
  readonly html: string;
  /** Files the page may load, by name. */
  readonly resources: Readonly<Record<string, Uint8Array | string>>;
}

export interface PageServer {
  /** What a browser is started with, so that this server is the only one there is. */
  readonly browserArguments: readonly string[];
  /** Serves a page. @returns its address */
  add: (contents: PageContents) => string;
  /** Serves it no longer. */
  remove: (address: string) => void;
  close: () => Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function startPageServer(): Promise<PageServer> {
  const pages = new Map<string, PageContents>();
  let count = 0;

  const respond = async (address: string, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(address, origin);
    const send = (name: string, body: Uint8Array | string, caching: string): void => {
      response.writeHead(200, {
        'content-type': contentTypes[path.extname(name)] ?? 'application/octet-stream',
        'cache-control': caching,
      });
      response.end(body);
    };
    const page = pages.get(`${origin}${pathname}`);
    if (page) return send('page.html', page.html, 'no-store');
    const [, folder, ...rest] = pathname.split('/').map(decodeURIComponent);
    const name = rest.join('/');
    if (folder === 'dist') {
      const body = await readFile(path.join(built, name)).catch(() => undefined);
      // The same in every page of a run: the browser compiles it once.
      if (body) return send(name, body, 'max-age=3600');
    }
    const given = folder === 'resources' ? [...pages.values()].findLast(({ resources }) => name in resources) : undefined;
    if (given) return send(name, given.resources[name] ?? '', 'no-store');
    response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
  };

  const server = createServer((request, response) => {
    respond(request.url ?? '', response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    browserArguments: [`--host-resolver-rules=MAP ${host}:80 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`],
    add: (contents) => {
      const address = `${origin}/pages/${++count}`;
      pages.set(address, contents);
      return address;
    },
    remove: (address) => pages.delete(address),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
