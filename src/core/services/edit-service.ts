import { parseTree, type Node } from 'jsonc-parser';
import type { ModelCapabilities } from './capability.ts';
import { changeCapabilities, type TextEdit } from './edits.ts';
import { nodeAt, type TextRange } from './json-node.ts';
import { detectLayout, indentAt } from './layout.ts';

/**
 * The edits that give services other capabilities, each as `setCapabilities` would. Only the text of each service is
 * looked at, so that many of them in a large file take no longer than the file is long.
 *
 * @param root the tree of the text
 * @param wanted by the position in `services`; positions without an object are passed over
 */
export function* setCapabilitiesOf(text: string, root: Node, wanted: ReadonlyMap<number, ModelCapabilities>): Generator<void, readonly TextEdit[]> {
  const layout = detectLayout(text);
  const edits: TextEdit[] = [];
  for (const [index, capabilities] of [...wanted].sort(([a], [b]) => a - b)) {
    const service = nodeAt(root, ['services', index]);
    if (service?.type === 'object') edits.push(...editsWithin(text, service, (part, node) => changeCapabilities(part, node, capabilities, layout)));
    yield;
  }
  return edits;
}

/**
 * Edits within one service, computed on its text alone.
 *
 * @param service where it is in the text, which must be valid
 * @param compute is given the text of the service behind the indentation of its first line, which what is inserted follows,
 * and its tree in there
 */
export function editsWithin(text: string, { offset, length }: TextRange, compute: (part: string, service: Node) => readonly TextEdit[]): readonly TextEdit[] {
  const own = text.slice(offset, offset + length);
  // on one line there is none to follow, and the line may be the whole file
  const indent = /[\n\r]/.test(own) ? indentAt(text, offset) : '';
  const part = indent + own;
  const service = parseTree(part, [], { allowTrailingComma: true });
  if (service?.type !== 'object') return [];
  const shift = offset - indent.length;
  return compute(part, service).map((edit) => ({ ...edit, offset: edit.offset + shift }));
}
