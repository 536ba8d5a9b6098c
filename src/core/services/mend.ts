import type { Node } from 'jsonc-parser';
import { nodeAt } from './json-node.ts';
import { mendCapability } from './mend-capabilities.ts';
import { mendFile } from './mend-file.ts';
import type { Mend } from './mend-parts.ts';
import type { ServiceProblem } from './problems.ts';

/** The mends of a problem in its text; none where there is no obvious one. */
export function mendsOf(text: string, root: Node, problem: ServiceProblem): readonly Mend[] {
  const place = { text, root, problem, node: nodeAt(root, problem.path) };
  return [...mendFile(place), ...mendCapability(place)];
}
