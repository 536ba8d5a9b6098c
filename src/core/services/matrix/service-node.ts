import { parseTree, type Node } from 'jsonc-parser';
import type { TextRange } from '../json-node.ts';

/**
 * The tree of one element of `services`, with offsets in the whole text. Of a text that is known to be valid: the rest of
 * it is not parsed again, so that one service among 10,000 costs what it costs alone.
 */
export function serviceNodeAt(text: string, { offset, length }: TextRange): Node | undefined {
  const node = parseTree(text.slice(offset, offset + length), [], { allowTrailingComma: true, disallowComments: false });
  return node && moved(node, offset);
}

function moved(node: Node, by: number): Node {
  const { children, ...rest } = node;
  const there = { ...rest, offset: node.offset + by };
  return children ? { ...there, children: children.map((child) => moved(child, by)) } : there;
}
