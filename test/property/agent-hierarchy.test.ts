import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildAgentHierarchy } from '../../src/core/agents/agents.ts';
import { runs } from '../support/effort.ts';

const name = fc.constantFrom('root', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'nobody');
const entry = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'root'),
  parent: fc.option(name, { nil: undefined }),
  isAlive: fc.boolean(),
});

describe('the hierarchy of any organisation', () => {
  it('has every living agent exactly once, whoever its parents are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ id }) => id }), (entries) => {
        const agents = entries.filter(({ isAlive }) => isAlive).map(({ id }) => ({ id, workspaceId: null }));
        const parents = new Map(entries.flatMap(({ id, parent }) => (parent === undefined ? [] : [[id, parent] as const])));
        const hierarchy = buildAgentHierarchy(agents, parents);
        const seen: string[] = [];
        const walk = (list: readonly { id: string }[]): void => {
          for (const { id } of list) {
            seen.push(id);
            assert.ok(seen.length <= agents.length, 'an agent stands in two places');
            walk(hierarchy.childrenOf(id));
          }
        };
        walk([...hierarchy.belowRoot, ...hierarchy.orphans]);
        assert.deepEqual(seen.sort(), agents.map(({ id }) => id).sort());
      }),
      { numRuns: runs(2000) },
    );
  });
});
