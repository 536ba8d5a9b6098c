import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { CodedError, type ErrorCode } from '../../../src/core/io/errors.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Replaces a file again and again in a thread of its own: beside reads that wait for nothing. */
const REPLACING = `
  const { renameSync, writeFileSync } = require('node:fs');
  const { parentPort, workerData: { file, isDone } } = require('node:worker_threads');
  parentPort.postMessage('begun');
  for (let n = 0; Atomics.load(isDone, 0) === 0; n++) {
    writeFileSync(file + '.new', 'some text ' + n);
    renameSync(file + '.new', file);
    // a thousand times a second: one that never rests may be in the way of every try
    Atomics.wait(isDone, 0, 0, 1);
  }
`;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const refused =
  (...codes: ErrorCode[]) =>
  (error: unknown) =>
    error instanceof CodedError && (assert(codes.includes(error.code), error.code), true);

for (const [name, fs] of [
  ['as the system tells where an open file lies', new NodeFileSystem()],
  ['where the system does not tell where an open file lies', new NodeFileSystem({ tellsPlaces: false })],
] as const) {
  describe(`a real place that a link took, ${name}`, () => {
    /** A folder that was moved away, and a link out in its place. */
    async function swapped() {
      const root = await temporaryFolder({ 'inside/a/file': 'inside', 'outside/a/file': 'SECRET', 'outside/a/other': '' });
      await rename(path.join(root, 'inside'), path.join(root, 'moved'));
      await symlink('outside', path.join(root, 'inside'));
      return {
        at: (...names: string[]) => path.join(root, 'inside', ...names),
        outside: () => readdir(path.join(root, 'outside'), { recursive: true }),
      };
    }
    const noFollow = { noFollow: true };

    it('[E-4] is not read, listed or looked at', async () => {
      const { at } = await swapped();
      const works = [
        () => fs.readFile(at('a/file'), noFollow),
        () => fs.readFile(at('a/file'), { length: 1, ...noFollow }),
        () => fs.stat(at('a/file'), noFollow),
        () => fs.readNames(at('a'), noFollow),
        () => fs.readDirectory(at('a'), noFollow),
        () => fs.readNames(at(), noFollow),
      ];
      for (const work of works) await assert.rejects(work, refused('is_symlink'));
      assert.equal(Buffer.from(await fs.readFile(at('a/file'))).toString(), 'SECRET');
      await assert.rejects(fs.resolveInside(at(), ['a'], { real: at() }), refused('folder_replaced'));
      assert.deepEqual(await fs.readNames(path.join(path.dirname(at()), 'moved/a'), noFollow), ['file']);
    });

    it('[E-4] is not written, made or removed', async () => {
      const { at, outside } = await swapped();
      const before = await outside();
      for (const work of [
        () => fs.writeFile(at('a/new'), bytes('x'), 'create', noFollow),
        () => fs.writeFile(at('a/file'), bytes('x'), 'replace', noFollow),
        () => fs.stage(at('a/file'), bytes('x'), noFollow),
        () => fs.writeFile(at('new/deep/file'), bytes('x'), 'create', noFollow),
        () => fs.createDirectory(at('new/deep'), noFollow),
        () => fs.createDirectory(at('a'), noFollow),
        () => fs.deleteFile(at('a/other'), noFollow),
      ])
        await assert.rejects(work, refused('is_symlink'));
      assert.deepEqual(await outside(), before);
    });

    it('[E-4] between staging a file and giving it its name is noticed, and what was staged is gone', async () => {
      for (const mode of ['create', 'replace'] as const) {
        const root = await temporaryFolder({ 'inside/a/': '', 'outside/a/': '' });
        const staged = await fs.stage(path.join(root, 'inside/a/file'), bytes('x'), noFollow);
        assert.equal((await readdir(path.join(root, 'inside/a'))).length, 1);
        await rename(path.join(root, 'inside'), path.join(root, 'moved'));
        await symlink('outside', path.join(root, 'inside'));
        await assert.rejects(staged.commit(mode), refused('is_symlink'));
        assert.deepEqual(await readdir(path.join(root, 'outside/a')), []);
        if (process.platform === 'linux' && name.startsWith('as')) assert.deepEqual(await readdir(path.join(root, 'moved/a')), []);
      }
    });

    it('[E-4] is no place for what was staged when another folder took it', async () => {
      const root = await temporaryFolder({ 'inside/': '', 'other/': '' });
      const staged = await fs.stage(path.join(root, 'inside/file'), bytes('x'), noFollow);
      await rename(path.join(root, 'inside'), path.join(root, 'moved'));
      await rename(path.join(root, 'other'), path.join(root, 'inside'));
      await assert.rejects(staged.commit('replace'), refused('is_symlink'));
      assert.deepEqual(await readdir(path.join(root, 'inside')), []);
    });

    it('[E-4] is told from a file that is replaced while it is read, which is read', async () => {
      const root = await temporaryFolder({ file: 'some text' });
      const file = path.join(root, 'file');
      let isDone = false;
      const replacing = (async () => {
        for (let n = 0; !isDone; n++) {
          await writeFile(path.join(root, 'new'), `some text ${n}`);
          await rename(path.join(root, 'new'), file);
        }
      })();
      try {
        for (let n = 0; n < 1000; n++) assert.match(Buffer.from(await fs.readFile(file, noFollow)).toString(), /^some text/);
        for (let n = 0; n < 200; n++) assert.equal((await fs.stat(file, noFollow)).kind, 'file');
      } finally {
        isDone = true;
        await replacing;
      }
    });

    it('[E-4] is told from a file that another process replaces while it is read at once, which is read', async () => {
      const root = await temporaryFolder({ file: 'some text' });
      const file = path.join(root, 'file');
      const isDone = new Int32Array(new SharedArrayBuffer(4));
      const writer = new Worker(REPLACING, { eval: true, workerData: { file, isDone } });
      const ended = once(writer, 'exit');
      await once(writer, 'message');
      try {
        for (let n = 0; n < 5000; n++)
          assert.match(Buffer.from(await fs.readFile(file, { length: 9, ...noFollow })).toString(), /^some text/);
      } finally {
        Atomics.store(isDone, 0, 1);
        await ended;
      }
    });

    it('writes, makes and removes in folders of odd names, and in those that are not there yet', async () => {
      const root = await temporaryFolder();
      for (const odd of ['x (deleted)', 'a\nb', ' ', '名', 'e\u0301']) {
        const file = path.join(root, odd, 'deep', odd);
        await fs.writeFile(file, bytes('one'), 'create', noFollow);
        await fs.writeFile(file, bytes('two'), 'replace', noFollow);
        assert.equal(await readFile(file, 'utf8'), 'two');
        assert.deepEqual(await fs.readNames(path.dirname(file), noFollow), [odd]);
        assert.equal((await fs.stat(file, noFollow)).size, 3);
        await fs.deleteFile(file, noFollow);
        await fs.deleteFile(file, noFollow);
        await fs.deleteFile(path.join(file, 'below'), noFollow).catch(() => undefined);
        assert.deepEqual(await readdir(path.dirname(file)), []);
      }
      await symlink('nowhere', path.join(root, 'dangling'));
      await assert.rejects(fs.createDirectory(path.join(root, 'dangling/below'), noFollow), refused('is_symlink', 'not_found'));
      await mkdir(path.join(root, 'empty'));
      assert.deepEqual(await fs.readDirectory(path.join(root, 'empty'), noFollow), []);
    });
  });
}
