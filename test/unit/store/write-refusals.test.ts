import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { CodedError, type ErrorCode } from '../../../src/core/io/errors.ts';
import { workspaceReference } from '../../../src/core/refs/reference.ts';
import { WorkspaceManager } from '../../../src/core/store/workspace-manager.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { storeOver } from '../../support/stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const fs = new NodeFileSystem();
const refused = (code: ErrorCode) => (error: unknown) => error instanceof CodedError && (assert.equal(error.code, code), true);
const onPosix = process.platform === 'win32' ? it.skip : it;

/** What a write of a workspace file, and a look at what it would replace, come to. */
async function outcomes(manager: WorkspaceManager, file: string): Promise<unknown> {
  const written = await manager.writeFile('w', file, 'new', { mimeType: 'text/plain' });
  const reference = workspaceReference('w', file);
  assert(reference.ok);
  const looked = await manager.checkTarget(reference.value).then(
    () => 'fine',
    (error: unknown) => (error as CodedError).code,
  );
  return [written.ok ? 'written' : written.error.code, looked];
}

describe('what is no file', () => {
  onPosix('[E-6b] is not replaced by a write: a pipe, a socket, a folder', async () => {
    const root = await temporaryFolder({ 'workspaces/w/a.txt': 'old' });
    const folder = path.join(root, 'workspaces/w');
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    await mkdir(path.join(folder, 'folder'));
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(path.join(folder, 'socket'), resolve);
    });
    try {
      const manager = new WorkspaceManager({ fs, workspacesDir: path.join(root, 'workspaces') });
      for (const name of ['pipe', 'socket', 'folder']) {
        assert.deepEqual(await outcomes(manager, name), ['not_a_file', 'not_a_file'], name);
        await assert.rejects(fs.writeFile(path.join(folder, name), new Uint8Array(1), 'replace'), refused('not_a_file'));
        await assert.rejects(fs.stage(path.join(folder, name), new Uint8Array(1)), refused('not_a_file'));
      }
      const kinds = await Promise.all(['pipe', 'socket', 'folder'].map((name) => lstat(path.join(folder, name))));
      assert.deepEqual(
        kinds.map((stats) => [stats.isFIFO(), stats.isSocket(), stats.isDirectory()]),
        [
          [true, false, false],
          [false, true, false],
          [false, false, true],
        ],
      );
      assert.deepEqual((await readdir(folder)).sort(), ['a.txt', 'folder', 'pipe', 'socket']);
    } finally {
      await new Promise((resolve) => {
        server.close(resolve);
      });
    }
  });

  onPosix('[E-6b] is noticed also when it comes after the file was staged', async () => {
    const folder = await temporaryFolder();
    const staged = await fs.stage(path.join(folder, 'pipe'), new Uint8Array(1));
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    await assert.rejects(staged.commit('replace'), refused('not_a_file'));
    assert.deepEqual(await readdir(folder), ['pipe']);
  });
});

describe('a name of more than 255 bytes', () => {
  onPosix('[E-6b] is refused with a code of its own, and leaves nothing', async () => {
    const root = await temporaryFolder({ 'workspaces/w/a.txt': 'old', 'artifacts/1.txt': 'one' });
    const manager = new WorkspaceManager({ fs, workspacesDir: path.join(root, 'workspaces') });
    const fits = `${'名'.repeat(83)}.txt`;
    assert.deepEqual([Buffer.byteLength(fits), await outcomes(manager, fits)], [253, ['written', 'fine']]);
    for (const file of [`${'名'.repeat(84)}.txt`, 'x'.repeat(256), `${'x'.repeat(256)}/a.txt`]) {
      assert.deepEqual(await outcomes(manager, file), ['name_too_long', 'name_too_long'], file);
    }
    // In a folder that is not there the file system tells of no name.
    assert.deepEqual(await outcomes(manager, `a/${'x'.repeat(300)}`), ['name_too_long', 'fine']);
    await assert.rejects(fs.createDirectory(path.join(root, 'x'.repeat(256))), refused('name_too_long'));
    await assert.rejects(fs.writeFile(path.join(root, 'x'.repeat(256)), new Uint8Array(1), 'create'), refused('name_too_long'));
    assert.deepEqual((await readdir(path.join(root, 'workspaces/w'))).sort(), ['a.txt', fits]);
    await storeOver(root)
      .putArtifact({ name: `a.${'x'.repeat(300)}`, content: 'x' })
      .catch((error: unknown) => assert(refused('name_too_long')(error)));
    assert.deepEqual(
      (await readdir(path.join(root, 'artifacts'))).filter((name) => name.endsWith('.meta') && name !== '2.meta'),
      [],
    );
  });
});
