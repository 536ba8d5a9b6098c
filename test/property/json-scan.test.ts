import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseTree } from 'jsonc-parser';
import { childrenOf, memberNamed } from '../../src/core/io/json-scan.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '{', '}', '[', ']', 'a', '\n') }));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
}));
const space = fc.constantFrom(undefined, 1, '\t', '\n \r\t');
const container = fc.oneof(fc.array(value, { maxLength: 5 }), fc.dictionary(text, value, { maxKeys: 5 }));

describe('the children of an object or a list, for any JSON', () => {
  it('lie where a parser finds them', () => {
    fc.assert(
      fc.property(container, space, fc.constantFrom('', '\n '), (json, indent, around) => {
        // White space before colons and commas is allowed too.
        const written =
          around +
          (indent === undefined ? JSON.stringify(json) : JSON.stringify(json, null, indent).replaceAll(/,$|(?<="):(?= )/gm, ' $&')) +
          around;
        const root = parseTree(written);
        assert.ok(root);
        const expected = (root.children ?? []).map((node) => {
          const [name, member] = node.type === 'property' ? (node.children ?? []) : [undefined, node];
          assert.ok(member);
          return {
            start: node.offset,
            nameEnd: node.offset + (name?.length ?? 0),
            value: member.offset,
            end: member.offset + member.length,
          };
        });
        assert.deepEqual(childrenOf(written, root.offset), expected);
      }),
      { numRuns: 3000 },
    );
  });

  it('are found by their names however these are written, of several the last', () => {
    const json = '{"a":1,"\\u0061":2,"\\\\a":3,"b":4,"b":{"a":5}}';
    const members = childrenOf(json, 0);
    const written = (name: string) => {
      const member = memberNamed(json, members, name);
      return member && json.slice(member.value, member.end);
    };
    assert.deepEqual(['a', '\\a', 'b', 'c'].map(written), ['2', '3', '{"a":5}', undefined]);
  });
});
