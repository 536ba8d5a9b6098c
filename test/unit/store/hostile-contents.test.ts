import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { symlink, truncate } from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../../../src/core/io/errors.ts';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { router } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';
import { storeOver, temporaryStore } from '../../support/stores.ts';
import { plant, temporaryFolder } from '../../support/temporary-folder.ts';

const SECRET = 'the secret outside of the root';
const isWindows = process.platform === 'win32';

describe('hostile contents', () => {
  it('reads no content through a link out of the root, and describes the failure', async () => {
    const outside = await temporaryFolder({ 'secret.txt': SECRET });
    const fs = new CountingFileSystem();
    const { root, store } = await temporaryStore(
      { 'artifacts/1.meta': { id: '1', extension: '.txt', name: 'innocent' }, 'workspaces/w/': '' },
      { fs },
    );
    for (const link of ['artifacts/1.txt', 'artifacts/2.txt', 'workspaces/w/a.txt'])
      await symlink(path.join(outside, 'secret.txt'), path.join(root, link));
    await symlink(outside, path.join(root, 'workspaces/w/sub'));
    await symlink(outside, path.join(root, 'workspaces/linked'));
    for (const reference of [
      '1',
      '2',
      ...['a.txt', 'sub/secret.txt'].map((file) => ArtifactIdCodec.encode('w', file)),
      ArtifactIdCodec.encode('linked', 'secret.txt'),
    ]) {
      const metadata = await store.getMetadata(reference);
      assert.deepEqual([metadata?.state, metadata?.problem?.code], ['broken', 'outside_root'], reference);
      assert.equal(metadata?.size, undefined, 'not even its size is told');
      const artifact = await store.getArtifact(reference);
      const routed = artifact && (await router().routeContent(artifact, 'all'));
      assert(!JSON.stringify([artifact, routed]).includes(SECRET));
    }
    assert(fs.locations('readFile').every((location) => location.startsWith(root)));
    assert(fs.locations('stat').every((location) => location.startsWith(root)));
  });

  it('lists nothing of a workspace that is a link out of the root', async () => {
    const outside = await temporaryFolder({ 'secret.txt': SECRET });
    const { root } = await temporaryStore({ 'workspaces/': '' });
    await symlink(outside, path.join(root, 'workspaces/linked'));
    const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
    await assert.rejects(manager.listFolder('linked'), (error) => error instanceof CodedError && error.code === 'outside_root');
    await assert.rejects(manager.listFolder('..'), (error) => error instanceof CodedError && error.code === 'outside_root');
    await assert.rejects(manager.listFolder('linked', '../..'), CodedError);
  });

  it('follows a link that stays inside the root', async () => {
    const { root, store } = await temporaryStore({ 'artifacts/kept/real.txt': 'inside', 'workspaces/w/real.txt': 'inside too' });
    await symlink('kept/real.txt', path.join(root, 'artifacts/1.txt'));
    await symlink('real.txt', path.join(root, 'workspaces/w/link.txt'));
    assert.equal((await store.getArtifact('1'))?.content, 'inside');
    assert.equal((await store.getArtifact(ArtifactIdCodec.encode('w', 'link.txt')))?.content, 'inside too');
  });

  it('shows a link that leads nowhere, or in a circle, as broken', async () => {
    const { root, store } = await temporaryStore({ 'artifacts/': '' });
    await symlink('nowhere.txt', path.join(root, 'artifacts/1.txt'));
    await symlink('2.txt', path.join(root, 'artifacts/2.txt'));
    assert.deepEqual(
      (await store.list()).items.map(({ id, state }) => [id, state]),
      [
        ['2', 'broken'],
        ['1', 'broken'],
      ],
    );
    assert.equal((await store.getArtifact('2'))?.contentFailure?.code, 'is_symlink');
  });

  (isWindows ? it.skip : it)('does not wait on a named pipe', async () => {
    const { root, store } = await temporaryStore({ 'artifacts/': '', 'workspaces/w/': '' });
    for (const place of ['artifacts/1.txt', 'artifacts/2.meta', 'workspaces/w/pipe', 'workspaces/pipe'])
      execFileSync('mkfifo', [path.join(root, place)]);
    assert.deepEqual(
      (await store.list()).items.map(({ id, state, problem }) => [id, state, problem?.code]),
      [
        ['2', 'broken', 'not_a_file'],
        ['1', 'broken', 'not_a_file'],
      ],
    );
    assert.equal((await store.getArtifact('1'))?.contentFailure?.code, 'not_a_file');
    assert.equal(await store.getArtifact(ArtifactIdCodec.encode('w', 'pipe')), null);
    const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
    assert.deepEqual(
      (await manager.listWorkspaces()).map(({ workspaceId }) => workspaceId),
      ['w'],
    );
    assert.deepEqual(
      (await manager.listFolder('w')).map((entry) => [entry.kind, entry.name]),
      [['invalid', 'pipe']],
    );
  });

  it('[1-R8.3] describes a content that vanishes while it is read', async () => {
    const fs = new CountingFileSystem(({ method, location }) => {
      if (method === 'readFile' && location.endsWith('1.txt')) rmSync(location);
    });
    const { store } = await temporaryStore({ 'artifacts/1.txt': 'short-lived' }, { fs });
    const artifact = await store.getArtifact('1');
    assert.equal(artifact?.contentFailure?.code, 'not_found');
    const routed = await router().routeContent(artifact, 'all');
    assert.deepEqual(routed.routing === 'text' && routed.content, '[文件处理失败: 1.txt]\n错误: 文件不存在或已被删除\n请检查文件是否损坏');
  });

  it('never reads more than the limit of a file that grows', async () => {
    let grown = false;
    const fs = new CountingFileSystem(({ method, location }) => {
      if (method !== 'readFile' || !location.endsWith('1.txt') || grown) return;
      grown = true;
      appendFileSync(location, 'x'.repeat(1_000_000));
    });
    const { store } = await temporaryStore({ 'artifacts/1.txt': 'x'.repeat(500) }, { fs, maxContentBytes: 1000 });
    const artifact = await store.getArtifact('1');
    assert.deepEqual(artifact?.contentFailure, { code: 'too_large', params: { limit: 1000, size: 1_000_500 } });
    assert(fs.calls.every(({ bytes = 0 }) => bytes <= 64 * 1024));
  });

  it('reads what is left of a file that shrinks', async () => {
    const fs = new CountingFileSystem(async ({ method, location }) => {
      if (method === 'readFile' && location.endsWith('1.txt')) await truncate(location, 3);
    });
    const { store } = await temporaryStore({ 'artifacts/1.txt': 'abcdef' }, { fs });
    assert.deepEqual([(await store.getArtifact('1'))?.content], ['abc']);
  });

  it('[1-R8.3] describes a content that must not be read', async () => {
    const fs = new CountingFileSystem(({ method, location }) => {
      if (method === 'readFile' && location.endsWith('1.png')) throw new CodedError('permission_denied');
    });
    const { store } = await temporaryStore(
      { 'artifacts/1.meta': { id: '1', extension: '.png', type: 'image/png', name: 'shut.png' }, 'artifacts/1.png': 'x' },
      { fs },
    );
    const artifact = await store.getArtifact('1');
    assert(artifact);
    const routed = await router().routeContent(artifact, 'all');
    assert.deepEqual(
      [routed.routing, routed.routing === 'text' && routed.content],
      ['text', '[文件处理失败: shut.png]\n错误: 没有读取权限\n请检查文件是否损坏'],
    );
  });

  it('over the size limit reads the beginning of the content only, and of an archive its end', async () => {
    const fs = new CountingFileSystem();
    const { root, store } = await temporaryStore({ 'artifacts/1.bin': '' }, { fs });
    await truncate(path.join(root, 'artifacts/1.bin'), 1024 ** 3);
    const artifact = await store.getArtifact('1');
    assert.deepEqual([artifact?.contentFailure?.code, artifact?.size, artifact?.content.length], ['too_large', 1024 ** 3, 0]);
    const read = (): number => fs.calls.splice(0).reduce((sum, { bytes = 0 }) => sum + bytes, 0);
    assert.equal(read(), 64 * 1024);
    const archive = Buffer.concat([samples.docx.subarray(0, 400), Buffer.alloc(200_000), samples.docx.subarray(-2000)]);
    await plant(root, { 'artifacts/2.bin': archive });
    const small = storeOver(root, { fs, maxContentBytes: 1000 });
    assert.equal((await small.getArtifact('2'))?.mimeType, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    assert.equal(read(), 2 * 64 * 1024);
  });

  it('takes hostile and huge workspace metadata for what it is', async () => {
    const many = Object.fromEntries([...Array(20_000).keys()].map((n) => [`f${n}.txt`, { mimeType: 'text/plain' }]));
    const files = {
      ...many,
      'a.txt': 'no object',
      '/etc/passwd': {},
      'C:\\x': {},
      'x/../../y': {},
      'b.txt': { mimeType: 7, modifiedBy: 'x', size: -1, updatedAt: 'never' },
    };
    const { root, store } = await temporaryStore({
      'workspaces/w/a.txt': 'a',
      'workspaces/w/b.txt': 'b',
      'workspaces/v/a.txt': 'a',
      'workspaces/v.meta.json': '{"files": [',
      'workspaces/w.meta.json': { files },
    });
    const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
    const entries = await manager.listFolder('w');
    assert.equal(entries.filter((entry) => entry.kind === 'invalid').length, 3);
    assert.deepEqual(
      entries.filter((entry) => entry.kind === 'file' && entry.artifact.state === 'present').map(({ name }) => name),
      ['a.txt', 'b.txt'],
    );
    assert.equal((await manager.readMetadata('v')).problem?.code, 'metadata_not_json');
    assert.equal((await store.getArtifact(ArtifactIdCodec.encode('v', 'a.txt')))?.content, 'a');
    await plant(root, { 'workspaces/u.meta.json': '{"files":{"__proto__":{"mimeType":"text/plain"}}}', 'workspaces/u/__proto__': 'x' });
    assert.equal((await store.getArtifact(ArtifactIdCodec.encode('u', '__proto__')))?.content, 'x');
  });
});
