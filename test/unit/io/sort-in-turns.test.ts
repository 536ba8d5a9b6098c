import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sortInTurns } from '../../../src/core/io/sort-in-turns.ts';

describe('sorting in turns', () => {
  it('sorts as toSorted does, equals in the order they came in', async () => {
    const items = fc.array(fc.record({ key: fc.nat(50), at: fc.nat() }), { maxLength: 2000, size: 'max' });
    const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
    await fc.assert(fc.asyncProperty(items, async (list) => assert.deepEqual(await sortInTurns(list, byKey), list.toSorted(byKey))), { numRuns: 50 });
  });

  it('lets others have their turn between some thousand comparisons', async () => {
    const items = Array.from({ length: 3000 }, (_, at) => (at * 7919) % 3000);
    let [comparisons, before, most, turns] = [0, 0, 0, 0];
    const look = (): void => {
      most = Math.max(most, comparisons - before);
      before = comparisons;
      turns++;
      waiting = setTimeout(look, 0);
    };
    // In line with the pauses of the sorting, so that it looks once in every one of them.
    let waiting = setTimeout(look, 0);
    const now = Date.now;
    let time = now();
    // However fast the machine is: every look at the clock finds that the turn is over.
    Date.now = () => (time += 1000);
    try {
      await sortInTurns(items, (a, b) => (comparisons++, a - b));
    } finally {
      Date.now = now;
      clearTimeout(waiting);
    }
    assert(turns > 40 && most > 0 && most < 2500, `${turns} turns, at most ${most} comparisons in one`);
  });
});
