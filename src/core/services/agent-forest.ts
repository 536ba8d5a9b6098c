import type { Agent } from './agents.ts';
import { ROOT_AGENT } from './organisation.ts';

/** The living agents by who stands above whom; every one of them stands in it once, in the order of the file. */
export interface AgentForest {
  /** Those directly below `root`, when that is no agent of the file itself. */
  readonly belowRoot: readonly Agent[];
  /** The others without an agent above them: they name no parent, one that is not there, or stand in a circle. */
  readonly astray: readonly Agent[];
  childrenOf(agentId: string): readonly Agent[];
}

/**
 * Orders agents by their nearest living ancestor: what a dead agent created stands below the one above that.
 * A circle is opened at one of its agents.
 *
 * @param parents of every agent, the dead ones too
 */
export function plantForest(agents: readonly Agent[], parents: ReadonlyMap<string, string>): AgentForest {
  const living = new Set(agents.map(({ id }) => id));
  const above = superiors(agents, living, parents);
  for (const id of opened(agents, above)) above.set(id, null);
  const belowRoot: Agent[] = [];
  const astray: Agent[] = [];
  const children = new Map<string, Agent[]>();
  for (const agent of agents) {
    const superior = above.get(agent.id) ?? null;
    if (superior === null) astray.push(agent);
    else if (!living.has(superior)) belowRoot.push(agent);
    else if (!children.get(superior)?.push(agent)) children.set(superior, [agent]);
  }
  return { belowRoot, astray, childrenOf: (agentId) => children.get(agentId) ?? [] };
}

/** The nearest living ancestor of each agent, or `root`; null when the parents lead nowhere. */
function superiors(
  agents: readonly Agent[],
  living: ReadonlySet<string>,
  parents: ReadonlyMap<string, string>,
): Map<string, string | null> {
  /** What the dead lead to; null while that is being found out, which ends a circle of them. */
  const beyond = new Map<string, string | null>();
  const find = (id: string): string | null => {
    const way: string[] = [];
    let found: string | null = null;
    for (let parent = parents.get(id); parent !== undefined; parent = parents.get(parent)) {
      const known = living.has(parent) || parent === ROOT_AGENT ? parent : beyond.get(parent);
      if (known !== undefined) {
        found = known;
        break;
      }
      beyond.set(parent, null);
      way.push(parent);
    }
    for (const passed of way) beyond.set(passed, found);
    return found;
  };
  return new Map(agents.map(({ id }) => [id, find(id)]));
}

/** One agent of each circle. */
function opened(agents: readonly Agent[], above: ReadonlyMap<string, string | null>): string[] {
  const circles: string[] = [];
  /** By the number of the walk that passed first. */
  const passed = new Map<string, number>();
  for (const [walk, { id }] of agents.entries()) {
    let current: string | null | undefined = id;
    while (typeof current === 'string' && !passed.has(current)) {
      passed.set(current, walk);
      current = above.get(current);
    }
    if (typeof current === 'string' && passed.get(current) === walk) circles.push(current);
  }
  return circles;
}
