import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { takeLock } from '../../tooling/lock.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('The lock of a run', () => {
  it('is refused while a process that lives has it, and taken over from one that is gone', async () => {
    const folder = await temporaryFolder({});
    const file = path.join(folder, 'run.lock');
    await writeFile(file, String(process.ppid));
    await assert.rejects(takeLock(file), new RegExp(`process ${process.ppid}\\b`));
    // Above what any system gives.
    for (const left of ['4194305', '']) {
      await writeFile(file, left);
      await takeLock(file);
      assert.equal(await readFile(file, 'utf8'), String(process.pid));
      assert.deepEqual(await readdir(folder), ['run.lock']);
    }
  });
});
