import type { Node } from 'jsonc-parser';
import { editItems } from '../json/edit.ts';
import { detectLayout } from '../json/layout.ts';
import { memberOf, membersOf, nodeAt } from '../json/node.ts';
import { fixCapability } from './fix-capabilities.ts';
import { fixFile } from './fix-file.ts';
import type { Fix, FixPlace } from './fix.ts';
import type { ProblemCode, ServiceProblem } from './problems.ts';

/** The fixes of a problem; for an ineffective value without a better fix, its removal. */
export function fixesOf(text: string, root: Node, problem: ServiceProblem): readonly Fix[] {
  const place = { text, root, problem, node: nodeAt(root, problem.path) };
  const fixes = [...fixFile(place), ...fixCapability(place)];
  return fixes.length > 0 ? fixes : fixByRemoval(place);
}

/** Problems of values that are ignored, so removing them changes nothing. */
const WITHOUT_EFFECT: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'unknown_property',
  'service_not_object',
  'wrong_type',
  'name_empty',
  'max_tokens_invalid',
  'api_unknown',
  'capabilities_not_object',
  'capability_list_not_array',
  'capability_not_string',
  'capabilities_unknown_key',
]);

/** Removes an ineffective value. Not preferred, since its intent is lost. */
function fixByRemoval({ text, root, problem: { code, path } }: FixPlace): Fix[] {
  const last = path.at(-1);
  const container = WITHOUT_EFFECT.has(code) && last !== undefined ? nodeAt(root, path.slice(0, -1)) : undefined;
  if (container === undefined || last === undefined) return [];
  const member = typeof last === 'string' ? memberOf(container, last) : undefined;
  const index = typeof last === 'number' ? last : membersOf(container).findIndex(({ property }) => property === member?.property);
  const edits = (): ReturnType<Fix['edits']> => editItems(text, container, { remove: [index] }, detectLayout(text));
  return [
    typeof last === 'number'
      ? { kind: 'remove_entry', params: {}, isPreferred: false, edits }
      : { kind: 'remove', params: { name: last }, isPreferred: false, edits },
  ];
}
