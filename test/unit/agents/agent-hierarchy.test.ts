import assert from 'node:assert/strict';
import { buildAgentHierarchy } from '../../../src/core/agents/agents.ts';

/** Agents by `id<parent`; a parent may be dead (only in `dead`) or nowhere. */
function hierarchyOf(living: readonly string[], dead: readonly string[] = []) {
  const split = (text: string): readonly [string, string | undefined] => text.split('<') as [string, string | undefined];
  const agents = living.map((text) => ({ id: split(text)[0], workspaceId: null }));
  const parents = new Map([...living, ...dead].map(split).flatMap(([id, parent]) => (parent === undefined ? [] : [[id, parent] as const])));
  const hierarchy = buildAgentHierarchy(agents, parents);
  const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
  return { belowRoot: ids(hierarchy.belowRoot), orphans: ids(hierarchy.orphans), below: (id: string) => ids(hierarchy.childrenOf(id)) };
}

describe('the hierarchy of agents', () => {
  it('stands below root, each agent below the one that made it, in the order of the file', () => {
    const { belowRoot, orphans, below } = hierarchyOf(['b<a', 'a<root', 'd<b', 'c<root', 'e<b']);
    assert.deepEqual([belowRoot, orphans, below('a'), below('b'), below('c')], [['a', 'c'], [], ['b'], ['d', 'e'], []]);
  });

  it('puts what a dead agent made below the next living one, or root', () => {
    const { belowRoot, below } = hierarchyOf(['a<root', 'b<x', 'c<z'], ['x<y', 'y<a', 'z<root']);
    assert.deepEqual([belowRoot, below('a')], [['a', 'c'], ['b']]);
  });

  it('lists agents whose parents lead nowhere for themselves, with those below them', () => {
    const { belowRoot, orphans, below } = hierarchyOf(['a', 'b<nobody', 'c<b', 'd<x'], ['x<y', 'y<x']);
    assert.deepEqual([belowRoot, orphans, below('b')], [[], ['a', 'b', 'd'], ['c']]);
  });

  it('opens circles, so that no agent is lost', () => {
    assert.deepEqual(hierarchyOf(['self<self']).orphans, ['self']);
    const { orphans, below } = hierarchyOf(['x<y', 'y<z', 'z<x', 'tail<y']);
    assert.deepEqual([orphans, below('x'), below('y'), below('z')], [['x'], ['z'], ['tail'], ['y']]);
  });

  it('lets an agent of the file that is called root stand at the top', () => {
    const { belowRoot, orphans, below } = hierarchyOf(['root', 'a<root']);
    assert.deepEqual([belowRoot, orphans, below('root')], [[], ['root'], ['a']]);
  });
});
