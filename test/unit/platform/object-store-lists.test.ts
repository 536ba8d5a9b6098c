import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, readdir, readFile, writeFile, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DirectoryEntry } from '../../../src/core/io/file-system.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { highestNumbers, type ListNames, namesOfNumbers, type NamesQuestion } from '../../../src/platform/object-store/folder-names.ts';
import { cacheFolder, KeptLists, NamesPacker, unpack } from '../../../src/platform/object-store/kept-lists.ts';
import { ObjectStoreFileSystem, type ObjectStoreFileSystemOptions } from '../../../src/platform/object-store/object-store-file-system.ts';
import { readObjects, splitListing } from '../../../src/platform/object-store/store-answers.ts';
import { ObjectStoreClient, type ObjectPage } from '../../../src/platform/object-store/store-client.ts';
import { type NumberedStore, numberedStore } from '../../support/numbered-store.ts';
import { KEYS, ONLY_KEYS, withEnvironment } from '../../support/object-stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CLEAN = { ...ONLY_KEYS, AWS_MAX_ATTEMPTS: '1' };
const ARTIFACTS = 's3://agents/root/artifacts';
const PAGE = 500;

async function serverOf(count: number): Promise<NumberedStore> {
  const server = await numberedStore(count);
  after(() => server.close().catch(() => undefined));
  return server;
}

/** A window, or a run of the command line: what it keeps lies in the folder. */
function opened({ endpoint }: NumberedStore, keptIn?: string, options: ObjectStoreFileSystemOptions = {}) {
  const kept = keptIn === undefined ? undefined : new KeptLists(new NodeFileSystem(), keptIn, silentLogger);
  const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }), kept, ...options });
  after(() => fs.disconnect());
  const store = new ArtifactStore({ fs, artifactsDir: ARTIFACTS, workspacesDir: 's3://agents/root/workspaces', keepsIndex: true });
  return { fs, store };
}

const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);
const numbersDown = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => String(from - at));

describe('The first page of a large object store', () => {
  withEnvironment(CLEAN);

  it('of 20,000 artifacts takes at most 40 listings and 500 sidecars, before all names are known', async function () {
    this.timeout(60_000);
    const server = await serverOf(20_000);
    const { store } = opened(server);
    assert.equal(await store.hasAny(), true);
    const early = await store.newest(PAGE);
    assert.deepEqual(ids(early?.items ?? []), numbersDown(20_000, PAGE));
    assert.deepEqual([early?.total, early?.next, early?.items[0]?.name], [undefined, '19501', 'picture 20000']);
    assert.ok(server.asked.lists <= 40, `${server.asked.lists} listings`);
    assert.deepEqual([server.asked.gets, server.asked.heads], [PAGE, 0]);
    const { lists } = server.asked;
    const whole = await store.list({ limit: PAGE });
    assert.ok(server.asked.lists > lists, 'the rest of the names was not known before');
    assert.deepEqual([whole.total, whole.items, whole.next], [20_000, early?.items, '19501']);
    assert.deepEqual(await store.verify(whole.items), whole.items);
    assert.deepEqual([server.asked.gets, server.asked.heads], [PAGE, 0], 'no sidecar is read twice, and no file is asked for');
    assert.equal(await store.newest(PAGE), undefined, 'all names are known now');
  });

  it('of a small one is the listing itself', async () => {
    const server = await serverOf(400);
    const { store } = opened(server);
    assert.equal(await store.newest(PAGE), undefined);
    assert.equal((await store.list()).total, 400);
    assert.equal(server.asked.lists, 2);
  });

  /** Names as a listing sorts them, in memory. */
  function listed(numbers: readonly number[]): { list: ListNames; asked: NamesQuestion[] } {
    const all = numbers.flatMap((number) => [`${number}.meta`, `${number}.png`]).sort();
    const asked: NamesQuestion[] = [];
    const list: ListNames = async (question) => {
      asked.push(question);
      const after = question.token ?? question.after ?? '';
      const rest = all.filter((name) => name > after);
      const entries = rest.slice(0, question.limit).map((name): DirectoryEntry => ({ name, kind: 'file' }));
      return { entries, next: rest.length > question.limit ? entries.at(-1)?.name : undefined };
    };
    return { list, asked };
  }
  const numbersOf = (names: readonly string[]): number[] =>
    [...new Set(names.map((name) => Number.parseInt(name, 10)))].sort((a, b) => b - a);
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

  for (const count of [700, 999, 1000, 1001, 1400, 9_999, 10_000, 10_003, 10_600, 19_999, 20_000, 40_817, 99_999, 100_002, 123_456]) {
    it(`is found among ${count} numbers`, async () => {
      const { list, asked } = listed(upTo(count));
      const found = numbersOf(((await highestNumbers(list, PAGE)) ?? []).map(({ name }) => name));
      assert.deepEqual(found.slice(0, PAGE), numbersDown(count, PAGE).map(Number));
      assert.ok(asked.length <= 40, `${asked.length} listings`);
    });
  }

  it('is found where many numbers are missing, and never wrong where it says that it is one', async () => {
    const sparse = upTo(60_000).filter((number) => number % 7 === 0 || number > 59_990);
    const found = numbersOf(((await highestNumbers(listed(sparse).list, PAGE)) ?? []).map(({ name }) => name));
    assert.deepEqual(found.slice(0, PAGE), sparse.toReversed().slice(0, PAGE));
    const kept = upTo(170_000).filter((number) => number > 150_000);
    const later = numbersOf(((await highestNumbers(listed(kept).list, PAGE)) ?? []).map(({ name }) => name));
    assert.deepEqual(later.slice(0, PAGE), numbersDown(170_000, PAGE).map(Number));
  });

  it('goes on where a list ended, over one digit more, too', async () => {
    const cases: readonly [before: number, now: number][] = [
      [20_000, 20_000],
      [20_000, 20_321],
      [99_990, 100_250],
      [999, 1_003],
      [9_500, 12_000],
    ];
    for (const [before, now] of cases) {
      const { list, asked } = listed(upTo(now));
      const from = Math.max(0, before - PAGE + 1);
      const names = (await namesOfNumbers(list, from, before)) ?? [];
      assert.deepEqual(numbersOf(names), numbersDown(now, now - Math.max(1, from) + 1).map(Number), `${before} to ${now}`);
      assert.equal(new Set(names).size, names.length);
      if (now - before < 400) assert.ok(asked.length <= 3, `${asked.length} listings`);
    }
  });
});

describe('The names of an object store, kept', () => {
  withEnvironment(CLEAN);
  let server: NumberedStore;
  let folder: string;
  /** What is kept of the server as it is before each test. */
  let asListed: string;

  /** Lists a server, and keeps what is listed. */
  async function listedIn(into: string, from: NumberedStore): Promise<void> {
    const { fs, store } = opened(from, into);
    await store.list({ limit: PAGE });
    await fs.close();
    from.forget();
  }

  before(async function () {
    this.timeout(60_000);
    server = await serverOf(4_000);
    asListed = await temporaryFolder();
    await listedIn(asListed, server);
  });
  beforeEach(async () => {
    server.count = 4_000;
    server.removed.clear();
    server.versions.clear();
    server.forget();
    folder = await temporaryFolder();
    await cp(asListed, folder, { recursive: true });
  });

  it('take at most three requests when the store is opened again, sidecars included', async () => {
    const { store } = opened(server, folder);
    assert.equal(await store.newest(PAGE), undefined, 'there is no need for an early page');
    const { items, total } = await store.list({ limit: PAGE });
    assert.deepEqual([ids(items), total, items[0]?.name], [numbersDown(4_000, PAGE), 4_000, 'picture 4000']);
    assert.deepEqual(await store.verify(items), items);
    const { lists, gets, heads } = server.asked;
    assert.ok(lists + gets + heads <= 3, JSON.stringify(server.asked));
  });

  it('get what was added since, and lose what was deleted of the newest; a sidecar that was replaced is read', async () => {
    server.count = 4_020;
    server.removed.add(3_999);
    server.versions.set(3_998, 1);
    const { store } = opened(server, folder);
    const { items, total } = await store.list({ limit: 30 });
    assert.deepEqual(ids(items), [...numbersDown(4_020, 21), ...numbersDown(3_998, 9)]);
    assert.deepEqual([total, items.find(({ id }) => id === '3998')?.name], [4_019, 'picture 3998, changed']);
    assert.equal(server.asked.gets, 21, 'the new ones and the changed one');
  });

  it('are listed anew when a person asks: then what was deleted long ago is gone, too', async () => {
    server.removed.add(17);
    const { store } = opened(server, folder);
    assert.equal((await store.list({ limit: 1 })).total, 4_000);
    const before = store.listAge;
    store.listAnew();
    assert.equal((await store.list({ limit: 1 })).total, 3_999);
    assert.ok(before && store.listAge && store.listAge.listedAt >= before.checkedAt);
    assert.equal((await opened(server, folder).store.list({ limit: 1 })).total, 3_999, 'and that is kept');
  });

  it('are shown with their age when the store cannot be reached', async () => {
    const [gone, kept] = [await serverOf(4_000), await temporaryFolder()];
    await listedIn(kept, gone);
    const before = Date.now();
    await gone.close();
    const { store } = opened(gone, kept);
    const { items, total } = await store.list({ limit: PAGE });
    assert.deepEqual([items.length, total, items[0]?.name, items[0]?.state], [PAGE, 4_000, 'picture 4000', 'present']);
    assert.deepEqual(await store.verify(items), items, 'nobody says that they are gone');
    assert.ok(store.listAge?.isOffline && store.listAge.listedAt <= before);
    assert.equal((await store.getArtifact('artifact:4000'))?.contentFailure?.code, 'store_unreachable');
    // A person who asks for all of them anew sees those that are kept, not a failure.
    store.listAnew();
    assert.deepEqual([await store.newest(PAGE), await store.hasAny(), (await store.list({ limit: 1 })).total], [undefined, true, 4_000]);
    await assert.rejects(async () => opened(gone, await temporaryFolder()).store.list(), /store_unreachable/);
  });

  it('are not taken from another server, folder or version, nor from files that are not whole', async () => {
    const listedAnew = async (): Promise<number> => {
      server.forget();
      assert.equal((await opened(server, folder).store.list({ limit: 1 })).total, 4_000);
      return server.asked.lists;
    };
    assert.ok((await listedAnew()) <= 3);
    const other = await serverOf(1_200);
    assert.equal((await opened(other, folder).store.list({ limit: 1 })).total, 1_200);
    const files = (await readdir(folder)).map((name) => path.join(folder, name));
    const contents = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
    const breaks: readonly ((content: Buffer) => Buffer)[] = [
      () => Buffer.alloc(0),
      () => Buffer.from('{"format":"agent-artifacts names"}'),
      (content) => content.subarray(0, content.length - 9),
      (content) => Buffer.concat([content.subarray(0, -1), Buffer.from([(content.at(-1) ?? 0) ^ 1])]),
      (content) => Buffer.from(content.toString('latin1').replace('"version":1', '"version":2'), 'latin1'),
      (content) => Buffer.from(content.toString('latin1').replace(/"of":"./, '"of":"x'), 'latin1'),
    ];
    for (const [at, change] of breaks.entries()) {
      for (const [file, content] of contents) await writeFile(file, change(content));
      assert.ok((await listedAnew()) >= 8, `broken in way ${at}`);
    }
  });

  it('hold no credentials, and of what was read only sidecars', async () => {
    const { store, fs } = opened(server, folder);
    await store.getArtifact('artifact:4000');
    await fs.readFile('s3://agents/root/artifacts/4000.png');
    await fs.close();
    const kept = new KeptLists(new NodeFileSystem(), folder, silentLogger);
    const of = `${JSON.stringify([server.endpoint, ''])} ${ARTIFACTS}`;
    const objects = await kept.readObjects(of);
    assert.ok(objects.size > 0 && [...objects.keys()].every((name) => name.endsWith('.meta')));
    for (const name of await readdir(folder)) {
      const text = (await readFile(path.join(folder, name))).toString('latin1');
      for (const secret of Object.values(KEYS)) assert.ok(!text.includes(secret), name);
    }
  });

  it('may be written by two windows at once: the next one reads one of them', async () => {
    server.count = 4_003;
    await Promise.all([1, 2, 3].map(async () => opened(server, folder).store.list({ limit: 1 })));
    server.forget();
    assert.equal((await opened(server, folder).store.list({ limit: 1 })).total, 4_003);
    assert.ok(server.asked.lists <= 3);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => !/^[0-9a-f]{32}\.(?:names|objects)$/.test(name)),
      [],
    );
  });

  it('[L-2] leave no hidden copies of killed processes in their folder', async () => {
    const left = path.join(folder, '.agent-artifacts-00000000000000aa.tmp');
    await writeFile(left, 'half');
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(left, before, before);
    await opened(server, folder).store.list({ limit: 1 });
    assert.ok(!(await readdir(folder)).includes(path.basename(left)));
  });

  it('are listed anew after a day where nobody would ask for it', async () => {
    await opened(server, folder, { relistAfter: 3_600_000 }).store.list({ limit: 1 });
    assert.ok(server.asked.lists <= 3);
    await opened(server, folder, { relistAfter: -1 }).store.list({ limit: 1 });
    assert.ok(server.asked.lists >= 8, `${server.asked.lists}`);
  });

  it('take less than four bytes each, a million of them', async function () {
    this.timeout(20_000);
    const packer = new NamesPacker();
    for (let from = 1; from <= 500_000; from += 1_000)
      await packer.add(Array.from({ length: 1_000 }, (_, at) => [`${from + at}.meta`, `${from + at}.png`]).flat());
    const { total, packed } = await packer.finish({ listedAt: 1, checkedAt: 1 });
    assert.equal(total, 1_000_000);
    assert.ok(packed.length < 4 * total, `${(packed.length / total).toFixed(1)} bytes a name`);
  });

  it('come out of a packed list as they went in', async () => {
    const odd = ['"', '\\', 'a\nb', '\t', '☃', '😀', '', ...numbersDown(5_000, 5_000)];
    const packer = new NamesPacker();
    await packer.add(odd.slice(0, 3));
    await packer.add(odd.slice(3));
    const list = await packer.finish({ listedAt: 1, checkedAt: 2 });
    assert.deepEqual([list.total, list.highest, list.listedAt, list.checkedAt], [odd.length, 5_000, 1, 2]);
    const out: string[] = [];
    for await (const names of unpack(list)) out.push(...names);
    assert.deepEqual(out, odd);
  });

  it('of the command line lie where the system wants what can be made again', () => {
    assert.equal(cacheFolder({ env: { XDG_CACHE_HOME: '/var/cache/me' }, home: '/home/me' }, 'linux'), '/var/cache/me/agent-artifacts');
    assert.equal(cacheFolder({ env: { XDG_CACHE_HOME: 'relative' }, home: '/home/me' }, 'linux'), '/home/me/.cache/agent-artifacts');
    assert.equal(cacheFolder({ env: {}, home: '/Users/me' }, 'darwin'), '/Users/me/Library/Caches/agent-artifacts');
    assert.equal(
      cacheFolder({ env: { LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' }, home: 'C:\\Users\\me' }, 'win32'),
      'C:\\Users\\me\\AppData\\Local\\agent-artifacts\\Cache',
    );
  });
});

describe('A listing', () => {
  const object = (key: string, more = ''): string =>
    `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.678Z</LastModified><ETag>&quot;a&quot;</ETag><Size>7</Size>${more}</Contents>`;
  const page = (...contents: readonly string[]): string =>
    `<?xml version="1.0"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>agents</Name><IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>${contents.join('')}<CommonPrefixes><Prefix>dir/</Prefix></CommonPrefixes></ListBucketResult>`;
  const pages: Readonly<Record<string, string>> = {
    'of AWS': page(object('1', '<ChecksumAlgorithm>CRC64NVME</ChecksumAlgorithm><StorageClass>STANDARD</StorageClass>'), object('2')),
    'with blanks between': page(object('a').replaceAll('><', '>\n    <'), object('b ☃ 😀')),
    'with characters that XML names': page(object('&lt;&amp;&gt;&apos;&#65;&#x2603;%41'), object(' &amp;lt; ')),
    'with an empty element': page(object('1', '<StorageClass></StorageClass>')),
    'without an object': page(),
  };
  const others: Readonly<Record<string, string>> = {
    'with owners': page(object('1', '<Owner><ID>1</ID><DisplayName>me</DisplayName></Owner>'), object('2')),
    'with a comment': page(`<!-- ${object('0')} -->`, object('1')),
    'with CDATA': page(object('<![CDATA[<Key>]]>')),
    'with attributes': page(object('1').replace('<Key>', '<Key type="x">')),
    'with line ends of other systems': page(object('1\r\n2')),
    'with a time that is none': page(object('1').replace('2026-', '')),
    'with a size that is none': page(object('1').replace('>7<', '>-7<')),
    'with a name that XML does not have': page(object('&nbsp;')),
    'with a character that is none': page(object('&#x110000;')),
    'that breaks off': page(object('1')).slice(0, 300),
  };

  /** As the client reads it; with a comment in it, all by its own parser. */
  async function read(xml: string): Promise<ObjectPage> {
    const server = createServer((_request, response) => response.end(xml));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = await ObjectStoreClient.open({ endpoint: `http://127.0.0.1:${port}` });
    try {
      return await client.list('agents', { prefix: '' });
    } finally {
      client.close();
      server.close();
    }
  }

  describe('is read as the client itself reads it', () => {
    withEnvironment(CLEAN);
    for (const [title, xml] of Object.entries(pages))
      it(title, async () => {
        assert.ok(splitListing(xml), 'by us');
        const [ours, theirs] = [await read(xml), await read(xml.replace('<Name>', '<!-- by the client --><Name>'))];
        assert.deepEqual(ours, theirs);
        assert.deepEqual([ours.next, ours.folders], ['next', ['dir/']]);
      });
  });

  for (const [title, xml] of Object.entries(others))
    it(`${title} is left to the client`, () => {
      assert.equal(splitListing(xml), undefined);
    });

  it('has characters by their number, those beyond the first 65,536 as well', () => {
    assert.equal(splitListing(page(object('&#128512;&#x1f600;')))?.objects[0]?.Key, '😀😀');
  });

  it('that is longer than any is none of an object store', async () => {
    const body = Readable.from(Array.from({ length: 9 }, () => Buffer.alloc(1024 * 1024, ' ')));
    await assert.rejects(readObjects({ statusCode: 200, body }, true), { code: 'not_object_store' });
  });
});

describe('Requests that nobody waits for', () => {
  withEnvironment(CLEAN);

  it('are not sent: of a million keys, at most four more listings after a signal', async function () {
    this.timeout(20_000);
    const server = await serverOf(500_000);
    const { fs } = opened(server);
    const abort = new AbortController();
    let [batches, before] = [0, 0];
    await assert.rejects(async () => {
      for await (const names of fs.streamNames(ARTIFACTS, { signal: abort.signal })) {
        if (names.length === 0 || ++batches < 20) continue;
        before = server.asked.lists;
        abort.abort();
      }
    });
    // Whatever was sent before is there by then: the server answers in order.
    await fs.readFile(`${ARTIFACTS}/1.meta`);
    assert.equal(batches, 20);
    assert.ok(server.asked.lists - before <= 4, `${server.asked.lists - before} listings`);
  });

  it('end what is read of the kept names, too', async () => {
    const server = await serverOf(20_000);
    const folder = await temporaryFolder();
    const first = opened(server, folder);
    await first.store.count();
    await first.fs.close();
    const abort = new AbortController();
    let batches = 0;
    await assert.rejects(async () => {
      for await (const _names of opened(server, folder).fs.streamNames(ARTIFACTS, { signal: abort.signal })) {
        batches++;
        abort.abort();
      }
    });
    assert.equal(batches, 1);
  });

  it('are given up: listings when nobody reads on, and everything when connections end', async function () {
    this.timeout(20_000);
    const server = await serverOf(300_000);
    const { fs } = opened(server);
    const reading = fs.streamNames(ARTIFACTS)[Symbol.asyncIterator]();
    await reading.next();
    server.hangs = true;
    const next = reading.next();
    const failed = assert.rejects(
      next.then(async () => {
        for (;;) if ((await reading.next()).done) return;
      }),
    );
    for (const until = Date.now() + 15_000; server.asked.lists < 5; await new Promise((resolve) => setTimeout(resolve, 5)))
      assert.ok(Date.now() < until, `${server.asked.lists} listings`);
    const { lists } = server.asked;
    fs.disconnect();
    await failed;
    while (server.cancelled < lists - 2) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(server.asked.lists, lists, 'and none is sent any more');
  });

  it('are given up by a signal', async () => {
    const server = await serverOf(10);
    const { fs } = opened(server);
    server.hangs = true;
    const abort = new AbortController();
    const reads = [
      fs.readFile(`${ARTIFACTS}/1.meta`, { signal: abort.signal }),
      fs.streamNames(ARTIFACTS, { signal: abort.signal })[Symbol.asyncIterator]().next(),
    ].map((each) => assert.rejects(each));
    while (server.asked.lists + server.asked.gets < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    await Promise.all(reads);
    while (server.cancelled < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  });
});
