import { createScanner, getLocation, type Location, type Node, parseTree } from 'jsonc-parser';
import { memberOf, nodeAt, rangeOf, type TextRange } from '../json/node.ts';
import type { CapabilityList } from './capability.ts';

/** What can be completed at an offset in a possibly incomplete text. */
export type CursorPlace =
  | {
      readonly kind: 'capability';
      readonly list: CapabilityList;
      readonly present: readonly string[];
      readonly model: string | undefined;
      readonly range: TextRange;
    }
  /** The whole `capabilities` of a service, with the member name if missing. */
  | {
      readonly kind: 'capabilities';
      readonly model: string;
      readonly withName: boolean;
      readonly range: TextRange;
      readonly commaBefore: boolean;
      readonly commaAfter: boolean;
    }
  | { readonly kind: 'model' | 'api'; readonly range: TextRange }
  | { readonly kind: 'service'; readonly range: TextRange; readonly commaBefore: boolean; readonly commaAfter: boolean };

/** Token kinds of jsonc-parser's scanner (its `SyntaxKind` is a const enum that separate compilation cannot read). */
const Token = { lineComment: 12, blockComment: 13, end: 17 };

/**
 * What can be completed at an offset; `range` is the text it replaces, including quotes.
 *
 * @param known ranges of the services in order, if known: then only the service at the offset, or the gap, is parsed
 */
export function placeAt(text: string, offset: number, known: readonly TextRange[] = []): CursorPlace | undefined {
  const at = known.findLastIndex((range) => range.offset < offset);
  const [own, next] = [known[at], known[at + 1]];
  if (own === undefined && next === undefined) return placeInText(text, offset);
  const end = own === undefined ? 0 : own.offset + own.length;
  // the surroundings of a service only determine which one it is
  if (own !== undefined && offset < end)
    return placeIn(FRAME, text.slice(own.offset, Math.min(end, offset + FAR_BEHIND)), ']}', own.offset);
  const gap = text.slice(end, next?.offset ?? offset + FAR_BEHIND);
  return placeIn(own === undefined ? '' : `${FRAME}{"id":0}`, gap, next === undefined ? '' : '{}]}', end);

  function placeIn(before: string, part: string, after: string, from: number): CursorPlace | undefined {
    const start = before.length - from;
    const place = placeInText(before + part + after, offset + start);
    return place && { ...place, range: { offset: place.range.offset - start, length: place.range.length } };
  }
}

/** Limit after an unclosed or the last service, in UTF-16 code units. */
const FAR_BEHIND = 64 * 1024;

const FRAME = '{"services":[';

function placeInText(text: string, offset: number): CursorPlace | undefined {
  if (isInComment(text, offset)) return undefined;
  const location = getLocation(text, offset);
  const { path, isAtPropertyKey } = location;
  const [services, index, field, list] = path;
  if (services !== 'services' || typeof index !== 'number') return undefined;
  const around = surroundings(text, offset, location);
  const { word, range } = around;
  // After a value a name follows, even if the comma is missing.
  const isAtName = isAtPropertyKey || (path.length === 3 && !word && around.before !== ':');
  if (path.length === 3 && (isAtName || (field === 'capabilities' && !word))) {
    return capabilitiesPlace(serviceAt(text, index), isAtName, around);
  }
  if (isAtPropertyKey) return undefined;
  if (path.length === 2 && !word) return servicePlace(around);
  if (path.length === 3 && (field === 'api' || field === 'model')) return { kind: field, range };
  if (path.length !== 5 || field !== 'capabilities' || (list !== 'input' && list !== 'output')) return undefined;
  const service = serviceAt(text, index);
  const items = (service && nodeAt(service, path.slice(2, 4))?.children) ?? [];
  const others = items.filter((item) => item.offset !== word?.offset);
  return { kind: 'capability', list, present: others.map((item) => String(item.value)), model: modelOf(service), range };
}

/** The word at an offset, if any, with its range and the nearest characters before and after it. */
interface Surroundings {
  readonly word: Node | undefined;
  readonly range: TextRange;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function surroundings(text: string, offset: number, { previousNode, isAtPropertyKey }: Location): Surroundings {
  const isWord = previousNode?.type === 'string' || (isAtPropertyKey && previousNode?.type === 'property');
  const word = isWord && offset > previousNode.offset && offset <= previousNode.offset + previousNode.length ? previousNode : undefined;
  const range = word ? rangeOf(word) : { offset, length: 0 };
  const end = range.offset + range.length;
  return {
    word,
    range,
    before: text
      .slice(Math.max(0, range.offset - FAR), range.offset)
      .trimEnd()
      .at(-1),
    after: text.slice(end, end + FAR).trimStart()[0],
  };
}

/** @param withName the cursor is where a name goes, and not behind that of the capabilities */
function capabilitiesPlace(service: Node | undefined, withName: boolean, { range, before, after }: Surroundings): CursorPlace | undefined {
  const isThere = withName && service !== undefined && memberOf(service, 'capabilities') !== undefined;
  const model = modelOf(service);
  if (model === undefined || isThere || after === '{') return undefined;
  return {
    kind: 'capabilities',
    model,
    withName,
    range,
    commaBefore: withName && before !== '{' && before !== ',',
    commaAfter: after === '"',
  };
}

function servicePlace({ range, before, after }: Surroundings): CursorPlace | undefined {
  const isBetween = before === '[' || before === ',' || before === '}' || before === '/';
  return isBetween ? { kind: 'service', range, commaBefore: before === '}', commaAfter: after === '{' } : undefined;
}

export interface CapabilityAt {
  readonly index: number;
  readonly list: CapabilityList;
  readonly capability: string;
  readonly range: TextRange;
}

export function capabilityAt(root: Node, text: string, offset: number): CapabilityAt | undefined {
  const { path } = getLocation(text, offset);
  const [services, index, capabilities, list] = path;
  if (path.length !== 5 || services !== 'services' || capabilities !== 'capabilities' || (list !== 'input' && list !== 'output'))
    return undefined;
  const node = nodeAt(root, path);
  if (node?.type !== 'string' || offset < node.offset || offset > node.offset + node.length) return undefined;
  return { index: Number(index), list, capability: String(node.value), range: rangeOf(node) };
}

/** Maximum white space skipped before or after, in UTF-16 code units. */
const FAR = 1000;

function serviceAt(text: string, index: number): Node | undefined {
  const root = parseTree(text);
  return root && nodeAt(root, ['services', index]);
}

function modelOf(service: Node | undefined): string | undefined {
  const model: unknown = service && memberOf(service, 'model')?.value.value;
  return typeof model === 'string' && model.trim() !== '' ? model : undefined;
}

function isInComment(text: string, offset: number): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const isNear = text.slice(lineStart, offset).includes('//') || text.lastIndexOf('/*', offset - 1) !== -1;
  if (!isNear) return false;
  const scanner = createScanner(text);
  for (let token: number = scanner.scan(); token !== Token.end; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (start >= offset) return false;
    const end = start + scanner.getTokenLength();
    const isComment = token === Token.lineComment || token === Token.blockComment;
    if (isComment && (offset < end || (token === Token.lineComment && offset === end))) return true;
  }
  return false;
}
