import { resultParts } from './anthropic-blocks.ts';
import { at, literalAt, type Outline, textAt } from './outline.ts';
import { contentParts, mediaPart, member, type PartDraft, type Placed, textIn, textPart } from './part-drafts.ts';

/** Reads a part that is none of Cline's own. */
type OtherParts = (placed: Placed) => readonly PartDraft[];

/**
 * Whether an element of `messages` is one of a session of Cline since its SDK: `~/.cline/data/sessions/ID/ID.messages.json`. Seen in 3.0.65
 * (2026-11); see `docs/formats/cline.md`.
 */
export function isOfClineSession(node: Outline): boolean {
  return textAt(node, 'id') !== undefined && typeof literalAt(node, 'ts') === 'number';
}

/** Whether the root of a document is that of such a session. */
export function isClineSession(root: Outline): boolean {
  return textAt(root, 'sessionId') !== undefined && at(root, 'origin')?.type === 'object';
}

/** The parts of a part: blocks as Anthropic's API has them, but for pictures and for what tools found. */
export function clinePart(placed: Placed, other: OtherParts): readonly PartDraft[] {
  const { node } = placed;
  const type = textAt(node, 'type');
  const [data, mediaType] = [at(node, 'data'), at(node, 'mediaType')];
  if (type === 'image' && data?.type === 'string' && mediaType) return [mediaPart(placed, { data, type: mediaType, isFile: false })];
  if (type === 'tool_result') return resultParts(placed, (item) => foundParts(item, other));
  return other(placed);
}

/** What a tool found for one of the things it was asked for: `{query, result, success}`. */
function foundParts(item: Placed, other: OtherParts): readonly PartDraft[] {
  const result = member(item, 'result');
  if (textAt(item.node, 'type') !== undefined || !result) return clinePart(item, other);
  const parts = contentParts(result, (part) => (part.node.type === 'string' ? [textPart(part, part.node, true)] : clinePart(part, other)));
  return [...parts, ...textIn(item, 'error')];
}
