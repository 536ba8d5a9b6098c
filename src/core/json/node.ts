import { parseTree, type Node } from 'jsonc-parser';

/** A stretch of a text: UTF-16 code units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** What a JSON value is, in the words of JSON. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export function rangeOf(node: Node): TextRange {
  return { offset: node.offset, length: node.length };
}

export function jsonTypeOf(node: Node): JsonType {
  return node.type === 'property' ? 'object' : node.type;
}

/** A member of an object. */
export interface Member {
  readonly name: string;
  /** The whole `"name": value`. */
  readonly property: Node;
  readonly key: Node;
  readonly value: Node;
}

/** The members of an object in the order of the text, repeated names included; none for other values. */
export function membersOf(node: Node): Member[] {
  const members: Member[] = [];
  if (node.type !== 'object') return members;
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key && value) members.push({ name: String(key.value), property, key, value });
  }
  return members;
}

/** The member that counts: of repeated names the last one, as in `JSON.parse`. */
export function memberOf(node: Node, name: string): Member | undefined {
  if (node.type !== 'object') return undefined;
  const property = node.children?.findLast(({ children }) => children?.length === 2 && children[0]?.value === name);
  const [key, value] = property?.children ?? [];
  return property && key && value ? { name, property, key, value } : undefined;
}

/** The node at a path of names and indices. */
export function nodeAt(node: Node, path: readonly (string | number)[]): Node | undefined {
  let current: Node | undefined = node;
  for (const step of path) {
    if (current === undefined) return undefined;
    if (typeof step === 'string') current = memberOf(current, step)?.value;
    else current = current.type === 'array' ? current.children?.[step] : undefined;
  }
  return current;
}

/** The JavaScript value of a node. `__proto__` is an ordinary name here, as in `JSON.parse`. */
export function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value as unknown;
  const result: Record<string, unknown> = {};
  for (const { name, value } of membersOf(node)) {
    if (name === '__proto__')
      Object.defineProperty(result, name, { value: valueOf(value), enumerable: true, configurable: true, writable: true });
    else result[name] = valueOf(value);
  }
  return result;
}

/**
 * The tree of one value, with offsets in the whole text, which is known to be valid: the rest of it is not parsed again.
 */
export function parseAt(text: string, { offset, length }: TextRange): Node | undefined {
  const node = parseTree(text.slice(offset, offset + length), [], { allowTrailingComma: true, disallowComments: false });
  return node && moved(node, offset);
}

function moved(node: Node, by: number): Node {
  const { children, ...rest } = node;
  const there = { ...rest, offset: node.offset + by };
  return children ? { ...there, children: children.map((child) => moved(child, by)) } : there;
}

/** Whether a value takes more than one line. */
export function isMultiLine(text: string, { offset, length }: TextRange): boolean {
  return /[\n\r]/.test(text.slice(offset, offset + length));
}
