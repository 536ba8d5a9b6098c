import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lastMembers } from '../../src/core/io/json-scan.ts';
import { runs } from '../support/effort.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '{', '}', '[', ']', 'a') }));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}));
const members = fc.uniqueArray(fc.tuple(text, value), { selector: ([name]) => name, maxLength: 5 });

describe('the last members of an object, for any part of its text', () => {
  it('are those that stand in it whole', () => {
    fc.assert(
      fc.property(members, fc.nat(), fc.constantFrom('', ' ', '\n'), (all, cut, space) => {
        const written = all.map(([name, each]) => `${space}${JSON.stringify(name)}:${space}${JSON.stringify(each)}`);
        const json = `{${written.join(',')}}${space}`;
        const start = cut % (json.length + 1);
        const places = written.map((_, index) => 1 + written.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0));
        // A member counts with the comma, or the brace, before it.
        const whole = all.filter((_, index) => start < (places[index] as number));
        assert.deepEqual(
          lastMembers(json.slice(start)),
          JSON.parse(`{${whole.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join(',')}}`),
        );
      }),
      { numRuns: runs(5000) },
    );
  });

  it('are none in what is not the end of an object', () => {
    for (const json of ['', '[]', '[1,2]', '"a"', '{"a":1} b', '{"a":1', '{"a":1,}', '}', ']', '"}'])
      assert.deepEqual(lastMembers(json), {}, json);
  });
});
