import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { canUndo, IN_USE_MS, repairFile, undoRepair } from '../../../src/platform/repair-file.ts';
import { mountSmallDisk, unmount } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { byEffort } from '../../support/effort.ts';

const content = 'one two three';
const edits = [
  { start: 0, end: 3, text: 'ONE' },
  { start: 8, end: 13, text: '…' },
];
const repaired = 'ONE two …';

async function oldFile(text = content): Promise<{ file: string; version: { size: number; mtimeMs: number } }> {
  const folder = await temporaryFolder({ 'session.jsonl': text });
  const file = path.join(folder, 'session.jsonl');
  const before = new Date(Date.now() - 2 * IN_USE_MS);
  await fsp.utimes(file, before, before);
  return { file, version: await fsp.stat(file) };
}

const KILLS = byEffort({ quick: 4, usual: 40, soak: 1000 });

describe('The repair of a file', () => {
  it('changes only the bytes of its edits, and leaves the file as it was beside it', async () => {
    const { file, version } = await oldFile();
    const backup = (await repairFile(file, edits, version)) ?? '';
    assert.equal(await fsp.readFile(file, 'utf8'), repaired);
    assert.equal(await fsp.readFile(backup, 'utf8'), content);
    assert.match(path.basename(backup), /^session\.jsonl\.backup-\d{8}T\d{6}Z\.[0-9a-f]{16}$/);
    assert.deepEqual((await fsp.readdir(path.dirname(file))).sort(), ['session.jsonl', path.basename(backup)].sort());
  });

  it('loses no line of a program that has the old file open', async function () {
    if (process.platform === 'win32') this.skip();
    const { file, version } = await oldFile();
    const program = await fsp.open(file, 'a');
    const backup = (await repairFile(file, edits, version)) ?? '';
    await program.write(' four');
    await program.close();
    assert.equal(await fsp.readFile(file, 'utf8'), repaired);
    assert.equal(await fsp.readFile(backup, 'utf8'), `${content} four`);
    await assert.rejects(undoRepair(file), { code: 'changed_since_repair' });
  });

  it('[L-4] leaves nothing behind on a full disk, and says so', async function () {
    const disk = await mountSmallDisk();
    if (disk === undefined) return this.skip();
    try {
      const file = path.join(disk, 'session.jsonl');
      await fsp.writeFile(file, 'x'.repeat(600_000));
      const before = new Date(Date.now() - 2 * IN_USE_MS);
      await fsp.utimes(file, before, before);
      await assert.rejects(repairFile(file, [{ start: 0, end: 1, text: 'y' }], await fsp.stat(file)), { code: 'ENOSPC' });
      assert.deepEqual(await fsp.readdir(disk), ['session.jsonl']);
      assert.equal(await fsp.readFile(file, 'utf8'), 'x'.repeat(600_000));
    } finally {
      unmount(disk);
    }
  });

  it('can be followed by another repair at once', async () => {
    const { file, version } = await oldFile();
    await repairFile(file, edits, version);
    await repairFile(file, [{ start: 0, end: 3, text: '1' }], await fsp.stat(file));
    assert.equal(await fsp.readFile(file, 'utf8'), '1 two …');
  });

  it('is undone after another one was, one after the other, until the file is as it was', async () => {
    const { file, version } = await oldFile();
    const now = Date.now();
    const words = ['ONE', 'uno', 'eins'];
    let stat = version;
    for (const [at, text] of words.entries()) {
      // the clock is set back after the first one
      const time = now - (at === 0 ? 0 : 5000);
      await repairFile(file, [{ start: 0, end: at === 0 ? 3 : (words[at - 1]?.length ?? 0), text }], stat, { now: time });
      stat = await fsp.stat(file);
    }
    for (const word of ['uno', 'ONE', 'one']) {
      assert.ok(await canUndo(file), word);
      await undoRepair(file);
      assert.equal(await fsp.readFile(file, 'utf8'), `${word} two three`);
    }
    assert.ok(!(await canUndo(file)));
    assert.deepEqual(await fsp.readdir(path.dirname(file)), ['session.jsonl']);
  });

  it('is not undone after another one when somebody wrote between them', async () => {
    const { file, version } = await oldFile();
    await repairFile(file, edits, version);
    await fsp.appendFile(file, '!');
    const later = Date.now() + 2 * IN_USE_MS;
    await repairFile(file, [{ start: 0, end: 3, text: '1' }], await fsp.stat(file), { now: later });
    await undoRepair(file);
    assert.equal(await fsp.readFile(file, 'utf8'), `${repaired}!`);
    await assert.rejects(undoRepair(file), { code: 'changed_since_repair' });
  });

  it('keeps permissions, of the backup too', async function () {
    if (process.platform === 'win32') this.skip();
    const { file } = await oldFile();
    await fsp.chmod(file, 0o600);
    const backup = (await repairFile(file, edits, await fsp.stat(file))) ?? '';
    for (const each of [file, backup]) assert.equal((await fsp.stat(each)).mode & 0o777, 0o600);
  });

  it('keeps a symbolic link and changes the file behind it', async function () {
    if (process.platform === 'win32') this.skip();
    const { file, version } = await oldFile();
    const link = `${file}.link`;
    await fsp.symlink(file, link);
    await repairFile(link, edits, version);
    assert.ok((await fsp.lstat(link)).isSymbolicLink());
    assert.equal(await fsp.readFile(file, 'utf8'), repaired);
  });

  it('is refused while somebody writes to the file, and when it is not as it was read', async () => {
    const { file, version } = await oldFile();
    await fsp.appendFile(file, '!');
    await assert.rejects(repairFile(file, edits, version), { code: 'target_changed' });
    await assert.rejects(repairFile(file, edits, await fsp.stat(file)), { code: 'busy' });
    assert.equal(await fsp.readFile(file, 'utf8'), `${content}!`);
    assert.deepEqual(await fsp.readdir(path.dirname(file)), ['session.jsonl']);
  });

  it('is undone byte for byte, also by another process, but not over what was written since', async () => {
    const { file, version } = await oldFile();
    await repairFile(file, edits, version);
    assert.ok(await undoRepair(file));
    assert.equal(await fsp.readFile(file, 'utf8'), content);
    assert.equal(await undoRepair(file), undefined);
    const again = await oldFile();
    await repairFile(again.file, edits, again.version);
    await fsp.appendFile(again.file, ' more');
    await assert.rejects(undoRepair(again.file), { code: 'changed_since_repair' });
    assert.equal(await fsp.readFile(again.file, 'utf8'), `${repaired} more`);
  });

  it('[L-9] puts back only what a repair has kept, and not a copy that somebody else named so', async () => {
    const { file } = await oldFile();
    const stat = await fsp.stat(file);
    for (const name of ['backup-20261125T200000Z', 'backup-20261125T200000Z.0123456789abcdef']) {
      await fsp.writeFile(`${file}.${name}`, 'not ours');
      await fsp.utimes(`${file}.${name}`, stat.mtime, stat.mtime);
      assert.equal(await canUndo(file), false, name);
    }
    await assert.rejects(undoRepair(file), { code: 'changed_since_repair' });
    assert.equal(await fsp.readFile(file, 'utf8'), content);
  });

  it('[L-9] sweeps what killed repairs have left beside the file', async () => {
    const { file, version } = await oldFile();
    const folder = path.dirname(file);
    const [old, young] = ['.agent-artifacts-00000000000000aa.tmp', '.agent-artifacts-00000000000000bb.tmp'].map((name) =>
      path.join(folder, name),
    );
    for (const temporary of [old, young]) await fsp.writeFile(temporary ?? '', 'half a copy');
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await fsp.utimes(old ?? '', before, before);
    // A kill after the second name was made, and before the file was replaced.
    const second = `${file}.backup-20261125T200000Z.0123456789abcdef`;
    await fsp.link(file, second);
    const backup = (await repairFile(file, edits, version)) ?? '';
    assert.deepEqual((await fsp.readdir(folder)).sort(), [path.basename(young ?? ''), 'session.jsonl', path.basename(backup)].sort());
    assert.ok(await undoRepair(file));
    assert.equal(await fsp.readFile(file, 'utf8'), content);
  });

  it(`leaves the old file or the new one, whole, with the backup, wherever it is killed: ${KILLS} times SIGKILL`, async function () {
    this.timeout(300_000);
    const text = 'x'.repeat(3_000_000);
    const { file, version } = await oldFile(text);
    const late = [{ start: 1_500_000, end: 1_500_003, text: 'y' }];
    const script = path.join(path.dirname(file), 'repair.mjs');
    const module = new URL('../../../src/platform/repair-file.ts', import.meta.url).pathname;
    const { build } = await import('esbuild');
    await build({ entryPoints: [module], bundle: true, platform: 'node', format: 'esm', outfile: `${script}.lib.mjs`, logLevel: 'error' });
    const { mtimeMs, size } = version;
    await fsp.writeFile(
      script,
      `import { repairFile } from './repair.mjs.lib.mjs';\nprocess.send('begin');\nawait repairFile(${JSON.stringify(file)}, ${JSON.stringify(late)}, ${JSON.stringify({ mtimeMs, size })});\n`,
    );
    let longest = 0;
    let repaired = 0;
    // The first one may end: the others are killed at any moment of what it took.
    for (let kill = 0; kill <= KILLS; kill++) {
      const child = fork(script, { stdio: 'ignore' });
      await once(child, 'message');
      const ended = once(child, 'exit');
      const begin = performance.now();
      if (kill > 0) setTimeout(() => child.kill('SIGKILL'), (longest * (kill - 1)) / KILLS);
      await ended;
      if (kill === 0) longest = performance.now() - begin;
      const now = await fsp.readFile(file, 'utf8');
      const names = await fsp.readdir(path.dirname(file));
      const backups = names.filter((name) => name.startsWith('session.jsonl.backup-'));
      if (now.length !== text.length) {
        assert.equal(now, `${text.slice(0, 1_500_000)}y${text.slice(1_500_003)}`);
        assert.ok(backups.length > 0);
        repaired++;
        await undoRepair(file);
      }
      assert.equal(await fsp.readFile(file, 'utf8'), text);
      for (const name of await fsp.readdir(path.dirname(file)))
        if (!name.startsWith('repair.') && name !== 'session.jsonl') await fsp.rm(path.join(path.dirname(file), name));
      const before = new Date(mtimeMs);
      await fsp.utimes(file, before, before);
    }
    assert.ok(repaired >= 1 && repaired <= KILLS, `${repaired} were done, ${KILLS + 1 - repaired} were not`);
  });
});
