import { at, literalAt, type Outline, textAt } from './outline.ts';
import {
  cacheTraits,
  callPart,
  contentParts,
  idPlaceOf,
  linkPart,
  mediaPart,
  member,
  type PartDraft,
  type Placed,
  reasoningPart,
  textPart,
  unknownPart,
  emptyResult,
  withTraits,
} from './part-drafts.ts';

/**
 * A block of an Anthropic message as parts; undefined for what is no block of it. A tool's result is its parts, each with the call's id.
 * Source: @anthropic-ai/sdk 1.12.0, `ContentBlockParam`; last verified 2026-11.
 */
export function anthropicBlock(placed: Placed): readonly PartDraft[] | undefined {
  const { node } = placed;
  switch (textAt(node, 'type')) {
    case 'text': {
      const text = at(node, 'text');
      return text?.type === 'string' ? [textPart(placed, text)] : [unknownPart(placed)];
    }
    case 'image':
    case 'document':
      return at(node, 'source') ? [sourcePart(placed)] : undefined;
    case 'tool_use':
      return [callPart(placed, at(node, 'id'), textAt(node, 'name'), at(node, 'input'))];
    case 'tool_result':
      return resultParts(placed, (part) => anthropicBlock(part) ?? [unknownPart(part)]);
    // The provider's own tools: call and result are in one message, and nobody else answers them.
    case 'server_tool_use':
      return [unknownPart(placed)];
    case 'thinking':
      return [
        withTraits(
          reasoningPart(placed, at(node, 'thinking', 0, 'text') ?? at(node, 'thinking')),
          ...(hasSignature(node) ? [] : (['unsigned'] as const)),
        ),
      ];
    case 'redacted_thinking':
      return [reasoningPart(placed, at(node, 'data'))];
    default:
      return undefined;
  }
}

/** Thinking is signed by whoever thought it. */
function hasSignature(node: Outline): boolean {
  return /\S/.test(textAt(node, 'signature') ?? '');
}

function sourcePart(placed: Placed): PartDraft {
  const { node } = placed;
  const data = at(node, 'source', 'data');
  const isFile = textAt(node, 'type') === 'document';
  const filename = textAt(node, 'title');
  switch (textAt(node, 'source', 'type')) {
    case 'base64':
      return data?.type === 'string'
        ? mediaPart(placed, { data, type: at(node, 'source', 'media_type'), filename, isFile })
        : unknownPart(placed);
    case 'text':
      return data?.type === 'string' ? textPart(placed, data) : unknownPart(placed);
    case 'url':
      return linkPart(placed, textAt(node, 'source', 'url') ?? '', isFile);
    default:
      return unknownPart(placed);
  }
}

/** The parts of a tool's result, each with the call's id. @param read reads a part of its content */
export function resultParts(placed: Placed, read: (part: Placed) => readonly PartDraft[]): PartDraft[] {
  const resultOf = textAt(placed.node, 'tool_use_id') ?? '';
  const resultIdPlace = idPlaceOf(at(placed.node, 'tool_use_id'));
  const content = member(placed, 'content');
  const parts = content ? contentParts({ ...content, resultOf, resultPlace: placed.node, resultIdPlace }, read) : [];
  // A result without content is a result all the same.
  const [first = emptyResult({ ...placed, resultIdPlace }, resultOf), ...rest] = parts;
  const result = [parts.length > 0 ? withTraits(first, ...cacheTraits(placed.node)) : first, ...rest];
  return literalAt(placed.node, 'is_error') === true ? result.map((part) => withTraits(part, 'failed')) : result;
}
