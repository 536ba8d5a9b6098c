import type { Node } from 'jsonc-parser';
import { memberOf, membersOf, rangeOf } from '../json/node.ts';
import { type CapabilityList, fitsList, type ModelCapabilities, type StandardCapability } from './capability.ts';
import { problem, type ProblemCode, type ProblemParams, type ServiceProblem } from './problems.ts';
import { SERVICE_FIELDS } from './schema.ts';
import { closestTo, editDistance, simplify, suggestCapability } from './spelling.ts';
import type { ShapedService } from './validate-shape.ts';

const LISTS: readonly CapabilityList[] = ['input', 'output'];

/** Words in tags that suggest a capability, and its list. */
const PROMISES: readonly { readonly words: RegExp; readonly capability: StandardCapability; readonly lists: readonly CapabilityList[] }[] =
  [
    { words: /视觉|图像理解|图像分析|图片理解|看图|\bvision\b/i, capability: 'vision', lists: ['input'] },
    { words: /音频|语音|\baudio\b|\bspeech\b/i, capability: 'audio', lists: ['input', 'output'] },
    { words: /视频|\bvideo\b/i, capability: 'video', lists: ['input', 'output'] },
    { words: /文件阅读|文件理解|文档理解|\bfiles?\b/i, capability: 'file', lists: ['input'] },
    { words: /工具调用|函数调用|\btool[ _-]?(use|calling)\b|\bfunction[ _-]?calling\b/i, capability: 'tool_calling', lists: ['output'] },
    { words: /结构化输出|\bstructured[ _-]?output\b/i, capability: 'structured_output', lists: ['output'] },
  ];
/** A negated tag suggests nothing. */
const DENIAL = /[无不没非]|\bno\b|\bnot\b|\bwithout\b/i;

/** Tags that say a model lacks an input. */
const DENIALS: readonly { readonly words: RegExp; readonly capabilities: readonly StandardCapability[] }[] = [
  { words: /^\s*(?:纯文本|仅文本|只支持文本|text[ _-]?only)\s*$/i, capabilities: ['vision', 'audio', 'video', 'file'] },
  { words: /^\s*(?:(?:无|不支持)(?:视觉|图像|图片)|(?:no|without)[ _-]vision)\s*$/i, capabilities: ['vision'] },
];

type Add = (code: ProblemCode, path: readonly (string | number)[], node: Node, params?: ProblemParams) => void;

/** Rules beyond the schema, for a structurally valid service. */
export function checkMeaning(service: Node, index: number, shaped: ShapedService): ServiceProblem[] {
  const problems: ServiceProblem[] = [];
  const add: Add = (code, path, node, params) => {
    const place = { index, path: ['services', index, ...path], range: rangeOf(node) };
    problems.push(problem(code, shaped.id === undefined ? place : { ...place, service: shaped.id }, params));
  };
  for (const { name, key, field } of fieldSlips(service)) add('field_misspelt', [name], key, { name, suggestion: field });
  const capabilities = memberOf(service, 'capabilities')?.value;
  if (capabilities !== undefined && shaped.origin === 'declared') checkCapabilities(capabilities, add);
  if (shaped.origin !== 'invalid') checkTags(service, shaped.capabilities, add);
  return problems;
}

function checkCapabilities(capabilities: Node, add: Add): void {
  for (const { name, key } of membersOf(capabilities)) {
    if (name === 'input' || name === 'output') continue;
    const suggestion = closestTo(name, LISTS);
    add('capabilities_unknown_key', ['capabilities', name], key, suggestion ? { name, suggestion } : { name });
  }
  for (const list of LISTS) {
    const node = memberOf(capabilities, list)?.value;
    if (node !== undefined) checkList(list, node, add);
  }
}

function checkList(list: CapabilityList, node: Node, add: Add): void {
  const seen = new Set<string>();
  for (const [position, item] of (node.children ?? []).entries()) {
    const capability = String(item.value);
    const path = ['capabilities', list, position];
    if (seen.has(capability)) {
      add('capability_duplicate', path, item, { capability, list });
      continue;
    }
    seen.add(capability);
    if (!fitsList(capability, list)) {
      add('capability_wrong_direction', path, item, { capability, list, other: list === 'input' ? 'output' : 'input' });
    }
    const suggestion = suggestCapability(capability);
    if (suggestion !== undefined) add('capability_misspelt', path, item, { capability, list, suggestion });
  }
  if (list === 'input' && !seen.has('text')) add('text_input_missing', ['capabilities', list], node);
}

function checkTags(service: Node, capabilities: ModelCapabilities, add: Add): void {
  const tags = memberOf(service, 'capabilityTags')?.value;
  if (tags?.type !== 'array') return;
  const said = new Set<StandardCapability>();
  for (const [position, item] of (tags.children ?? []).entries()) {
    const tag: unknown = item.value;
    if (typeof tag !== 'string') continue;
    const denied = DENIALS.find(({ words }) => words.test(tag))?.capabilities.find((capability) => capabilities.input.includes(capability));
    if (denied) add('tag_denies_capability', ['capabilityTags', position], item, { tag, capability: denied, list: 'input' });
    if (DENIAL.test(tag)) continue;
    for (const { words, capability, lists } of PROMISES) {
      if (!words.test(tag) || said.has(capability) || lists.some((list) => capabilities[list].includes(capability))) continue;
      said.add(capability);
      add('tag_without_capability', ['capabilityTags', position], item, { tag, capability, list: lists[0] ?? 'input' });
    }
  }
}

/** A name in a service similar to that of a missing field. */
export interface FieldSlip {
  readonly name: string;
  readonly key: Node;
  /** The field probably meant. */
  readonly field: string;
  /** Nothing else is likely. */
  readonly isCertain: boolean;
}

interface Near {
  readonly field: string;
  /** Edit distance; halved when only the order of the letters differs. */
  readonly distance: number;
  readonly isCertain: boolean;
}

const FIELDS: ReadonlySet<string> = new Set(SERVICE_FIELDS);
/** Maximum unknown names checked per service. */
const MOST_NAMES = 100;
const LONGEST_NAME = 40;
/** Short field names resemble many words. */
const SHORT = 5;

/** The misspelt names in a service. Each field is matched once, by the closest names. */
export function fieldSlips(service: Node): readonly FieldSlip[] {
  const near = ownMembers(service).flatMap((member) => {
    const nearest = fieldNear(member.name);
    return nearest === undefined ? [] : [{ ...member, ...nearest }];
  });
  const lacked = new Set([...new Set(near.map(({ field }) => field))].filter((field) => memberOf(service, field) === undefined));
  const found = near.filter(({ field }) => lacked.has(field));
  return found.flatMap(({ name, key, field, distance, isCertain }) => {
    const rivals = found.filter((other) => other.field === field && other.key !== key);
    if (rivals.some((other) => other.distance < distance)) return [];
    return [{ name, key, field, isCertain: isCertain && !rivals.some((other) => other.distance === distance) }];
  });
}

/** The first names that are not fields; limited, so that a huge service costs no more than an ordinary one. */
function ownMembers({ type, children = [] }: Node): readonly Pick<FieldSlip, 'name' | 'key'>[] {
  const own: Pick<FieldSlip, 'name' | 'key'>[] = [];
  if (type !== 'object') return own;
  for (const property of children) {
    const [key, value] = property.children ?? [];
    const name: unknown = key?.value;
    if (!key || !value || typeof name !== 'string' || FIELDS.has(name)) continue;
    own.push({ name, key });
    if (own.length === MOST_NAMES) break;
  }
  return own;
}

/** Cache of {@link fieldNear}: services in a file share names. */
const known = new Map<string, Near | undefined>();
const MOST_KNOWN = 500;

function fieldNear(name: string): Near | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  if (known.has(name)) return known.get(name);
  if (known.size >= MOST_KNOWN) known.clear();
  const near = SERVICE_FIELDS.flatMap((field) => distanceTo(field, name) ?? []).sort((a, b) => a.distance - b.distance)[0];
  known.set(name, near);
  return near;
}

/** The distance of a name from a field; undefined when it is another word. */
function distanceTo(field: string, name: string): Near | undefined {
  // with three letters, every three-letter word would be close
  if (field.length <= 3) return name.toLowerCase() === field ? { field, distance: 0, isCertain: true } : undefined;
  const [wanted, plain] = [simplify(field), simplify(name)];
  const most = Math.min(wanted.length, plain.length) <= SHORT ? 1 : 2;
  if (Math.abs(wanted.length - plain.length) > most) return undefined;
  // one extra character at the end makes a variant or plural: `apiKey2`, `apiKeys`
  const isExtended = plain.length === wanted.length + 1 && plain.startsWith(wanted);
  if (isExtended && /\d$/.test(plain)) return undefined;
  const distance = editDistance(wanted, plain);
  const hasSameLetters = sorted(wanted) === sorted(plain);
  if (distance > most || isOtherWord(wanted, plain, distance, hasSameLetters)) return undefined;
  if (distance > 1) return { field, distance, isCertain: false };
  return { field, distance: hasSameLetters ? distance / 2 : distance, isCertain: hasSameLetters || (wanted.length > SHORT && !isExtended) };
}

/** A substituted letter makes another word (`game`, `name`), and two adjacent ones a suffix: `minTokens`, `description_zh`. */
function isOtherWord(field: string, name: string, distance: number, hasSameLetters: boolean): boolean {
  if (hasSameLetters) return false;
  if (distance === 1) return field.length < SHORT && name.length === field.length;
  let start = 0;
  while (start < Math.min(field.length, name.length) && field[start] === name[start]) start++;
  let end = 0;
  while (end < Math.min(field.length, name.length) - start && field.at(-1 - end) === name.at(-1 - end)) end++;
  const lengths = [field.length, name.length].map((length) => length - start - end);
  return lengths.every((length) => length === 0 || length === 2);
}

function sorted(word: string): string {
  return [...word].sort().join('');
}
