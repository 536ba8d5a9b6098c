import { nodeAt, rangeOf, type TextRange } from '../json/node.ts';
import { parseText } from './parse.ts';

/**
 * Where a role or an agent stands in the text of an `org.json`: its value of `id`. Of several with the same id
 * the last counts, as for the registry. Undefined when it is not there or the text is not JSON.
 */
export function placeInOrganisation(text: string, list: 'roles' | 'agents', id: string): TextRange | undefined {
  const { root } = parseText(text);
  const entries = (root && nodeAt(root, [list])?.children) ?? [];
  const entry = entries.findLast((candidate) => nodeAt(candidate, ['id'])?.value === id);
  const place = entry && nodeAt(entry, ['id']);
  return place && rangeOf(place);
}
