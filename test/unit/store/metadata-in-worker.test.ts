import assert from 'node:assert/strict';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceReference } from '../../../src/core/refs/reference.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { itWhenThorough } from '../../support/effort.ts';
import { registeredCompute } from '../../support/registered-compute.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AUTHOR = { agentId: 'a', timestamp: '2026-01-01T00:00:00Z', messageId: 'm' };
/** Entries of which 7,000 are above 1 MiB. */
const entries = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `folder ${n % 50}/file-${n}.txt`,
      {
        mimeType: 'text/plain',
        agentId: `a-${n}`,
        createdAt: AUTHOR.timestamp,
        modifiedBy: n === 7 ? Array<object>(250).fill(AUTHOR) : [AUTHOR],
      },
    ]),
  );
const metadataOf = (count: number): string =>
  JSON.stringify({
    workspaceId: 'w',
    createdAt: 'then',
    note: { kept: [1] },
    files: { ...entries(count), '../out': {}, __proto__x: null },
  });
const LONG = metadataOf(7000);

describe('Metadata of a workspace above 1 MiB', () => {
  async function rootWith(tree: Record<string, string>) {
    const root = await temporaryFolder({ 'workspaces/w/folder 7/file-7.txt': 'x', ...tree });
    const folders = { artifactsDir: path.join(root, 'artifacts'), workspacesDir: path.join(root, 'workspaces') };
    const compute = registeredCompute();
    const fs = new NodeFileSystem();
    const read = (options: object) => new WorkspaceManager({ fs, ...folders, ...options });
    return {
      root,
      folders,
      compute,
      fs,
      direct: read({}),
      inWorker: read({ compute }),
      store: new ArtifactStore({ fs, ...folders, compute }),
    };
  }
  /** Long enough ago that another change shows in the time. */
  const agedBy = (file: string, seconds: number) => utimes(file, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);

  itWhenThorough('[E-5] are parsed in a worker, and say the same; shorter ones are parsed at once', async () => {
    const { direct, inWorker, compute, store } = await rootWith({
      'workspaces/w.meta.json': LONG,
      'workspaces/v.meta.json': metadataOf(10),
    });
    const found = await inWorker.readMetadata('w');
    assert.deepEqual(found, await direct.readMetadata('w'));
    assert.equal(found.files.size, 7000);
    assert.deepEqual(
      [found.files.get('folder 7/file-7.txt')?.modifiedBy.length, found.files.get('folder 8/file-8.txt')?.modifiedBy],
      [250, [AUTHOR]],
    );
    assert.deepEqual(
      found.invalidPaths.map(({ path: name }) => name),
      ['../out'],
    );
    const metadata = await store.getMetadata((workspaceReference('w', 'folder 7/file-7.txt') as { value: { id: string } }).value.id);
    assert.deepEqual([metadata?.agentId, metadata?.modifiedBy.length], ['a-7', 250]);
    assert.deepEqual(compute.ran, ['workspace-metadata', 'workspace-metadata']);
    assert.equal((await inWorker.readMetadata('v')).files.size, 10);
    assert.equal(compute.ran.length, 2);
  });

  it('[E-5] are kept until the file changes, unless it changed just now', async () => {
    const { root, inWorker, compute } = await rootWith({ 'workspaces/w.meta.json': LONG });
    const file = path.join(root, 'workspaces/w.meta.json');
    for (const runs of [1, 2]) {
      await inWorker.readMetadata('w');
      assert.equal(compute.ran.length, runs, 'a young file');
    }
    await agedBy(file, 60);
    const first = await inWorker.readMetadata('w');
    assert.equal(await inWorker.readMetadata('w'), first);
    assert.equal(compute.ran.length, 3);
    await writeFile(file, LONG.replaceAll('a-1', 'b-1'));
    await agedBy(file, 50);
    assert.equal((await inWorker.readMetadata('w')).files.get('folder 1/file-1.txt')?.agentId, 'b-1');
    await writeFile(file, '{"files": {"x": {}}}');
    assert.deepEqual([...(await inWorker.readMetadata('w')).files.keys()], ['x']);
  });

  it('[E-5] say why they cannot be used', async () => {
    const tree = {
      'workspaces/a.meta.json': `${LONG}}`,
      'workspaces/b.meta.json': `[${'0,'.repeat(600_000)}0]`,
      'workspaces/c.meta.json': `[${' '.repeat(1_100_000)}]`,
    };
    const { inWorker, compute } = await rootWith(tree);
    const codes = [];
    for (const id of ['a', 'b', 'c']) codes.push((await inWorker.readMetadata(id)).problem?.code);
    assert.deepEqual(codes, ['metadata_not_json', 'too_complex', 'metadata_not_json']);
    assert.equal(compute.ran.length, 3);
  });

  it('[E-5] are so in the history of one file as well', async () => {
    const history = JSON.stringify({
      history: Array.from({ length: 15_000 }, (_, n) => ({ operator: `a-${n}`, timestamp: AUTHOR.timestamp, action: 'update' })),
      path: 'x',
    });
    const { inWorker, direct, compute } = await rootWith({ 'workspaces/w/.meta/folder 7/file-7.txt': history });
    const reference = workspaceReference('w', 'folder 7/file-7.txt');
    assert(reference.ok);
    const found = await inWorker.find(reference.value);
    assert.equal(found?.modifiedBy.length, 15_000);
    assert.deepEqual(found, await direct.find(reference.value));
    assert.deepEqual(compute.ran, ['file-history']);
  });

  itWhenThorough('[E-5] get a change in a worker, and the same one', async () => {
    for (const name of ['w.meta.json', 'w/.meta/.meta']) {
      for (const relativePath of ['folder 7/file-7.txt', 'folder 7/new.txt']) {
        const written = [];
        for (const way of ['inWorker', 'direct'] as const) {
          const place = await rootWith({ [`workspaces/${name}`]: LONG });
          const result = await place[way].writeFile('w', relativePath, 'new', { mimeType: 'text/plain', agentId: 'me' });
          assert(result.ok, JSON.stringify(result));
          assert.deepEqual([...new Set(place.compute.ran)], way === 'inWorker' ? ['record-change'] : []);
          const text = await readFile(path.join(place.root, 'workspaces', name), 'utf8');
          assert.deepEqual((JSON.parse(text) as { note: unknown }).note, { kept: [1] });
          written.push(text.replaceAll(/"(updatedAt|createdAt|lastSync|timestamp)":\s*"20[^"]*"/g, '"$1":""'));
        }
        assert.equal(written[0], written[1], `${name} ${relativePath}`);
      }
    }
  });
});
