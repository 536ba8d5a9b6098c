import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import type { WorkspaceEntry } from '../../../src/core/store/workspace-entry.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { REAL_WORKSPACES, realStore } from '../../support/stores.ts';

type Content = string | readonly [size: number, sha256: string];

/** Workspace, path, media type, content, who wrote it last. The two binary files have no metadata. */
const FILES: ReadonlyArray<readonly [workspace: string, path: string, mimeType: string, content: Content, agentId: string | undefined]> = [
  ['agent-coder-7f3a', 'README.md', 'text/markdown', '# Coder workspace\n', 'agent-coder-7f3a'],
  ['agent-coder-7f3a', 'data/points.json', 'application/json', '{"points":[[0,1],[2,3]]}', 'agent-coder-7f3a'],
  ['agent-coder-7f3a', 'docs/设计 说明.md', 'text/markdown', '# 设计\n', 'agent-coder-7f3a'],
  ['agent-coder-7f3a', 'out/a b#c%d.txt', 'text/plain', 'awkward name\n', 'agent-coder-7f3a'],
  ['agent-coder-7f3a', 'shots/screen.png', 'image/png', [9302, '65cce02b8f6565db'], undefined],
  ['agent-coder-7f3a', 'src/main.js', 'text/javascript', 'console.log("hello again");\n', 'agent-reviewer-22'],
  ['agent-writer-91bc', 'assets/style.css', 'text/css', 'body{color:teal}\n', 'agent-writer-91bc'],
  ['agent-writer-91bc', 'draft.txt', 'text/plain', 'once upon a time\n', 'agent-writer-91bc'],
  ['agent-writer-91bc', 'report.pdf', 'application/pdf', [16345, '4c8a6c5763c2f444'], undefined],
];

describe('the real workspaces', () => {
  const store = realStore();
  const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: REAL_WORKSPACES });

  for (const [workspaceId, relativePath, mimeType, content, agentId] of FILES) {
    it(`[3-R4.2][3-R4.3] opens ${workspaceId}: ${relativePath}`, async () => {
      const id = ArtifactIdCodec.encode(workspaceId, relativePath);
      const artifact = await store.getArtifact(`artifact:${id}`);
      assert(artifact);
      const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
      assert.deepEqual(
        [artifact.id, artifact.meta.name, artifact.mimeType, artifact.isBinary],
        [id, name, mimeType, typeof content !== 'string'],
      );
      if (typeof content === 'string') assert.equal(artifact.content, content);
      else {
        assert(artifact.content instanceof Uint8Array);
        assert.deepEqual([artifact.size, createHash('sha256').update(artifact.content).digest('hex').slice(0, 16)], content);
      }
      const metadata = await store.getMetadata(id);
      assert.deepEqual([metadata?.state, metadata?.agentId, metadata?.name], ['present', agentId, name]);
    });
  }

  it('lists both workspaces and every file of theirs, nothing else', async () => {
    const workspaces = await manager.listWorkspaces();
    assert.deepEqual(workspaces, [
      { workspaceId: 'agent-coder-7f3a', state: 'present' },
      { workspaceId: 'agent-writer-91bc', state: 'present' },
    ]);
    const walk = async (workspaceId: string, folder: string): Promise<string[]> => {
      const entries: WorkspaceEntry[] = await manager.listFolder(workspaceId, folder);
      const below = await Promise.all(
        entries.map((entry) => {
          if (entry.kind === 'folder') return walk(workspaceId, entry.relativePath);
          return [
            entry.kind === 'file' && entry.artifact.reference.kind === 'workspace'
              ? entry.artifact.reference.relativePath
              : `invalid ${entry.name}`,
          ];
        }),
      );
      return below.flat();
    };
    const found = await Promise.all(
      workspaces.map(async ({ workspaceId }) => (await walk(workspaceId, '')).map((path) => `${workspaceId}/${path}`)),
    );
    assert.deepEqual(found.flat().sort(), FILES.map(([workspaceId, path]) => `${workspaceId}/${path}`).sort());
  });

  it('tells who changed a file, oldest first', async () => {
    const metadata = await store.getMetadata('ws:agent-coder-7f3a:c3JjL21haW4uanM');
    assert.deepEqual(metadata?.modifiedBy, [
      { agentId: 'agent-coder-7f3a', timestamp: '2026-11-21T20:15:48.318Z', messageId: 'msg-111' },
      { agentId: 'agent-reviewer-22', timestamp: '2026-11-21T20:15:48.351Z', messageId: 'msg-200' },
    ]);
    assert.deepEqual(
      [metadata.createdAt, metadata.updatedAt, metadata.messageId],
      ['2026-11-21T20:15:48.318Z', '2026-11-21T20:15:48.351Z', 'msg-200'],
    );
  });

  it('[3-R4.2] opens a path written with backslashes as the same file', async () => {
    const id = `ws:agent-coder-7f3a:${Buffer.from('src\\main.js').toString('base64url')}`;
    assert.equal((await store.getArtifact(id))?.id, 'ws:agent-coder-7f3a:c3JjL21haW4uanM');
  });

  it('[3-R4.4] says null for a file, a workspace or a folder that is no artifact', async () => {
    assert.equal(await store.getArtifact(ArtifactIdCodec.encode('agent-coder-7f3a', 'src/gone.js')), null);
    assert.equal(await store.getArtifact(ArtifactIdCodec.encode('nobody', 'src/main.js')), null);
    assert.equal(await store.getArtifact(ArtifactIdCodec.encode('agent-coder-7f3a', 'src/main.js/below')), null);
    const folder = await store.getMetadata(ArtifactIdCodec.encode('agent-coder-7f3a', 'src'));
    assert.deepEqual([folder?.state, folder?.problem?.code], ['broken', 'not_a_file']);
  });
});
