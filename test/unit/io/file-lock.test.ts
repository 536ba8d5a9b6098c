import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../../../src/core/io/errors.ts';
import { withFileLock } from '../../../src/core/io/file-lock.ts';
import { KeyedQueue } from '../../../src/core/io/concurrency.ts';
import { claimName, isTemporaryName, leaseName, LeftoverSweep, lockName, temporaryName } from '../../../src/core/io/temporary-name.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const fs = new NodeFileSystem();
const IMPATIENT = { patience: 60, staleAfter: 60_000 };
const busy = (error: unknown) => error instanceof CodedError && error.code === 'busy';

/** The content of a lock of another process. */
function holder(name: string): string {
  return JSON.stringify({ process: name, token: 'other', time: '2026-01-01T00:00:00.000Z' });
}

/** The name of a process of this machine that has ended. */
function endedProcess(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return fs.processes.self.replace(/^\d+/, String(pid));
}

/** Adds one to a number in a file, so that a second one in between would be lost. */
async function increment(file: string): Promise<void> {
  const value = Number(await readFile(file, 'utf8'));
  await new Promise(setImmediate);
  await writeFile(file, String(value + 1));
}

describe('a file lock', () => {
  it('lets one in at a time, and leaves nothing behind', async () => {
    const folder = await temporaryFolder({ count: '0' });
    await Promise.all([...Array(30)].map(() => withFileLock(fs, folder, 'key', () => increment(path.join(folder, 'count')))));
    assert.equal(await readFile(path.join(folder, 'count'), 'utf8'), '30');
    assert.deepEqual(await readdir(folder), ['count']);
  });

  it('says whose it is and since when, and is given back when the work fails', async () => {
    const folder = await temporaryFolder();
    const failure = new Error('work');
    await assert.rejects(
      withFileLock(fs, folder, 'key', async () => {
        const lock = JSON.parse(await readFile(path.join(folder, lockName('key')), 'utf8')) as {
          process: string;
          token: string;
          time: string;
        };
        assert.equal(lock.process, fs.processes.self);
        assert.match(lock.token, /^[0-9a-f]{32}$/);
        assert(Math.abs(Date.parse(lock.time) - Date.now()) < 60_000);
        throw failure;
      }),
      failure,
    );
    assert.deepEqual(await readdir(folder), []);
  });

  it('of a process that has ended is taken over at once, by one of many', async () => {
    const folder = await temporaryFolder({ count: '0', [lockName('key')]: holder(endedProcess()) });
    await Promise.all([...Array(20)].map(() => withFileLock(fs, folder, 'key', () => increment(path.join(folder, 'count')))));
    assert.equal(await readFile(path.join(folder, 'count'), 'utf8'), '20');
    assert.deepEqual(await readdir(folder), ['count']);
  });

  it('is taken over also when the one before ended while taking it over', async () => {
    const left = holder(endedProcess());
    const folder = await temporaryFolder({ [lockName('key')]: left, [claimName(left)]: `${left} ` });
    assert.equal(await withFileLock(fs, folder, 'key', () => Promise.resolve('done'), { patience: 5000, staleAfter: 50 }), 'done');
    assert.deepEqual(await readdir(folder), []);
  });

  it('of a process that runs is waited for, and the wait ends with a code', async () => {
    for (const content of [holder(fs.processes.self), holder(`${process.pid} another machine`), 'no lock of ours', '']) {
      const folder = await temporaryFolder({ [lockName('key')]: content });
      await assert.rejects(
        withFileLock(fs, folder, 'key', () => Promise.resolve(), IMPATIENT),
        busy,
      );
      assert.equal(await readFile(path.join(folder, lockName('key')), 'utf8'), content);
    }
  });

  it('that nobody is known to hold is taken over when nothing happens for long', async () => {
    for (const content of [holder('7 another machine'), 'no lock of ours', '']) {
      const folder = await temporaryFolder({ [lockName('key')]: content });
      assert.equal(await withFileLock(fs, folder, 'key', () => Promise.resolve(1), { patience: 10_000, staleAfter: 40 }), 1);
      assert.deepEqual(await readdir(folder), []);
    }
  });

  it('that was taken away is noticed, and not given back for another', async () => {
    const folder = await temporaryFolder();
    const other = holder('1 another machine');
    await assert.rejects(
      withFileLock(fs, folder, 'key', async (lock) => {
        await lock.check();
        await writeFile(path.join(folder, lockName('key')), other);
        await lock.check();
      }),
      busy,
    );
    assert.equal(await readFile(path.join(folder, lockName('key')), 'utf8'), other);
  });

  it('[E-6] of a writer in another container that was killed is taken over after three seconds, not fifteen', async () => {
    const folder = await temporaryFolder({ [lockName('key')]: holder('7 another machine') });
    let waited = 0;
    const { processes } = fs;
    const clocked = Object.assign(new NodeFileSystem(), {
      processes: {
        self: processes.self,
        isGone: () => false,
        every: processes.every,
        pause: (milliseconds: number) => {
          waited += milliseconds;
          return processes.pause(milliseconds);
        },
      },
    });
    assert.equal(await withFileLock(clocked, folder, 'key', () => Promise.resolve(1)), 1);
    assert(waited >= 3000 && waited < 3500, `${waited} ms`);
  });

  it('[E-6] is kept as long as the work under it goes on, however long, and others see that it does', async function () {
    this.timeout(60_000);
    const folder = await temporaryFolder();
    const timing = { patience: 50_000, staleAfter: 2000, renewEvery: 100 };
    const log: string[] = [];
    const first = withFileLock(
      fs,
      folder,
      'key',
      async (lock) => {
        const lease = path.join(folder, leaseName(await readFile(path.join(folder, lockName('key')), 'utf8')));
        const renewals = async (): Promise<number> => Number(await readFile(lease, 'utf8').catch(() => '0'));
        while ((await renewals()) < 30) await fs.processes.pause(20);
        assert(isTemporaryName(path.basename(lease)));
        await lock.check();
        log.push('first');
      },
      timing,
    );
    while (!(await readdir(folder)).includes(lockName('key'))) await fs.processes.pause(1);
    await withFileLock(fs, folder, 'key', () => Promise.resolve(log.push('second')), timing);
    await first;
    assert.deepEqual([log, await readdir(folder)], [['first', 'second'], []]);
  });

  it('[E-6b] is read with a limit: one of a gigabyte is a lock that nobody renews', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, lockName('key')), '');
    await truncate(path.join(folder, lockName('key')), 1024 ** 3);
    const counting = new CountingFileSystem();
    assert.equal(await withFileLock(counting, folder, 'key', () => Promise.resolve(1), { staleAfter: 40 }), 1);
    assert(Math.max(...counting.calls.map(({ bytes = 0 }) => bytes)) <= 4096);
  });

  it('is the same for every spelling a file system may take for one name', () => {
    assert.equal(lockName('Straße'), lockName('STRASSE'.replace('SS', 'ß')));
    assert.equal(lockName('caf\u00e9'), lockName('cafe\u0301'));
    assert.notEqual(lockName('a'), lockName('b'));
    assert(isTemporaryName(lockName('../x/'.repeat(100))) && isTemporaryName(claimName('')) && isTemporaryName(temporaryName('0f')));
    for (const name of ['.agent-artifacts-0f.tmp.png', 'x.agent-artifacts-0f.tmp', '.agent-artifacts-0g.tmp', '.agent-artifacts-.lock'])
      assert(!isTemporaryName(name), name);
  });
});

describe('the queue of writers', () => {
  it('runs one after the other for a key, whatever fails, and others beside it', async () => {
    const queue = new KeyedQueue();
    const log: string[] = [];
    const task =
      (name: string, fails = false) =>
      async () => {
        log.push(`${name} begins`);
        await new Promise(setImmediate);
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const outcomes = await Promise.allSettled([queue.run('k', task('a', true)), queue.run('k', task('b')), queue.run('other', task('c'))]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(
      log.filter((line) => !line.startsWith('c')),
      ['a begins', 'a ends', 'b begins', 'b ends'],
    );
    assert(log.indexOf('c begins') < log.indexOf('a ends'));
  });
});

describe('what killed writers left', () => {
  it('goes when it is old and has exactly our name, once for a folder', async () => {
    const old = [
      '.agent-artifacts-00.tmp',
      '.agent-artifacts-01.claim',
      '.agent-artifacts-02.lock',
      '.agent-artifacts-0.tmp.txt',
      '.other-00.tmp',
      'agent-artifacts-00.tmp',
      '1.tmp',
    ];
    const folder = await temporaryFolder({
      ...Object.fromEntries(old.map((name) => [name, ''])),
      '.agent-artifacts-ff.tmp': 'being written',
    });
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of old) await utimes(path.join(folder, name), longAgo, longAgo);
    const sweep = new LeftoverSweep(fs);
    await sweep.sweep(folder);
    assert.deepEqual((await readdir(folder)).sort(), ['.agent-artifacts-ff.tmp', ...old.slice(2)].sort());
    await writeFile(path.join(folder, '.agent-artifacts-00.tmp'), '');
    await utimes(path.join(folder, '.agent-artifacts-00.tmp'), longAgo, longAgo);
    await sweep.sweep(folder);
    assert((await readdir(folder)).includes('.agent-artifacts-00.tmp'));
    await new LeftoverSweep(fs).sweep(path.join(folder, 'none'));
  });
});
