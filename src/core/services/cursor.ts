import { createScanner, getLocation, parseTree, type Node } from 'jsonc-parser';
import type { CapabilityList } from './capability.ts';
import { nodeAt, rangeOf, type TextRange } from './json-node.ts';

/** What belongs at a place of a text that may be half written. */
export type CursorPlace =
  | { readonly kind: 'capability'; readonly list: CapabilityList; readonly present: readonly string[]; readonly range: TextRange }
  | { readonly kind: 'api'; readonly range: TextRange }
  | { readonly kind: 'service'; readonly range: TextRange; readonly commaBefore: boolean; readonly commaAfter: boolean };

/** Token kinds of jsonc-parser's scanner (its `SyntaxKind` is a const enum that separate compilation cannot read). */
const Token = { lineComment: 12, blockComment: 13, end: 17 };

/** What can be completed at an offset; `range` is what a completion replaces, quotes included. */
export function placeAt(text: string, offset: number): CursorPlace | undefined {
  if (isInComment(text, offset)) return undefined;
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  if (isAtPropertyKey || path[0] !== 'services' || typeof path[1] !== 'number') return undefined;
  const word = previousNode?.type === 'string' && offset > previousNode.offset && offset <= previousNode.offset + previousNode.length ? previousNode : undefined;
  const range = word ? rangeOf(word) : { offset, length: 0 };
  if (path.length === 2 && !word) {
    const [before, after] = [text.slice(0, offset).trimEnd().at(-1), text.slice(offset).trimStart()[0]];
    return before === '[' || before === ',' || before === '}' || before === '/' ? { kind: 'service', range, commaBefore: before === '}', commaAfter: after === '{' } : undefined;
  }
  if (path.length === 3 && path[2] === 'api') return { kind: 'api', range };
  const list = path[3];
  if (path.length !== 5 || path[2] !== 'capabilities' || (list !== 'input' && list !== 'output')) return undefined;
  const items = nodeAt(parseTree(text) ?? EMPTY, path.slice(0, 4))?.children ?? [];
  const others = items.filter((item) => item.offset !== word?.offset);
  return { kind: 'capability', list, present: others.map((item) => String(item.value)), range };
}

/** A capability in a list of a service. */
export interface CapabilityAt {
  readonly index: number;
  readonly list: CapabilityList;
  readonly capability: string;
  readonly range: TextRange;
}

/** The capability an offset is in. */
export function capabilityAt(root: Node, text: string, offset: number): CapabilityAt | undefined {
  const { path } = getLocation(text, offset);
  const [services, index, capabilities, list] = path;
  if (path.length !== 5 || services !== 'services' || capabilities !== 'capabilities' || (list !== 'input' && list !== 'output')) return undefined;
  const node = nodeAt(root, path);
  if (node?.type !== 'string' || offset < node.offset || offset > node.offset + node.length) return undefined;
  return { index: Number(index), list, capability: String(node.value), range: rangeOf(node) };
}

const EMPTY: Node = { type: 'null', offset: 0, length: 0 };

function isInComment(text: string, offset: number): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const isNear = text.slice(lineStart, offset).includes('//') || text.lastIndexOf('/*', offset - 1) !== -1;
  if (!isNear) return false;
  const scanner = createScanner(text);
  for (let token: number = scanner.scan(); token !== Token.end; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (start >= offset) return false;
    const end = start + scanner.getTokenLength();
    const isComment = token === Token.lineComment || token === Token.blockComment;
    if (isComment && (offset < end || (token === Token.lineComment && offset === end))) return true;
  }
  return false;
}
