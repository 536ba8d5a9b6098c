import type { Node } from 'jsonc-parser';
import { asOneEdit, editItems, editMembers, type MemberChange, type TextEdit } from '../json/edit.ts';
import { detectLayout, formatList, formatValue, indentAt, type Layout } from '../json/layout.ts';
import { isMultiLine, memberOf, parseAt, type TextRange } from '../json/node.ts';
import { type CapabilityList, type ModelCapabilities, TEXT_ONLY } from './capability.ts';
import { parseConfigText } from './parse.ts';
import type { LlmServiceConfig } from './schema.ts';

/** Edits in text order without overlap, or why there are none. */
export type EditOutcome =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly reason: 'unusable_text' | 'service_not_found' };

const LISTS: readonly CapabilityList[] = ['input', 'output'];

/**
 * The edits that set a service's capabilities (as sets: existing order stays, new ones come last). Only differing items change; a missing
 * list with the wanted default stays missing.
 *
 * @param service range in the text, which must be valid
 */
export function setCapabilitiesAt(text: string, service: TextRange, wanted: ModelCapabilities): readonly TextEdit[] {
  const node = parseAt(text, service);
  if (node?.type !== 'object') return [];
  const layout = detectLayout(text);
  const capabilities = memberOf(node, 'capabilities')?.value;
  if (capabilities?.type === 'object') return changeLists(text, capabilities, wanted, layout);
  if (capabilities === undefined && meansText(wanted)) return [];
  return editMembers(text, node, [capabilitiesChange(text, node, wanted, layout)], layout);
}

export function meansText(capabilities: ModelCapabilities): boolean {
  return LISTS.every((list) => sameSet(TEXT_ONLY[list], capabilities[list]));
}

/** Sets the whole `capabilities`: replaces them, or inserts them after `capabilityTags` or last. */
export function capabilitiesChange(text: string, service: Node, { input, output }: ModelCapabilities, layout: Layout): MemberChange {
  const beside = memberOf(service, 'capabilities')?.property ?? service.children?.[0];
  const indent = isMultiLine(text, service) && beside ? indentAt(text, beside.offset) : undefined;
  const value = formatValue({ input: [...new Set(input)], output: [...new Set(output)] }, layout, indent);
  return { name: 'capabilities', value, after: ['capabilityTags'] };
}

/** Fields locating the model; others are inserted after them. */
export const MODEL_FIELDS = ['model', 'baseURL'] as const;

/** Sets a string field of a service. */
export function setFieldAt(text: string, service: TextRange, name: string, value: string): readonly TextEdit[] {
  const node = parseAt(text, service);
  if (node?.type !== 'object') return [];
  return editMembers(text, node, [{ name, value: JSON.stringify(value), after: MODEL_FIELDS }], detectLayout(text));
}

/** Adds a service at the end of `services`, creating the list or, in a blank file, the whole content. Undefined fields are omitted. */
export function addService(text: string, service: LlmServiceConfig): EditOutcome {
  return addServices(text, [service]);
}

/**
 * The same for several services.
 *
 * @param parsed the tree of the text, if known, to avoid parsing it again
 */
export function addServices(text: string, added: readonly LlmServiceConfig[], parsed?: { readonly root?: Node | undefined }): EditOutcome {
  const layout = detectLayout(text);
  /** With an indentation on several lines, otherwise on one. */
  const items = (indent: string | undefined): string[] => added.map((service) => formatValue(service, layout, indent));
  const list = (indent: string): string => {
    const inner = layout.eol + indent + layout.unit;
    return `[${inner}${items(indent + layout.unit).join(`,${inner}`)}${layout.eol}${indent}]`;
  };
  if (/^\s*$/.test(text)) {
    if (added.length === 0) return { ok: true, edits: [] };
    const newText = `{${layout.eol}${layout.unit}"services": ${list(layout.unit)}${layout.eol}}${layout.eol}`;
    return { ok: true, edits: [{ offset: text.length, length: 0, newText }] };
  }
  const { root } = parsed ?? parseConfigText(text);
  if (root?.type !== 'object') return { ok: false, reason: 'unusable_text' };
  const services = memberOf(root, 'services')?.value;
  if (services !== undefined && services.type !== 'array') return { ok: false, reason: 'unusable_text' };
  if (added.length === 0) return { ok: true, edits: [] };
  if (services === undefined) {
    const member = `"services": ${list(indentAt(text, root.offset) + layout.unit)}`;
    return { ok: true, edits: editItems(text, root, { insert: [{ items: [member] }], ownLine: true }, layout) };
  }
  const last = services.children?.at(-1);
  const isOnOneLine = last && !isMultiLine(text, last) && !isMultiLine(text, services);
  const indent = last ? indentAt(text, last.offset) : indentAt(text, services.offset) + layout.unit;
  const insert = [{ items: items(isOnOneLine ? undefined : indent) }];
  return { ok: true, edits: editItems(text, services, { insert, ownLine: true }, layout) };
}

/** One edit per differing list, and one for missing lists. */
function changeLists(text: string, capabilities: Node, wanted: ModelCapabilities, layout: Layout): TextEdit[] {
  const present = LISTS.filter((list) => memberOf(capabilities, list) !== undefined);
  const missing = LISTS.filter((list) => !present.includes(list) && (present.length === 0 || !sameSet(TEXT_ONLY[list], wanted[list])));
  const added = missing.map((list) => `"${list}": ${formatList([...new Set(wanted[list])])}`);
  const edits = present.flatMap((list) => {
    const value = memberOf(capabilities, list)?.value;
    return value ? changeList(text, value, wanted[list], layout) : [];
  });
  return [...edits, ...editItems(text, capabilities, { insert: [{ items: added }] }, layout)].sort((a, b) => a.offset - b.offset);
}

function changeList(text: string, list: Node, wanted: readonly string[], layout: Layout): TextEdit[] {
  if (list.type !== 'array') return [{ offset: list.offset, length: list.length, newText: formatList([...new Set(wanted)]) }];
  const words = (list.children ?? []).map((node): unknown => node.value);
  const isKept = (word: unknown, index: number): boolean =>
    typeof word === 'string' && wanted.includes(word) && words.indexOf(word) === index;
  const remove = words.flatMap((word, index) => (isKept(word, index) ? [] : [index]));
  const items = [...new Set(wanted)].filter((word) => !words.includes(word)).map((word) => JSON.stringify(word));
  return asOneEdit(text, editItems(text, list, { remove, insert: [{ items }] }, layout));
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const inB = new Set(b);
  return new Set(a).size === inB.size && a.every((item) => inB.has(item));
}
