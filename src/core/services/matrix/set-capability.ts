import type { Node } from 'jsonc-parser';
import type { CapabilityList, CapabilityType } from '../capability.ts';
import { insertItem, removeItem, type TextEdit } from '../container-edit.ts';
import { editsWithin } from '../edit-service.ts';
import { applyEdits, diff, insertCapabilities, replaceCapabilities } from '../edits.ts';
import { memberOf, type TextRange } from '../json-node.ts';
import { detectLayout, formatList, type Layout } from '../layout.ts';
import { serviceNodeAt } from './service-node.ts';
import { wordsOf } from './written-capabilities.ts';

/** One cell of the matrix: a capability on one side of a model. */
export interface CapabilityCell {
  readonly list: CapabilityList;
  readonly type: CapabilityType;
}

/** What a cell is to say: declared, or not. */
export interface CellChange extends CapabilityCell {
  readonly isDeclared: boolean;
}

const LISTS: readonly CapabilityList[] = ['input', 'output'];

/** The edit, one at most, that makes a service declare a capability or not: `setCapabilityCells` for a single cell. */
export function setCapability(text: string, service: TextRange, cell: CapabilityCell, declared: boolean): readonly TextEdit[] {
  return setCapabilityCells(text, service, [{ ...cell, isDeclared: declared }]);
}

/**
 * The edits, one at most for each list, that make a service declare capabilities or not. They mean what `setCapabilitiesAt`
 * means and touch less: only the lists of the cells, and in them only these capabilities; what else is wrong with them stays
 * for the person to see. A service without a list, or without `capabilities`, gets it with what it stood for. Only the text
 * of the service is looked at.
 *
 * @param service where the service is in the text, which must be valid
 * @param changes made one after the other
 * @param layout of the text, where it is known
 */
export function setCapabilityCells(
  text: string,
  service: TextRange,
  changes: readonly CellChange[],
  layout: Layout = detectLayout(text),
): readonly TextEdit[] {
  return editsWithin(text, service, (part, node) => {
    const capabilities = memberOf(node, 'capabilities')?.value;
    const byList = LISTS.map((list) => changes.filter((change) => change.list === list));
    const after = (own: readonly CellChange[]): readonly TextEdit[] =>
      diff(
        part,
        own.reduce((text, change) => changeCell(text, node, part.length, change, layout), part),
      );
    // the lists are apart where one of them is there; else both come in one place
    if (capabilities?.type !== 'object' || !LISTS.some((list) => memberOf(capabilities, list))) return after(changes);
    return byList.flatMap(after).sort((a, b) => a.offset - b.offset);
  });
}

/**
 * The text after one change.
 *
 * @param first the tree of the service as it was before any change, and the length of the text then
 */
function changeCell(text: string, first: Node, length: number, { list, type, isDeclared }: CellChange, layout: Layout): string {
  const node = serviceNodeAt(text, { offset: first.offset, length: first.length + text.length - length });
  if (node?.type !== 'object') return text;
  const capabilities = memberOf(node, 'capabilities')?.value;
  const written = wordsOf(capabilities, list);
  if (written.includes(type) === isDeclared) return text;
  const wanted = isDeclared ? [...written, type] : written.filter((word) => word !== type);
  if (capabilities?.type !== 'object') {
    const both = { input: wordsOf(capabilities, 'input'), output: wordsOf(capabilities, 'output'), [list]: wanted };
    return applyEdits(
      text,
      capabilities === undefined
        ? insertCapabilities(text, node, both, layout)
        : replaceCapabilities(text, node, capabilities, both, layout),
    );
  }
  const value = memberOf(capabilities, list)?.value;
  if (value === undefined) return insertItem(text, capabilities.offset, `"${list}": ${formatList(wanted)}`, layout);
  if (value.type !== 'array') return applyEdits(text, [{ offset: value.offset, length: value.length, newText: formatList(wanted) }]);
  if (isDeclared) return insertItem(text, value.offset, JSON.stringify(type), layout);
  return (value.children ?? []).reduceRight(
    (result, item, index) => (item.value === type ? removeItem(result, value.offset, index) : result),
    text,
  );
}
