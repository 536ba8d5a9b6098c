import { parseTree, type Node } from 'jsonc-parser';
import type { ModelCapabilities } from './capability.ts';
import { changeCapabilities, changeField, type TextEdit } from './edits.ts';
import type { TextRange } from './json-node.ts';
import { detectLayout, indentAt } from './layout.ts';

/**
 * The edits that give a service exactly these capabilities: `changeCapabilities`. Only the text of the service is looked at,
 * so that one among 10,000 costs what it costs alone.
 *
 * @param service where it is in the text, which must be valid
 */
export function setCapabilitiesAt(text: string, service: TextRange, wanted: ModelCapabilities): readonly TextEdit[] {
  return editsWithin(text, service, (part, node) => changeCapabilities(part, node, wanted, detectLayout(text)));
}

/** The edits that give a service a field of plain text, the same way: `changeField`. */
export function setFieldAt(text: string, service: TextRange, name: string, value: string): readonly TextEdit[] {
  return editsWithin(text, service, (part, node) => changeField(part, node, name, value, detectLayout(text)));
}

/**
 * Edits within one service, computed on its text alone.
 *
 * @param service where it is in the text, which must be valid
 * @param compute is given the text of the service behind the indentation of its first line, which what is inserted follows,
 * and its tree in there
 */
export function editsWithin(
  text: string,
  { offset, length }: TextRange,
  compute: (part: string, service: Node) => readonly TextEdit[],
): readonly TextEdit[] {
  const own = text.slice(offset, offset + length);
  // on one line there is none to follow, and the line may be the whole file
  const indent = /[\n\r]/.test(own) ? indentAt(text, offset) : '';
  const part = indent + own;
  const service = parseTree(part, [], { allowTrailingComma: true });
  if (service?.type !== 'object') return [];
  const shift = offset - indent.length;
  return compute(part, service).map((edit) => ({ ...edit, offset: edit.offset + shift }));
}
