import assert from 'node:assert/strict';
import path from 'node:path';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { samples } from '../../support/samples.ts';
import { LAYOUTS, storeOver } from '../../support/stores.ts';

const envelope = (n: number): string => `019ac000-000${n - 1}-7000-8000-00000000000${n}`;

describe('layout 1: the content inside an envelope', () => {
  const store = storeOver(path.join(LAYOUTS, '1-envelope'));

  it('[3-R6.3] opens a text with its name, author and message', async () => {
    const metadata = await store.getMetadata(envelope(1));
    assert.deepEqual(
      [metadata?.state, metadata?.name, metadata?.type, metadata?.agentId, metadata?.messageId, metadata?.createdAt, metadata?.isEnvelope],
      ['present', 'greeting', 'text', 'agent-1', 'msg-1', '2025-11-26T10:00:00.000Z', true],
    );
    const artifact = await store.getArtifact(envelope(1));
    assert.deepEqual([artifact?.content, artifact?.isBinary], ['Grüße, 世界\n', false]);
  });

  it('[3-R6.3] opens JSON as the text it is written in, not serialised anew', async () => {
    const artifact = await store.getArtifact(envelope(2));
    assert.deepEqual([artifact?.isBinary, artifact?.mimeType], [false, 'application/json']);
    assert.equal(artifact?.content, '{\n    "b": 1,\n    "a": [\n      1,\n      2\n    ]\n  }');
  });

  it('[3-R6.3] opens binary content kept as base64', async () => {
    const artifact = await store.getArtifact(envelope(3));
    assert.deepEqual(
      [artifact?.isBinary, artifact?.mimeType, artifact?.meta.filename, artifact?.size],
      [true, 'image/webp', 'drawing.webp', samples.webp.length],
    );
    assert.deepEqual(Uint8Array.from(artifact?.content as Uint8Array), samples.webp);
  });

  it('shows an envelope cut short, and says that its content cannot be read', async () => {
    const artifact = await store.getArtifact(envelope(4));
    assert(artifact);
    assert.deepEqual([artifact.contentFailure?.code, artifact.content.length], ['envelope_invalid', 0]);
  });

  it('takes JSON that is no envelope for what it is', async () => {
    const artifact = await store.getArtifact(envelope(5));
    assert.deepEqual([artifact?.isBinary, artifact?.mimeType], [false, 'application/json']);
    assert.match(String(artifact?.content), /not an envelope/);
  });

  it('puts them newest first by the time their ids begin with', async () => {
    assert.deepEqual(
      (await store.list()).items.map(({ id }) => id),
      [5, 4, 3, 2, 1].map(envelope),
    );
  });
});

describe('layout 2: the content in a file, the facts in a sidecar', () => {
  const store = storeOver(path.join(LAYOUTS, '2-sidecar'));
  const UUID = '019b0000-0000-7000-8000-0000000000aa';

  it('[3-R4.1][3-R6.3] finds numbers and UUIDs, with a sidecar, without one, and reserved', async () => {
    const { items, total } = await store.list();
    assert.equal(total, 5);
    assert.deepEqual(
      items.map(({ id, name, state, agentId }) => [id, name, state, agentId]),
      [
        ['13', 'being drawn', 'reserved', undefined],
        ['12', '12.json', 'present', undefined],
        ['10', 'quarter', 'present', 'agent-3'],
        ['7', 'notes', 'present', 'agent-2'],
        [UUID, 'by uuid', 'present', 'agent-4'],
      ],
    );
  });

  it('prefers the media type of its own field to a Custom type, and the file name given', async () => {
    const artifact = await store.getArtifact('10');
    assert.deepEqual(
      [artifact?.type, artifact?.mimeType, artifact?.meta.filename, artifact?.content],
      ['chart', 'text/csv', 'q1.csv', 'a,b\n1,2\n'],
    );
  });

  it('opens a file without a sidecar by its extension', async () => {
    const artifact = await store.getArtifact('12');
    assert.deepEqual([artifact?.mimeType, artifact?.content, artifact?.meta.name], ['application/json', '{"no":"sidecar"}', '12.json']);
  });
});

describe('layouts 3 and 4: workspaces', () => {
  const beside = path.join(LAYOUTS, '3-workspace-beside');
  const inside = path.join(LAYOUTS, '4-workspace-inside');
  const managerOf = (root: string) => new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
  const shown = async (root: string, workspaceId: string, folder = '') =>
    (await managerOf(root).listFolder(workspaceId, folder)).map((entry) =>
      entry.kind === 'file' ? [entry.name, entry.artifact.state] : [entry.name, entry.kind === 'invalid' ? entry.failure.code : entry.kind],
    );

  it('[3-R4.2][3-R6.3] reads metadata beside the workspace, whatever slash its paths are written with', async () => {
    const metadata = await storeOver(beside).getMetadata(ArtifactIdCodec.encode('coder', 'src/main.py'));
    assert.deepEqual(
      [metadata?.mimeType, metadata?.agentId, metadata?.messageId, metadata?.updatedAt, metadata?.modifiedBy.length],
      ['text/x-python', 'a-2', 'm-2', '2026-01-01T00:00:02.000Z', 2],
    );
  });

  it('shows files without metadata, files that are gone, and paths that lead out', async () => {
    assert.deepEqual(await shown(beside, 'coder'), [
      ['src', 'folder'],
      ['dropped.txt', 'present'],
      ['gone.txt', 'missing'],
      ['lost/deep.txt', 'missing'],
      ['../../escape.txt', 'path_leaves_workspace'],
    ]);
    assert.deepEqual(await shown(beside, 'coder', 'src'), [['main.py', 'present']]);
    const gone = await storeOver(beside).getMetadata(ArtifactIdCodec.encode('coder', 'gone.txt'));
    assert.equal(gone?.state, 'missing');
    assert.equal(await storeOver(beside).getArtifact(ArtifactIdCodec.encode('coder', 'gone.txt')), null);
  });

  it('shows a workspace of which only the metadata is left', async () => {
    const workspaces = await managerOf(beside).listWorkspaces();
    assert.deepEqual(
      workspaces.map(({ workspaceId, state }) => [workspaceId, state]),
      [
        ['coder', 'present'],
        ['removed', 'missing'],
      ],
    );
  });

  it('[3-R6.3] reads metadata inside the workspace, with the history of the file', async () => {
    const metadata = await storeOver(inside).getMetadata(ArtifactIdCodec.encode('painter', 'src/draw.ts'));
    assert.deepEqual(
      [metadata?.mimeType, metadata?.agentId, metadata?.messageId, metadata?.updatedAt],
      ['text/typescript', 'a-9', 'm-9', '2026-02-01T00:00:02.000Z'],
    );
    assert.deepEqual(metadata?.modifiedBy, [
      { agentId: 'a-8', timestamp: '2026-02-01T00:00:01.000Z', messageId: 'm-8', action: 'create' },
      { agentId: 'a-9', timestamp: '2026-02-01T00:00:02.000Z', messageId: 'm-9', action: 'update' },
    ]);
  });

  it('never shows the metadata folder or what the runtime deleted', async () => {
    assert.deepEqual(await shown(inside, 'painter'), [
      ['src', 'folder'],
      ['plain.txt', 'present'],
    ]);
    assert.equal(await storeOver(inside).getArtifact(ArtifactIdCodec.encode('painter', '.meta/.meta')), null);
    assert.equal(await storeOver(inside).getMetadata(ArtifactIdCodec.encode('painter', 'deleted.txt')), null);
  });

  it('[3-R6.4] writes nothing by opening anything of any layout', async () => {
    for (const layout of ['1-envelope', '2-sidecar', '3-workspace-beside', '4-workspace-inside']) {
      const fs = new CountingFileSystem();
      const root = path.join(LAYOUTS, layout);
      const store = storeOver(root, { fs });
      for (const { id } of (await store.list()).items) await store.getArtifact(id);
      const manager = new WorkspaceManager({ fs, workspacesDir: path.join(root, 'workspaces') });
      for (const { workspaceId, state } of await manager.listWorkspaces()) if (state === 'present') await manager.listFolder(workspaceId);
      assert(fs.calls.length > 0);
      assert.deepEqual(fs.writes, []);
    }
  });
});
