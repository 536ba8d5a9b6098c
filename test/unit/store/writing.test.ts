import assert from 'node:assert/strict';
import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { samples } from '../../support/samples.ts';
import { storeOver, temporaryStore } from '../../support/stores.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const json = async (...parts: string[]) => JSON.parse(await readFile(path.join(...parts), 'utf8')) as Record<string, unknown>;

describe('putting an artifact', () => {
  it('[3-R1.1][3-R5.4] stores text and bytes under new numbers, in the layout of the runtime', async () => {
    const { root, store } = await temporaryStore({ 'artifacts/33.meta': { id: '33' } });
    const { id } = await store.putArtifact({
      name: '图 1.png',
      type: 'image/png',
      content: samples.png,
      messageId: 'm',
      agentId: 'a',
      meta: { width: 640 },
    });
    assert.equal(id, '34');
    assert.deepEqual((await readdir(path.join(root, 'artifacts'))).sort(), ['33.meta', '34.meta', '34.png']);
    const { createdAt, ...sidecar } = await json(root, 'artifacts/34.meta');
    assert.deepEqual(sidecar, {
      id: '34',
      extension: '.png',
      type: 'image/png',
      name: '图 1.png',
      size: samples.png.length,
      messageId: 'm',
      agentId: 'a',
      meta: { width: 640 },
    });
    assert(Number.isFinite(Date.parse(String(createdAt))));
    const artifact = await store.getArtifact('34');
    assert.deepEqual([artifact?.meta.name, artifact?.mimeType, artifact?.content], ['图 1.png', 'image/png', samples.png]);
  });

  it('finds an extension for every name and type that never collides with the sidecar', async () => {
    const { store } = await temporaryStore({});
    for (const [name, type, filename] of [
      ['notes', 'text/markdown', 'notes.md'],
      ['a.tar.gz', 'application/gzip', 'a.tar.gz'],
      ['x.meta', 'text/plain', 'x.meta.txt'],
      ['../../x.TXT', 'text/plain', '../../x.TXT'],
      ['no type', 'chart', 'no type'],
      ['a.b/c', 'text/plain', 'a.b/c.txt'],
    ] as const) {
      const { id } = await store.putArtifact({ name, type, content: 'text' });
      const metadata = await store.getMetadata(id);
      assert.deepEqual(
        [metadata?.state, metadata?.filename, Buffer.from((await store.getArtifact(id))?.content ?? '').toString()],
        ['present', filename, 'text'],
        name,
      );
    }
  });

  it('[E-11] stores any other value of JSON as its JSON, as the runtime does', async () => {
    const { root, store } = await temporaryStore({});
    for (const [content, type, filename] of [
      [{ a: [1, { b: '图' }] }, undefined, '1.json'],
      [[1, 2], 'plan', '2.json'],
      [5, 'application/json', '3.json'],
      [false, 'text/plain', '4.txt'],
    ] as const) {
      const { id } = await store.putArtifact({ name: '', content, ...(type !== undefined && { type }) });
      const artifact = await store.getArtifact(id);
      assert.deepEqual(
        [artifact?.content, artifact?.isBinary, artifact?.type],
        [JSON.stringify(content, null, 2), false, type ?? 'application/json'],
      );
      assert((await readdir(path.join(root, 'artifacts'))).includes(filename), filename);
    }
  });

  it('[E-11] takes the bytes of any binary object', async () => {
    const { store } = await temporaryStore({});
    for (const content of [Uint8Array.of(1, 2).buffer, new DataView(Uint8Array.of(0, 1, 2).buffer, 1), Buffer.of(1, 2)]) {
      const { id } = await store.putArtifact({ name: 'x.bin', content });
      assert.deepEqual([...((await store.getArtifact(id))?.content as Uint8Array)], [1, 2]);
    }
  });

  it('[E-11] refuses what has no content, or none that can be stored, and leaves no reservation', async () => {
    const { root, store } = await temporaryStore({ 'artifacts/1.txt': 'x' });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const wrong: Record<string, unknown> = {
      'no artifact': null,
      'no content': { name: 'x' },
      null: { name: 'x', content: null },
      'a function': { name: 'x', content: () => 1 },
      'a circle': { name: 'x', content: circle },
      'a number of any length': { name: 'x', content: 1n },
      'free fields in a circle': { name: 'x', content: 'x', meta: circle },
      'a name that is none': { name: 5, content: 'x' },
    };
    for (const [what, artifact] of Object.entries(wrong))
      await assert.rejects(store.putArtifact(artifact as never), { name: 'CodedError', code: 'arguments_invalid' }, what);
    assert.deepEqual(await readdir(path.join(root, 'artifacts')), ['1.txt']);
  });
});

describe('writing a workspace file', () => {
  const workspaces = async (tree: Tree = {}) => {
    const root = await temporaryFolder(tree);
    return {
      root,
      store: storeOver(root),
      manager: new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') }),
    };
  };

  it('[3-R5.1][3-R5.2][3-R5.3] gives back the id of the workspace and path, and the store opens it', async () => {
    const { store, manager } = await workspaces();
    const written = await manager.writeFile('agent-1', './src\\main.js', 'run();\n', {
      mimeType: 'text/javascript',
      agentId: 'a',
      messageId: 'm',
    });
    assert.deepEqual(written, { ok: true, artifactId: ArtifactIdCodec.encode('agent-1', 'src/main.js') });
    const artifact = await store.getArtifact(written.ok ? written.artifactId : '');
    assert.deepEqual([artifact?.content, artifact?.mimeType, artifact?.messageId], ['run();\n', 'text/javascript', 'm']);
  });

  it('keeps what it does not know in the metadata, the time of creation, and the history', async () => {
    const { root, store, manager } = await workspaces({
      'workspaces/w.meta.json': {
        workspaceId: 'w',
        createdAt: 'then',
        custom: 1,
        files: {
          'a.txt': { mimeType: 'x/y', createdAt: '2026-01-01T00:00:00.000Z', own: true, modifiedBy: [{ agentId: 'a-0' }] },
          'b.txt': { z: 1 },
        },
      },
    });
    await manager.writeFile('w', 'a.txt', 'new', { mimeType: 'text/plain', agentId: 'a-1' });
    const { files, ...rest } = (await json(root, 'workspaces/w.meta.json')) as { files: Record<string, Record<string, unknown>> };
    assert.deepEqual(rest, { workspaceId: 'w', createdAt: 'then', custom: 1 });
    assert.deepEqual(files['b.txt'], { z: 1 });
    assert.deepEqual(
      [files['a.txt']?.['own'], files['a.txt']?.['createdAt'], (files['a.txt']?.['modifiedBy'] as unknown[]).length],
      [true, '2026-01-01T00:00:00.000Z', 2],
    );
    assert.equal((await store.getMetadata(ArtifactIdCodec.encode('w', 'a.txt')))?.agentId, 'a-1');
  });

  it('refuses, with a code and writing nothing, what leads out or is no content', async () => {
    const { root, manager } = await workspaces();
    for (const [workspace, file, code] of [
      ['w', '../x', 'path_leaves_workspace'],
      ['w', '/x', 'path_absolute'],
      ['..', 'x', 'workspace_id_not_plain_name'],
      ['w', '', 'id_part_empty'],
      ['w', '.meta/x', 'not_content'],
    ] as const) {
      const written = await manager.writeFile(workspace, file, 'x', { mimeType: 'text/plain' });
      assert.deepEqual(written.ok ? 'written' : written.error.code, code, file);
    }
    const untyped = await manager.writeFile('w', 'x', 'x', { mimeType: '' });
    assert(!untyped.ok && untyped.error.code === 'mime_type_missing');
    assert.deepEqual(await readdir(root), []);
  });

  it('takes no way within the workspace to its metadata, neither to write nor to read nor to list', async () => {
    const { root, store, manager } = await workspaces({
      'workspaces/w/.meta/.meta': { id: 'w', files: {} },
      'workspaces/w/.meta/k.txt': 'true',
      'workspaces/w/a.txt': 'a',
    });
    await symlink('.', path.join(root, 'workspaces/w/self'));
    await symlink('.meta', path.join(root, 'workspaces/w/folder'));
    await symlink('.meta/k.txt', path.join(root, 'workspaces/w/file'));
    for (const file of ['self/.meta/k.txt', 'self/.META/new.txt', 'self/self/.meta/.meta', 'folder/k.txt', 'folder/new/k.txt']) {
      const written = await manager.writeFile('w', file, 'FORGED', { mimeType: 'text/plain' });
      assert.equal(written.ok ? 'written' : written.error.code, 'not_content', file);
    }
    for (const file of ['self/.meta/.meta', 'self/.meta/k.txt', 'folder/k.txt', 'file', '.META/k.txt']) {
      assert.equal(await store.getMetadata(ArtifactIdCodec.encode('w', file)), null, file);
      assert.equal(await store.getArtifact(ArtifactIdCodec.encode('w', file)), null, file);
    }
    assert.equal((await store.getArtifact(ArtifactIdCodec.encode('w', 'self/a.txt')))?.content, 'a');
    for (const folder of ['', 'self'])
      assert.deepEqual(
        (await manager.listFolder('w', folder)).map(({ name }) => name),
        ['self', 'a.txt'],
        folder,
      );
    for (const folder of ['.meta', 'self/.meta', 'folder'])
      await assert.rejects(manager.listFolder('w', folder), { code: 'not_found' }, folder);
    assert.equal(await readFile(path.join(root, 'workspaces/w/.meta/k.txt'), 'utf8'), 'true');
  });

  it('makes no workspace whose name is hidden or that of metadata, and lists such folders as broken', async () => {
    const { root, manager } = await workspaces({
      'workspaces/w/a.txt': 'a',
      'workspaces/v.meta.json/a.txt': 'a',
      'workspaces/.hidden/a.txt': 'a',
      'workspaces/.agent-artifacts-0f.lock': '',
    });
    for (const id of ['w.meta.json', 'w.META.json', '.meta.json', '.new', '.hidden']) {
      const written = await manager.writeFile(id, 'x', 'x', { mimeType: 'text/plain' });
      assert.equal(written.ok ? 'written' : written.error.code, 'workspace_id_not_plain_name', id);
    }
    assert.deepEqual(
      (await manager.listWorkspaces()).map(({ workspaceId, state, problem }) => [workspaceId, state, problem?.code]),
      [
        ['.hidden', 'broken', 'workspace_id_not_plain_name'],
        ['v.meta.json', 'broken', 'workspace_id_not_plain_name'],
        ['w', 'present', undefined],
      ],
    );
    assert.deepEqual((await readdir(path.join(root, 'workspaces'))).sort(), ['.agent-artifacts-0f.lock', '.hidden', 'v.meta.json', 'w']);
  });

  it('never writes through a link, nor over metadata it cannot read', async () => {
    const outside = await temporaryFolder({ 'target.txt': 'old' });
    const { root, manager } = await workspaces({ 'workspaces/w/': '', 'workspaces/v.meta.json': '{broken' });
    await symlink(path.join(outside, 'target.txt'), path.join(root, 'workspaces/w/link.txt'));
    await symlink(outside, path.join(root, 'workspaces/w/dir'));
    await symlink(path.join(outside, 'new.txt'), path.join(root, 'workspaces/w/dangling.txt'));
    await symlink(outside, path.join(root, 'workspaces/out'));
    for (const [workspace, file] of [
      ['w', 'link.txt'],
      ['w', 'dir/new.txt'],
      ['w', 'dangling.txt'],
      ['out', 'new.txt'],
    ] as const) {
      const written = await manager.writeFile(workspace, file, 'new', { mimeType: 'text/plain' });
      assert(!written.ok && ['outside_root', 'is_symlink'].includes(written.error.code), file);
    }
    const unreadable = await manager.writeFile('v', 'x.txt', 'x', { mimeType: 'text/plain' });
    assert(!unreadable.ok && unreadable.error.code === 'metadata_not_json');
    assert.equal(await readFile(path.join(root, 'workspaces/v.meta.json'), 'utf8'), '{broken');
    assert.deepEqual([await readdir(outside), await readFile(path.join(outside, 'target.txt'), 'utf8')], [['target.txt'], 'old']);
  });

  it('writes names that mean something to JavaScript', async () => {
    const { store, manager } = await workspaces();
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const written = await manager.writeFile('w', name, name, { mimeType: 'text/plain', agentId: 'a' });
      assert(written.ok);
      const metadata = await store.getMetadata(written.artifactId);
      assert.deepEqual([metadata?.agentId, metadata?.modifiedBy.length], ['a', 1], name);
    }
  });
});
