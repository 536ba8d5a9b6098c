import type { Node } from 'jsonc-parser';
import { nodeAt } from '../json/node.ts';
import { mendCapability } from './mend-capabilities.ts';
import { mendFile } from './mend-file.ts';
import type { Mend } from './mend-parts.ts';
import { mendByRemoval } from './mend-removal.ts';
import type { ServiceProblem } from './problems.ts';

/** The mends of a problem in its text; where nothing better is known and it has no effect, to take it out. */
export function mendsOf(text: string, root: Node, problem: ServiceProblem): readonly Mend[] {
  const place = { text, root, problem, node: nodeAt(root, problem.path) };
  const mends = [...mendFile(place), ...mendCapability(place)];
  return mends.length > 0 ? mends : mendByRemoval(place);
}
