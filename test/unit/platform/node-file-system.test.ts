import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { CodedError, type ErrorCode } from '../../../src/core/io/errors.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { OpenPlaces } from '../../../src/platform/open-folder.ts';
import { readByPool } from '../../../src/platform/read-range.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const fs = new NodeFileSystem();
const isWindows = process.platform === 'win32';
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

async function rejects(promise: Promise<unknown>, code: ErrorCode): Promise<void> {
  await assert.rejects(promise, (error) => error instanceof CodedError && (assert.equal(error.code, code), true));
}

describe('NodeFileSystem', () => {
  it('reads a file, a range of it, and what is there of a range beyond its end', async () => {
    const folder = await temporaryFolder({ a: '0123456789' });
    const file = path.join(folder, 'a');
    assert.equal(text(await fs.readFile(file)), '0123456789');
    for (const [range, part] of [
      [{ offset: 3 }, '3456789'],
      [{ length: 4 }, '0123'],
      [{ offset: 2, length: 3 }, '234'],
      [{ offset: 8, length: 9 }, '89'],
      [{ offset: 10 }, ''],
      [{ offset: 99, length: 1 }, ''],
      [{ length: 0 }, ''],
    ] as const) {
      assert.equal(text(await fs.readFile(file, range)), part);
    }
  });

  it('reads the same from a disk that is known to be slow, and never on this thread', async () => {
    const file = path.join(await temporaryFolder({ a: '0123456789' }), 'a');
    const tried: number[] = [];
    for (const isSlow of [false, true]) {
      const pace = { isSlow, took: () => void tried.push(Number(isSlow)) };
      assert.equal(text(await readByPool(file, { offset: 2, length: 3 }, new OpenPlaces(), pace)), '234');
    }
    assert.deepEqual(tried, [0]);
  });

  it('[L-13] refuses a name with a colon where that is a drive, or a stream of another file', async () => {
    const folder = await temporaryFolder({});
    const real = process.platform;
    Object.defineProperty(process, 'platform', { value: 'win32' });
    try {
      for (const name of ['a:b.txt', 'notes:b.txt', 'notes.txt::$DATA'])
        await rejects(fs.resolveInside(folder, [name], { allowMissing: true }), 'colon_in_name');
    } finally {
      Object.defineProperty(process, 'platform', { value: real });
    }
  });

  it('gives every failure a code, and its message no path', async () => {
    const folder = await temporaryFolder({ file: 'x', 'folder/': '' });
    const at = (...names: string[]) => path.join(folder, ...names);
    await rejects(fs.readFile(at('none')), 'not_found');
    await rejects(fs.readFile(at('file', 'below')), 'not_found');
    await rejects(fs.readFile(at('folder')), 'not_a_file');
    await rejects(fs.readFile(at('x'.repeat(300))), 'not_found');
    await rejects(fs.stat(at('none')), 'not_found');
    await rejects(fs.readNames(at('none')), 'not_found');
    await rejects(fs.readNames(at('file')), 'not_a_directory');
    await rejects(fs.readDirectory(at('file')), 'not_a_directory');
    await rejects(fs.writeFile(at('file'), new Uint8Array(), 'create'), 'already_exists');
    await assert.rejects(fs.readFile(at('none')), (error: Error) => !error.message.includes(folder));
    await fs.deleteFile(at('none'));
  });

  (isWindows ? it.skip : it)('does not follow a link when told so, nor wait on a pipe', async () => {
    const folder = await temporaryFolder({ file: 'x' });
    await symlink('file', path.join(folder, 'link'));
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    assert.equal(text(await fs.readFile(path.join(folder, 'link'))), 'x');
    await rejects(fs.readFile(path.join(folder, 'link'), { noFollow: true }), 'is_symlink');
    await rejects(fs.readFile(path.join(folder, 'pipe')), 'not_a_file');
    const kinds = Object.fromEntries((await fs.readDirectory(folder)).map(({ name, kind }) => [name, kind]));
    assert.deepEqual(kinds, { file: 'file', link: 'symlink', pipe: 'other' });
    assert.equal((await fs.stat(path.join(folder, 'link'))).kind, 'file');
  });

  it('resolves names to the real place inside, and refuses every way out', async () => {
    const folder = await temporaryFolder({ 'root/a/file': 'x', 'root-evil/file': 'x' });
    const root = path.join(folder, 'root');
    await symlink('a', path.join(root, 'inside'));
    await symlink('../root-evil', path.join(root, 'evil'));
    await symlink('../root/a/../..', path.join(root, 'up'));
    await symlink(root, path.join(folder, 'alias'));
    assert.equal(await fs.resolveInside(root, ['inside', 'file']), path.join(root, 'a', 'file'));
    assert.equal(await fs.resolveInside(path.join(folder, 'alias'), ['a']), path.join(root, 'a'));
    assert.equal(await fs.resolveInside(root, []), root);
    for (const names of [['..'], ['..', 'root-evil', 'file'], ['evil', 'file'], ['evil'], ['up'], ['a', '..', '..', 'root-evil']])
      await rejects(fs.resolveInside(root, names), 'outside_root');
    for (const names of [
      ['evil', 'new'],
      ['up', 'new'],
      ['..', 'new'],
    ])
      await rejects(fs.resolveInside(root, names, { allowMissing: true }), 'outside_root');
    await rejects(fs.resolveInside(root, ['none']), 'not_found');
    assert.equal(await fs.resolveInside(root, ['none', 'deeper'], { allowMissing: true }), path.join(root, 'none', 'deeper'));
    await symlink('nowhere', path.join(root, 'dangling'));
    await rejects(fs.resolveInside(root, ['dangling'], { allowMissing: true }), 'is_symlink');
  });

  it('knows by names what a folder contains', () => {
    const root = path.resolve('/data/root');
    for (const inside of ['', 'a', 'a/b', '..a', '..a/b', '...']) assert.equal(fs.contains(root, path.join(root, inside)), true, inside);
    for (const outside of ['..', '../root-evil', '../..', '../x/root'])
      assert.equal(fs.contains(root, path.join(root, outside)), false, outside);
    assert.equal(fs.resolve(root, '../x'), path.resolve('/data/x'));
    assert.equal(fs.parent(root), path.resolve('/data'));
    assert.equal(fs.basename(root), 'root');
  });

  it('writes a file whole, with the folders above it, and leaves nothing beside it', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'deep/er/file');
    await fs.writeFile(file, Buffer.from('one'), 'create');
    await fs.writeFile(file, Buffer.from('two'), 'replace');
    assert.equal(await readFile(file, 'utf8'), 'two');
    await rejects(fs.writeFile(file, Buffer.from('three'), 'create'), 'already_exists');
    assert.equal(await readFile(file, 'utf8'), 'two');
    assert.deepEqual(await readdir(path.dirname(file)), ['file']);
  });

  it('leaves a file alone which its final check finds changed', async () => {
    const folder = await temporaryFolder({ file: 'old' });
    const staged = await fs.stage(path.join(folder, 'file'), Buffer.from('new'), {
      finalCheck: () => {
        throw new CodedError('target_changed');
      },
    });
    await rejects(staged.commit('replace'), 'target_changed');
    assert.deepEqual([await readFile(path.join(folder, 'file'), 'utf8'), await readdir(folder)], ['old', ['file']]);
  });

  it('creates exclusively: of many at once one succeeds', async () => {
    const file = path.join(await temporaryFolder(), 'file');
    const results = await Promise.allSettled([...Array(20).keys()].map((n) => fs.writeFile(file, Buffer.from(`writer ${n}`), 'create')));
    const winners = results.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
    assert.equal(winners.length, 1);
    assert.equal(await readFile(file, 'utf8'), `writer ${winners[0]}`);
  });

  it('replaces a link itself, never what it leads to', async () => {
    const folder = await temporaryFolder({ target: 'old' });
    await symlink('target', path.join(folder, 'link'));
    await fs.writeFile(path.join(folder, 'link'), Buffer.from('new'), 'replace');
    assert.equal(await readFile(path.join(folder, 'target'), 'utf8'), 'old');
  });

  it('leaves the old content or the new one when the process is killed in the middle', async function () {
    this.timeout(120_000);
    const folder = await temporaryFolder();
    const file = path.join(folder, 'file');
    const script = path.join(await temporaryFolder(), 'rewrite.mjs');
    await esbuild.build({
      stdin: {
        contents: `import { NodeFileSystem } from './platform/node-file-system.ts';
          const fs = new NodeFileSystem();
          console.log('ready');
          for (let n = 0; ; n++) await fs.writeFile(process.argv[2], new Uint8Array(3_000_000).fill(n % 2 ? 97 : 98), 'replace');`,
        resolveDir: path.join(import.meta.dirname, '../../../src'),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: script,
      logLevel: 'warning',
    });
    const unfinished = /^\.agent-artifacts-[0-9a-f]+\.tmp$/;
    for (let round = 0; round < 3; round++) {
      await writeFile(file, Buffer.alloc(3_000_000, 'b'));
      const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      while (!(await readdir(folder)).some((name) => unfinished.test(name)));
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
      const content = await readFile(file);
      assert.equal((await stat(file)).size, 3_000_000);
      assert(
        content.every((byte) => byte === content[0]),
        'a part of each',
      );
      assert((await readdir(folder)).every((name) => name === 'file' || unfinished.test(name)));
    }
  });
});
