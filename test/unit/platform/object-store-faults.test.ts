import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { allNames, type ListNames } from '../../../src/platform/object-store/folder-names.ts';
import { ObjectStoreFileSystem } from '../../../src/platform/object-store/object-store-file-system.ts';
import { progressing } from '../../../src/platform/object-store/store-answers.ts';
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

  it('[L-5] that says of every listing that it goes on, or gives the same page under other tokens: it is no object store', async () => {
    for (const key of [() => '1.txt', () => '', (page: number) => (page % 2 === 0 ? 'a.txt' : 'b.txt')]) {
      let pages = 0;
      const endpoint = await serverThat((_request, response) => {
        const xml = listing(`<IsTruncated>true</IsTruncated><NextContinuationToken>${++pages}</NextContinuationToken>`);
        response.end(key(pages) === '' ? xml.replace(/<Contents>.*<\/Contents>/, '') : xml.replace('1.txt', key(pages)));
      });
      const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }) });
      after(() => fs.disconnect());
      await assert.rejects(fs.readDirectory('s3://agents/artifacts'), { code: 'not_object_store' });
      assert.ok(pages < 500, `${pages} pages`);
      await assert.rejects(
        async () => {
          for await (const names of fs.streamNames('s3://agents/artifacts', { startsWith: '1' })) assert.ok(names.length <= 100_000);
        },
        { code: 'not_object_store' },
      );
    }
  });

  it('[L-5] that names new keys for ever: the listing ends with its limit', async () => {
    let page = 0;
    const list: ListNames = () =>
      Promise.resolve({ entries: [{ name: `k${String(page++).padStart(9, '0')}`, kind: 'file' }], next: `${page}` });
    await assert.rejects(
      async () => {
        for await (const names of allNames(list)) assert.ok(names.length <= 1);
      },
      { code: 'too_large' },
    );
    assert.ok(page < 6000, `${page} pages`);
  });

  it('[L-5] whose names are in the order of their bytes, beyond the first 65,536 characters too, is read to its end', async () => {
    const names = ['\uff01', '\u{1f600}'].flatMap((first) =>
      Array.from({ length: 150 }, (_, at) => `${first}${String(at).padStart(3, '0')}`),
    );
    const list: ListNames = ({ token = '0' }) => {
      const at = Number(token);
      return Promise.resolve({
        entries: [{ name: names[at] ?? '', kind: 'file' as const }],
        ...(at + 1 < names.length && { next: String(at + 1) }),
      });
    };
    const found: string[] = [];
    for await (const entries of allNames(list)) found.push(...entries.map(({ name }) => name));
    assert.deepEqual(found, names);
  });

  it('[L-5] that gives another part than was asked for: it is no object store, and one that does not say which part it is believed', async () => {
    const answering = async (range: string | undefined) =>
      clientAt(
        await serverThat((_request, response) => {
          response.writeHead(206, { 'content-length': '3', ...(range !== undefined && { 'content-range': range }) }).end('abc');
        }),
      );
    const part = { offset: 10, length: 3 };
    for (const range of ['bytes 0-2/13', 'bytes 100-102/200', 'bytes 1-3/*'])
      await assert.rejects((await answering(range)).get('agents', 'k', part), { code: 'not_object_store' }, range);
    for (const range of ['bytes 10-12/13', undefined])
      assert.equal(Buffer.from(await (await answering(range)).get('agents', 'k', part)).toString(), 'abc');
    await assert.rejects((await answering('bytes 0-2/13')).get('agents', 'k'), { code: 'not_object_store' }, 'a part of the whole');
  });

  it('[L-5] that tells sizes that are none: it is no object store', async () => {
    for (const size of ['99999999999999999999', '-1', 'many', '1.5']) {
      const xml = listing('<IsTruncated>false</IsTruncated>').replace('<Size>1<', `<Size>${size}<`);
      const client = await clientAt(await serverThat((_request, response) => response.end(xml)));
      await assert.rejects(client.list('agents', { prefix: '' }), { code: 'not_object_store' }, size);
    }
  });

  it('[L-5] that fills its listing with entities: it is no object store', async () => {
    for (const where of ['<Key>1.txt', '<Name>agents']) {
      const xml = listing('<IsTruncated>false</IsTruncated>').replace(where, `${where}${'&amp;'.repeat(1_600_000)}`);
      const client = await clientAt(await serverThat((_request, response) => response.end(xml)));
      // A copy of the text for each entity would be 13 TB.
      await assert.rejects(client.list('agents', { prefix: '' }), { code: 'not_object_store' });
    }
  });

  it('[L-5] that gives one byte a second is given up after a while; one that is only slow is not', async () => {
    async function* pieces(size: number, count: number, tick: () => void): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < count; at++) {
        await Promise.resolve();
        tick();
        yield new Uint8Array(size);
      }
    }
    const read = async (size: number): Promise<number> => {
      let [time, bytes] = [0, 0];
      for await (const chunk of progressing(
        pieces(size, 100, () => (time += 1000)),
        () => time,
      ))
        bytes += chunk.length;
      return bytes;
    };
    await assert.rejects(read(1), { code: 'store_unreachable' });
    assert.equal(await read(2048), 204_800);
  });

  it('[L-5] whose headers or chunks come one byte after the other, and no content with them, is given up after a while', async () => {
    const real = globalThis.setTimeout;
    // The while is half a minute.
    globalThis.setTimeout = ((work: () => void, time = 0) => real(work, time >= 30_000 ? time / 100 : time)) as typeof setTimeout;
    try {
      const ways = {
        headers: 'HTTP/1.1 200 OK\r\nx-a: ',
        'interim answers': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nx-a: ',
        'extensions of a chunk': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;a=',
      };
      for (const [name, beginning] of Object.entries(ways)) {
        const endpoint = await serverThat(({ socket }) => {
          socket.write(beginning);
          const timer = setInterval(() => socket.write('b'), 20);
          socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
        });
        const client = await clientAt(endpoint);
        for (const asked of [client.list('agents', { prefix: '' }), client.get('agents', 'k')])
          await assert.rejects(asked, { code: 'store_unreachable' }, name);
      }
    } finally {
      globalThis.setTimeout = real;
    }
  });

  it('[L-5] that fills its listing with tags: it is no object store; of an error that it fills so the status counts', async () => {
    // read in time that grows with the square, these would take longer than any test may
    for (const tags of ['<a/>'.repeat(1_500_000), '<'.repeat(7_000_000)]) {
      const client = await clientAt(
        await serverThat((_request, response) => response.end(listing(`<IsTruncated>false</IsTruncated>${tags}`))),
      );
      await assert.rejects(client.list('agents', { prefix: '' }), { code: 'not_object_store' });
      const busy = await clientAt(await serverThat((_request, response) => response.writeHead(503).end(`<Error>${tags}</Error>`)));
      await assert.rejects(busy.list('agents', { prefix: '' }), { code: 'store_busy' });
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
