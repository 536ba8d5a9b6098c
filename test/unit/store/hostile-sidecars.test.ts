import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { samples } from '../../support/samples.ts';
import { storeOver, temporaryStore } from '../../support/stores.ts';
import { plant, temporaryFolder } from '../../support/temporary-folder.ts';

const SECRET = 'the secret outside of the root';
const sidecar = (extra: object) => ({ id: '1', createdAt: '2026-01-01T00:00:00.000Z', ...extra });

describe('hostile sidecars', () => {
  it('[1-ERR-2][1-R8.2] of a corrupted sidecar the state says so, and the content is detected by itself', async () => {
    const broken: ReadonlyArray<readonly [string | Uint8Array, string]> = [
      ['', 'sidecar_not_json'],
      ['{', 'sidecar_not_json'],
      ['{"id": "1", "extension": ".pn', 'sidecar_not_json'],
      [Uint8Array.from([0xff, 0x00, 0x12]), 'sidecar_not_json'],
      ['[]', 'sidecar_invalid'],
      ['null', 'sidecar_invalid'],
      ['7', 'sidecar_invalid'],
      ['"x"', 'sidecar_invalid'],
    ];
    for (const [content, code] of broken) {
      const { store } = await temporaryStore({ 'artifacts/1.meta': content, 'artifacts/1.bin': samples.png, 'artifacts/2.txt': 'fine' });
      const metadata = await store.getMetadata('1');
      assert.deepEqual([metadata?.state, metadata?.problem?.code], ['broken', code]);
      const artifact = await store.getArtifact('1');
      assert.deepEqual([artifact?.mimeType, artifact?.isBinary, artifact?.size], ['image/png', true, samples.png.length]);
      const { items } = await store.list();
      assert.deepEqual(
        items.map(({ id, state }) => [id, state]),
        [
          ['2', 'present'],
          ['1', 'broken'],
        ],
        'no other artifact is missing',
      );
    }
  });

  it('never reads a huge sidecar as a whole', async () => {
    const fs = new CountingFileSystem();
    const { store } = await temporaryStore(
      { 'artifacts/1.meta': JSON.stringify(sidecar({ name: 'x'.repeat(3 * 1024 * 1024) })), 'artifacts/1.txt': 'content' },
      { fs },
    );
    const metadata = await store.getMetadata('1');
    assert.deepEqual([metadata?.state, metadata?.problem?.code], ['broken', 'sidecar_too_large']);
    assert(fs.calls.every(({ bytes = 0 }) => bytes <= 1024 * 1024 + 1));
  });

  it('reads a sidecar of the size of its first read, and one beyond', async () => {
    for (const size of [4095, 4096, 4097, 100_000, 1024 * 1024]) {
      const frame = JSON.stringify(sidecar({ extension: '.txt', name: '' })).length;
      const { store } = await temporaryStore({
        'artifacts/1.meta': JSON.stringify(sidecar({ extension: '.txt', name: 'n'.repeat(size - frame) })),
        'artifacts/1.txt': 'content',
      });
      assert.equal((await store.getMetadata('1'))?.name.length, size - frame, String(size));
    }
  });

  it("follows no extension out of the folder, nor to another artifact's sidecar", async () => {
    const extensions = [
      '../../secret.txt',
      '/../../secret.txt',
      '.\\..\\secret.txt',
      './../secret.txt',
      '.x/../../secret.txt',
      'png',
      '.',
      '.meta',
      '.a\0b',
      '.a:b',
      `.${'x'.repeat(100)}`,
      7,
      {},
      ['.png'],
      true,
    ];
    for (const extension of extensions) {
      const fs = new CountingFileSystem();
      const { root, store } = await temporaryStore({ 'secret.txt': SECRET, 'artifacts/1.meta': sidecar({ extension }) }, { fs });
      const metadata = await store.getMetadata('1');
      const isHarmless = extension === '.';
      assert.deepEqual(
        [metadata?.state, metadata?.problem?.code],
        isHarmless ? ['reserved', undefined] : ['broken', 'extension_invalid'],
        JSON.stringify(extension),
      );
      assert.equal(await store.getArtifact('1'), null);
      assert(fs.locations('readFile').every((location) => location.startsWith(path.join(root, 'artifacts') + path.sep)));
    }
  });

  it('is not misled by the names of Object.prototype', async () => {
    const json =
      '{"id":"1","__proto__":{"extension":".txt","name":"forged"},"constructor":{"name":"x"},"meta":{"__proto__":{"polluted":true},"toString":1}}';
    const { store } = await temporaryStore({ 'artifacts/1.meta': json, 'artifacts/1': 'content', 'artifacts/1.txt': 'forged' });
    const metadata = await store.getMetadata('1');
    assert.deepEqual([metadata?.name, metadata?.state], ['1', 'present']);
    assert.equal((await store.getArtifact('1'))?.content, 'content');
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      assert.equal(await store.getArtifact(id), null, id);
    }
  });

  it('takes fields of the wrong type for missing ones', async () => {
    const strange = sidecar({
      extension: '.txt',
      type: 5,
      name: ['x'],
      size: '12',
      createdAt: 'yesterday',
      messageId: {},
      agentId: 0,
      meta: 'm',
      mimeType: 'no type',
      filename: null,
    });
    const { store } = await temporaryStore({ 'artifacts/1.meta': strange, 'artifacts/1.txt': 'content' });
    const metadata = await store.getMetadata('1');
    assert.deepEqual(
      [
        metadata?.state,
        metadata?.name,
        metadata?.type,
        metadata?.mimeType,
        metadata?.size,
        metadata?.messageId,
        metadata?.agentId,
        metadata?.meta,
      ],
      ['present', '1.txt', undefined, undefined, 7, undefined, undefined, {}],
    );
    assert(Number.isFinite(Date.parse(metadata?.createdAt ?? '')));
    assert.equal((await store.getArtifact('1'))?.content, 'content');
  });

  it('reads no sidecar through a link out of the root, and one through a link inside', async () => {
    const outside = await temporaryFolder({ 'evil.meta': { id: '1', extension: '.txt', name: SECRET } });
    const { root, store } = await temporaryStore({
      'artifacts/1.txt': 'content',
      'artifacts/2.txt': 'content',
      'artifacts/kept/real.json': { id: '2', extension: '.txt', name: 'linked' },
    });
    await symlink(path.join(outside, 'evil.meta'), path.join(root, 'artifacts/1.meta'));
    await symlink('kept/real.json', path.join(root, 'artifacts/2.meta'));
    const metadata = await store.getMetadata('1');
    assert.deepEqual([metadata?.state, metadata?.problem?.code, metadata?.name], ['broken', 'outside_root', '1.txt']);
    assert.equal((await store.getMetadata('2'))?.name, 'linked');
    assert.doesNotMatch(JSON.stringify(await store.list()), new RegExp(SECRET));
  });

  it('shows a folder in place of a sidecar or of a content as broken', async () => {
    const { store } = await temporaryStore({
      'artifacts/1.meta/': '',
      'artifacts/1.txt': 'content',
      'artifacts/2.meta': sidecar({ id: '2', extension: '.txt' }),
      'artifacts/2.txt/': '',
      'artifacts/3/': '',
    });
    for (const id of ['1', '2', '3']) {
      const metadata = await store.getMetadata(id);
      assert.deepEqual([id, metadata?.state, metadata?.problem?.code], [id, 'broken', 'not_a_file']);
    }
    assert.equal((await store.getArtifact('1'))?.content, 'content');
    assert.equal((await store.getArtifact('2'))?.contentFailure?.code, 'not_a_file');
  });

  it('says the same of an artifact alone as in the list', async () => {
    const { store } = await temporaryStore({
      'artifacts/1.meta': sidecar({ extension: '.png' }),
      'artifacts/1.jpg': samples.jpeg, // the content lies elsewhere
      'artifacts/2.meta': sidecar({ extension: '.png' }), // reserved
      'artifacts/3.txt': 'no sidecar',
      'artifacts/4.meta': 'not JSON',
    });
    for (const listed of (await store.list()).items) {
      const alone = await store.getMetadata(listed.id);
      assert.deepEqual([alone?.state, alone?.problem, alone?.name], [listed.state, listed.problem, listed.name], listed.id);
    }
    assert.deepEqual(
      (await store.list({ newestFirst: false })).items.map(({ state }) => state),
      ['missing', 'reserved', 'present', 'broken'],
    );
  });

  it('is not confused by a root whose name begins with the name of another', async () => {
    const folder = await temporaryFolder({
      'root/artifacts/1.txt': 'mine',
      'root/workspaces/w/': '',
      'root-evil/artifacts/x.txt': SECRET,
      'root/artifacts-evil/x.txt': SECRET,
    });
    await mkdir(path.join(folder, 'root/workspaces/w-evil'));
    await plant(folder, { 'root/workspaces/w-evil/x.txt': SECRET });
    await symlink(path.join(folder, 'root/artifacts-evil/x.txt'), path.join(folder, 'root/artifacts/2.txt'));
    await symlink(path.join(folder, 'root/workspaces/w-evil/x.txt'), path.join(folder, 'root/workspaces/w/x.txt'));
    const store = storeOver(path.join(folder, 'root'));
    for (const reference of ['2', 'ws:w:eC50eHQ']) {
      assert.equal((await store.getMetadata(reference))?.problem?.code, 'outside_root', reference);
      assert.equal(String((await store.getArtifact(reference))?.content ?? ''), '');
    }
  });
});
