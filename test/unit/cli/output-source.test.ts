import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeOut } from '../../../src/cli/commands/show.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { cli } from '../../support/command-line.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itWhenThorough } from '../../support/effort.ts';

describe('show --output of a source that cannot be read', function () {
  this.timeout(120_000);

  for (const [what, spoil] of [
    ['a folder', (file: string) => mkdir(file)],
    ['a named pipe', async (file: string) => void execFileSync('mkfifo', [file])],
  ] as const) {
    it(`refuses ${what} in place of the content, and leaves the target as it was`, async function () {
      if (process.platform === 'win32') this.skip();
      const root = await copyOfRealRoot();
      const content = path.join(root, 'data/runtime/artifacts/8.png');
      await rm(content);
      await spoil(content);
      const target = path.join(root, 'copy.png');
      await writeFile(target, 'precious');
      for (const output of [target, '-']) {
        const { code, stdout, stderr } = await cli(['show', '8', '--output', output, '--root', root]);
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(stderr, /\[not_a_file\]\n$/);
        assert.ok(!stderr.includes(target), 'the target is not to blame');
      }
      assert.equal(await readFile(target, 'utf8'), 'precious');
    });
  }

  it('still gives the content when only its metadata is broken', async () => {
    const root = await temporaryFolder({ 'workspaces/': '', 'artifacts/1.txt': 'all there', 'artifacts/1.meta': '{ torn' });
    assert.equal((await cli(['show', '1', '--output', '-', '--root', root])).stdout, 'all there');
  });

  itWhenThorough('copies what is larger than one part, and reports the source apart from the target', async () => {
    const folder = await temporaryFolder({ large: new Uint8Array(33 * 1024 * 1024 + 7).fill(5), target: 'precious' });
    const at = (name: string) => path.join(folder, name);
    const fs = new NodeFileSystem();
    await writeOut({ fs, file: at('large') }, { name: 'copy', location: at('copy') });
    assert.ok((await readFile(at('copy'))).equals(await readFile(at('large'))));
    await assert.rejects(
      writeOut({ fs, file: at('gone') }, { name: 'target', location: at('target') }),
      (error) => error instanceof CodedError && error.code === 'not_found',
    );
    assert.equal(await readFile(at('target'), 'utf8'), 'precious');
  });
});
