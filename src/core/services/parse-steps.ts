import { createScanner, parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { Steps } from '../io/steps.ts';
import { MAX_DEPTH, MAX_TEXT_LENGTH, parseText, syntaxProblems, withoutByteOrderMark, type ParsedText } from './parse.ts';
import { problem } from './problems.ts';

/** Texts up to this length are parsed at once: it takes a few milliseconds. UTF-16 code units. */
const AT_ONCE = 32 * 1024;
const TOKENS_A_STEP = 2000;
/** An element longer than this is looked at before its end is known: a bracket may be missing. UTF-16 code units. */
const LONGEST_ELEMENT = 64 * 1024;

/** Token kinds of jsonc-parser's scanner (its `SyntaxKind` is a const enum that separate compilation cannot read). */
const Token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 };
const OPTIONS = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: false };

/** An object in a list that is a member of the root: a service, normally. */
interface Element {
  readonly start: number;
  /** Just after it. */
  readonly end: number;
}

/**
 * The same as `parseText`, in steps: the objects in the lists of the root one by one, and what is around them. A text
 * that is not JSON may come with fewer of its errors.
 *
 * @param atOnce texts up to this length are parsed in one step
 */
export function* parseSteps(text: string, atOnce = AT_ONCE): Steps<ParsedText> {
  if (text.length <= atOnce || text.length > MAX_TEXT_LENGTH) return parseText(text);
  const plain = withoutByteOrderMark(text);
  const split = yield* findElements(plain);
  if (!Array.isArray(split)) return split.problems === undefined ? { problems: syntaxProblems(split.errors, text) } : { problems: split.problems };
  const errors: ParseError[] = [];
  const nodes: Node[] = [];
  for (const { start, end } of split) {
    const node = parsePart(plain.slice(start, end), start, errors);
    if (node) nodes.push(node);
    yield;
  }
  const root = parseFrame(plain, split, nodes, errors);
  if (errors.length > 0 || root === undefined) return { problems: syntaxProblems(errors.toSorted((a, b) => a.offset - b.offset), text) };
  return { root, problems: [] };
}

/** A node while it gets its place in the whole. */
type Movable = { -readonly [Key in keyof Node]: Node[Key] };

type Broken = { readonly errors: readonly ParseError[]; readonly problems?: undefined } | { readonly problems: ParsedText['problems'] };

function* findElements(text: string): Steps<Element[] | Broken> {
  const scanner = createScanner(text, true);
  const elements: Element[] = [];
  const open: number[] = [];
  let start = -1;
  let lookedAt = false;
  for (let count = 1; ; count++) {
    if (count % TOKENS_A_STEP === 0) yield;
    const token: number = scanner.scan();
    const offset = scanner.getTokenOffset();
    if (token === Token.end) {
      if (start !== -1) elements.push({ start, end: text.length });
      return elements;
    }
    if (token === Token.openBrace || token === Token.openBracket) {
      if (open.length === MAX_DEPTH) return { problems: [problem('too_deep', { range: { offset, length: 1 } }, { limit: MAX_DEPTH })] };
      if (token === Token.openBrace && open.length === 2 && open[0] === Token.openBrace && open[1] === Token.openBracket) {
        start = offset;
        lookedAt = false;
      }
      open.push(token);
    } else if (token === Token.closeBrace || token === Token.closeBracket) {
      open.pop();
      if (start !== -1 && open.length === 2) {
        elements.push({ start, end: offset + 1 });
        start = -1;
      }
    } else if (start !== -1 && !lookedAt && offset - start > LONGEST_ELEMENT) {
      lookedAt = true;
      const errors: ParseError[] = [];
      parsePart(text.slice(start, offset), start, errors);
      const inside = errors.filter((error) => error.offset + error.length < offset);
      if (inside.length > 0) return { errors: inside };
    }
  }
}

/** The tree of a part of the text, with its place in the whole. */
function parsePart(part: string, start: number, errors: ParseError[]): Node | undefined {
  const found: ParseError[] = [];
  const node = parseTree(part, found, OPTIONS);
  for (const error of found) errors.push({ ...error, offset: error.offset + start });
  if (node) move(node, (offset) => offset + start);
  return node;
}

/** What is around the elements, with them in it: parsed with a digit in the place of each. */
function parseFrame(text: string, elements: readonly Element[], nodes: readonly Node[], errors: ParseError[]): Node | undefined {
  let frame = '';
  let end = 0;
  /** Where each digit is in the frame. */
  const digits: number[] = [];
  for (const element of elements) {
    frame += text.slice(end, element.start);
    digits.push(frame.length);
    frame += '0';
    end = element.end;
  }
  frame += text.slice(end);
  const toText = (offset: number): number => {
    let low = 0;
    let high = digits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((digits[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    const element = elements[low - 1];
    return element === undefined ? offset : element.end + offset - ((digits[low - 1] ?? 0) + 1);
  };
  const found: ParseError[] = [];
  const root = parseTree(frame, found, OPTIONS);
  for (const error of found) errors.push({ ...error, offset: toText(error.offset) });
  if (root === undefined || errors.length > 0) return undefined;
  const byDigit = new Map(digits.map((digit, at) => [digit, nodes[at]]));
  for (const list of (root.children ?? []).flatMap((property) => property.children?.[1] ?? [])) {
    if (list.type !== 'array') continue;
    (list as Movable).children = (list.children ?? []).map((child) => {
      const node: Movable | undefined = byDigit.get(child.offset);
      if (node === undefined) return child;
      node.parent = list;
      return node;
    });
  }
  const own = new Set<Node | undefined>(nodes);
  move(root, toText, own);
  return root;
}

/** Gives the nodes of a tree their place in another text. */
function move(node: Movable, to: (offset: number) => number, except?: ReadonlySet<Node | undefined>): void {
  if (except?.has(node)) return;
  const end = to(node.offset + node.length);
  node.offset = to(node.offset);
  node.length = end - node.offset;
  for (const child of node.children ?? []) move(child, to, except);
  if (node.colonOffset !== undefined) node.colonOffset = to(node.colonOffset);
}
