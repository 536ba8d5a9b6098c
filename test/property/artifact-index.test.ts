import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ArtifactIndex } from '../../src/core/store/artifact-index.ts';
import { runs } from '../support/effort.ts';

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 17, maxLength: 17 });
const uuid = fc.tuple(fc.integer({ min: Date.UTC(2014, 0), max: Date.UTC(2101, 0) }), hex).map(([time, rest]) => {
  const head = time.toString(16).padStart(12, '0');
  return `${head.slice(0, 8)}-${head.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(5, 17)}`;
});
const number = fc.oneof(fc.nat(40), fc.nat(), fc.bigInt({ min: 10n ** 13n, max: 10n ** 18n })).map(String);
const word = fc.string({ unit: fc.constantFrom(...'ab0-_'), minLength: 1, maxLength: 4 }).map((text) => `x${text}`);
const id = fc.oneof({ weight: 3, arbitrary: number }, uuid, word);
const fileName = fc.tuple(id, fc.constantFrom('.meta', '.png', '.txt', '')).map((parts) => parts.join(''));

/** The order of the specification, written as plainly as can be. */
function naiveOrder(ids: Iterable<string>): string[] {
  const timeOf = (value: string) => (/^[0-9a-f]{8}-/.test(value) ? Number.parseInt(value.slice(0, 8) + value.slice(9, 13), 16) : NaN);
  const isTimed = (value: string) => timeOf(value) >= Date.UTC(2015, 0) && timeOf(value) < Date.UTC(2100, 0);
  const isNumber = (value: string) => /^(0|[1-9][0-9]*)$/.test(value);
  const byName = (a: string, b: string) => (a < b ? -1 : 1);
  const all = [...ids];
  return [
    ...all.filter((value) => !isNumber(value) && !isTimed(value)).sort(byName),
    ...all.filter(isTimed).sort((a, b) => timeOf(a) - timeOf(b) || byName(a, b)),
    ...all.filter(isNumber).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)),
  ];
}

const idOf = (name: string): string => name.replace(/\.(meta|png|txt)$/, '');

describe('paging, for any folder', () => {
  it('is a slice of the sorted ids, in both directions, behind any cursor', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fileName, { maxLength: 60 }),
        fc.option(id, { nil: undefined }),
        fc.boolean(),
        fc.nat(20),
        (names, after, newestFirst, limit) => {
          const present = new Set(names.map(idOf));
          // The cursor need not be there: it takes its place in the order all the same.
          const order = naiveOrder(new Set([...present, ...(after === undefined ? [] : [after])]));
          if (newestFirst) order.reverse();
          const behind = order.slice(after === undefined ? 0 : order.indexOf(after) + 1).filter((value) => present.has(value));
          const index = ArtifactIndex.of(names);
          const page = index.page({ newestFirst, after, limit });
          assert.deepEqual(
            page.entries.map((entry) => entry.id),
            behind.slice(0, limit),
          );
          assert.equal(page.hasMore, behind.length > limit);
          assert.equal(index.total, present.size);
          for (const entry of page.entries) {
            assert.deepEqual(
              [...entry.files, ...(entry.hasSidecar ? [`${entry.id}.meta`] : [])].sort(),
              names.filter((name) => idOf(name) === entry.id).sort(),
            );
            assert.deepEqual(index.find(entry.id), entry);
          }
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  it('the largest number is the largest of all', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fileName, { maxLength: 40 }), (names) => {
        const numbers = names
          .map(idOf)
          .filter((value) => /^\d+$/.test(value))
          .map(BigInt);
        assert.equal(
          ArtifactIndex.of(names).largestNumber,
          numbers.reduce((most, value) => (value > most ? value : most), 0n),
        );
      }),
      { numRuns: runs(1000) },
    );
  });
});
