import { createScanner, type Node, type SyntaxKind } from 'jsonc-parser';
import { indentAt, type Layout } from './layout.ts';

/** Replaces `length` code units at `offset` by `newText`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly newText: string;
}

/** The text after edits that do not overlap; of several at one place those that only insert come first, in their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { offset, length, newText } of [...edits].sort((a, b) => a.offset - b.offset || a.length - b.length)) {
    pieces.push(text.slice(end, offset), newText);
    end = offset + length;
  }
  return [...pieces, text.slice(end)].join('');
}

/** An element of a list or a member of an object. */
interface Item {
  readonly start: number;
  /** Just after it. */
  readonly end: number;
  /** Where the comma after it is, when there is one. */
  readonly comma?: number;
}

interface Container {
  /** Where the opening bracket is. */
  readonly open: number;
  /** Where the closing bracket is. */
  readonly close: number;
  readonly items: readonly Item[];
  readonly hasComments: boolean;
}

/** Token kinds of jsonc-parser's scanner (its `SyntaxKind` is a const enum that separate compilation cannot read). */
const Token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  end: 17,
};
const isOpening = (token: SyntaxKind): boolean => token === Token.openBrace || token === Token.openBracket;
const isClosing = (token: SyntaxKind): boolean => token === Token.closeBrace || token === Token.closeBracket;

/** Takes apart the list or object that opens at `open`; the text must be valid there. */
function scanContainer(text: string, open: number): Container {
  const scanner = createScanner(text);
  scanner.setPosition(open);
  const items: { start: number; end: number; comma?: number }[] = [];
  let depth = 0;
  let current: { start: number; end: number; comma?: number } | undefined;
  let hasComments = false;
  for (;;) {
    const token = scanner.scan();
    const offset = scanner.getTokenOffset();
    if (token === Token.end) throw new Error('the container does not end');
    if (token === Token.lineComment || token === Token.blockComment) hasComments = true;
    if (token >= Token.lineComment && token <= Token.space) continue;
    if (isClosing(token) && --depth === 0) return { open, close: offset, items, hasComments };
    if (depth === 1 && token === Token.comma) {
      if (current) current.comma = offset;
      current = undefined;
    } else if (depth > 0) {
      if (!current) items.push((current = { start: offset, end: offset }));
      current.end = offset + scanner.getTokenLength();
    }
    if (isOpening(token)) depth++;
  }
}

/**
 * The text with an item more in the container at `open`, after the item number `after` (the last by default).
 * It takes a line of its own where the item before it does, comments stay with their items, and a trailing
 * comma stays in fashion.
 *
 * @param ownLine for an empty container: put the item on a line of its own.
 */
export function insertItem(
  text: string,
  open: number,
  item: string,
  layout: Layout,
  options: { readonly after?: number; readonly ownLine?: boolean } = {},
): string {
  const { items, close, hasComments } = scanContainer(text, open);
  const index = options.after ?? items.length - 1;
  const before = items[index];
  if (before === undefined) return insertIntoEmpty(text, open, close, item, layout, { hasComments, ownLine: options.ownLine ?? false });
  const [first, second] = items;
  return applyEdits(text, [insertBehind(text, before, item, layout, first?.comma !== undefined && second?.start === first.comma + 1)]);
}

/** The same at the end of a list that is not empty and whose tree is known: of a long list only the end is looked at. */
export function appendItem(text: string, { children = [] }: Node, item: string, layout: Layout): TextEdit {
  const [last, second] = [children.at(-1), children[1]];
  if (last === undefined) throw new Error('the list is empty');
  const end = last.offset + last.length;
  const comma = commaBehind(text, end);
  const before = { start: last.offset, end, ...(comma === undefined ? {} : { comma }) };
  return insertBehind(text, before, item, layout, second !== undefined && text[second.offset - 1] === ',');
}

/** Where the comma is that comes next, comments and white space aside. */
function commaBehind(text: string, end: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(end);
  return scanner.scan() === (Token.comma as SyntaxKind) ? scanner.getTokenOffset() : undefined;
}

function insertBehind(text: string, before: Item, item: string, layout: Layout, tight: boolean): TextEdit {
  const missingComma = before.comma === undefined ? ',' : '';
  const commaAfter = before.comma === undefined ? '' : ',';
  const right = before.comma === undefined ? before.end : before.comma + 1;
  const insert = (at: number, inserted: string): TextEdit =>
    missingComma === ''
      ? { offset: at, length: 0, newText: inserted + commaAfter }
      : { offset: right, length: at - right, newText: missingComma + text.slice(right, at) + inserted };
  if (startsLine(text, before.start)) return insert(endOfRemarks(text, right), layout.eol + indentAt(text, before.start) + item);
  return insert(right, (tight ? '' : ' ') + item);
}

function insertIntoEmpty(
  text: string,
  open: number,
  close: number,
  item: string,
  layout: Layout,
  how: { readonly hasComments: boolean; readonly ownLine: boolean },
): string {
  const outer = indentAt(text, open);
  const line = layout.eol + outer + layout.unit + item;
  const inner = text.slice(open + 1, close);
  if (how.hasComments) return applyEdits(text, [{ offset: open + 1, length: 0, newText: /[\n\r]/.test(inner) ? line : item }]);
  return applyEdits(text, [{ offset: open + 1, length: inner.length, newText: how.ownLine ? line + layout.eol + outer : item }]);
}

/** The text without item number `index` of the container at `open`. Comments stay; a line left blank goes. */
export function removeItem(text: string, open: number, index: number): string {
  const { items, close, hasComments } = scanContainer(text, open);
  const item = items[index];
  if (item === undefined) return text;
  if (items.length === 1 && !hasComments) return text.slice(0, open + 1) + text.slice(close);
  const comma = item.comma ?? items[index - 1]?.comma;
  const joined = item.comma !== undefined && /^[ \t]*$/.test(text.slice(item.end, item.comma));
  const end = joined ? item.comma + 1 : item.end;
  const spaceEnd = end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0);
  const spaceStart = item.start - (/[ \t]*$/.exec(text.slice(open + 1, item.start))?.[0].length ?? 0);
  const commaEdit = comma === undefined || joined ? [] : [{ offset: comma, length: 1, newText: '' }];
  const cut = (from: number, to: number): string => applyEdits(text, [...commaEdit, { offset: from, length: to - from, newText: '' }]);
  if (startsLine(text, item.start)) {
    const lineEnd = /^\r?\n|^\r/.exec(text.slice(spaceEnd, spaceEnd + 2))?.[0];
    return lineEnd === undefined ? cut(item.start, spaceEnd) : cut(spaceStart, spaceEnd + lineEnd.length);
  }
  return index === 0 && item.comma !== undefined ? cut(item.start, spaceEnd) : cut(spaceStart, end);
}

/** Whether only white space comes before `offset` on its line. */
function startsLine(text: string, offset: number): boolean {
  return /[\n\r][ \t]*$/.test(text.slice(Math.max(0, offset - 1000), offset));
}

/** The end of the comments that follow on the same line, when nothing else does; else `offset` itself. */
function endOfRemarks(text: string, offset: number): number {
  const rest = /^(?:[ \t]|\/\*(?:[^*\n\r]|\*(?!\/))*\*\/)*(?:\/\/[^\n\r]*)?(?=[\n\r])/.exec(text.slice(offset))?.[0];
  return offset + (rest?.trimEnd().length ?? 0);
}
