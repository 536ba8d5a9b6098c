import assert from 'node:assert/strict';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { parseReference } from '../../../src/core/refs/reference.ts';
import { isoTime } from '../../../src/core/store/sidecar.ts';
import type { FileStat, Location } from '../../../src/core/io/file-system.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { temporaryStore } from '../../support/stores.ts';

/** A file system that can hold times `Date` cannot. */
class FarFuture extends NodeFileSystem {
  override async stat(location: Location): Promise<FileStat> {
    return { ...(await super.stat(location)), mtime: 1e16 };
  }
}

describe('odd names and times in a store', () => {
  it('lists every artifact when a file has a time that no calendar holds', async () => {
    const { store } = await temporaryStore({ 'artifacts/1.txt': 'a', 'artifacts/2.png': 'b' }, { fs: new FarFuture() });
    const { items } = await store.list();
    assert.deepEqual(
      items.map(({ id, createdAt }) => [id, createdAt]),
      [
        ['2', undefined],
        ['1', undefined],
      ],
    );
    assert.equal(isoTime(8.64e15), '+275760-09-13T00:00:00.000Z');
    assert.equal(isoTime(Number.NaN), undefined);
  });

  it('lists a file whose name cannot be an id as broken, with the reason', async () => {
    const { store } = await temporaryStore({ 'artifacts/1.txt': 'a', 'artifacts/report:1.png': 'b', 'artifacts/back\\slash.png': 'c' });
    const { items, total } = await store.list();
    assert.equal(total, 3);
    const broken = items.filter(({ state }) => state === 'broken').map(({ name, problem, location }) => [name, problem?.code, location]);
    assert.deepEqual(broken.sort(), [
      ['back\\slash.png', 'id_not_plain_name', undefined],
      ['report:1.png', 'id_not_plain_name', undefined],
    ]);
  });

  it('[L-13] reads a file of a workspace whose name begins as a drive does, where the platform has such names', async function () {
    if (process.platform === 'win32') this.skip();
    const { store } = await temporaryStore({ 'workspaces/w?/a:b.txt': 'content' });
    const reference = parseReference(ArtifactIdCodec.encode('w?', 'a:b.txt'));
    assert(reference.ok);
    assert.equal((await store.getArtifact(reference.value))?.content, 'content');
  });

  it('takes a file with an extension of several dots for the content of its sidecar', async () => {
    const { store } = await temporaryStore({
      'artifacts/backup.tar.gz': 'x',
      'artifacts/backup.meta': { id: 'backup', extension: '.tar.gz', name: 'backup' },
    });
    const { items } = await store.list();
    assert.deepEqual(
      items.map(({ id, state }) => [id, state]),
      [['backup', 'present']],
    );
    assert.equal((await store.getMetadata('backup'))?.state, 'present');
  });
});
