import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleScript, startScript } from '../../support/scripts.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

const PROCESSES = 4;
const EACH = 15;

const WRITER = `
import { WorkspaceManager } from './core/store/workspace-manager.ts';
import { NodeFileSystem } from './platform/node-file-system.ts';
const [workspacesDir, name] = process.argv.slice(2);
const workspaces = new WorkspaceManager({ fs: new NodeFileSystem(), workspacesDir });
console.log('ready');
process.stdin.once('data', async () => {
  for (let n = 0; n < ${EACH}; n++) {
    const what = name + '-' + n;
    const written = await workspaces.writeFile('w', n % 3 === 0 ? 'same.txt' : what + '.txt', what, { mimeType: 'text/plain', agentId: name, messageId: what });
    console.log(written.ok ? what : JSON.stringify(written));
  }
  process.exit();
});`;

describe('several processes that write to one workspace', () => {
  for (const [layout, tree, metadata] of [
    ['beside it', { 'w.meta.json': { workspaceId: 'w', theirs: 1, files: { 'old.txt': { theirs: 2 } } } }, 'w.meta.json'],
    ['inside it', { 'w/.meta/.meta': { id: 'w', theirs: 1, files: { 'old.txt': { theirs: 2 } } } }, 'w/.meta/.meta'],
  ] as ReadonlyArray<readonly [string, Tree, string]>) {
    it(`lose no entry of the metadata ${layout}, and no change of one file`, async function () {
      this.timeout(120_000);
      const folder = await temporaryFolder(tree);
      const script = await bundleScript(WRITER);
      const writers = [...Array(PROCESSES).keys()].map((n) => startScript(script, [folder, `p${n}`]));
      await Promise.all(writers.map(({ ready }) => ready));
      for (const { child } of writers) child.stdin?.write('go');
      assert.deepEqual(await Promise.all(writers.map(({ ended }) => ended)), Array(PROCESSES).fill(0));
      const all = [...Array(PROCESSES).keys()].flatMap((p) => [...Array(EACH).keys()].map((n) => `p${p}-${n}`));
      assert.deepEqual(writers.flatMap(({ lines }) => lines.slice(1)).sort(), [...all].sort());

      const json = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Record<string, unknown>;
      const { files, theirs } = (await json(metadata)) as { files: Record<string, Record<string, unknown>>; theirs: number };
      const own = all.filter((what) => Number(what.split('-')[1]) % 3 !== 0);
      assert.deepEqual(Object.keys(files).sort(), ['old.txt', 'same.txt', ...own.map((what) => `${what}.txt`)].sort());
      assert.deepEqual([theirs, files['old.txt']], [1, { theirs: 2 }]);
      const history = layout === 'beside it' ? files['same.txt']?.['modifiedBy'] : (await json('w/.meta/same.txt'))['history'];
      const changes = (history as { messageId: string }[]).map(({ messageId }) => messageId);
      assert.deepEqual([...changes].sort(), all.filter((what) => !own.includes(what)).sort());
      // The content is that of the change that stands last.
      assert.equal(await readFile(path.join(folder, 'w/same.txt'), 'utf8'), changes.at(-1));
      assert(
        (await readdir(folder)).every((name) => name === 'w' || name === 'w.meta.json'),
        'something was left behind',
      );
    });
  }
});
