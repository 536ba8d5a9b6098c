import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { IdGenerator } from '../../../src/core/store/id-generator.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SOURCES = path.join(import.meta.dirname, '../../../src');
const PROCESSES = 4;
const EACH = 50;

const generatorIn = (artifactsDir: string) => new IdGenerator({ fs: new NodeFileSystem(), artifactsDir });

describe('new ids', () => {
  it('[3-R1.1] are numbers that grow, from 1 on', async () => {
    const generator = generatorIn(path.join(await temporaryFolder(), 'artifacts'));
    assert.deepEqual([await generator.next(), await generator.next(), await generator.next()], ['1', '2', '3']);
  });

  it('[3-R5.4][3-R6.2] go on behind the largest number present, whatever kind of file has it', async () => {
    for (const [name, next] of [
      ['33.meta', '34'],
      ['41.png', '42'],
      ['7', '8'],
      ['9007199254740993.png', '9007199254740994'],
      // a name that nobody has counted up to, and after which no file name would be left
      [`${'9'.repeat(240)}.png`, '1'],
      ['99x.png', '1'],
      ['019b0000-0000-7000-8000-000000000000.txt', '1'],
    ]) {
      const folder = await temporaryFolder({ [name as string]: '', '2.txt': '' });
      assert.equal(await generatorIn(folder).next(), next === '1' ? '3' : next, name);
    }
  });

  it('[3-R6.4] reserve by creating the sidecar, and change nothing that is there', async () => {
    const folder = await temporaryFolder({ '5.meta': 'precious', '6.png': 'precious too' });
    assert.equal(await generatorIn(folder).next(), '7');
    assert.deepEqual((await readdir(folder)).sort(), ['5.meta', '6.png', '7.meta']);
    const reserved = JSON.parse(Buffer.from(await new NodeFileSystem().readFile(path.join(folder, '7.meta'))).toString()) as { id: string };
    assert.equal(reserved.id, '7');
  });

  it('[3-R1.1] pass over what others gave out in the meantime', async () => {
    const folder = await temporaryFolder({ '1.meta': '' });
    const generator = generatorIn(folder);
    assert.equal(await generator.next(), '2');
    await writeFile(path.join(folder, '90.meta'), '');
    assert.equal(await generator.next(), '91');
    assert.equal(await generator.next(), '92');
    await writeFile(path.join(folder, '93.png'), 'no sidecar');
    assert.equal(await generator.next(), '94');
  });

  it('[3-R1.1] pass over a file without a sidecar that came while the folder changed too often to be read', async () => {
    const folder = await temporaryFolder();
    const generator = generatorIn(folder);
    const { now } = Date;
    Date.now = () => 1e12;
    try {
      for (let id = 1; id <= 6; id++) {
        assert.equal(await generator.next(), String(id));
        await utimes(folder, id, id);
      }
      await writeFile(path.join(folder, '7.png'), 'of another program');
      await writeFile(path.join(folder, '9.txt'), 'of another program');
      await utimes(folder, 7, 7);
      assert.equal(await generator.next(), '10');
      assert.deepEqual((await readdir(folder)).filter((name) => parseInt(name, 10) > 6).sort(), ['10.meta', '7.png', '9.txt']);
    } finally {
      Date.now = now;
    }
  });

  it('cost one reading of the folder for as long as nobody else writes there', async () => {
    const fs = new CountingFileSystem();
    const generator = new IdGenerator({ fs, artifactsDir: await temporaryFolder({ '7.meta': '' }) });
    for (let id = 8; id < 28; id++) assert.equal(await generator.next(), String(id));
    assert.equal(fs.locations('streamNames').length, 1);
  });

  it('[3-R1.1] are never the same for two generators at once', async () => {
    const folder = await temporaryFolder();
    const generators = [generatorIn(folder), generatorIn(folder), generatorIn(folder)];
    const ids = await Promise.all([...Array(60).keys()].map((n) => (generators[n % 3] as IdGenerator).next()));
    assert.equal(new Set(ids).size, 60);
  });

  it('[3-R1.1] are never the same for two processes, and grow in each', async function () {
    this.timeout(120_000);
    const folder = await temporaryFolder();
    const script = path.join(await temporaryFolder(), 'next-ids.mjs');
    await esbuild.build({
      stdin: {
        contents: `import { IdGenerator } from './core/store/id-generator.ts'; import { NodeFileSystem } from './platform/node-file-system.ts';
          const generator = new IdGenerator({ fs: new NodeFileSystem(), artifactsDir: process.argv[2] });
          process.stdin.once('data', async () => { for (let n = 0; n < ${EACH}; n++) console.log(await generator.next()); process.exit(); });
          console.log('ready');`,
        resolveDir: SOURCES,
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: script,
      logLevel: 'warning',
    });
    const processes = [...Array(PROCESSES)].map(() => spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] }));
    const outputs = processes.map((child) => {
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const ready = new Promise((resolve) => child.stdout.once('data', resolve));
      return {
        child,
        ready,
        end: new Promise<string[]>((resolve) => child.once('close', () => resolve(text.trim().split('\n').slice(1)))),
      };
    });
    await Promise.all(outputs.map(({ ready }) => ready));
    for (const { child } of outputs) child.stdin.write('go');
    const lists = await Promise.all(outputs.map(({ end }) => end));
    for (const list of lists)
      assert(list.length === EACH && list.every((id, at) => at === 0 || BigInt(id) > BigInt(list[at - 1] as string)));
    assert.equal(new Set(lists.flat()).size, PROCESSES * EACH);
    assert.equal((await readdir(folder)).length, PROCESSES * EACH);
    await rm(script);
  });
});
