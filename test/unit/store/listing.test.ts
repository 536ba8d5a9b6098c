import assert from 'node:assert/strict';
import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../../../src/core/io/errors.ts';
import { ArtifactIndex } from '../../../src/core/store/artifact-index.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { temporaryStore } from '../../support/stores.ts';

const ids = (names: readonly string[], newestFirst = true): string[] =>
  ArtifactIndex.of(names)
    .page({ limit: Infinity, newestFirst })
    .entries.map(({ id }) => id);

describe('the order of artifacts', () => {
  it('puts numbers by value, descending, also beyond what a double holds', () => {
    const numbers = [
      '9',
      '10',
      '100',
      '0',
      '999999999999999',
      '1000000000000000',
      '9007199254740993',
      '9007199254740992',
      '99999999999999999999',
    ];
    const sorted = [...numbers].sort((a, b) => (BigInt(b) > BigInt(a) ? 1 : -1));
    assert.deepEqual(ids(numbers.map((id) => `${id}.png`)), sorted);
    assert.deepEqual(
      ids(
        numbers.map((id) => `${id}.png`),
        false,
      ),
      sorted.reverse(),
    );
  });

  it('puts UUIDs with a plausible time behind the numbers, newest first, and all others last', () => {
    const older = '019ac000-0000-7000-8000-000000000001';
    const newer = '019b0000-0000-7000-8000-000000000000';
    const random = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    assert.deepEqual(ids([`${random}.txt`, `${older}.txt`, '3.meta', `${newer}.tar.gz`, 'alpha.txt']), [
      '3',
      newer,
      older,
      random,
      'alpha',
    ]);
  });

  it('keeps UUIDs of one millisecond apart, and each to its own files, up to the first dot', () => {
    const [first, second, upper] = [
      '019b0000-0000-7000-8000-00000000000a',
      '019b0000-0000-7000-8000-00000000000b',
      '019B0000-0000-7000-8000-00000000000A',
    ];
    const random = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    const names = [
      `${second}.meta`,
      `${first}.tar.gz`,
      `${upper}.txt`,
      `${second}.tar.gz`,
      `${first}.meta`,
      `${random}.tar.gz`,
      `${random}.meta`,
    ];
    const almost = [
      `${first}0.txt`,
      '019b0000-0000-7000-8000-00000000000g.txt',
      '019b0000+0000-7000-8000-00000000000a.txt',
      `${first}.a:b`,
    ];
    const index = ArtifactIndex.of([...names, ...almost]);
    assert.deepEqual(ids(names), [second, first, upper, random]);
    assert.deepEqual(index.find(first), { id: first, hasSidecar: true, files: [`${first}.tar.gz`] });
    assert.deepEqual(index.find(upper), { id: upper, hasSidecar: false, files: [`${upper}.txt`] });
    assert.deepEqual(index.find(random), { id: random, hasSidecar: true, files: [`${random}.tar.gz`] });
    assert.equal(index.find('019b0000-0000-7000-8000-00000000000c'), undefined);
    assert.equal(index.total, 4 + almost.length);
  });

  it('counts an artifact once, however many files it has, and keeps to its own files', () => {
    const index = ArtifactIndex.of([
      '5.meta',
      '5.png',
      '5.jpg',
      '50.png',
      '5-copy.png',
      '05.png',
      '5',
      '.hidden',
      '.agent-artifacts-00ff.tmp',
    ]);
    assert.deepEqual(index.find('5'), { id: '5', hasSidecar: true, files: ['5', '5.jpg', '5.png'] });
    assert.deepEqual(ids(['5.meta', '5.png', '50.png', '5-copy.png', '05.png', '.hidden']), ['50', '5', '5-copy', '05']);
    assert.equal(index.total, 4);
  });

  it('finds an id only by its own spelling', () => {
    const index = ArtifactIndex.of(['8.png', '8.meta', 'note.txt', '019b0000-0000-7000-8000-000000000000.a.b']);
    for (const id of ['8.png', '8.', '08', '8.meta', 'note.txt', 'not', '']) assert.equal(index.find(id), undefined, id);
    assert.deepEqual(index.find('019b0000-0000-7000-8000-000000000000')?.files, ['019b0000-0000-7000-8000-000000000000.a.b']);
  });

  it('passes over the gap below a stray number, in both directions and from any place', () => {
    const index = ArtifactIndex.of(['1.txt', '2.txt', '1500.txt', '9999999.txt']);
    const ids = (options: Partial<Parameters<ArtifactIndex['page']>[0]>): string[] =>
      index.page({ limit: 10, ...options }).entries.map(({ id }) => id);
    assert.deepEqual(ids({}), ['9999999', '1500', '2', '1']);
    assert.deepEqual(ids({ newestFirst: false }), ['1', '2', '1500', '9999999']);
    assert.deepEqual(ids({ after: '5000000' }), ['1500', '2', '1']);
    assert.deepEqual(ids({ after: '1024', newestFirst: false }), ['1500', '9999999']);
  });

  it('lists everything at once in a folder of hundreds of thousands', () => {
    const names = [...Array(200_000).keys()].map((n) => `${n}.png`);
    assert.equal(ids(names).length, 200_000);
  });
});

describe('pages of a listing', () => {
  const tree = Object.fromEntries(
    [...Array(25).keys()].flatMap((n) => [
      [
        `artifacts/${n + 1}.meta`,
        { id: String(n + 1), extension: '.txt', type: 'text/plain', name: `n${n + 1}`, size: 1, createdAt: '2026-01-01T00:00:00.000Z' },
      ],
      [`artifacts/${n + 1}.txt`, 'x'],
    ]),
  );

  it('gives page after page, each artifact once, and no next on the last', async () => {
    const { store } = await temporaryStore(tree);
    for (const newestFirst of [true, false]) {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.list({ limit: 10, newestFirst, ...(after !== undefined && { after }) });
        assert.equal(page.total, 25);
        seen.push(...page.items.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      const expected = [...Array(25).keys()].map((n) => String(n + 1));
      assert.deepEqual(seen, newestFirst ? expected.reverse() : expected);
    }
  });

  it('reads the names once and the sidecars of the page, and nothing else', async () => {
    const fs = new CountingFileSystem();
    const { root, store } = await temporaryStore(tree, { fs });
    await store.list({ limit: 10 });
    assert.equal(fs.calls.filter(({ method }) => method !== 'resolveInside').length, 11);
    assert.deepEqual(fs.locations('streamNames'), [path.join(root, 'artifacts')]);
    assert.deepEqual(
      fs
        .locations('readFile')
        .map((location) => Number.parseInt(path.basename(location)))
        .sort((a, b) => b - a),
      [25, 24, 23, 22, 21, 20, 19, 18, 17, 16],
    );
  });

  it('reads the names again only when the folder has changed, or somebody tells that it has', async () => {
    const fs = new CountingFileSystem();
    const { root, store } = await temporaryStore(tree, { fs, keepsIndex: true });
    const folder = path.join(root, 'artifacts');
    const listed = async () => [(await store.list({ limit: 1 })).items[0]?.id, fs.locations('streamNames').length];
    await utimes(folder, 1, 1);
    assert.deepEqual(await Promise.all([listed(), listed()]), [
      ['25', 1],
      ['25', 1],
    ]);
    await writeFile(path.join(folder, '26.txt'), '');
    assert.deepEqual(await listed(), ['26', 2]);
    store.forgetIndex();
    assert.deepEqual(await listed(), ['26', 3]);
    await rm(folder, { recursive: true });
    assert.deepEqual(await listed(), [undefined, 3]);
  });

  it('puts what tells no age last, by the time of its file', async () => {
    const { root, store } = await temporaryStore({
      'artifacts/a.txt': '',
      'artifacts/b.txt': '',
      'artifacts/c.txt': '',
      'artifacts/1.txt': '',
    });
    for (const [name, seconds] of [
      ['a', 2000],
      ['b', 3000],
      ['c', 1000],
      ['1', 500],
    ] as const)
      await utimes(path.join(root, `artifacts/${name}.txt`), seconds, seconds);
    assert.deepEqual(
      (await store.list()).items.map(({ id }) => id),
      ['1', 'b', 'a', 'c'],
    );
  });

  it('is empty without a folder, and rejects when the folder is a file', async () => {
    const { store } = await temporaryStore({});
    assert.deepEqual(await store.list(), { items: [], total: 0 });
    const { store: wrong } = await temporaryStore({ artifacts: 'a file' });
    await assert.rejects(wrong.list(), (error) => error instanceof CodedError && error.code === 'not_a_directory');
  });

  it('searches in order, page by page, tells how far it is, and can be stopped', async () => {
    const { store } = await temporaryStore(tree);
    const odd = ({ id }: { id: string }) => Number(id) % 2 === 1;
    const first = await store.search(odd, { limit: 5 });
    assert.deepEqual([first.items.map(({ id }) => id), first.next], [['25', '23', '21', '19', '17'], '17']);
    const rest = await store.search(odd, { limit: 100, after: '17' });
    assert.deepEqual([rest.items.map(({ id }) => id), rest.next], [['15', '13', '11', '9', '7', '5', '3', '1'], undefined]);
    const progress: number[][] = [];
    await store.search(() => false, { limit: 5, onProgress: (done, total) => progress.push([done, total ?? -1]) });
    assert.deepEqual(progress, [[25, 25]]);
    const found: string[][] = [];
    const looked: string[] = [];
    await store.search(({ id }) => looked.push(id) > 0 && id === '25', {
      limit: 5,
      select: async (entries) => entries.filter(({ id }) => Number(id) > 23),
      onFound: (items) => found.push(items.map(({ id }) => id)),
    });
    // They are read beside each other: whichever is there first is looked at first.
    assert.deepEqual([looked.sort(), found], [['24', '25'], [['25']]]);
    const many = await temporaryStore(Object.fromEntries([...Array(1100).keys()].map((n) => [`artifacts/${n}.txt`, ''])));
    const signal = { aborted: false };
    const stopped = await many.store.search(({ id }) => (signal.aborted ||= id === '1050'), { limit: 2000, signal });
    // What is looked at when it is stopped is looked at to its end, and nothing of the batch after it.
    assert.ok(stopped.items.some(({ id }) => id === '1050') && stopped.items.length < 100, String(stopped.items.length));
    assert.equal(stopped.next, stopped.items.at(-1)?.id);
    const others = await many.store.search(() => true, { limit: 2000, after: stopped.next ?? '' });
    assert.equal(others.items[0]?.id, String(Number(stopped.next) - 1));
  });
});
