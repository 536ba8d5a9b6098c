import type { Node } from 'jsonc-parser';
import { fitsList, type CapabilityList, type ModelCapabilities, type StandardCapability } from './capability.ts';
import { fieldSlips } from './field-slips.ts';
import { memberOf, membersOf, rangeOf } from '../json/node.ts';
import { problem, type ProblemCode, type ProblemParams, type ServiceProblem } from './problems.ts';
import { closestTo, suggestCapability } from './spelling.ts';
import type { ShapedService } from './validate-shape.ts';

const LISTS: readonly CapabilityList[] = ['input', 'output'];

/** Words in free tags that promise a capability, and where it would have to be listed. */
const PROMISES: readonly { readonly words: RegExp; readonly capability: StandardCapability; readonly lists: readonly CapabilityList[] }[] =
  [
    { words: /视觉|图像理解|图像分析|图片理解|看图|\bvision\b/i, capability: 'vision', lists: ['input'] },
    { words: /音频|语音|\baudio\b|\bspeech\b/i, capability: 'audio', lists: ['input', 'output'] },
    { words: /视频|\bvideo\b/i, capability: 'video', lists: ['input', 'output'] },
    { words: /文件阅读|文件理解|文档理解|\bfiles?\b/i, capability: 'file', lists: ['input'] },
    { words: /工具调用|函数调用|\btool[ _-]?(use|calling)\b|\bfunction[ _-]?calling\b/i, capability: 'tool_calling', lists: ['output'] },
    { words: /结构化输出|\bstructured[ _-]?output\b/i, capability: 'structured_output', lists: ['output'] },
  ];
/** A tag that denies something promises nothing. */
const DENIAL = /[无不没非]|\bno\b|\bnot\b|\bwithout\b/i;

/** Tags that say as a whole that a model takes no such input. */
const DENIALS: readonly { readonly words: RegExp; readonly capabilities: readonly StandardCapability[] }[] = [
  { words: /^\s*(?:纯文本|仅文本|只支持文本|text[ _-]?only)\s*$/i, capabilities: ['vision', 'audio', 'video', 'file'] },
  { words: /^\s*(?:(?:无|不支持)(?:视觉|图像|图片)|(?:no|without)[ _-]vision)\s*$/i, capabilities: ['vision'] },
];

type Add = (code: ProblemCode, path: readonly (string | number)[], node: Node, params?: ProblemParams) => void;

/** What a schema cannot say about a service that has the right shape. */
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
