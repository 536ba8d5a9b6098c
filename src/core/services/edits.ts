import type { Node } from 'jsonc-parser';
import { TEXT_ONLY, type CapabilityList, type ModelCapabilities } from './capability.ts';
import { appendItem, applyEdits, insertItem, removeItem, type TextEdit } from './container-edit.ts';
import { memberOf, membersOf } from './json-node.ts';
import { detectLayout, formatList, formatValue, indentAt, type Layout } from './layout.ts';
import { parseText } from './parse.ts';
import type { LlmServiceConfig } from './schema.ts';

export { applyEdits, type TextEdit };

/** Edits that do not overlap, in the order of the text; or why there are none to be made. */
export type EditOutcome =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly reason: 'unusable_text' | 'service_not_found' };

const LISTS: readonly CapabilityList[] = ['input', 'output'];

/**
 * The edits that make a service have exactly these capabilities (as sets: the order of the text stays, new
 * ones come last). Only list items that differ are touched; a missing list that means what is wanted stays missing.
 *
 * @param text may be a part of the file that has the service and the indentation before it
 */
export function changeCapabilities(text: string, service: Node, wanted: ModelCapabilities, layout: Layout): readonly TextEdit[] {
  const capabilities = memberOf(service, 'capabilities')?.value;
  if (capabilities === undefined) {
    return LISTS.every((list) => sameSet(TEXT_ONLY[list], wanted[list])) ? [] : insertCapabilities(text, service, wanted, layout);
  }
  if (capabilities.type !== 'object') return replaceCapabilities(text, service, capabilities, wanted, layout);
  return changeLists(text, capabilities, wanted, layout);
}

/** The edits that give a service a field of plain text, the same way; one that is there gets the new value in its place. */
export function changeField(text: string, service: Node, name: string, value: string, layout: Layout): readonly TextEdit[] {
  const present = memberOf(service, name)?.value;
  if (present === undefined) {
    // Beside the fields that say where the model is, else last.
    const model = membersOf(service).findLastIndex((member) => member.name === 'model' || member.name === 'baseURL');
    const options = model === -1 ? {} : { after: model };
    return diff(text, insertItem(text, service.offset, `${JSON.stringify(name)}: ${JSON.stringify(value)}`, layout, options));
  }
  if (present.value === value) return [];
  return [{ offset: present.offset, length: present.length, newText: JSON.stringify(value) }];
}

/** The edits that take a field out of a service, wherever its name is repeated. @param service its tree in the text */
export function removeField(text: string, service: Node, name: string): readonly TextEdit[] {
  return diff(
    text,
    membersOf(service).reduceRight(
      (result, member, index) => (member.name === name ? removeItem(result, service.offset, index) : result),
      text,
    ),
  );
}

/**
 * The edits that add a service at the end of `services`, making the list, or the whole content of a blank
 * file, when it is not there. Fields that are undefined are left out.
 */
export function addService(text: string, service: LlmServiceConfig): EditOutcome {
  return addServices(text, [service]);
}

/**
 * The same for several services at once, in their order.
 *
 * @param parsed the tree of the text, where it is known: then only what is around the new services is looked at
 */
export function addServices(text: string, added: readonly LlmServiceConfig[], parsed?: { readonly root?: Node | undefined }): EditOutcome {
  const layout = detectLayout(text);
  /** The items on lines of their own; on one line without an indentation. */
  const items = (indent: string | undefined): string =>
    added.map((service) => formatValue(service, layout, indent)).join(indent === undefined ? ', ' : `,${layout.eol}${indent}`);
  if (/^\s*$/.test(text)) {
    if (added.length === 0) return { ok: true, edits: [] };
    const list = `[${layout.eol}${layout.unit.repeat(2)}${items(layout.unit.repeat(2))}${layout.eol}${layout.unit}]`;
    const newText = `{${layout.eol}${layout.unit}"services": ${list}${layout.eol}}${layout.eol}`;
    return { ok: true, edits: [{ offset: text.length, length: 0, newText }] };
  }
  const { root } = parsed ?? parseText(text);
  if (root?.type !== 'object') return { ok: false, reason: 'unusable_text' };
  const services = memberOf(root, 'services')?.value;
  if (services !== undefined && services.type !== 'array') return { ok: false, reason: 'unusable_text' };
  if (added.length === 0) return { ok: true, edits: [] };
  if (services === undefined) {
    const inner = indentAt(text, root.offset) + layout.unit;
    const value = `[${layout.eol}${inner}${layout.unit}${items(inner + layout.unit)}${layout.eol}${inner}]`;
    return { ok: true, edits: diff(text, insertItem(text, root.offset, `"services": ${value}`, layout, { ownLine: true })) };
  }
  const last = services.children?.at(-1);
  if (last === undefined) {
    const item = items(indentAt(text, services.offset) + layout.unit);
    return { ok: true, edits: diff(text, insertItem(text, services.offset, item, layout, { ownLine: true })) };
  }
  const onOneLine = !isMultiLine(text, last) && !isMultiLine(text, services);
  return { ok: true, edits: [appendItem(text, services, items(onOneLine ? undefined : indentAt(text, last.offset)), layout)] };
}

/** Gives a service without `capabilities` some: after `capabilityTags`, which they belong with, else last. */
export function insertCapabilities(text: string, service: Node, wanted: ModelCapabilities, layout: Layout): TextEdit[] {
  const tags = membersOf(service).findLastIndex(({ name }) => name === 'capabilityTags');
  const first = service.children?.[0];
  const multiLine = isMultiLine(text, service);
  const value = formatCapabilities(wanted, layout, multiLine && first ? indentAt(text, first.offset) : undefined);
  const options = tags === -1 ? {} : { after: tags };
  return diff(text, insertItem(text, service.offset, `"capabilities": ${value}`, layout, options));
}

/** Puts capabilities in the place of a value that is no object. */
export function replaceCapabilities(text: string, service: Node, value: Node, wanted: ModelCapabilities, layout: Layout): TextEdit[] {
  const newText = formatCapabilities(wanted, layout, isMultiLine(text, service) ? indentAt(text, value.offset) : undefined);
  return [{ offset: value.offset, length: value.length, newText }];
}

function formatCapabilities({ input, output }: ModelCapabilities, layout: Layout, indent: string | undefined): string {
  return formatValue({ input: unique(input), output: unique(output) }, layout, indent);
}

/** One edit for each list that differs, and one for the lists that are missing. */
function changeLists(text: string, capabilities: Node, wanted: ModelCapabilities, layout: Layout): TextEdit[] {
  const edits: TextEdit[] = [];
  const present = LISTS.filter((list) => memberOf(capabilities, list) !== undefined);
  let withMissing = text;
  for (const list of LISTS) {
    const value = memberOf(capabilities, list)?.value;
    if (value !== undefined) {
      edits.push(...diff(text, changeList(text, value, unique(wanted[list]), layout)));
    } else if (present.length === 0 || !sameSet(TEXT_ONLY[list], wanted[list])) {
      withMissing = insertItem(withMissing, capabilities.offset, `"${list}": ${formatList(unique(wanted[list]))}`, layout);
    }
  }
  return [...edits, ...diff(text, withMissing)].sort((a, b) => a.offset - b.offset);
}

function changeList(text: string, value: Node, wanted: readonly string[], layout: Layout): string {
  if (value.type !== 'array') {
    return text.slice(0, value.offset) + formatList(wanted) + text.slice(value.offset + value.length);
  }
  const items = (value.children ?? []).map((node): unknown => node.value);
  let result = text;
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    const kept = typeof item === 'string' && wanted.includes(item) && items.indexOf(item) === index;
    if (!kept) result = removeItem(result, value.offset, index);
  }
  for (const item of wanted) {
    if (!items.includes(item)) result = insertItem(result, value.offset, JSON.stringify(item), layout);
  }
  return result;
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const inB = new Set(b);
  return new Set(a).size === inB.size && a.every((item) => inB.has(item));
}

function isMultiLine(text: string, node: Node): boolean {
  return /[\n\r]/.test(text.slice(node.offset, node.offset + node.length));
}

/** The way from one text to another as one edit at most: what lies between the parts that both share at their ends. */
export function diff(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [{ offset: start, length: before.length - start - end, newText: after.slice(start, after.length - end) }];
}
