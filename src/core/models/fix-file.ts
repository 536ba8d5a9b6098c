import type { Node } from 'jsonc-parser';
import { editItems, renameMember, replaceNode, type TextEdit } from '../json/edit.ts';
import { detectLayout } from '../json/layout.ts';
import { type Member, memberOf, membersOf, nodeAt } from '../json/node.ts';
import { type Fix, type FixPlace, replaceList, words } from './fix.ts';
import { fieldSlips } from './validate-meaning.ts';

const HOST = /^(?:\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)*)(?::\d+)?(?:\/\S*)?$/i;
const LOCAL = /^(?:localhost|127\.|10\.|192\.168\.|\[::1\]|[\w-]+(?::|\/|$))/i;

/** Fixes for the file's structure, names, and the plain fields of a service. */
export function fixFile(place: FixPlace): Fix[] {
  const { text, root, problem, node } = place;
  const suggestion = problem.params['suggestion'];
  switch (problem.code) {
    case 'unknown_property':
    case 'field_misspelt':
    case 'capabilities_unknown_key': {
      const [object, name] = [nodeAt(root, problem.path.slice(0, -1)), String(problem.path.at(-1))];
      const edits = typeof suggestion === 'string' ? renameMember(object, name, suggestion) : undefined;
      const isPreferred =
        problem.code !== 'field_misspelt' ||
        (object !== undefined && fieldSlips(object).some((slip) => slip.name === name && slip.isCertain));
      return edits ? [{ ...only('rename', { name: String(suggestion) }, () => edits), isPreferred }] : [];
    }
    case 'services_missing':
      return [
        only('add_services', {}, () =>
          editItems(text, root, { insert: [{ items: ['"services": []'] }], ownLine: true }, detectLayout(text)),
        ),
      ];
    case 'services_not_array':
      return fixServices(text, node);
    case 'root_not_object':
      return root.type === 'array' ? [only('wrap_services', {}, () => around(root, '{ "services": ', ' }'))] : [];
    case 'id_duplicate': {
      const id = node && idInstead(String(node.value), nodeAt(root, problem.path.slice(0, 2)), root);
      return node && id ? [only('rename', { name: short(id) }, () => replaceNode(node, id))] : [];
    }
    case 'id_missing':
    case 'id_empty':
      return fixId(place);
    case 'id_not_string':
    case 'wrong_type':
      return fixType(place);
    case 'api_unknown':
      return node && typeof suggestion === 'string' ? [only('replace', { value: suggestion }, () => replaceNode(node, suggestion))] : [];
    case 'base_url_invalid':
      return fixAddress(node);
    default:
      return [];
  }
}

function only(kind: Fix['kind'], params: Fix['params'], edits: Fix['edits']): Fix {
  return { kind, params, isPreferred: true, edits };
}

function around({ offset, length }: Node, before: string, after: string): ReturnType<Fix['edits']> {
  return [
    { offset, length: 0, newText: before },
    { offset: offset + length, length: 0, newText: after },
  ];
}

/** Wraps a single service, or services by id, in a list. */
function fixServices(text: string, node: Node | undefined): Fix[] {
  if (node?.type !== 'object') return [];
  if (memberOf(node, 'id')) return [only('to_list', {}, () => around(node, '[', ']'))];
  const members = membersOf(node);
  const hasOtherId = (value: Node, name: string): boolean =>
    memberOf(value, 'id') !== undefined && memberOf(value, 'id')?.value.value !== name;
  const canMove = ({ name, key, value }: Member): boolean =>
    value.type === 'object' && !hasOtherId(value, name) && /^\s*:\s*$/.test(text.slice(key.offset + key.length, value.offset));
  if (members.length === 0 || !members.every(canMove)) return [];
  const bracket = (offset: number, newText: string) => ({ offset, length: 1, newText });
  return [
    only('to_list', {}, () => [
      bracket(node.offset, '['),
      ...members.map((member) => nameInside(text, member)),
      bracket(node.offset + node.length - 1, ']'),
    ]),
  ];
}

/** Moves a member's name into its value as `id`, formatted like the first field. */
function nameInside(text: string, { name, key, value }: Member): TextEdit {
  const replaced = { offset: key.offset, length: value.offset + 1 - key.offset };
  if (memberOf(value, 'id')) return { ...replaced, newText: '{' };
  const id = `"id": ${JSON.stringify(name)}`;
  const space = /^\s*[\n\r]\s*/.exec(text.slice(value.offset + 1))?.[0] ?? ' ';
  return { ...replaced, newText: value.children?.length ? `{${space}${id},` : `{ ${id} ` };
}

/** An id derived from the service's model. */
function idByModel(service: Node | undefined): string | undefined {
  const model: unknown = service && memberOf(service, 'model')?.value.value;
  return (typeof model === 'string' && model.trim().split('/').at(-1)) || undefined;
}

/** A new id for a duplicate: derived from its model, or numbered when the model is the same. */
function idInstead(id: string, service: Node | undefined, root: Node): string {
  const base = idByModel(service);
  const first = memberOf(root, 'services')?.value.children?.find((each) => memberOf(each, 'id')?.value.value === id);
  if (base === undefined || base === idByModel(first)) return freeId(id, root);
  return isTaken(base, root) ? freeId(base, root) : base;
}

function fixId({ text, root, problem, node }: FixPlace): Fix[] {
  const service = nodeAt(root, problem.path.slice(0, 2));
  const base = idByModel(service);
  if (!service || !base) return [];
  const id = isTaken(base, root) ? freeId(base, root) : base;
  const insert = () => editItems(text, service, { insert: [{ items: [`"id": ${JSON.stringify(id)}`] }] }, detectLayout(text));
  return [{ kind: 'add_id', params: { id: short(id) }, isPreferred: false, edits: () => (node ? replaceNode(node, id) : insert()) }];
}

function fixType({ problem, node }: FixPlace): Fix[] {
  if (!node) return [];
  const value: unknown = node.value;
  const isTags = problem.path.length === 3 && problem.path[2] === 'capabilityTags';
  if (isTags) return typeof value === 'string' && value.trim() !== '' ? [only('to_list', {}, () => replaceList(node, words(value)))] : [];
  if (problem.path[2] === 'maxTokens') {
    return typeof value === 'string' && /^\s*[1-9]\d{0,9}\s*$/.test(value)
      ? [only('to_number', {}, () => replaceNode(node, Number(value)))]
      : [];
  }
  return typeof value === 'number' || typeof value === 'boolean' ? [only('to_string', {}, () => replaceNode(node, String(value)))] : [];
}

function fixAddress(node: Node | undefined): Fix[] {
  const address: unknown = node?.value;
  if (!node || typeof address !== 'string' || !HOST.test(address.trim())) return [];
  const scheme = LOCAL.test(address.trim()) ? 'http://' : 'https://';
  return [only('begin_with', { scheme }, () => replaceNode(node, scheme + address.trim()))];
}

function idsOf(root: Node): Set<unknown> {
  const services = memberOf(root, 'services')?.value;
  return new Set((services?.children ?? []).map((service): unknown => memberOf(service, 'id')?.value.value));
}

function isTaken(id: string, root: Node): boolean {
  return idsOf(root).has(id);
}

/** `id-2`, or the next free number. */
function freeId(id: string, root: Node): string {
  const taken = idsOf(root);
  let number = 2;
  while (taken.has(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}

function short(id: string): string {
  return (id.length > 60 ? `${id.slice(0, 60)}…` : id).toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}
