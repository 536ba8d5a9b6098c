import { parseTree, type Node } from 'jsonc-parser';
import { applyEdits, editItems, startsLine, type TextEdit } from '../json/edit.ts';
import { detectLayout, indentAt, type Layout } from '../json/layout.ts';
import { memberOf } from '../json/node.ts';

/** A change to an object's member: set it, append to its list, or change its own members. */
export type MemberChange = { readonly set: unknown } | { readonly append: unknown } | { readonly members: MemberChanges };

/** By name. Missing members are added last. */
export type MemberChanges = ReadonlyArray<readonly [name: string, change: MemberChange]>;

/** A text and its layout. */
interface Written {
  readonly text: string;
  readonly layout: Layout;
  readonly isOneLine: boolean;
}

/**
 * Changes members of a JSON object, keeping the rest of the text. Of repeated members the last is changed, as readers use that.
 *
 * @param text a valid JSON object; undefined for a new one
 */
export function spliceMembers(text: string | undefined, changes: MemberChanges): string {
  const source = text ?? '{}';
  const root = parseTree(source);
  const written = { text: source, layout: detectLayout(source), isOneLine: text !== undefined && !text.includes('\n') };
  return root ? applyEdits(source, memberEdits(root, changes, written)) : source;
}

function memberEdits(object: Node, changes: MemberChanges, written: Written): TextEdit[] {
  const edits: TextEdit[] = [];
  const added: string[] = [];
  for (const [name, change] of changes) {
    const value = memberOf(object, name)?.value;
    if (value) edits.push(...valueEdits(value, change, written));
    else added.push(`${JSON.stringify(name)}: ${newItem(object, plainValue(change), written)}`);
  }
  return [...edits, ...append(object, added, written)];
}

function valueEdits(value: Node, change: MemberChange, written: Written): TextEdit[] {
  if ('members' in change && value.type === 'object') return memberEdits(value, change.members, written);
  if ('append' in change && value.type === 'array') return append(value, [newItem(value, change.append, written)], written);
  const newText = format(plainValue(change), written.isOneLine ? undefined : indentAt(written.text, value.offset), written.layout);
  return [{ offset: value.offset, length: value.length, newText }];
}

function append(container: Node, items: readonly string[], { text, layout, isOneLine }: Written): TextEdit[] {
  return editItems(text, container, { insert: [{ items }], ownLine: !isOneLine, ...(isOneLine && { isTight: true }) }, layout);
}

/** Formats a new item of a container, on several lines if its items are. */
function newItem(container: Node, value: unknown, { text, layout, isOneLine }: Written): string {
  const last = container.children?.at(-1);
  if (isOneLine || (last && !startsLine(text, last.offset))) return JSON.stringify(value);
  return format(value, last ? indentAt(text, last.offset) : indentAt(text, container.offset) + layout.unit, layout);
}

function format(value: unknown, indent: string | undefined, { eol, unit }: Layout): string {
  return indent === undefined ? JSON.stringify(value) : JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

function plainValue(change: MemberChange): unknown {
  if ('set' in change) return change.set;
  if ('append' in change) return [change.append];
  return Object.fromEntries(change.members.map(([name, member]) => [name, plainValue(member)]));
}
