import type { Node } from 'jsonc-parser';
import { editItems, renameMember, replaceNode, type TextEdit } from '../json/edit.ts';
import { detectLayout, formatValue } from '../json/layout.ts';
import { type Member, memberOf, membersOf, nodeAt, rangeOf, valueOf } from '../json/node.ts';
import { type CellChange, setCapabilityCells, wordsOf } from './capability-cells.ts';
import { type CapabilityList, fitsList, isStandardCapability, TEXT_ONLY } from './capability.ts';
import { setCapabilitiesAt } from './edits.ts';
import type { ProblemCode, ServiceProblem } from './problems.ts';
import { closestTo } from './spelling.ts';
import { fieldSlips } from './validate-meaning.ts';

/** What a fix does; determines its title. */
type FixKind =
  | 'replace'
  | 'replace_and_move'
  | 'move'
  | 'remove'
  | 'remove_entry'
  | 'remove_tag'
  | 'add'
  | 'rename'
  | 'add_id'
  | 'to_list'
  | 'to_string'
  | 'to_number'
  | 'to_object'
  | 'begin_with'
  | 'add_services'
  | 'wrap_services';

export interface Fix {
  readonly kind: FixKind;
  /** Title parameters, safe to show; never a value that could be a key. */
  readonly params: Readonly<Record<string, string>>;
  /** The one correct fix; undefined when a person has to choose. */
  readonly isPreferred: boolean;
  /** Computes the edits, in text order without overlap. */
  readonly edits: () => readonly TextEdit[];
}

/** A valid JSON text and the location of a problem in it. */
interface FixPlace {
  readonly text: string;
  readonly root: Node;
  readonly problem: ServiceProblem;
  /** The node of the problem; absent when it is missing. */
  readonly node: Node | undefined;
}

function replaceList({ offset, length }: Node, list: readonly string[]): ReturnType<Fix['edits']> {
  return [{ offset, length, newText: `[${list.map((item) => JSON.stringify(item)).join(', ')}]` }];
}

/** The words of a list written as one string. */
function words(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;，；、]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ];
}

/** The fixes of a problem; for an ineffective value without a better fix, its removal. */
export function fixesOf(text: string, root: Node, problem: ServiceProblem): readonly Fix[] {
  const place = { text, root, problem, node: nodeAt(root, problem.path) };
  const fixes = [...fixFile(place), ...fixCapability(place)];
  return fixes.length > 0 ? fixes : fixByRemoval(place);
}

/** Problems of values that are ignored, so removing them changes nothing. */
const WITHOUT_EFFECT: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'unknown_property',
  'service_not_object',
  'wrong_type',
  'name_empty',
  'max_tokens_invalid',
  'price_invalid',
  'api_unknown',
  'capabilities_not_object',
  'capability_list_not_array',
  'capability_not_string',
  'capabilities_unknown_key',
]);

/** Removes an ineffective value. Not preferred, since its intent is lost. */
function fixByRemoval({ text, root, problem: { code, path: place } }: FixPlace): Fix[] {
  // with one number wrong no part of a price counts
  const path = code === 'price_invalid' ? place.slice(0, 3) : place;
  const last = path.at(-1);
  const container = WITHOUT_EFFECT.has(code) && last !== undefined ? nodeAt(root, path.slice(0, -1)) : undefined;
  if (container === undefined || last === undefined) return [];
  const member = typeof last === 'string' ? memberOf(container, last) : undefined;
  const index = typeof last === 'number' ? last : membersOf(container).findIndex(({ property }) => property === member?.property);
  const edits = (): ReturnType<Fix['edits']> => editItems(text, container, { remove: [index] }, detectLayout(text));
  return [
    typeof last === 'number'
      ? { kind: 'remove_entry', params: {}, isPreferred: false, edits }
      : { kind: 'remove', params: { name: last }, isPreferred: false, edits },
  ];
}

/** Fixes for a service's `capabilities` and tags. */
function fixCapability(place: FixPlace): Fix[] {
  const { problem, node } = place;
  const { params } = problem;
  const list = params['list'] === 'output' ? 'output' : 'input';
  const capability = String(params['capability'] ?? '');
  switch (problem.code) {
    case 'capability_misspelt':
      return fixWord(place, list);
    case 'capability_wrong_direction': {
      const other = otherList(list);
      const word = String(node?.value);
      return [
        {
          kind: 'move',
          params: { capability, list: other },
          isPreferred: true,
          edits: changed(place, { list, type: word, isDeclared: false }, { list: other, type: word, isDeclared: true }),
        },
      ];
    }
    case 'capability_duplicate':
    case 'capability_empty':
      return [{ kind: 'remove', params: { name: capability }, isPreferred: true, edits: () => removeAt(place) }];
    case 'capability_list_not_array':
      if (typeof node?.value !== 'string' || words(node.value).length === 0) return [];
      return [{ kind: 'to_list', params: {}, isPreferred: true, edits: () => replaceList(node, words(String(node.value))) }];
    case 'capabilities_not_object':
      return fixFlatList(place);
    case 'capabilities_without_lists':
      return fixNames(place);
    case 'text_input_missing':
      return [
        {
          kind: 'add',
          params: { capability: 'text', list },
          isPreferred: true,
          edits: changed(place, { list: 'input', type: 'text', isDeclared: true }),
        },
      ];
    case 'tag_without_capability':
      // either the tag or the capabilities are wrong: a person must decide
      return [
        {
          kind: 'add',
          params: { capability, list },
          isPreferred: false,
          edits: changed(place, { list, type: capability, isDeclared: true }),
        },
        { kind: 'remove_tag', params: {}, isPreferred: false, edits: () => removeAt(place) },
      ];
    case 'tag_denies_capability':
      return [{ kind: 'remove_tag', params: {}, isPreferred: false, edits: () => removeAt(place) }];
    default:
      return [];
  }
}

function otherList(list: CapabilityList): CapabilityList {
  return list === 'input' ? 'output' : 'input';
}

/** Corrects the word in place, moves it to the other list, or removes it if already listed. */
function fixWord(place: FixPlace, list: CapabilityList): Fix[] {
  const { node, problem } = place;
  const suggestion = problem.params['suggestion'];
  if (!node || typeof suggestion !== 'string') return [];
  const target = fitsList(suggestion, list) ? list : otherList(list);
  if (wordsOf(nodeAt(place.root, [...problem.path.slice(0, 2), 'capabilities']), target).includes(suggestion)) {
    return [{ kind: 'remove', params: { name: String(problem.params['capability']) }, isPreferred: true, edits: () => removeAt(place) }];
  }
  if (target === list)
    return [{ kind: 'replace', params: { value: suggestion }, isPreferred: true, edits: () => replaceNode(node, suggestion) }];
  const edits = changed(place, { list, type: String(node.value), isDeclared: false }, { list: target, type: suggestion, isDeclared: true });
  return [{ kind: 'replace_and_move', params: { value: suggestion, list: target }, isPreferred: true, edits }];
}

/** Renames misspelt `input` and `output`; without any, writes the effective default: text only. */
function fixNames(place: FixPlace): Fix[] {
  const { root, problem } = place;
  const capabilities = nodeAt(root, problem.path);
  const renames =
    capabilities === undefined
      ? []
      : membersOf(capabilities).flatMap(({ name }): Fix[] => {
          const list = closestTo(name, ['input', 'output']);
          const edits = list && renameMember(capabilities, name, list);
          return edits ? [{ kind: 'rename', params: { name: list }, isPreferred: true, edits: () => edits }] : [];
        });
  return renames.length > 0 ? renames : [{ kind: 'to_object', params: {}, isPreferred: true, edits: () => textOnly(place) }];
}

function textOnly({ text, root, problem }: FixPlace): ReturnType<Fix['edits']> {
  const service = nodeAt(root, problem.path.slice(0, 2));
  return service ? setCapabilitiesAt(text, rangeOf(service), TEXT_ONLY) : [];
}

/** Splits a single list of known capabilities: output-only ones become outputs, the others inputs. */
function fixFlatList({ text, node }: FixPlace): Fix[] {
  if (node?.type !== 'array') return [];
  const items = valueOf(node) as unknown[];
  if (items.length === 0 || !items.every((item): item is string => typeof item === 'string' && isStandardCapability(item))) return [];
  const input = items.filter((item) => fitsList(item, 'input'));
  const output = ['text', ...items.filter((item) => !fitsList(item, 'input'))];
  const newText = formatValue({ input: [...new Set(['text', ...input])], output: [...new Set(output)] }, detectLayout(text), undefined);
  return [{ kind: 'to_object', params: {}, isPreferred: true, edits: () => [{ offset: node.offset, length: node.length, newText }] }];
}

function changed({ text, root, problem }: FixPlace, ...changes: readonly CellChange[]): Fix['edits'] {
  const service = nodeAt(root, problem.path.slice(0, 2));
  return () => (service ? setCapabilityCells(text, rangeOf(service), changes) : []);
}

function removeAt({ text, root, problem }: FixPlace): ReturnType<Fix['edits']> {
  const container = nodeAt(root, problem.path.slice(0, -1));
  return container ? editItems(text, container, { remove: [Number(problem.path.at(-1))] }, detectLayout(text)) : [];
}

const HOST = /^(?:\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)*)(?::\d+)?(?:\/\S*)?$/i;
const LOCAL = /^(?:localhost|127\.|10\.|192\.168\.|\[::1\]|[\w-]+(?::|\/|$))/i;

/** Fixes for the file's structure, names, and the plain fields of a service. */
function fixFile(place: FixPlace): Fix[] {
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
  if (problem.path[2] === 'price') return [];
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
