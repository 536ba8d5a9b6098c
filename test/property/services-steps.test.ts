import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Node } from 'jsonc-parser';
import { runAtOnce } from '../../src/core/io/steps.ts';
import { STANDARD_CAPABILITIES } from '../../src/core/services/capability.ts';
import { parseSteps } from '../../src/core/services/parse-steps.ts';
import { parseText } from '../../src/core/services/parse.ts';

const RUNS = { numRuns: 1000 };

/** What a tree says and where, without its links upwards. */
function plain({ type, value, offset, length, colonOffset, children }: Node): unknown {
  return { type, value: value as unknown, offset, length, colonOffset, children: children?.map(plain) };
}

const parts = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"services"',
  '"id"',
  '"a',
  '"',
  '1',
  'null',
  ' ',
  '\n',
  '\r\n',
  '// x\n',
  '/* y */',
  '/*',
  '\ufeff',
  '\\',
  '{"services": [',
  '{"id": "a", "capabilities": {"input": ["text"]}}',
  ']}',
];
const soup = fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((words) => words.join(''));
const capability = fc.constantFrom(...STANDARD_CAPABILITIES.map(({ type }) => type), 'smell');
const list = fc.uniqueArray(capability, { maxLength: 4 });
const service = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c'),
    name: fc.string({ maxLength: 5 }),
    capabilityTags: fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 }),
    capabilities: fc.oneof(fc.record({ input: list, output: list }, { requiredKeys: [] }), fc.constant(7)),
  },
  { requiredKeys: ['id'] },
);
const config = fc
  .tuple(fc.array(service, { maxLength: 5 }), fc.constantFrom(undefined, 2, '\t'), fc.boolean(), fc.boolean())
  .map(([services, indent, windows, mark]) => {
    const text = JSON.stringify({ other: [[1], { x: [] }], services, last: {} }, undefined, indent).replaceAll('"id":', '/* c */ "id":');
    return (mark ? '\ufeff' : '') + (windows ? text.replaceAll('\n', '\r\n') : text);
  });

describe('llmservices.json in steps', () => {
  it('is taken apart as at once, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(soup, config), (text) => {
        const [inSteps, atOnce] = [runAtOnce(parseSteps(text, 0)), parseText(text)];
        assert.deepEqual(inSteps.root && plain(inSteps.root), atOnce.root && plain(atOnce.root));
        assert.equal(inSteps.problems.length > 0, atOnce.problems.length > 0);
      }),
      RUNS,
    );
  });
});
