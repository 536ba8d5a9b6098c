import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceReference } from '../../../src/core/refs/reference.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const MISLEADING = [
  'a\u202etxt.exe',
  'a\nb',
  'a\rb',
  'a\u0007b',
  'a\u0085b',
  'a\u2028b',
  'a\u200fb',
  'a\u2066b',
  ' .env ',
  '.git /hooks/x',
  'src/ a.txt',
  'a\u00a0',
  '\u3000a',
  'a\ufeff',
];

describe('A path that looks like another one', () => {
  const managerOver = async (tree: Tree = {}) => {
    const root = await temporaryFolder({ 'workspaces/w/a.txt': 'a', ...tree });
    return {
      folder: path.join(root, 'workspaces/w'),
      manager: new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') }),
    };
  };
  const referTo = (relativePath: string) => {
    const reference = workspaceReference('w', relativePath);
    assert(reference.ok);
    return reference.value;
  };

  it('[E-6a] is refused for a new file, before anything is written, and nobody is asked about it', async () => {
    const { folder, manager } = await managerOver();
    for (const name of MISLEADING) {
      const written = await manager.writeFile('w', name, 'x', { mimeType: 'text/plain' });
      assert.deepEqual(written, { ok: false, error: { code: 'path_misleading', params: {} } }, JSON.stringify(name));
      await assert.rejects(manager.checkTarget(referTo(name)), { code: 'path_misleading' }, JSON.stringify(name));
    }
    assert.deepEqual(await readdir(folder), ['a.txt']);
  });

  it('[E-6a] is written where the file is there: some runtime made it', async () => {
    const { folder, manager } = await managerOver({ 'workspaces/w/a\nb': 'before' });
    const { existing } = await manager.checkTarget(referTo('a\nb'));
    assert.equal(existing?.size, 6);
    assert((await manager.writeFile('w', 'a\nb', 'after', { mimeType: 'text/plain' })).ok);
    assert.equal(await readFile(path.join(folder, 'a\nb'), 'utf8'), 'after');
  });

  it('[E-6a] is none of these', async () => {
    const { manager } = await managerOver();
    for (const name of ['src/main file.js', '图 1.png', '.env', 'می\u200cخواهم.txt', '👩\u200d💻.md', 'a - b (1).txt']) {
      assert((await manager.writeFile('w', name, 'x', { mimeType: 'text/plain' })).ok, JSON.stringify(name));
    }
  });
});

describe('What a write would meet', () => {
  it('[E-6a] is told by the canonical path, with the file that would be replaced, and without writing', async () => {
    const root = await temporaryFolder({ 'workspaces/w/src/a.txt': 'four' });
    const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
    const look = async (workspaceId: string, relativePath: string) => {
      const reference = workspaceReference(workspaceId, relativePath);
      assert(reference.ok);
      const { reference: found, existing } = await manager.checkTarget(reference.value);
      return [found.relativePath, existing?.kind, existing?.size];
    };
    assert.deepEqual(await look('w', './src//a.txt'), ['src/a.txt', 'file', 4]);
    assert.deepEqual(await look('w', 'src\\b.txt'), ['src/b.txt', undefined, undefined]);
    assert.deepEqual(await look('new', 'c.txt'), ['c.txt', undefined, undefined]);
    assert.deepEqual(await readdir(path.join(root, 'workspaces')), ['w']);
    const nowhere = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'none') });
    const reference = workspaceReference('w', 'a.txt');
    assert(reference.ok);
    assert.deepEqual(await nowhere.checkTarget(reference.value), { reference: reference.value, realPath: 'a.txt', existing: undefined });
    assert.deepEqual(await readdir(root), ['workspaces']);
  });

  it('[E-6a] is the refusal where it would be refused', async () => {
    const root = await temporaryFolder({ 'workspaces/w/.meta/.meta': '{}' });
    const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
    const reference = workspaceReference('w', '.meta/x');
    assert(reference.ok);
    await assert.rejects(manager.checkTarget(reference.value), { code: 'not_content' });
    const hidden = workspaceReference('.w', 'x');
    assert(hidden.ok);
    await assert.rejects(manager.checkTarget(hidden.value), { code: 'workspace_id_not_plain_name' });
  });

  it('[E-6a] is told with the place to which a link in the workspace leads', async () => {
    const root = await temporaryFolder({ 'workspaces/w/.git/hooks/': '', 'workspaces/w/.git/config': '' });
    await symlink('.git', path.join(root, 'workspaces/w/docs'));
    const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
    for (const name of ['hooks/pre-commit', 'config']) {
      const reference = workspaceReference('w', `docs/${name}`);
      assert(reference.ok);
      const { reference: found, realPath } = await manager.checkTarget(reference.value);
      assert.deepEqual([found.relativePath, realPath], [`docs/${name}`, `.git/${name}`]);
    }
  });
});

describe('A write of what a person was shown', () => {
  async function workspace(tree: Tree = {}) {
    const root = await temporaryFolder({ 'workspaces/w/': '', ...tree });
    const folder = path.join(root, 'workspaces/w');
    const manager = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir: path.join(root, 'workspaces') });
    const reference = workspaceReference('w', 'docs/a.txt');
    assert(reference.ok);
    const look = () => manager.checkTarget(reference.value);
    const write = (expected: Awaited<ReturnType<typeof look>>, to = manager) =>
      to.writeFile('w', 'docs/a.txt', 'new', { mimeType: 'text/plain', expected });
    return { root, folder, file: path.join(folder, 'docs/a.txt'), look, write };
  }
  const refused = { ok: false, error: { code: 'target_changed', params: {} } };

  it('[E-6a] makes a file where none was, and replaces the one that was there', async () => {
    const { file, look, write } = await workspace();
    for (const before of ['none', 'there']) assert((await write(await look())).ok, before);
    assert.equal(await readFile(file, 'utf8'), 'new');
  });

  for (const [what, before, change] of [
    ['a file is there that was not', undefined, (file: string) => writeFile(file, 'theirs')],
    ['the file is gone', 'shown', (file: string) => rm(file)],
    ['the file is another', 'shown', (file: string) => writeFile(file, 'theirs')],
  ] as const) {
    it(`[E-6a] is refused when ${what}, and nothing is written`, async () => {
      const { root, file, look, write } = await workspace({
        'workspaces/w/docs/b.txt': '',
        ...(before !== undefined && { 'workspaces/w/docs/a.txt': before }),
      });
      const expected = await look();
      await change(file);
      assert.deepEqual(await write(expected), refused);
      assert.equal(await readFile(file, 'utf8').catch(() => 'gone'), before !== undefined && what.endsWith('gone') ? 'gone' : 'theirs');
      assert.deepEqual(await readdir(path.join(root, 'workspaces')), ['w']);
    });
  }

  it('[E-6a] is refused when a link leads elsewhere since', async () => {
    const { folder, look, write } = await workspace();
    const expected = await look();
    await mkdir(path.join(folder, '.git'));
    await symlink('.git', path.join(folder, 'docs'));
    assert.deepEqual(await write(expected), refused);
    assert.deepEqual(await readdir(path.join(folder, '.git')), []);
  });

  it('[E-6a] does not replace a file that came at the last moment', async () => {
    const { root, file, look, write } = await workspace({ 'workspaces/w/docs/': '' });
    const expected = await look();
    class Late extends NodeFileSystem {
      override async stage(...args: Parameters<NodeFileSystem['stage']>) {
        const staged = await super.stage(...args);
        if (args[0] !== file) return staged;
        return {
          ...staged,
          discard: () => staged.discard(),
          commit: async (mode: 'create' | 'replace') => {
            await writeFile(file, 'theirs');
            await staged.commit(mode);
          },
        };
      }
    }
    assert.deepEqual(
      await write(expected, new WorkspaceManager({ fs: new Late(), workspacesDir: path.join(root, 'workspaces') })),
      refused,
    );
    assert.equal(await readFile(file, 'utf8'), 'theirs');
    assert.deepEqual(await readdir(path.join(root, 'workspaces/w/docs')), ['a.txt']);
  });
});
