import type { Node } from 'jsonc-parser';
import { indentAt, type Layout } from './layout.ts';
import { memberOf, membersOf, type TextRange } from './node.ts';

/** Replaces `length` code units at `offset` by `newText`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly newText: string;
}

/** Applies edits that do not overlap. At the same offset insertions come first, in order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { offset, length, newText } of inOrder(edits)) {
    pieces.push(text.slice(end, offset), newText);
    end = offset + length;
  }
  return [...pieces, text.slice(end)].join('');
}

function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
}

/** Merges edits into one, including the text between them; empty for no edits. */
export function asOneEdit(text: string, edits: readonly TextEdit[]): TextEdit[] {
  const sorted = inOrder(edits);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const end = last.offset + last.length;
  const shifted = sorted.map((edit) => ({ ...edit, offset: edit.offset - first.offset }));
  return [{ offset: first.offset, length: end - first.offset, newText: applyEdits(text.slice(first.offset, end), shifted) }];
}

/** Replaces a node's value. */
export function replaceNode({ offset, length }: TextRange, value: unknown): TextEdit[] {
  return [{ offset, length, newText: JSON.stringify(value) }];
}

/** Renames a member; undefined when it is missing or the new name exists. */
export function renameMember(object: Node | undefined, name: string, newName: string): readonly TextEdit[] | undefined {
  const key = object && memberOf(object, name)?.key;
  return key && memberOf(object, newName) === undefined ? replaceNode(key, newName) : undefined;
}

/** A list or object with its items. */
export interface JsonContainer extends TextRange {
  readonly children?: readonly TextRange[] | undefined;
}

/** Changes to a list or object; items are identified by index. */
export interface ItemChanges {
  readonly remove?: readonly number[];
  /** New items: after the kept item `after`, otherwise after the last kept one. */
  readonly insert?: readonly { readonly items: readonly string[]; readonly after?: number | undefined }[];
  /** In an empty container, put new items on their own lines. */
  readonly ownLine?: boolean;
  /** No blanks between items on one line; otherwise as between the first two. */
  readonly isTight?: boolean;
}

/** An item and the offset of the comma after it, if any. */
interface Item {
  readonly start: number;
  readonly end: number;
  readonly comma: number | undefined;
}

/**
 * Edits that remove and insert items of a list or object. New items go on their own line if the previous item does; comments and the
 * trailing comma style are kept, blank lines left over are removed.
 */
export function editItems(text: string, container: JsonContainer, changes: ItemChanges, layout: Layout): TextEdit[] {
  const open = container.offset;
  const close = open + container.length - 1;
  const { items, hasComments } = itemsOf(text, container, close);
  const removed = new Set(changes.remove);
  const inserts = (changes.insert ?? []).filter(({ items: added }) => added.length > 0);
  const last = items.findLastIndex((_, index) => !removed.has(index));
  const inner = text.slice(open + 1, close);
  if (last === -1) {
    const added = inserts.flatMap((insert) => insert.items);
    if (removed.size + added.length === 0) return [];
    const outer = indentAt(text, open);
    const lines = added.map((item) => layout.eol + outer + layout.unit + item).join(',');
    if (!hasComments) {
      const newText = added.length > 0 && changes.ownLine ? lines + layout.eol + outer : added.join(', ');
      return [{ offset: open + 1, length: inner.length, newText }];
    }
    const newText = /[\n\r]/.test(inner) ? lines : added.join(', ');
    return inOrder([...cuts(text, items, removed, false), { offset: open + 1, length: 0, newText }]);
  }
  const isAtEnd = ({ after = last }: { readonly after?: number | undefined }): boolean => after === last;
  const edits = cuts(text, items, removed, inserts.some(isAtEnd));
  const isTight = changes.isTight ?? (items[0]?.comma !== undefined && items[1]?.start === items[0].comma + 1);
  for (const insert of inserts) {
    const before = items[insert.after ?? last];
    if (before === undefined) continue;
    const hasCommaBehind = !isAtEnd(insert) || items.at(-1)?.comma !== undefined;
    edits.push(insertBehind(text, before, insert.items, { hasCommaBehind, isTight, eol: layout.eol }));
  }
  return inOrder(edits);
}

const BETWEEN = /\/\/[^\n\r]*|\/\*[^]*?\*\/|,/g;

function itemsOf(
  text: string,
  { offset, children = [] }: JsonContainer,
  close: number,
): { readonly items: readonly Item[]; readonly hasComments: boolean } {
  let hasComments = /[^\s]/.test(text.slice(offset + 1, children[0]?.offset ?? close));
  const items = children.map((child, index): Item => {
    const end = child.offset + child.length;
    const tokens = [...text.slice(end, children[index + 1]?.offset ?? close).matchAll(BETWEEN)];
    hasComments ||= tokens.some(([token]) => token !== ',');
    const comma = tokens.find(([token]) => token === ',')?.index;
    return { start: child.offset, end, comma: comma === undefined ? undefined : end + comma };
  });
  return { items, hasComments };
}

/** Removed items that follow one another. */
interface Run {
  readonly first: Item;
  last: Item;
}

/** Removes items with their commas, merging adjacent ones. */
function cuts(text: string, items: readonly Item[], removed: ReadonlySet<number>, keepsLastComma: boolean): TextEdit[] {
  const runs: Run[] = [];
  for (const [index, item] of items.entries()) {
    if (!removed.has(index)) continue;
    const run = runs.at(-1);
    if (run && run.last === items[index - 1] && /^\s*,\s*$/.test(text.slice(run.last.end, item.start))) run.last = item;
    else runs.push({ first: item, last: item });
  }
  const edits = runs.flatMap((run) => cutRun(text, run, run.first === items[0]));
  const last = items.findLast((_, index) => !removed.has(index));
  const isLastRemoved = removed.has(items.length - 1) && items.at(-1)?.comma === undefined;
  if (isLastRemoved && last?.comma !== undefined && !keepsLastComma) edits.push(cut(last.comma, last.comma + 1));
  return edits;
}

/** Removes a run with the comma after it, and its line or the blanks on one side. */
function cutRun(text: string, { first, last: { end, comma } }: Run, isFirst: boolean): TextEdit[] {
  const isJoined = comma !== undefined && /^[ \t]*$/.test(text.slice(end, comma));
  const edits = comma === undefined || isJoined ? [] : [cut(comma, comma + 1)];
  const right = isJoined ? comma + 1 : end;
  const spaceEnd = skipBlanks(text, right, 1);
  const spaceStart = skipBlanks(text, first.start, -1);
  const lineEnd = /^\r?\n|^\r/.exec(text.slice(spaceEnd, spaceEnd + 2))?.[0];
  const isAtLineStart = startsLine(text, first.start);
  if (isAtLineStart && lineEnd !== undefined) edits.push(cut(spaceStart, spaceEnd + lineEnd.length));
  else if (isAtLineStart || (isFirst && comma !== undefined)) edits.push(cut(first.start, spaceEnd));
  else edits.push(cut(spaceStart, right));
  return edits;
}

function cut(from: number, to: number): TextEdit {
  return { offset: from, length: to - from, newText: '' };
}

function insertBehind(
  text: string,
  { start, end, comma }: Item,
  added: readonly string[],
  how: { readonly hasCommaBehind: boolean; readonly isTight: boolean; readonly eol: string },
): TextEdit {
  const isOnOwnLine = startsLine(text, start);
  const lead = isOnOwnLine ? how.eol + indentAt(text, start) : how.isTight ? '' : ' ';
  const newText = added.map((item) => lead + item).join(',') + (how.hasCommaBehind ? ',' : '');
  const right = comma === undefined ? end : comma + 1;
  const at = isOnOwnLine ? endOfRemarks(text, right) : right;
  return comma === undefined
    ? { offset: right, length: at - right, newText: `,${text.slice(right, at)}${newText}` }
    : { offset: at, length: 0, newText };
}

/** The next non-blank offset, or the start of the blanks before it. */
function skipBlanks(text: string, offset: number, step: 1 | -1): number {
  let at = offset;
  const char = (): string | undefined => text[step === 1 ? at : at - 1];
  while (char() === ' ' || char() === '\t') at += step;
  return at;
}

export function startsLine(text: string, offset: number): boolean {
  const before = text[skipBlanks(text, offset, -1) - 1];
  return before === '\n' || before === '\r';
}

/** The end of the comments on the same line, if nothing else follows; otherwise `offset`. */
function endOfRemarks(text: string, offset: number): number {
  const rest = /^(?:[ \t]|\/\*(?:[^*\n\r]|\*(?!\/))*\*\/)*(?:\/\/[^\n\r]*)?(?=[\n\r])/.exec(text.slice(offset))?.[0];
  return offset + (rest?.trimEnd().length ?? 0);
}

/** Removes a member or sets it to a JSON text; a new one is inserted after the last of the members `after`, otherwise last. */
export interface MemberChange {
  readonly name: string;
  readonly value: string | undefined;
  readonly after?: readonly string[];
}

/** Edits for several changes, applied in order. */
export function editMembers(text: string, object: Node, changes: readonly MemberChange[], layout: Layout): TextEdit[] {
  const members = membersOf(object);
  const edits: TextEdit[] = [];
  const remove: number[] = [];
  /** The resulting members: existing ones by index, new ones with their text. */
  const after: { readonly name: string; readonly index?: number; readonly added?: string }[] = members.map(({ name }, index) => ({
    name,
    index,
  }));
  for (const { name, value, after: anchors = [] } of changes) {
    const present = memberOf(object, name)?.value;
    if (value === undefined) remove.push(...members.flatMap((member, index) => (member.name === name ? [index] : [])));
    else if (present === undefined) {
      const anchor = after.findLastIndex((each) => anchors.includes(each.name));
      after.splice(anchor === -1 ? after.length : anchor + 1, 0, { name, added: `${JSON.stringify(name)}: ${value}` });
    } else if (text.slice(present.offset, present.offset + present.length) !== value) {
      edits.push({ offset: present.offset, length: present.length, newText: value });
    }
  }
  const insert = new Map<number | undefined, string[]>();
  let last: number | undefined;
  for (const { index, added } of after) {
    if (index !== undefined && !remove.includes(index)) last = index;
    if (added !== undefined) insert.set(last, [...(insert.get(last) ?? []), added]);
  }
  const inserted = [...insert].map(([anchor, items]) => ({ after: anchor, items }));
  return inOrder([...edits, ...editItems(text, object, { remove, insert: inserted }, layout)]);
}
