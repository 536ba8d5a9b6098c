import { editItems } from '../json/edit.ts';
import { detectLayout } from '../json/layout.ts';
import { memberOf, membersOf, nodeAt } from '../json/node.ts';
import type { Mend, MendPlace } from './mend-parts.ts';
import type { ProblemCode } from './problems.ts';

/** Problems of a value that counts for nothing as it is: nothing changes when it goes. */
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

/** Takes out what has no effect; for a person to choose, since what was meant is lost with it. */
export function mendByRemoval({ text, root, problem: { code, path } }: MendPlace): Mend[] {
  const last = path.at(-1);
  const container = WITHOUT_EFFECT.has(code) && last !== undefined ? nodeAt(root, path.slice(0, -1)) : undefined;
  if (container === undefined || last === undefined) return [];
  const member = typeof last === 'string' ? memberOf(container, last) : undefined;
  const index = typeof last === 'number' ? last : membersOf(container).findIndex(({ property }) => property === member?.property);
  const edits = (): ReturnType<Mend['edits']> => editItems(text, container, { remove: [index] }, detectLayout(text));
  return [
    typeof last === 'number'
      ? { kind: 'remove_entry', params: {}, isPreferred: false, edits }
      : { kind: 'remove', params: { name: last }, isPreferred: false, edits },
  ];
}
