import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { IN_USE_MS, repairFile } from '../../../src/platform/repair-file.ts';
import { lastChange, slimFile, type SlimmedFile, undoLast } from '../../../src/platform/slim-file.ts';
import { byEffort } from '../../support/effort.ts';
import { png } from '../../support/media-bytes.ts';
import { slimPlanOf } from '../../support/slimmed.ts';
import { mountSmallDisk, unmount } from '../../support/small-disk.ts';
import { codexThrice, ofLines } from '../../support/stored-thrice.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, noise } from '../../support/transcripts.ts';

const picture = Buffer.concat([png(20, 10), noise(30_000)]);
const other = Buffer.concat([png(30, 30), noise(20_000)]);
const url = (bytes: Uint8Array): string => `data:image/png;base64,${base64(bytes)}`;
const said = (bytes: Uint8Array): string =>
  ofLines({ type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: url(bytes) }] } });
const content = codexThrice(base64(picture)) + said(other);
const more = '{"type":"event_msg","payload":{"type":"agent_message","message":"More."}}\n';

const KILLS = byEffort({ quick: 4, usual: 40, soak: 1000 });

async function age(file: string): Promise<void> {
  const before = new Date(Date.now() - 2 * IN_USE_MS);
  await fsp.utimes(file, before, before);
}

async function session(text = content, folder?: string): Promise<string> {
  const file = path.join(folder ?? (await temporaryFolder({})), 'session.jsonl');
  await fsp.writeFile(file, text);
  await age(file);
  return file;
}

async function slim(file: string): Promise<SlimmedFile | undefined> {
  const { places } = await slimPlanOf(await fsp.readFile(file), 'codex');
  return slimFile(file, places, await fsp.stat(file));
}

const read = (file: string): Promise<string> => fsp.readFile(file, 'utf8');
const namesBeside = async (file: string): Promise<string[]> => (await fsp.readdir(path.dirname(file))).sort();

describe('A session that is slimmed on the disk', () => {
  it('has its media once each in a folder beside it, the session as it was too, and nothing is left when it is undone', async () => {
    const file = await session();
    await fsp.chmod(file, 0o600);
    const done = await slim(file);
    assert.ok(done);
    const { backup, folder, files } = done;
    assert.equal(files, 2);
    assert.equal(folder, `${file}.media`);
    assert.equal(await read(backup), content);
    const media = (await fsp.readdir(folder)).filter((name) => name.endsWith('.png'));
    assert.equal(media.length, 2);
    for (const name of media) {
      assert.match(name, /^[0-9a-f]{64}\.png$/);
      assert.ok((await read(file)).includes(path.join(folder, name)), 'its description says where it is');
    }
    const saved = await Promise.all(media.map((name) => fsp.readFile(path.join(folder, name))));
    assert.deepEqual(
      saved.sort((a, b) => b.length - a.length),
      [picture, other],
    );
    assert.ok((await read(file)).length < 3000);
    if (process.platform !== 'win32') {
      assert.equal((await fsp.stat(file)).mode & 0o777, 0o600);
      assert.equal((await fsp.stat(folder)).mode & 0o777, 0o700);
    }
    assert.equal(await lastChange(file), 'slim');
    assert.deepEqual(await undoLast(file), { kind: 'slim', from: backup });
    assert.equal(await read(file), content);
    assert.deepEqual(await namesBeside(file), ['session.jsonl']);
    assert.equal(await lastChange(file), undefined);
    assert.equal(await undoLast(file), undefined);
  });

  for (const isKept of [true, false]) {
    it(`is put back when its program has gone on, with what was said since, ${isKept ? 'and' : 'also without'} its backup`, async () => {
      const file = await session();
      const done = await slim(file);
      assert.ok(done);
      if (!isKept) await fsp.rm(done.backup);
      await fsp.appendFile(file, more);
      await age(file);
      assert.equal(await lastChange(file), 'slim');
      const slimmed = await read(file);
      const undone = await undoLast(file);
      assert.equal(undone?.kind, 'slim');
      assert.equal(await read(file), content + more);
      assert.equal(await read(undone.kept ?? ''), slimmed);
      const kept = [undone.kept ?? '', ...(isKept ? [done.backup] : [])].map((each) => path.basename(each));
      assert.deepEqual(await namesBeside(file), ['session.jsonl', ...kept].sort());
    });
  }

  it('is put back without its backup after an earlier repair, which is not what was done last', async () => {
    const file = await session();
    await repairFile(file, [{ start: 1, end: 1, text: ' ' }], await fsp.stat(file));
    await age(file);
    const repaired = await read(file);
    const done = await slim(file);
    assert.ok(done);
    await fsp.rm(done.backup);
    assert.equal(await lastChange(file), 'slim');
    assert.equal((await undoLast(file))?.kind, 'slim');
    assert.equal(await read(file), repaired);
  });

  it('keeps what its program writes to the slimmed file while that is put back', async function () {
    if (process.platform === 'win32') this.skip();
    const file = await session();
    const done = await slim(file);
    assert.ok(done);
    await fsp.rm(done.backup);
    const program = await fsp.open(file, 'a');
    const undone = await undoLast(file);
    await program.write(more);
    await program.close();
    assert.equal(await read(file), content);
    assert.ok((await read(undone?.kept ?? '')).endsWith(more));
  });

  it('is not put back by a record that somebody changed: it is held to what the session was', async () => {
    const file = await session();
    const done = await slim(file);
    assert.ok(done);
    await fsp.rm(done.backup);
    const slimmed = await read(file);
    const [name = ''] = (await fsp.readdir(done.folder)).filter((each) => each.endsWith('.restore'));
    const record = path.join(done.folder, name);
    const [entry = '', ...others] = (await read(record)).split('\n');
    const { start, ...rest } = JSON.parse(entry) as { start: number };
    await fsp.writeFile(record, [JSON.stringify({ ...rest, start: start - 1 }), ...others].join('\n'));
    await assert.rejects(undoLast(file), { code: 'changed_since_repair' });
    assert.equal(await read(file), slimmed);
    assert.deepEqual(await namesBeside(file), ['session.jsonl', 'session.jsonl.media']);
  });

  it('is opened and slimmed beside a folder that somebody made to wait, to grow or to lead elsewhere', async function () {
    if (process.platform === 'win32') this.skip();
    const file = await session();
    const folder = `${file}.media`;
    await fsp.mkdir(folder);
    await fsp.symlink('/dev/zero', path.join(folder, 'endless.restore'));
    execFileSync('mkfifo', [path.join(folder, 'waiting.restore')]);
    assert.equal(await lastChange(file), undefined);
    await fsp.rm(folder, { recursive: true });
    const done = await slim(file);
    const [name = ''] = (await fsp.readdir(folder)).filter((each) => each.endsWith('.png'));
    await undoLast(file);
    await fsp.mkdir(folder);
    execFileSync('mkfifo', [path.join(folder, name)]);
    await age(file);
    assert.equal((await slim(file))?.files, done?.files);
    assert.ok((await fsp.lstat(path.join(folder, name))).isFile());
    await undoLast(file);
    await age(file);
    const elsewhere = await temporaryFolder({});
    await fsp.symlink(elsewhere, folder);
    await assert.rejects(slim(file), { code: 'not_a_directory' });
    assert.deepEqual(await fsp.readdir(elsewhere), []);
    assert.equal(await read(file), content);
  });

  it('is put back at once without its backup, but not while its program writes', async () => {
    const file = await session();
    const done = await slim(file);
    assert.ok(done);
    await fsp.rm(done.backup);
    const slimmed = await read(file);
    await fsp.appendFile(file, more);
    await assert.rejects(undoLast(file), { code: 'busy' });
    await fsp.writeFile(file, slimmed);
    await undoLast(file);
    assert.equal(await read(file), content);
  });

  it('keeps what its program wrote to the old file while it was slimmed', async function () {
    if (process.platform === 'win32') this.skip();
    const file = await session();
    const program = await fsp.open(file, 'a');
    const done = await slim(file);
    assert.ok(done);
    await program.write(more);
    await program.close();
    await undoLast(file);
    assert.equal(await read(file), content);
    assert.equal(await read(done.backup), content + more);
  });

  it('is not put back when what was slimmed, or one of its media, was changed: nothing is touched then', async () => {
    const file = await session();
    const done = await slim(file);
    assert.ok(done);
    const slimmed = await read(file);
    await fsp.writeFile(file, slimmed.replace('Removed', 'removed'));
    await age(file);
    assert.equal(await lastChange(file), undefined);
    await assert.rejects(undoLast(file), { code: 'changed_since_repair' });
    await fsp.rm(done.backup);
    await assert.rejects(undoLast(file), { code: 'changed_since_repair' });
    await fsp.writeFile(file, slimmed);
    const [name = ''] = (await fsp.readdir(done.folder)).filter((each) => each.endsWith('.png'));
    await fsp.appendFile(path.join(done.folder, name), '!');
    await assert.rejects(undoLast(file), { code: 'changed_since_repair' });
    assert.equal(await read(file), slimmed);
    await fsp.rm(path.join(done.folder, name));
    await assert.rejects(undoLast(file), { code: 'changed_since_repair' });
    assert.equal(await read(file), slimmed);
    assert.deepEqual(await namesBeside(file), ['session.jsonl', 'session.jsonl.media']);
  });

  it('is slimmed again when it has more, and put back one after the other', async () => {
    const file = await session();
    const first = await slim(file);
    assert.ok(first);
    const third = Buffer.concat([png(5, 5), noise(9_000)]);
    await fsp.appendFile(file, said(third) + said(picture));
    await age(file);
    const between = await read(file);
    const second = await slim(file);
    assert.equal(second?.files, 2);
    assert.equal((await fsp.readdir(first.folder)).filter((name) => name.endsWith('.png')).length, 3);
    await fsp.rm(second.backup);
    await fsp.appendFile(file, more);
    await age(file);
    await undoLast(file);
    assert.equal(await read(file), between + more);
    assert.equal((await fsp.readdir(first.folder)).filter((name) => name.endsWith('.png')).length, 2);
    await age(file);
    await undoLast(file);
    assert.equal(await read(file), content + said(third) + said(picture) + more);
    assert.ok(!(await namesBeside(file)).includes('session.jsonl.media'));
  });

  it('can be repaired, and both are undone in their order', async () => {
    const file = await session();
    await slim(file);
    const slimmed = await read(file);
    await repairFile(file, [{ start: 1, end: 1, text: ' ' }], await fsp.stat(file));
    assert.equal(await lastChange(file), 'repair');
    assert.equal((await undoLast(file))?.kind, 'repair');
    assert.equal(await read(file), slimmed);
    assert.equal((await undoLast(file))?.kind, 'slim');
    assert.equal(await read(file), content);
  });

  it('is refused while somebody writes to it, and when it is not as it was read; nothing is left behind', async () => {
    const file = await session();
    const { places } = await slimPlanOf(await fsp.readFile(file), 'codex');
    const version = await fsp.stat(file);
    await assert.rejects(slimFile(file, places, { ...version, size: 1 }), { code: 'target_changed' });
    const now = new Date();
    await fsp.utimes(file, now, now);
    await assert.rejects(slimFile(file, places, await fsp.stat(file)), { code: 'busy' });
    await age(file);
    const written = await fsp.stat(file);
    const late = slimFile(file, places, written, { onMedium: () => void fsp.appendFile(file, more) });
    await assert.rejects(late, { code: 'target_changed' });
    await assert.rejects(
      slimFile(await session(), places, version, {
        signal: {
          throwIfAborted: () => {
            throw new Error('enough');
          },
        },
      }),
    );
    assert.deepEqual(await namesBeside(file), ['session.jsonl']);
    assert.ok((await read(file)).startsWith(content + more));
  });

  it('is as it was when there is nothing to take out', async () => {
    const file = await session(more);
    assert.equal(await slim(file), undefined);
    assert.deepEqual(await namesBeside(file), ['session.jsonl']);
  });

  it('has a medium as a whole though a run that was killed left a part of it', async () => {
    const file = await session();
    const first = await slim(file);
    assert.ok(first);
    const [name = ''] = (await fsp.readdir(first.folder)).filter((each) => each.endsWith('.png'));
    await undoLast(file);
    await fsp.mkdir(first.folder);
    await fsp.writeFile(path.join(first.folder, name), 'cut');
    await age(file);
    await slim(file);
    assert.ok((await fsp.stat(path.join(first.folder, name))).size > 1000);
    await undoLast(file);
    assert.equal(await read(file), content);
  });

  it('forgets what a run that was killed wrote down of a session that it did not slim', async () => {
    const file = await session();
    const done = await slim(file);
    assert.ok(done);
    await fsp.rename(done.backup, file);
    await age(file);
    assert.equal(await undoLast(file), undefined);
    for (const name of await fsp.readdir(done.folder)) await age(path.join(done.folder, name));
    assert.equal(await undoLast(file), undefined);
    assert.deepEqual(await namesBeside(file), ['session.jsonl']);
  });

  it('[L-4] leaves nothing behind on a full disk, in the folder and when it is put back', async function () {
    const disk = await mountSmallDisk();
    if (disk === undefined) return this.skip();
    try {
      const large = Buffer.concat([png(9, 9), noise(400_000)]);
      const text = said(large);
      const file = await session(text, disk);
      const filler = path.join(disk, 'filler');
      await fsp.writeFile(filler, Buffer.alloc(300_000));
      await assert.rejects(slim(file), { code: 'ENOSPC' });
      assert.deepEqual(await namesBeside(file), ['filler', 'session.jsonl']);
      assert.equal(await read(file), text);
      await fsp.rm(filler);
      const done = await slim(file);
      assert.ok(done);
      await fsp.rm(done.backup);
      await fsp.writeFile(filler, Buffer.alloc(400_000));
      const slimmed = await read(file);
      await assert.rejects(undoLast(file), { code: 'ENOSPC' });
      assert.equal(await read(file), slimmed);
      await fsp.rm(filler);
      await undoLast(file);
      assert.equal(await read(file), text);
    } finally {
      unmount(disk);
    }
  });

  it(`is as it was or slimmed, and can be put back, wherever it is killed: ${KILLS} times SIGKILL`, async function () {
    this.timeout(300_000);
    const text = Array.from({ length: 40 }, (_, at) => said(Buffer.concat([png(at + 1, 10), noise(30_000)]))).join('');
    const file = await session(text);
    const scripts = await temporaryFolder({});
    const script = path.join(scripts, 'slim.mjs');
    const module = new URL('../../../src/platform/slim-file.ts', import.meta.url).pathname;
    const { build } = await import('esbuild');
    await build({ entryPoints: [module], bundle: true, platform: 'node', format: 'esm', outfile: `${script}.lib.mjs`, logLevel: 'error' });
    const { places } = await slimPlanOf(Buffer.from(text), 'codex');
    await fsp.writeFile(
      script,
      `import { stat } from 'node:fs/promises';\nimport { slimFile } from './slim.mjs.lib.mjs';\nprocess.send('begin');\nconst file = ${JSON.stringify(file)};\nawait slimFile(file, ${JSON.stringify(places)}, await stat(file));\n`,
    );
    let longest = 0;
    let slimmed = 0;
    for (let kill = 0; kill <= KILLS; kill++) {
      const child = fork(script, { stdio: 'ignore' });
      await once(child, 'message');
      const ended = once(child, 'exit');
      const begin = performance.now();
      if (kill > 0) setTimeout(() => child.kill('SIGKILL'), (longest * (kill - 1)) / KILLS);
      await ended;
      if (kill === 0) longest = performance.now() - begin;
      if ((await read(file)).length < text.length) {
        slimmed++;
        if (kill % 2 === 0) await fsp.appendFile(file, more);
        await age(file);
        assert.equal((await undoLast(file))?.kind, 'slim');
        assert.equal(await read(file), kill % 2 === 0 ? text + more : text);
        await fsp.truncate(file, Buffer.byteLength(text));
      }
      assert.equal(await read(file), text);
      await age(file);
    }
    assert.ok(slimmed >= 1 && slimmed <= KILLS, `${slimmed} were done, ${KILLS + 1 - slimmed} were not`);
    // what all of them left does not stand in the way of one that ends
    assert.ok(await slim(file));
    await undoLast(file);
    assert.equal(await read(file), text);
  });
});
