import type { CapabilityList, CapabilityType } from '../capability.ts';
import { insertItem, removeItem, type TextEdit } from '../container-edit.ts';
import { diff, insertCapabilities, replaceCapabilities } from '../edits.ts';
import { memberOf, type TextRange } from '../json-node.ts';
import { detectLayout, formatList } from '../layout.ts';
import { serviceNodeAt } from './service-node.ts';
import { wordsOf } from './written-capabilities.ts';

/** One cell of the matrix: a capability on one side of a model. */
export interface CapabilityCell {
  readonly list: CapabilityList;
  readonly type: CapabilityType;
}

/**
 * The edit, one at most, that makes a service declare a capability or not. It means what `setCapabilities` means and
 * touches less: only the list of the cell, and in it only this capability; what else is wrong with it stays for the person
 * to see. A service without the list, or without `capabilities`, gets it with what it stood for.
 *
 * @param service where the service is in the text, which must be valid
 */
export function setCapability(text: string, service: TextRange, { list, type }: CapabilityCell, declared: boolean): readonly TextEdit[] {
  const node = serviceNodeAt(text, service);
  if (node?.type !== 'object') return [];
  const capabilities = memberOf(node, 'capabilities')?.value;
  const written = wordsOf(capabilities, list);
  if (written.includes(type) === declared) return [];
  const wanted = declared ? [...written, type] : written.filter((word) => word !== type);
  const layout = detectLayout(text);
  if (capabilities?.type !== 'object') {
    const both = { input: wordsOf(undefined, 'input'), output: wordsOf(undefined, 'output'), [list]: wanted };
    return capabilities === undefined ? insertCapabilities(text, node, both, layout) : replaceCapabilities(text, node, capabilities, both, layout);
  }
  const value = memberOf(capabilities, list)?.value;
  if (value === undefined) return diff(text, insertItem(text, capabilities.offset, `"${list}": ${formatList(wanted)}`, layout));
  if (value.type !== 'array') return [{ offset: value.offset, length: value.length, newText: formatList(wanted) }];
  if (declared) return diff(text, insertItem(text, value.offset, JSON.stringify(type), layout));
  const items = value.children ?? [];
  return diff(text, items.reduceRight((result, item, index) => (item.value === type ? removeItem(result, value.offset, index) : result), text));
}
