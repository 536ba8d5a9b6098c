import { parseTree, type Node } from 'jsonc-parser';

/** A range in a text, in UTF-16 code units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export function rangeOf(node: Node): TextRange {
  return { offset: node.offset, length: node.length };
}

export function jsonTypeOf(node: Node): JsonType {
  return node.type === 'property' ? 'object' : node.type;
}

export interface Member {
  readonly name: string;
  /** The whole `"name": value`. */
  readonly property: Node;
  readonly key: Node;
  readonly value: Node;
}

/** The members of an object in text order, including repeated names; empty for other values. */
export function membersOf(node: Node): Member[] {
  const members: Member[] = [];
  if (node.type !== 'object') return members;
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key && value) members.push({ name: String(key.value), property, key, value });
  }
  return members;
}

/** The member with a name; the last one if repeated, as in `JSON.parse`. */
export function memberOf(node: Node, name: string): Member | undefined {
  if (node.type !== 'object') return undefined;
  const property = node.children?.findLast(({ children }) => children?.length === 2 && children[0]?.value === name);
  const [key, value] = property?.children ?? [];
  return property && key && value ? { name, property, key, value } : undefined;
}

export function nodeAt(node: Node, path: readonly (string | number)[]): Node | undefined {
  let current: Node | undefined = node;
  for (const step of path) {
    if (current === undefined) return undefined;
    if (typeof step === 'string') current = memberOf(current, step)?.value;
    else current = current.type === 'array' ? current.children?.[step] : undefined;
  }
  return current;
}

/** The JavaScript value of a node. `__proto__` is an ordinary name, as in `JSON.parse`. */
export function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value as unknown;
  const result: Record<string, unknown> = {};
  for (const { children } of node.children ?? []) {
    const [key, child] = children ?? [];
    if (!key || !child) continue;
    const [name, value] = [String(key.value), valueOf(child)];
    if (name === '__proto__') Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
    else result[name] = value;
  }
  return result;
}

/** Parses one value of a valid text; offsets refer to the whole text. */
export function parseAt(text: string, { offset, length }: TextRange): Node | undefined {
  const node = parseTree(text.slice(offset, offset + length), [], { allowTrailingComma: true, disallowComments: false });
  return node && moved(node, offset);
}

function moved(node: Node, by: number): Node {
  const { children, ...rest } = node;
  const there = { ...rest, offset: node.offset + by };
  return children ? { ...there, children: children.map((child) => moved(child, by)) } : there;
}

export function isMultiLine(text: string, { offset, length }: TextRange): boolean {
  return /[\n\r]/.test(text.slice(offset, offset + length));
}

/** Lines and columns of offsets, as an editor counts them, in a text that is not open in one. */
export class LinePositions {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    // an editor does not show the byte order mark: it takes no column
    this.#starts = [text.startsWith('\ufeff') ? 1 : 0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
    this.#length = text.length;
  }

  /** Line and column, 0-based, in UTF-16 code units. Offsets outside the text count as its nearest end. */
  at(offset: number): [line: number, column: number] {
    const inside = Math.min(Math.max(offset, this.#starts[0] ?? 0), this.#length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return [low, inside - (this.#starts[low] ?? 0)];
  }
}
