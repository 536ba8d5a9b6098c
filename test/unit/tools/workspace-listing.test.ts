import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { listWorkspaceFiles } from '../../../src/core/tools/workspace-listing.ts';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TREE = { 'w/b/2.txt': '', 'w/b/10.txt': '', 'w/a.txt': '', 'w/z.txt': '', 'w/c/d/e.txt': '' };
const ORDER = ['b/2.txt', 'b/10.txt', 'c/d/e.txt', 'a.txt', 'z.txt'];

describe('Listing the files of a workspace', () => {
  async function workspace(): Promise<{ folder: string; page: (limit: number, after?: string) => Promise<string[]> }> {
    const folder = await temporaryFolder(TREE);
    const workspaces = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: folder });
    const page = async (limit: number, after?: string): Promise<string[]> => {
      const { items } = await listWorkspaceFiles(workspaces, 'w', { limit, after: after === undefined ? undefined : ArtifactIdCodec.encode('w', after) });
      return items.map(({ id }) => ArtifactIdCodec.decode(id)?.relativePath ?? '');
    };
    return { folder, page };
  }

  it('goes folder by folder, in pages', async () => {
    const { page } = await workspace();
    assert.deepEqual(await page(Infinity), ORDER);
    for (const [at, after] of ORDER.entries()) assert.deepEqual(await page(2, after), ORDER.slice(at + 1, at + 3));
  });

  it('goes on where a file was that is gone by now', async () => {
    for (const [at, gone] of ORDER.entries()) {
      const { folder, page } = await workspace();
      await rm(path.join(folder, 'w', gone));
      assert.deepEqual(await page(Infinity, gone), ORDER.slice(at + 1), gone);
    }
  });

  it('does not follow links of folders, which may lead in circles', async function () {
    if (process.platform === 'win32') this.skip();
    const { folder, page } = await workspace();
    await symlink('.', path.join(folder, 'w/loop'));
    await symlink('..', path.join(folder, 'w/b/up'));
    assert.deepEqual((await page(Infinity)).filter((name) => !/loop|up/.test(name)), ORDER);
    assert.deepEqual((await page(Infinity)).filter((name) => /\/(loop|up)\/|^loop\//.test(name)), []);
  });

  it('refuses to go on after what is no file of the workspace', async () => {
    const { folder } = await workspace();
    const workspaces = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: folder });
    for (const [after, code] of [['31', 'not_found'], [ArtifactIdCodec.encode('v', 'a.txt'), 'not_found'], ['ws:w:!', 'id_not_base64url'], ['', 'reference_empty']] as const) {
      await assert.rejects(listWorkspaceFiles(workspaces, 'w', { limit: 1, after }), { code });
    }
  });
});
