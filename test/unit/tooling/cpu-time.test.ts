import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CpuTime, readProcesses } from '../../tooling/cpu-time.mjs';

type Row = readonly [id: number, parent: number, own: number, reaped?: number, begin?: string];

/** The processes of a system that is not there, in hundredths of a second. */
const system = (...rows: readonly Row[]): ReturnType<typeof readProcesses> =>
  new Map(rows.map(([id, parent, own, reaped = 0, begin = '']) => [id, { parent, own, reaped, begin }]));

function secondsOf(...looks: readonly (readonly Row[])[]): number | undefined {
  const cpu = new CpuTime(10);
  for (const rows of looks) cpu.look(system(...rows));
  return cpu.seconds;
}

describe('The processor time of a step', () => {
  it('is that of the process and all below it, and of no other', () => {
    assert.equal(
      secondsOf([
        [1, 0, 9000],
        [10, 1, 100],
        [11, 10, 200],
        [12, 11, 300, 50],
        [13, 1, 700],
      ]),
      6.5,
    );
  });

  it('counts a child once that has ended and was awaited', () => {
    assert.equal(
      secondsOf(
        [
          [10, 1, 100],
          [11, 10, 200, 40],
        ],
        [[10, 1, 110, 260]],
      ),
      3.7,
    );
  });

  it('keeps what a child had used whose parent ended first, and follows one that lives on', () => {
    const begin = [
      [10, 1, 100],
      [11, 10, 50],
      [12, 11, 400],
      [13, 11, 30],
    ] as const;
    // 11 was killed and awaited by 10; nobody of this tree awaited 12, and 13 belongs to the system now.
    assert.equal(
      secondsOf(begin, [
        [10, 1, 100, 50],
        [13, 1, 90],
      ]),
      6.4,
    );
    assert.equal(
      secondsOf(
        begin,
        [
          [10, 1, 100, 50],
          [13, 1, 90],
        ],
        [[10, 1, 100, 50]],
      ),
      6.4,
    );
  });

  it('does not take a later process for an earlier one of the same number', () => {
    assert.equal(
      secondsOf(
        [
          [10, 1, 100],
          [11, 10, 200, 0, 'a'],
        ],
        [
          [10, 1, 100, 200],
          [11, 1, 5000, 0, 'b'],
        ],
      ),
      3,
    );
  });

  it('is unknown of what was never seen', () => {
    assert.equal(secondsOf([[1, 0, 10]]), undefined);
  });

  it('is read from the system', async function () {
    if (process.platform !== 'linux') this.skip();
    const child = spawn(process.execPath, [
      '-e',
      'for (const end = Date.now() + 300; Date.now() < end; ); console.log(); setInterval(() => {}, 1000)',
    ]);
    await once(child.stdout, 'data');
    const cpu = new CpuTime(process.pid);
    cpu.look(readProcesses());
    const own = new CpuTime(child.pid ?? 0);
    own.look(readProcesses());
    child.kill();
    await once(child, 'exit');
    assert.ok((own.seconds ?? 0) > 0, `${own.seconds} s`);
    assert.ok((cpu.seconds ?? 0) > (own.seconds ?? 0), 'the parent has its own beside it');
  });
});
