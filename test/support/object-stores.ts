import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { temporaryFolder } from './temporary-folder.ts';

export const BUCKET = 'agents';
/** What the server of tests takes. */
export const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** The keys of the tests, and no profile or role of this machine. */
export const ONLY_KEYS = {
  ...KEYS,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/nowhere',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
  AWS_PROFILE: undefined,
  AWS_ENDPOINT_URL_S3: undefined,
};

/** Sets environment variables for the tests of a suite; undefined removes one. */
export function withEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  const saved = new Map<string, string | undefined>();
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  before(() => {
    for (const [name, value] of Object.entries(variables)) {
      saved.set(name, process.env[name]);
      set(name, value);
    }
  });
  after(() => saved.forEach((value, name) => set(name, value)));
}

/** What is written with an object beside its content. */
export interface ObjectProperties {
  readonly type?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface S3Server {
  readonly endpoint: string;
  put(key: string, content: Uint8Array | string, properties?: ObjectProperties): Promise<void>;
}

/** A real server on this machine with an empty bucket, ended after the suite. */
export async function s3Server(): Promise<S3Server> {
  const script = path.join(import.meta.dirname, 's3-server.mjs');
  const child = spawn(process.execPath, ['--openssl-legacy-provider', script, await temporaryFolder(), BUCKET], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  after(() => child.kill());
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const endpoint = `http://127.0.0.1:${port.toString().trim()}`;
  const credentials = { accessKeyId: KEYS.AWS_ACCESS_KEY_ID, secretAccessKey: KEYS.AWS_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  after(() => client.destroy());
  return {
    endpoint,
    async put(key, content, { type, metadata } = {}) {
      const properties = { ...(type !== undefined && { ContentType: type }), ...(metadata && { Metadata: metadata }) };
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: content, ...properties }));
    },
  };
}

/** Every file below a folder, by its key below a prefix. */
export async function keysOf(folder: string, prefix: string): Promise<[key: string, content: Uint8Array][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file): Promise<[string, Uint8Array]> => [`${prefix}/${path.relative(folder, file)}`, await readFile(file)]),
  );
}

/** What a server of the suite was asked. */
interface Asked {
  readonly kind: 'list' | 'head' | 'get';
  readonly key: string;
}

export interface MadeUpStore {
  readonly endpoint: string;
  readonly asked: Asked[];
}

/** Answers instead of the server; true when it did. */
export type Breaking = (asked: Asked, request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A server of the read part of the protocol over made-up objects, in the order of the keys' bytes: for more keys than one would store,
 * and for answers that a sound server does not give.
 *
 * @param content of an object; default: its key
 */
export async function madeUpStore(
  keys: readonly string[],
  {
    content = (key) => key,
    properties = () => ({}),
    breaking = () => false,
  }: { content?: (key: string) => string | Uint8Array; properties?: (key: string) => ObjectProperties; breaking?: Breaking } = {},
): Promise<MadeUpStore> {
  const known = new Set(keys);
  const sorted = keys.map((key) => Buffer.from(key)).sort((one, other) => Buffer.compare(one, other));
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    const question: Asked = searchParams.has('list-type')
      ? { kind: 'list', key: searchParams.get('prefix') ?? '' }
      : { kind: request.method === 'HEAD' ? 'head' : 'get', key };
    asked.push(question);
    if (breaking(question, request, response)) return;
    if (question.kind === 'list') response.end(listing(sorted, searchParams, content));
    else sendObject(known.has(key) ? { content: content(key), ...properties(key) } : undefined, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  after(() => server.closeAllConnections());
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

interface StoredObject extends ObjectProperties {
  readonly content: string | Uint8Array;
}

function sendObject(object: StoredObject | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (object === undefined) return void response.writeHead(404).end(request.method === 'HEAD' ? '' : failure('NoSuchKey'));
  const { content, type, metadata = {} } = object;
  const bytes = Buffer.from(content);
  const etag = etagOf(content);
  const wanted = request.headers['if-match'];
  if (wanted !== undefined && wanted !== etag) return void response.writeHead(412).end(failure('PreconditionFailed'));
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from !== undefined && Number(from) >= bytes.length) return void response.writeHead(416).end(failure('InvalidRange'));
  const part = from === undefined ? bytes : bytes.subarray(Number(from), to ? Number(to) + 1 : undefined);
  response.writeHead(from === undefined ? 200 : 206, {
    etag,
    'content-length': part.length,
    'last-modified': new Date(0).toUTCString(),
    ...(type !== undefined && { 'content-type': type }),
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

export function failure(code: string): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>words of the server</Message></Error>`;
}

function etagOf(text: string | Uint8Array): string {
  return `"${createHash('md5').update(text).digest('hex')}"`;
}

/** ListObjectsV2 as the API reference has it. */
function listing(sorted: readonly Buffer[], query: URLSearchParams, content: (key: string) => string | Uint8Array): string {
  const prefix = Buffer.from(query.get('prefix') ?? '');
  const delimiter = query.get('delimiter') ?? '';
  const limit = Number(query.get('max-keys') ?? 1000);
  const token = query.get('continuation-token');
  const after = token === null ? Buffer.from(query.get('start-after') ?? '') : Buffer.from(token, 'base64');
  const contents: string[] = [];
  const folders: string[] = [];
  let last: Buffer | undefined;
  let isTruncated = false;
  for (let at = firstAfter(sorted, Buffer.compare(after, prefix) > 0 ? after : prefix, after); at < sorted.length; at++) {
    const key = sorted[at] as Buffer;
    if (!key.subarray(0, prefix.length).equals(prefix)) break;
    const folder = folderOf(key, prefix, delimiter);
    const name = encodeURIComponent((folder ?? key).toString());
    if (folder && (folder.equals(last ?? Buffer.alloc(0)) || Buffer.compare(folder, after) <= 0)) continue;
    if (contents.length + folders.length === limit) {
      isTruncated = true;
      break;
    }
    if (folder) folders.push(`<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`);
    else {
      const text = content(key.toString());
      const etag = etagOf(text).replaceAll('"', '&quot;');
      contents.push(
        `<Contents><Key>${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>${etag}</ETag><Size>${Buffer.byteLength(text)}</Size></Contents>`,
      );
    }
    last = folder ?? key;
  }
  const next = isTruncated && last ? `<NextContinuationToken>${last.toString('base64')}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><EncodingType>url</EncodingType><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}${folders.join('')}</ListBucketResult>`;
}

/** What a listing has in place of keys that go on behind a delimiter. */
function folderOf(key: Buffer, prefix: Buffer, delimiter: string): Buffer | undefined {
  const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return end < 0 ? undefined : key.subarray(0, end + 1);
}

/** The first key that is not before `least` and behind `after`. */
function firstAfter(sorted: readonly Buffer[], least: Buffer, after: Buffer): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const key = sorted[middle] as Buffer;
    if (Buffer.compare(key, least) < 0 || Buffer.compare(key, after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
