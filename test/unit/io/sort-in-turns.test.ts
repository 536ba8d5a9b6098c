import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sortInTurns, sortSteps } from '../../../src/core/io/sort-in-turns.ts';

describe('sorting in turns', () => {
  it('sorts as toSorted does, equals in the order they came in', async () => {
    const items = fc.array(fc.record({ key: fc.nat(50), at: fc.nat() }), { maxLength: 2000, size: 'max' });
    const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
    await fc.assert(
      fc.asyncProperty(items, async (list) => assert.deepEqual(await sortInTurns(list, byKey), list.toSorted(byKey))),
      { numRuns: 50 },
    );
  });

  it('gives way after some thousand comparisons', () => {
    const items = Array.from({ length: 3000 }, (_, at) => (at * 7919) % 3000);
    let comparisons = 0;
    const steps = sortSteps(items, (a, b) => (comparisons++, a - b));
    const each: number[] = [];
    for (let before = 0; !steps.next().done; before = comparisons) each.push(comparisons - before);
    assert.ok(comparisons > 25_000 && each.length > 40, `${comparisons} comparisons in ${each.length} steps`);
    assert.ok(Math.max(...each) < 2500, `${Math.max(...each)} in one`);
  });
});
