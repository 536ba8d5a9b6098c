import { own } from '../io/own.ts';
import { CONVERSE_TYPES } from '../wire/accepted-types.ts';
import { at, itemsAt, type Outline, textAt } from './outline.ts';
import {
  callPart,
  contentParts,
  emptyResult,
  idPlaceOf,
  isCited,
  jsonText,
  linkPart,
  LONGEST_TYPE,
  mediaPart,
  member,
  type PartDraft,
  type Placed,
  placedItems,
  reasoningPart,
  textPart,
  unknownPart,
  withTraits,
} from './part-drafts.ts';

/** What a block may be; its one member is named so. Source: @aws-sdk/client-bedrock-runtime 3.1164.0, `ContentBlock` (2026-11). */
const KINDS: ReadonlySet<string> = new Set([
  'text',
  'image',
  'document',
  'video',
  'audio',
  'toolUse',
  'toolResult',
  'guardContent',
  'cachePoint',
  'reasoningContent',
  'citationsContent',
  'searchResult',
  'json',
]);

/** The kind of a block of Bedrock's Converse; undefined for what is none: blocks of other APIs have a `type`. */
function kindOf(node: Outline): string | undefined {
  if (node.type !== 'object' || at(node, 'type')) return undefined;
  return node.members.find(({ name }) => KINDS.has(name))?.name;
}

/** Whether a message is one of Bedrock's Converse, by the first of its blocks. */
export function isConverse(message: Outline): boolean {
  const [first] = itemsAt(message, 'content');
  return first !== undefined && kindOf(first) !== undefined;
}

/** A content of Bedrock's Converse: a list of blocks. */
export function converseParts(placed: Placed): PartDraft[] {
  return contentParts(placed, converseBlock);
}

/** The parts of a block: the result of a call may have several, a mark for the cache has none. */
function converseBlock(placed: Placed): PartDraft[] {
  const kind = kindOf(placed.node);
  const held = kind === undefined ? undefined : member(placed, kind);
  if (kind === undefined || !held) return [unknownPart(placed)];
  return blockOf(kind, held, { ...placed, shape: kind });
}

/** @param held the value that the block's member has @param block the block itself, whose place is that of its part */
function blockOf(kind: string, held: Placed, block: Placed): PartDraft[] {
  const { node } = held;
  // the provider's own tools: call and result are in one message, and nobody else answers them
  if (isOfServer(kind, node)) return [unknownPart(block)];
  switch (kind) {
    case 'text':
      return [node.type === 'string' ? textPart(block, node) : unknownPart(block)];
    case 'json':
      return [jsonText({ ...block, node, path: held.path })];
    case 'image':
    case 'document':
    case 'video':
    case 'audio':
      return mediumParts(kind, node, block);
    case 'toolUse':
      return [callPart(block, at(node, 'toolUseId'), textAt(node, 'name'), at(node, 'input'))];
    case 'toolResult':
      return resultParts(held, block);
    case 'cachePoint':
      return [];
    case 'reasoningContent':
      return [reasoningOf(node, block)];
    case 'guardContent':
      return guardedParts(held, block);
    default:
      return [jsonText({ ...block, node, path: held.path })];
  }
}

/** Whether the server itself runs the tool of a call or of a result, which say so in a `type`. */
function isOfServer(kind: string, node: Outline): boolean {
  return (kind === 'toolUse' || kind === 'toolResult') && textAt(node, 'type') !== undefined;
}

function mediumParts(kind: string, node: Outline, block: Placed): PartDraft[] {
  const isFile = kind !== 'image';
  const format = textAt(node, 'format')?.slice(0, LONGEST_TYPE);
  const declared = own(CONVERSE_TYPES, `${kind} ${format ?? ''}`);
  const data = at(node, 'source', 'bytes');
  if (data?.type === 'string') {
    const part = mediaPart(block, { data, type: at(node, 'format'), filename: textAt(node, 'name'), isFile });
    // a format is no media type that could be written anew in its place
    return [{ ...part, declared, format, type: undefined }];
  }
  const text = at(node, 'source', 'text');
  if (text?.type === 'string') {
    const part = textPart({ ...block, node: text, path: [...block.path, kind, 'source', 'text'] }, text, true);
    return [isCited(node, kind) ? withTraits(part, 'cited') : part];
  }
  const address = textAt(node, 'source', 's3Location', 'uri');
  return [address === undefined ? unknownPart(block) : linkPart(block, address, isFile, declared)];
}

function resultParts(held: Placed, block: Placed): PartDraft[] {
  const resultOf = textAt(held.node, 'toolUseId') ?? '';
  const resultIdPlace = idPlaceOf(at(held.node, 'toolUseId'));
  const parts = placedItems({ ...held, resultOf, resultPlace: block.node, resultIdPlace }, 'content').flatMap(converseBlock);
  return parts.length > 0 ? parts : [emptyResult({ ...block, resultIdPlace }, resultOf)];
}

function reasoningOf(node: Outline, block: Placed): PartDraft {
  const text = at(node, 'reasoningText', 'text');
  const part = reasoningPart(block, text ?? at(node, 'redactedContent'));
  return text === undefined || textAt(node, 'reasoningText', 'signature') !== undefined ? part : withTraits(part, 'unsigned');
}

function guardedParts(held: Placed, block: Placed): PartDraft[] {
  const text = member(held, 'text', 'text');
  if (text?.node.type === 'string') return [textPart({ ...block, ...text }, text.node, true)];
  const image = at(held.node, 'image');
  return image ? mediumParts('image', image, block) : [unknownPart(block)];
}
