import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { Steps } from '../io/steps.ts';
import { broken, MAX_DEPTH, MAX_TEXT_LENGTH, parseText, syntaxProblems, withoutByteOrderMark, type ParsedText } from './parse.ts';
import { problem } from './problems.ts';

/** Texts up to this length are parsed at once: it takes a few milliseconds. UTF-16 code units. */
const AT_ONCE = 32 * 1024;
const CHARACTERS_A_STEP = 64 * 1024;
/** An element longer than this is looked at before its end is known: a bracket may be missing. UTF-16 code units. */
const LONGEST_ELEMENT = 64 * 1024;

/** Characters by their codes. */
const Code = {
  lineFeed: 10,
  carriageReturn: 13,
  quote: 34,
  asterisk: 42,
  slash: 47,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
};
const OPTIONS = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: false };

/** An object in a list that is a member of the root: a service, normally. */
interface Element {
  readonly start: number;
  /** Just after it. */
  readonly end: number;
}

/**
 * The same as `parseText`, in steps: the objects in the lists of the root one by one, which is where services are, and
 * what is around them. A text that is not JSON may come with fewer of its errors.
 *
 * Steps are as small as services are. Everything around them is one step, whatever its size: a list of numbers or texts,
 * a member that is an object, and so `services` where it is no list; and so is one object of a list (about 0.3 s a
 * megabyte).
 *
 * @param atOnce texts up to this length are parsed in one step
 */
export function* parseSteps(text: string, atOnce = AT_ONCE): Steps<ParsedText> {
  if (text.length <= atOnce || text.length > MAX_TEXT_LENGTH) return parseText(text);
  const plain = withoutByteOrderMark(text);
  const split = yield* findElements(plain);
  if (!Array.isArray(split))
    return split.problems === undefined ? { problems: syntaxProblems(split.errors, text) } : { problems: split.problems };
  const errors: ParseError[] = [];
  const nodes: Node[] = [];
  for (const { start, end } of split) {
    const node = parsePart(plain.slice(start, end), start, errors);
    if (node) nodes.push(node);
    yield;
  }
  const root = parseFrame(plain, split, nodes, errors);
  if (errors.length > 0 || root === undefined)
    return broken(
      root,
      errors.toSorted((a, b) => a.offset - b.offset),
      text,
    );
  return { root, problems: [] };
}

/** A node while it gets its place in the whole. */
type Movable = { -readonly [Key in keyof Node]: Node[Key] };

type Broken = { readonly errors: readonly ParseError[]; readonly problems?: undefined } | { readonly problems: ParsedText['problems'] };

/** Brackets are counted, strings and comments passed over, unfinished ones too, as the parser's scanner sees them. */
function* findElements(text: string): Steps<Element[] | Broken> {
  const elements: Element[] = [];
  const open: number[] = [];
  let start = -1;
  let lookedAt = false;
  let pauseAt = CHARACTERS_A_STEP;
  for (let at = 0; at < text.length; at++) {
    if (at > pauseAt) {
      pauseAt = at + CHARACTERS_A_STEP;
      yield;
    }
    const code = text.charCodeAt(at);
    if (code === Code.quote) at = endOfString(text, at);
    else if (code === Code.slash) at = endOfComment(text, at);
    else if (code === Code.openBrace || code === Code.openBracket) {
      if (open.length === MAX_DEPTH) return { problems: [problem('too_deep', { range: { offset: at, length: 1 } }, { limit: MAX_DEPTH })] };
      if (code === Code.openBrace && open.length === 2 && open[0] === Code.openBrace && open[1] === Code.openBracket) {
        start = at;
        lookedAt = false;
      }
      open.push(code);
    } else if (code === Code.closeBrace || code === Code.closeBracket) {
      open.pop();
      if (start === -1 || open.length !== 2) continue;
      elements.push({ start, end: at + 1 });
      start = -1;
    } else if (start !== -1 && !lookedAt && at - start > LONGEST_ELEMENT) {
      lookedAt = true;
      const errors: ParseError[] = [];
      parsePart(text.slice(start, at), start, errors);
      const inside = errors.filter((error) => error.offset + error.length < at);
      if (inside.length > 0) return { errors: inside };
    }
  }
  if (start !== -1) elements.push({ start, end: text.length });
  return elements;
}

/** The place of the quote that ends a string, or of the last character of its line. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === Code.quote) return at;
    if (code === Code.backslash) at++;
    else if (code === Code.lineFeed || code === Code.carriageReturn) return at - 1;
  }
  return text.length;
}

/** The place of the last character of the comment that begins here; here where none does. */
function endOfComment(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next === Code.asterisk) {
    const end = text.indexOf('*/', start + 2);
    return end === -1 ? text.length : end + 1;
  }
  if (next !== Code.slash) return start;
  let at = start + 2;
  while (at < text.length && text.charCodeAt(at) !== Code.lineFeed && text.charCodeAt(at) !== Code.carriageReturn) at++;
  return at - 1;
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
  if (root === undefined) return undefined;
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
