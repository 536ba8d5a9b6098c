import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { withKeptInput } from '../../../src/cli/kept-input.ts';
import { cli } from '../../support/command-line.ts';
import { CLI, ENGLISH } from '../../support/programs.ts';
import { makeReadOnly, mountSmallDisk, unmount } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itWhenThorough } from '../../support/effort.ts';

/** A request body whose call has no result: `doctor --fix all` repairs it. */
const broken = JSON.stringify({
  model: 'claude-sonnet-4-5',
  messages: [
    { role: 'user', content: 'x'.repeat(600_000) },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
    { role: 'user', content: 'go on' },
  ],
});

async function plantBroken(folder: string, name = 'body.json'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, broken);
  const before = new Date(Date.now() - 60_000);
  await utimes(file, before, before);
  return file;
}

function sampleIn(folder: string): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [CLI, 'sample', path.join(folder, 'sample')], { encoding: 'utf8', env: ENGLISH });
}

describe('[L-4] The command line and a disk that refuses', function () {
  this.timeout(60_000);

  it('says in a sentence that the disk is full, with exit code 2, and leaves nothing behind', async function () {
    const disk = await mountSmallDisk();
    if (disk === undefined) return this.skip();
    try {
      const file = await plantBroken(disk);
      const { code, stderr } = await cli(['doctor', file, '--fix', 'all']);
      assert.equal(stderr, `${file}: No space left on the disk; nothing was written. [no_space]\n`);
      assert.equal(code, 2);
      assert.deepEqual(await readdir(disk), ['body.json']);
      assert.equal(await readFile(file, 'utf8'), broken);
    } finally {
      unmount(disk);
    }
  });

  itWhenThorough(
    'removes what it made of a sample for which there is no room, so that the next try begins as this one did',
    async function () {
      const disk = await mountSmallDisk();
      if (disk === undefined) return this.skip();
      try {
        await writeFile(path.join(disk, 'full'), Buffer.alloc(960 * 1024));
        for (let attempt = 0; attempt < 2; attempt++) {
          const made = sampleIn(disk);
          assert.deepEqual([made.status, made.stderr.match(/\[\w+\]/)?.[0]], [1, '[no_space]'], made.stderr);
          assert.deepEqual(await readdir(disk), ['full']);
        }
      } finally {
        await unmount(disk);
      }
      const file = path.join(await temporaryFolder({ 'a.json': '{}' }), 'a.json');
      const { code, stderr } = await cli(['sample', path.join(file, 'sample')]);
      assert.equal(code, 1);
      assert.doesNotMatch(stderr, /exists and is not an empty folder/);
    },
  );

  it('[L-9] saves what a repair describes as a whole or not at all', async function () {
    const [disk, folder] = [await mountSmallDisk(), await temporaryFolder({})];
    if (disk === undefined) return this.skip();
    try {
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/bmp', data: `Qk${'0'.repeat(3_999_998)}` } };
      const text = JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: [image] }] });
      const file = path.join(folder, 'body.json');
      await writeFile(file, text);
      const before = new Date(Date.now() - 60_000);
      await utimes(file, before, before);
      const { code, stderr } = await cli(['doctor', file, '--fix', 'all', '--save-media', path.join(disk, 'media')]);
      assert.match(stderr, /\[no_space\]\n$/);
      assert.equal(code, 2);
      assert.deepEqual(await readdir(path.join(disk, 'media')), []);
      assert.equal(await readFile(file, 'utf8'), text);
    } finally {
      unmount(disk);
    }
  });

  it('says so of a disk that is mounted for reading', async function () {
    const disk = await mountSmallDisk();
    if (disk === undefined) return this.skip();
    try {
      const file = await plantBroken(disk);
      makeReadOnly(disk);
      for (const args of [
        ['doctor', file, '--fix', 'all'],
        ['import', path.join(import.meta.dirname, '../../fixtures/exchange/litellm.yaml'), '--into', path.join(disk, 'llmservices.json')],
        ['sample', path.join(disk, 'sample')],
      ]) {
        const { code, stderr } = await cli(args);
        assert.match(stderr, /\[permission_denied\]\n$/, args[0]);
        assert.doesNotMatch(stderr, /\n +at /);
        assert.equal(code, args[0] === 'doctor' ? 2 : 1);
      }
      assert.deepEqual(await readdir(disk), ['body.json']);
    } finally {
      unmount(disk);
    }
  });

  it('does not take what it could not write for a finding', async function () {
    if (process.platform !== 'linux') return this.skip();
    const folder = await temporaryFolder({ 'a.jsonl': '{}' });
    const { status } = spawnSync('sh', ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, CLI, 'lint', 'a.jsonl', '--sarif'], {
      cwd: folder,
    });
    assert.equal(status, 2);
  });

  itWhenThorough('says so when a file may not grow so large', async function () {
    if (process.platform === 'win32') return this.skip();
    const folder = await temporaryFolder({});
    const file = await plantBroken(folder);
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 100 && exec "$@"', 'sh', process.execPath, CLI, 'doctor', file, '--fix', 'all'],
      {
        encoding: 'utf8',
        env: { ...process.env, ...ENGLISH },
      },
    );
    assert.equal(stderr, `${file}: No space left on the disk; nothing was written. [no_space]\n`);
    assert.equal(status, 2);
    assert.deepEqual(await readdir(folder), ['body.json']);
  });

  it('says so when there is no room for the name of a backup', async () => {
    const folder = await temporaryFolder({});
    const file = await plantBroken(folder, `${'n'.repeat(245)}.json`);
    const { code, stderr } = await cli(['doctor', file, '--fix', 'all']);
    assert.equal(stderr, `${file}: The name of a file or folder is too long (at most 255 bytes). [name_too_long]\n`);
    assert.equal(code, 2);
    assert.equal((await readdir(folder)).length, 1);
  });

  itWhenThorough('[L-10] refuses a pipe at once, without waiting for whoever writes to it', async function () {
    if (process.platform === 'win32') return this.skip();
    const pipe = path.join(await temporaryFolder({}), 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const args of [
      ['doctor', pipe],
      ['conversation', pipe],
      ['switch', pipe, '--to', 'gpt-4o'],
      ['doctor', '/dev/zero'],
      ['lint', pipe],
      ['lint', '/dev/zero'],
    ]) {
      const { code, stderr } = await cli(args);
      assert.equal(stderr.split('\n')[0], `${args[1]}: Not a regular file. [not_a_file]`);
      assert.equal(code, 2);
    }
    for (const made of ['"$0" "$1" lint <(echo "{}")', 'echo "{}" | "$0" "$1" lint /dev/stdin']) {
      const { status, stderr } = spawnSync('bash', ['-c', made, process.execPath, CLI], { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '1 file, 0 findings.\n'], made);
    }
  });

  itWhenThorough('[L-10] reads standard input for `-`, as often as it is needed, and keeps nothing of it', async () => {
    const file = await plantBroken(await temporaryFolder({}), 'broken.json');
    const input = await readFile(file);
    const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('agent-artifacts-input-')).sort();
    const before = await leftovers();
    for (const [args, expected] of [
      [['doctor', '-'], 1],
      [['doctor', '-', '--json'], 1],
      [['doctor', '-', '--fix', 'all', '--dry-run'], 1],
      [['conversation', '-'], 0],
      [['conversation', '-', '--wire'], 0],
      [['switch', '-', '--to', 'gpt-4o'], 1],
    ] as const) {
      const fromFile = await cli(args.map((each) => (each === '-' ? file : each)));
      const { code, stdout, stderr } = await cli(args, { input });
      assert.deepEqual([code, stderr], [fromFile.code, ''], args.join(' '));
      const own = (text: string): string =>
        text
          .replaceAll(file, '-')
          .replace(/\n*(?:To repair|To stay below) [^\n]+|\n(?=\nDry run)/g, '')
          .trimEnd();
      assert.equal(own(stdout), own(fromFile.stdout), args.join(' '));
      assert.ok(expected <= 1);
    }
    assert.match((await cli(['doctor', '-'], { input: 'no conversation' })).stderr, /^- is not a conversation/);
    for (const writes of [['--fix', 'all'], ['--undo']]) {
      const { code, stderr } = await cli(['doctor', '-', ...writes], { input });
      assert.equal(code, 2);
      assert.match(stderr, /needs a file: standard input is only read/);
    }
    assert.deepEqual(await leftovers(), before);
  });

  itWhenThorough('[L-10] keeps nothing of standard input when it is ended, and removes what a killed process has left', async () => {
    const temporary = await temporaryFolder({});
    const started = (): ChildProcess =>
      spawn(process.execPath, [CLI, 'doctor', '-'], { env: { ...ENGLISH, TMPDIR: temporary }, stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = async (signal: NodeJS.Signals): Promise<[number | null, NodeJS.Signals | null]> => {
      const child = started();
      child.stdin?.write('{');
      while ((await readdir(temporary)).flatMap((each) => readdirSync(path.join(temporary, each))).length < 2) await setTimeout(10);
      child.kill(signal);
      return (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    };
    assert.deepEqual(await ended('SIGINT'), [130, null]);
    assert.deepEqual(await readdir(temporary), []);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      assert.deepEqual(await ended(signal), [null, signal]);
      assert.deepEqual(await readdir(temporary), [], signal);
    }
    await ended('SIGKILL');
    assert.equal((await readdir(temporary)).length, 1);
    const next = started();
    next.stdin?.end('no conversation');
    await once(next, 'exit');
    assert.deepEqual(await readdir(temporary), []);
  });

  it('[L-10] keeps no more of standard input than there is room for', async () => {
    const work = withKeptInput(
      Readable.from([Buffer.alloc(600), Buffer.alloc(600)]),
      new AbortController().signal,
      () => Promise.resolve(),
      1000,
    );
    await assert.rejects(work, { code: 'input_too_large', message: 'Standard input has more than 1000 B; name a file instead.' });
    const read = withKeptInput(Readable.from([Buffer.alloc(600)]), new AbortController().signal, (file) => readFile(file), 1000);
    assert.equal((await read).length, 600);
  });

  itWhenThorough('says what is missing where standard input cannot be kept, and where the current folder was removed', async function () {
    if (process.platform === 'win32') return this.skip();
    const folder = await temporaryFolder();
    const missing = path.join(folder, 'missing');
    const kept = spawnSync(process.execPath, [CLI, 'doctor', '-'], {
      input: broken,
      encoding: 'utf8',
      env: { ...ENGLISH, TMPDIR: missing },
    });
    assert.equal(kept.status, 2);
    assert.match(
      kept.stderr,
      /^Standard input cannot be kept in .*missing, .* \(ENOENT\)\. TMPDIR names another one\. \[no_temporary_folder\]\n$/,
    );
    const command = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" list';
    for (const program of [CLI, CLI.replace(/cli\.mjs$/, 'mcp.mjs')]) {
      const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, program], {
        cwd: folder,
        encoding: 'utf8',
        env: ENGLISH,
      });
      assert.equal(status, 2);
      assert.match(stderr, /^agent-artifacts(?: mcp)?: The current folder does not exist any more\.\n$/);
    }
  });

  it('[L-8] writes a line break in a name as its escape, so that no name forges a line of a log', async () => {
    const folder = await temporaryFolder({});
    const name = path.join(folder, 'a\n::error file=x::forged');
    await chmod(folder, 0o700);
    for (const args of [
      ['doctor', name],
      ['lint', name],
      ['show', name],
      ['validate', name],
      ['import', name],
      ['show', '1', '--root', name],
    ]) {
      const { stdout, stderr } = await cli(args);
      assert.doesNotMatch(stdout + stderr, /^::error/m, args[0]);
      assert.match(stderr, /a\\x0a::error/, args[0]);
    }
  });
});
