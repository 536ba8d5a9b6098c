import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { allNames, type ListNames } from '../../../src/platform/object-store/folder-names.ts';
import { ObjectStoreFileSystem } from '../../../src/platform/object-store/object-store-file-system.ts';
import { ObjectStoreClient } from '../../../src/platform/object-store/store-client.ts';
import { StoreFolder } from '../../../src/platform/object-store/store-folder.ts';
import { ONLY_KEYS, withEnvironment } from '../../support/object-stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CLEAN = { ...ONLY_KEYS, AWS_MAX_ATTEMPTS: '1' };
const entry = (value: number) => ({ name: `${value}.txt`, kind: 'file' as const });
const firstPage = { entries: Array.from({ length: 1000 }, (_, at) => entry(at)), next: 'more' };

/** The address of a server that answers as told. */
async function serverThat(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function clientAt(endpoint: string): Promise<ObjectStoreClient> {
  const client = await ObjectStoreClient.open({ endpoint });
  after(() => client.close());
  return client;
}

const listing = (more: string): string =>
  `<?xml version="1.0"?><ListBucketResult><Name>agents</Name>${more}<Contents><Key>1.txt</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"a"</ETag><Size>1</Size></Contents></ListBucketResult>`;

describe('An object store that fails in the middle', () => {
  withEnvironment(CLEAN);

  it('a listing that fails while its names are looked at rejects, and leaves no rejection that nobody handles', async () => {
    const unhandled: unknown[] = [];
    const others = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (reason) => unhandled.push(reason));
    const list: ListNames = ({ token }) =>
      token === 'again'
        ? Promise.reject(new Error('broken'))
        : Promise.resolve(token === 'more' ? { ...firstPage, next: 'again' } : firstPage);
    try {
      await assert.rejects(async () => {
        for await (const names of allNames(list)) await new Promise((resolve) => setTimeout(resolve, names.length > 0 ? 20 : 0));
      }, /broken/);
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const other of others) process.on('unhandledRejection', other);
    }
    assert.deepEqual(unhandled, []);
  });

  it('a request that waits for others ends with its signal', async () => {
    let asked = 0;
    const client = await clientAt(await serverThat(() => asked++));
    const first = Array.from({ length: 10 }, (_, at) => client.get('agents', String(at)));
    for (const each of first) each.catch(() => undefined);
    for (const until = Date.now() + 5000; asked < 10; await new Promise((resolve) => setTimeout(resolve, 5))) assert.ok(Date.now() < until);
    const abort = new AbortController();
    const waiting = client.get('agents', 'late', { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await assert.rejects(waiting, { code: 'io_failed' });
    assert.equal(asked, 10);
  });

  it('a place is given to the next request when a body is read, not when it begins', async () => {
    const open = new Set<ServerResponse>();
    let most = 0;
    const endpoint = await serverThat((_request, response) => {
      response.writeHead(200, { 'content-length': '2' }).write('a');
      open.add(response);
      most = Math.max(most, open.size);
      setTimeout(() => {
        open.delete(response);
        response.end('b');
      }, 50);
    });
    const client = await clientAt(endpoint);
    const all = await Promise.all(Array.from({ length: 30 }, (_, at) => client.get('agents', String(at))));
    assert.ok(all.every((bytes) => Buffer.from(bytes).toString() === 'ab'));
    assert.equal(most, 10);
  });
});

describe('A server that speaks the protocol in its own way', () => {
  withEnvironment(CLEAN);

  it('that knows no ranges: the part is taken from what it sends', async () => {
    const client = await clientAt(await serverThat((_request, response) => response.end('0123456789')));
    const part = async (range: { offset: number; length?: number }) => Buffer.from(await client.get('agents', 'k', range)).toString();
    assert.equal(await part({ offset: 4, length: 3 }), '456');
    assert.equal(await part({ offset: 4 }), '456789');
    assert.equal(await part({ offset: 8, length: 5 }), '89');
    assert.equal(await part({ offset: 0, length: 2 }), '01');
  });

  it('that goes on with a listing without saying where, or at the same place: it is no object store', async () => {
    for (const more of ['', '<NextContinuationToken>same</NextContinuationToken>']) {
      const xml = listing(`<IsTruncated>true</IsTruncated>${more}`);
      const client = await clientAt(await serverThat((_request, response) => response.end(xml)));
      await assert.rejects(client.list('agents', { prefix: '', token: 'same' }), { code: 'not_object_store' });
    }
  });

  it('that says the region in its error: it is said, and not that it is no object store', async () => {
    const xml =
      '<?xml version="1.0"?><Error><Code>AuthorizationHeaderMalformed</Code><Message>no</Message><Region>eu-west-1</Region></Error>';
    const client = await clientAt(await serverThat((_request, response) => response.writeHead(400).end(xml)));
    await assert.rejects(client.list('agents', { prefix: '' }), {
      code: 'wrong_region',
      params: { name: 'agents', status: 400, region: 'eu-west-1' },
    });
  });
});

describe('Credentials that are renewed', () => {
  withEnvironment({ ...CLEAN, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined });

  it('are used by the next request', async () => {
    const file = path.join(await temporaryFolder(), 'credentials');
    process.env['AWS_SHARED_CREDENTIALS_FILE'] = file;
    const endpoint = await serverThat((_request, response) => response.end(listing('<IsTruncated>false</IsTruncated>')));
    const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }) });
    after(() => fs.disconnect());
    await assert.rejects(fs.readNames('s3://agents/'), { code: 'credentials_missing' });
    await writeFile(file, '[default]\naws_access_key_id = a\naws_secret_access_key = b\n');
    assert.deepEqual(await fs.readNames('s3://agents/'), ['1.txt']);
  });
});

describe('What happens while something else is under way', () => {
  withEnvironment(CLEAN);

  it('a setting that changes while the client opens: nothing is asked of the server before', async () => {
    const asked = { old: 0, new: 0 };
    const server = (which: 'old' | 'new') =>
      serverThat((_request, response) => {
        asked[which]++;
        response.writeHead(200, { 'content-length': '3' }).end();
      });
    let endpoint = await server('old');
    const now = await server('new');
    const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }) });
    after(() => fs.disconnect());
    const stat = fs.stat('s3://agents/file');
    endpoint = now;
    fs.disconnect();
    assert.equal((await stat).kind, 'file');
    assert.deepEqual(asked, { old: 0, new: 1 });
  });

  it('a refresh while a folder is listed: its names are asked for again', async () => {
    const folder = new StoreFolder('server folder', { kept: undefined, relistAfter: Infinity });
    let listings = 0;
    const list: ListNames = () => {
      listings++;
      return Promise.resolve({ entries: [{ name: 'notes.txt', kind: 'file' }] });
    };
    for await (const _names of folder.names(list)) folder.askAgain({ names: true });
    for await (const _names of folder.names(list));
    assert.equal(listings, 2);
    for await (const _names of folder.names(list));
    assert.equal(listings, 2);
  });
});
