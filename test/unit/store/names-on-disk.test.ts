import assert from 'node:assert/strict';
import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { FileStat, ResolveOptions } from '../../../src/core/io/file-system.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { encodeWorkspaceId } from '../../../src/core/refs/artifact-id-codec.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** As on Windows and macOS: a name leads to the file whose name differs only in case or Unicode form. */
class ForgivingFileSystem extends NodeFileSystem {
  override async resolveInside(folder: string, names: readonly string[], options?: ResolveOptions): Promise<string> {
    return super.resolveInside(folder, await this.#there(folder, names), options);
  }

  override async stat(location: string): Promise<FileStat> {
    return super.stat(path.join(path.dirname(location), ...(await this.#there(path.dirname(location), [path.basename(location)]))));
  }

  async #there(folder: string, names: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    const folded = (name: string) => name.normalize('NFC').toLowerCase();
    for (const name of names) {
      const there = await readdir(path.join(folder, ...found)).catch(() => []);
      found.push(there.find((other) => folded(other) === folded(name)) ?? name);
    }
    return found;
  }
}

const idOf = (workspaceId: string, file: string): string => {
  const encoded = encodeWorkspaceId(workspaceId, file);
  return encoded.ok ? encoded.value.id : '';
};

describe('writing under a name that differs from the one on the disk only in its letters', () => {
  async function workspaces(fs: NodeFileSystem) {
    const root = await temporaryFolder({ 'workspaces/Coder/README.md': 'old', 'workspaces/Coder/Src/caf\u00e9.txt': 'old' });
    const workspacesDir = path.join(root, 'workspaces');
    return { workspacesDir, manager: new WorkspaceManager({ fs, workspacesDir }) };
  }

  for (const [workspace, file, onDisk] of [
    ['Coder', 'readme.md', 'README.md'],
    ['coder', 'README.MD', 'README.md'],
    ['Coder', 'src/cafe\u0301.txt', 'Src/caf\u00e9.txt'],
    ['Coder', 'src/new.txt', 'Src/new.txt'],
  ] as const) {
    it(`writes ${workspace}/${file} into the file that is there, and says its name in the id and the metadata`, async () => {
      const { workspacesDir, manager } = await workspaces(new ForgivingFileSystem());
      const written = await manager.writeFile(workspace, file, 'new', { mimeType: 'text/plain' });
      assert.deepEqual(written, { ok: true, artifactId: idOf('Coder', onDisk) });
      assert.equal(await readFile(path.join(workspacesDir, 'Coder', onDisk), 'utf8'), 'new');
      assert.deepEqual((await readdir(workspacesDir)).sort(), ['Coder', 'Coder.meta.json']);
      const metadata = JSON.parse(await readFile(path.join(workspacesDir, 'Coder.meta.json'), 'utf8')) as {
        workspaceId: string;
        files: object;
      };
      assert.deepEqual([metadata.workspaceId, Object.keys(metadata.files)], ['Coder', [onDisk]]);
    });
  }

  it('writes one new file, of one name, when it is asked for in several spellings at once', async () => {
    const { workspacesDir, manager } = await workspaces(new ForgivingFileSystem());
    const asked = [
      ['Coder', 'NOTES.md'],
      ['Coder', 'Notes.md'],
      ['coder', 'notes.md'],
      ['New', 'a.txt'],
      ['new', 'A.txt'],
    ] as const;
    const written = await Promise.all(
      asked.map(([workspace, file]) => manager.writeFile(workspace, file, file, { mimeType: 'text/plain' })),
    );
    const ids = written.map((each) => (each.ok ? each.artifactId : each.error.code));
    assert.deepEqual([new Set(ids.slice(0, 3)).size, new Set(ids.slice(3)).size], [1, 1], ids.join());
    for (const [workspace, file] of [
      [/^coder$/i, /^notes\.md$/i],
      [/^new$/i, /^a\.txt$/i],
    ] as const) {
      const [folder, ...others] = (await readdir(workspacesDir)).filter((name) => workspace.test(name));
      assert.ok(folder !== undefined && others.length === 0);
      const [name, ...rest] = (await readdir(path.join(workspacesDir, folder))).filter((each) => file.test(each));
      assert.ok(name !== undefined && rest.length === 0 && ids.includes(idOf(folder, name)));
      const metadata = JSON.parse(await readFile(path.join(workspacesDir, `${folder}.meta.json`), 'utf8')) as { files: object };
      assert.deepEqual(Object.keys(metadata.files), [name]);
    }
  });

  it('makes another file where the file system tells them apart', async () => {
    const { workspacesDir, manager } = await workspaces(new NodeFileSystem());
    assert.deepEqual(await manager.writeFile('Coder', 'readme.md', 'new', { mimeType: 'text/plain' }), {
      ok: true,
      artifactId: idOf('Coder', 'readme.md'),
    });
    assert.equal(await readFile(path.join(workspacesDir, 'Coder/README.md'), 'utf8'), 'old');
  });

  it('still refuses a link, whatever its letters', async () => {
    const { workspacesDir, manager } = await workspaces(new ForgivingFileSystem());
    await symlink('README.md', path.join(workspacesDir, 'Coder/Link.md'));
    for (const name of ['Link.md', 'link.md']) {
      const written = await manager.writeFile('Coder', name, 'new', { mimeType: 'text/plain' });
      assert.equal(written.ok ? '' : written.error.code, 'is_symlink');
    }
    assert.equal(await readFile(path.join(workspacesDir, 'Coder/README.md'), 'utf8'), 'old');
  });
});
