import { childrenOf, memberNamed, type JsonChild } from '../io/json-scan.ts';

/** What happens to a member of an object: it gets a value, its list gets one more item, or some of its own members change. */
export type MemberChange = { readonly set: unknown } | { readonly append: unknown } | { readonly members: MemberChanges };

/** By name. A member that is not there is added behind the others. */
export type MemberChanges = ReadonlyArray<readonly [name: string, change: MemberChange]>;

/** Where a value stands in the text. */
interface Span {
  readonly offset: number;
  readonly end: number;
}

interface Edit extends Span {
  readonly text: string;
}

/** How the text is laid out; `eol` is empty when all of it is on one line. */
interface Style {
  readonly text: string;
  readonly eol: string;
  readonly unit: string;
}

const DEFAULT_UNIT = '  ';

/**
 * The text of a JSON object with changed members. All that does not change stays as
 * it is written. Of members of one name the last is changed, which is the one readers take.
 *
 * @param text valid JSON, an object; undefined for a new one
 */
export function spliceMembers(text: string | undefined, changes: MemberChanges): string {
  const source = text ?? '{}';
  const root = { offset: source.indexOf('{'), end: source.lastIndexOf('}') + 1 };
  const members = childrenOf(source, root.offset);
  const style = { text: source, eol: text === undefined ? '\n' : endOfLine(text), unit: unitOf(source, members) };
  const edits = memberEdits(root, members, changes, style).sort((a, b) => a.offset - b.offset);
  let result = '';
  let done = 0;
  for (const { offset, end, text: inserted } of edits) {
    result += source.slice(done, offset) + inserted;
    done = end;
  }
  return result + source.slice(done);
}

function memberEdits(object: Span, members: readonly JsonChild[], changes: MemberChanges, style: Style): Edit[] {
  const edits: Edit[] = [];
  const added: [string, MemberChange][] = [];
  for (const [name, change] of changes) {
    const member = memberNamed(style.text, members, name);
    if (member) edits.push(...valueEdits({ offset: member.value, end: member.end }, change, style));
    else added.push([name, change]);
  }
  if (added.length > 0)
    edits.push(
      insertion(
        object,
        members,
        added.map(([name, change]) => ({ name, value: plainValue(change) })),
        style,
      ),
    );
  return edits;
}

function valueEdits(value: Span, change: MemberChange, style: Style): Edit[] {
  const first = style.text[value.offset];
  if ('members' in change && first === '{') return memberEdits(value, childrenOf(style.text, value.offset), change.members, style);
  if ('append' in change && first === '[')
    return [insertion(value, childrenOf(style.text, value.offset), [{ value: change.append }], style)];
  return [{ ...value, text: written(plainValue(change), indentAt(value.offset, style), style) }];
}

/** Puts items behind the last one of a list or an object. */
function insertion(
  container: Span,
  children: readonly JsonChild[],
  items: ReadonlyArray<{ readonly name?: string; readonly value: unknown }>,
  style: Style,
): Edit {
  const last = children.at(-1);
  const outer = indentAt(container.offset, style);
  const indent = last ? indentAt(last.start, style) : outer + style.unit;
  const newLine = style.eol && style.eol + indent;
  const texts = items.map(
    ({ name, value }) => newLine + (name === undefined ? '' : `${JSON.stringify(name)}: `) + written(value, indent, style),
  );
  if (last) return { offset: last.end, end: last.end, text: texts.map((text) => `,${text}`).join('') };
  const [open, close] = style.text[container.offset] === '[' ? '[]' : '{}';
  return { ...container, text: `${open}${texts.join(',')}${style.eol && style.eol + outer}${close}` };
}

function plainValue(change: MemberChange): unknown {
  if ('set' in change) return change.set;
  if ('append' in change) return [change.append];
  return Object.fromEntries(change.members.map(([name, member]) => [name, plainValue(member)]));
}

function written(value: unknown, indent: string, { eol, unit }: Style): string {
  return eol === '' ? JSON.stringify(value) : JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

function endOfLine(text: string): string {
  const at = text.indexOf('\n');
  return at < 0 ? '' : text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The indentation of the first member, when it stands on a line of its own. */
function unitOf(text: string, [first]: readonly JsonChild[]): string {
  return (first && indentAt(first.start, { text })) || DEFAULT_UNIT;
}

/** The white space the line of an offset begins with. */
function indentAt(offset: number, { text }: Pick<Style, 'text'>): string {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return text.slice(start, end);
}
