import { parseTree, type Node } from 'jsonc-parser';
import type { ModelCapabilities } from './capability.ts';
import { changeCapabilities, type TextEdit } from './edits.ts';
import { nodeAt } from './json-node.ts';
import { detectLayout, indentAt, type Layout } from './layout.ts';

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
    if (service?.type === 'object') edits.push(...editsOf(text, service, capabilities, layout));
    yield;
  }
  return edits;
}

function editsOf(text: string, { offset, length }: Node, capabilities: ModelCapabilities, layout: Layout): readonly TextEdit[] {
  // with the indentation of its first line, which what is inserted follows
  const indent = indentAt(text, offset);
  const part = indent + text.slice(offset, offset + length);
  const service = parseTree(part, [], { allowTrailingComma: true });
  if (service === undefined) return [];
  const shift = offset - indent.length;
  return changeCapabilities(part, service, capabilities, layout).map((edit) => ({ ...edit, offset: edit.offset + shift }));
}
