import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server of numbered artifacts has and does; may be changed while it runs. */
interface NumberedArtifacts {
  /** Artifacts 1 to this number, each a sidecar and a file. */
  count: number;
  /** Numbers that are not there. */
  readonly removed: Set<number>;
  /** Sidecars that were replaced: how often. */
  readonly versions: Map<number, number>;
  /** Does not answer. */
  hangs: boolean;
  /** Milliseconds before an answer. */
  delay: number;
}

export interface NumberedStore extends NumberedArtifacts {
  readonly endpoint: string;
  /** Requests since `forget`. */
  readonly asked: { lists: number; gets: number; heads: number };
  /** Requests that the client gave up. */
  cancelled: number;
  forget(): void;
  /** Ends the server: nobody answers any more. */
  close(): Promise<void>;
}

const FOLDER = 'root/artifacts/';
const SUFFIXES = ['.meta', '.png'];
const CONTENT = 'no PNG';

/** A server of the read part of the S3 protocol over artifacts that are made up when they are asked for: a million take no memory. */
export async function numberedStore(count: number): Promise<NumberedStore> {
  const store: NumberedArtifacts & { asked: NumberedStore['asked']; cancelled: number } = {
    count,
    removed: new Set(),
    versions: new Map(),
    hangs: false,
    delay: 0,
    asked: { lists: 0, gets: 0, heads: 0 },
    cancelled: 0,
  };
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) store.cancelled++;
    });
    const answer = (): void => answerRequest(store, request, response);
    if (store.hangs) countRequest(store, request);
    else if (store.delay > 0) setTimeout(answer, store.delay);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(store, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forget: () => void Object.assign(store, { asked: { lists: 0, gets: 0, heads: 0 }, cancelled: 0 }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function countRequest(store: { asked: NumberedStore['asked'] }, { method, url = '' }: IncomingMessage): void {
  if (url.includes('list-type=2')) store.asked.lists++;
  else if (method === 'HEAD') store.asked.heads++;
  else store.asked.gets++;
}

function answerRequest(
  store: NumberedArtifacts & { asked: NumberedStore['asked'] },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  countRequest(store, request);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (searchParams.has('list-type')) return void response.end(listing(store, searchParams));
  const name = decodeURIComponent(pathname.split('/').slice(2).join('/')).slice(FOLDER.length);
  const [, digits = '', suffix = ''] = /^(\d+)(\.meta|\.png)$/.exec(name) ?? [];
  const number = Number(digits);
  if (suffix === '' || number < 1 || number > store.count || store.removed.has(number))
    return void response.writeHead(404).end(request.method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>');
  const { etag, text } = objectOf(store, number, suffix);
  const wanted = request.headers['if-match'];
  if (wanted !== undefined && wanted !== etag) return void response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
  response.writeHead(request.headers.range === undefined ? 200 : 206, { etag, 'content-length': Buffer.byteLength(text) });
  response.end(request.method === 'HEAD' ? undefined : text);
}

function objectOf(store: NumberedArtifacts, number: number, suffix: string): { readonly etag: string; readonly text: string } {
  if (suffix === '.png') return { etag: `"file ${number}"`, text: CONTENT };
  const version = store.versions.get(number) ?? 0;
  const name = version === 0 ? `picture ${number}` : `picture ${number}, changed`;
  const text = JSON.stringify({
    id: String(number),
    extension: '.png',
    type: 'image/png',
    name,
    size: CONTENT.length,
    createdAt: '2026-01-01T00:00:00Z',
  });
  return { etag: `"sidecar ${number} ${version}"`, text };
}

/** ListObjectsV2 as the API reference has it, for prefixes at or below the folder. */
function listing(store: NumberedArtifacts, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const limit = Number(query.get('max-keys') ?? 1000);
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
  const contents: string[] = [];
  let [last, isTruncated] = ['', false];
  if (prefix.startsWith(FOLDER)) {
    const start = prefix.slice(FOLDER.length);
    for (const { name, number, suffix } of namesBehind(store, [after.slice(FOLDER.length), start].sort().at(-1) ?? '', start !== '')) {
      if (!name.startsWith(start)) break;
      if (contents.length === limit) {
        isTruncated = true;
        break;
      }
      const { etag, text } = objectOf(store, number, suffix);
      last = FOLDER + name;
      contents.push(
        `<Contents><Key>${encodeURIComponent(last)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${text.length}</Size></Contents>`,
      );
    }
  } else if (FOLDER.startsWith(prefix) && store.count > 0) {
    const folder = FOLDER.slice(0, FOLDER.indexOf('/', prefix.length) + 1);
    contents.push(`<CommonPrefixes><Prefix>${encodeURIComponent(folder)}</Prefix></CommonPrefixes>`);
  }
  const next = isTruncated ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>agents</Name><EncodingType>url</EncodingType><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

interface Numbered {
  readonly name: string;
  readonly number: number;
  readonly suffix: string;
}

/** The names in the order of their bytes: those of a number before those of numbers that it begins. */
function* namesBehind(store: NumberedArtifacts, after: string, mayBeEqual: boolean): Generator<Numbered> {
  const [, digits = ''] = /^([1-9]\d*)/.exec(after) ?? [];
  let number: number | undefined = digits === '' ? 1 : Number(digits);
  // A number with more digits than there are becomes the nearest above that is there.
  while (number > store.count && number >= 10) number = Math.floor(number / 10);
  for (; number !== undefined; number = numberBehind(number, store.count)) {
    if (number > store.count || store.removed.has(number)) continue;
    for (const suffix of SUFFIXES) {
      const name = `${number}${suffix}`;
      if (name > after || (mayBeEqual && name === after)) yield { name, number, suffix };
    }
  }
}

function numberBehind(number: number, count: number): number | undefined {
  if (number * 10 <= count) return number * 10;
  let next = number;
  while (next % 10 === 9 || next + 1 > count) {
    next = Math.floor(next / 10);
    if (next === 0) return undefined;
  }
  return next + 1;
}
