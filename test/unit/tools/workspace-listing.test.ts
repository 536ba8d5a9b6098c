import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { listWorkspaceFiles, MOST_LEFT_OUT } from '../../../src/core/tools/workspace-listing.ts';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TREE = { 'w/b/2.txt': '', 'w/b/10.txt': '', 'w/a.txt': '', 'w/z.txt': '', 'w/c/d/e.txt': '' };
const ORDER = ['b/2.txt', 'b/10.txt', 'c/d/e.txt', 'a.txt', 'z.txt'];

describe('Listing the files of a workspace', () => {
  async function workspace(): Promise<{ folder: string; page: (limit: number, after?: string) => Promise<string[]> }> {
    const folder = await temporaryFolder(TREE);
    const workspaces = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: folder });
    const page = async (limit: number, after?: string): Promise<string[]> => {
      const { items } = await listWorkspaceFiles(workspaces, 'w', {
        limit,
        after: after === undefined ? undefined : ArtifactIdCodec.encode('w', after),
      });
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
    assert.deepEqual(
      (await page(Infinity)).filter((name) => !/loop|up/.test(name)),
      ORDER,
    );
    assert.deepEqual(
      (await page(Infinity)).filter((name) => /\/(loop|up)\/|^loop\//.test(name)),
      [],
    );
  });

  it('refuses to go on after what is no file of the workspace', async () => {
    const { folder } = await workspace();
    const workspaces = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: folder });
    for (const [after, code] of [
      ['31', 'not_found'],
      [ArtifactIdCodec.encode('v', 'a.txt'), 'not_found'],
      ['ws:w:!', 'id_not_base64url'],
      ['', 'reference_empty'],
    ] as const) {
      await assert.rejects(listWorkspaceFiles(workspaces, 'w', { limit: 1, after }), { code });
    }
  });

  it('tells the folders that cannot be read, once, and lists everything else', async () => {
    const folder = await temporaryFolder(TREE);
    const denied = new CountingFileSystem(({ method, location }) => {
      if (method === 'readDirectory' && path.basename(location) === 'c') throw new CodedError('permission_denied');
    });
    const workspaces = new WorkspaceManager({ fs: denied, workspacesDir: folder });
    const paths = ORDER.filter((name) => !name.startsWith('c/'));
    const unreadable = [{ path: 'c', failure: { code: 'permission_denied', params: {} } }];
    const whole = await listWorkspaceFiles(workspaces, 'w', { limit: 500 });
    assert.deepEqual(
      [whole.items.map(({ id }) => ArtifactIdCodec.decode(id)?.relativePath), whole.unreadable, whole.next],
      [paths, unreadable, undefined],
    );
    const told = [];
    for (let after: string | undefined, next = true; next; next = after !== undefined) {
      const page = await listWorkspaceFiles(workspaces, 'w', { limit: 1, after });
      told.push(...page.unreadable);
      after = page.next;
    }
    assert.deepEqual(told, unreadable);
  });

  it('[L-14] tells the links and the names it leaves out, with the reason, whatever page they are on', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await temporaryFolder({ ...TREE, 'w/b/back\\slash.txt': '' });
    await symlink('/etc/hostname', path.join(folder, 'w/outside'));
    await symlink('nowhere', path.join(folder, 'w/b/broken'));
    await symlink('b', path.join(folder, 'w/shortcut'));
    const workspaces = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: folder });
    const told: [string, string][] = [];
    for (let after: string | undefined, next = true; next; next = after !== undefined) {
      const page = await listWorkspaceFiles(workspaces, 'w', { limit: 1, after });
      told.push(...page.unreadable.map(({ path: left, failure }): [string, string] => [left, failure.code]));
      after = page.next;
    }
    // The shortcut to a folder leaves out nothing: its files are listed in their place.
    assert.deepEqual(told.sort(), [
      ['b/back\\slash.txt', 'id_not_plain_name'],
      ['b/broken', 'not_found'],
      ['outside', 'outside_root'],
    ]);
  });

  it('[L-14] counts what is too much to be told', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await temporaryFolder({ 'w/z.txt': '' });
    for (let n = 0; n < MOST_LEFT_OUT + 5; n++) await symlink('nowhere', path.join(folder, `w/${n}`));
    const workspaces = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: folder });
    const page = await listWorkspaceFiles(workspaces, 'w', { limit: 10 });
    assert.deepEqual([page.items.length, page.unreadable.length, page.moreUnreadable], [1, MOST_LEFT_OUT, 5]);
  });

  it('rejects when the workspace itself cannot be read', async () => {
    const folder = await temporaryFolder(TREE);
    const denied = new CountingFileSystem(({ method }) => {
      if (method === 'readDirectory') throw new CodedError('permission_denied');
    });
    await assert.rejects(listWorkspaceFiles(new WorkspaceManager({ fs: denied, workspacesDir: folder }), 'w', { limit: 1 }), {
      code: 'permission_denied',
    });
  });

  it('looks at the files of the page and the next alone, and reads no folder that lies wholly before or behind', async () => {
    const tree = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`w/${'abcdefghij'[Math.floor(n / 20)]}/${n % 20}.txt`, '']));
    const fs = new CountingFileSystem();
    const workspaces = new WorkspaceManager({ fs, workspacesDir: await temporaryFolder(tree) });
    const seen: string[] = [];
    let after: string | undefined;
    do {
      fs.calls.length = 0;
      const { items, next } = await listWorkspaceFiles(workspaces, 'w', { limit: 10, after });
      seen.push(...items.map(({ id }) => ArtifactIdCodec.decode(id)?.relativePath ?? ''));
      assert(fs.locations('stat').length <= 11, `${fs.locations('stat').length} looks`);
      assert(fs.locations('readDirectory').length <= 3, `${fs.locations('readDirectory').length} folders`);
      after = next;
    } while (after !== undefined);
    assert.deepEqual(
      seen,
      Object.keys(tree).map((name) => name.slice(2)),
    );
  });

  it('goes through files that are missing with their folder where the folder would be', async () => {
    const files = Object.fromEntries(['b/2.txt', 'bb/x.txt', 'bb/y/z.txt', 'm.txt'].map((name) => [name, { mimeType: 'text/plain' }]));
    const workspaces = new WorkspaceManager({
      fs: new NodeFileSystem(),
      workspacesDir: await temporaryFolder({ ...TREE, 'w.meta.json': { files } }),
    });
    const expected = ['b/2.txt', 'b/10.txt', 'bb/y/z.txt', 'bb/x.txt', 'c/d/e.txt', 'a.txt', 'm.txt', 'z.txt'];
    const seen: string[] = [];
    for (let after: string | undefined, next = true; next; next = after !== undefined) {
      const page = await listWorkspaceFiles(workspaces, 'w', { limit: 1, after });
      seen.push(...page.items.map(({ id }) => ArtifactIdCodec.decode(id)?.relativePath ?? ''));
      after = page.next;
    }
    assert.deepEqual(seen, expected);
  });
});
