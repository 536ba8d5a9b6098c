import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { samples } from '../../support/samples.ts';
import { temporaryStore } from '../../support/stores.ts';

const sidecar = (extra: object) => ({ id: '77', createdAt: '2026-01-01T00:00:00.000Z', ...extra });

describe('a sidecar without an extension', () => {
  it('is about the file of its id, whatever the extension of that', async () => {
    for (const extension of [undefined, null]) {
      const { root, store } = await temporaryStore({
        'artifacts/77.meta': sidecar({ extension, name: 'notes', type: 'note', size: 5 }),
        'artifacts/77.txt': 'words',
      });
      const metadata = await store.getMetadata('77');
      assert.deepEqual(
        [metadata?.state, metadata?.problem, metadata?.name, metadata?.filename, metadata?.type],
        ['present', undefined, 'notes', 'notes.txt', 'note'],
      );
      assert.equal(metadata?.location, path.join(root, 'artifacts/77.txt'));
      const artifact = await store.getArtifact('77');
      assert.deepEqual([artifact?.content, artifact?.mimeType, artifact?.isBinary], ['words', 'text/plain', false]);
      const [listed] = (await store.list()).items;
      assert.deepEqual([listed?.state, listed?.filename, listed?.location], ['present', 'notes.txt', metadata?.location]);
      assert(listed);
      assert.deepEqual(await store.verify([listed]), [listed]);
    }
  });

  it('of several files is about the one without an extension, then that of its type or name', async () => {
    const both = { 'artifacts/77.png': samples.png, 'artifacts/77.txt': 'words' };
    for (const [extra, tree, expected] of [
      [{ type: 'image/png' }, both, '77.png'],
      [{ type: 'text/plain' }, both, '77.txt'],
      [{ name: 'a.txt' }, both, '77.txt'],
      [{ filename: 'b.png' }, both, '77.png'],
      [{}, both, '77.png'],
      [{ type: 'image/png' }, { ...both, 'artifacts/77': 'itself' }, '77'],
    ] as const) {
      const { root, store } = await temporaryStore({ 'artifacts/77.meta': sidecar(extra), ...tree });
      const location = (await store.getMetadata('77'))?.location ?? '';
      assert.equal(path.basename(location), expected, JSON.stringify(extra));
      const stored = await readFile(path.join(root, 'artifacts', expected));
      const { content } = (await store.getArtifact('77')) ?? {};
      assert.deepEqual(Buffer.from(content as string), stored);
    }
  });

  it('is a reservation without any file; one that names no extension in so many words stays with the file of that name', async () => {
    const { store } = await temporaryStore({
      'artifacts/77.meta': sidecar({ name: 'notes' }),
      'artifacts/78.meta': sidecar({ id: '78', extension: '' }),
      'artifacts/78.txt': 'words',
    });
    assert.deepEqual([(await store.getMetadata('77'))?.state, await store.getArtifact('77')], ['reserved', null]);
    assert.equal((await store.getMetadata('78'))?.state, 'missing');
  });
});
