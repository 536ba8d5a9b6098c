import { at, itemsAt, textAt } from './outline.ts';
import {
  callPart,
  contentParts,
  idPlaceOf,
  LONGEST_TYPE,
  mediaPart,
  type PartDraft,
  type Placed,
  placedItems,
  reasoningPart,
  textPart,
  unknownPart,
  urlPart,
  emptyResult,
  emptyText,
  inDetail,
  withTraits,
} from './part-drafts.ts';

/**
 * A part of a Chat Completions message; undefined for what is none. The runtime's own `file` parts are among them.
 * Source: openai 7.57.0, `ChatCompletionContentPart`; last verified 2026-11.
 */
export function chatPart(placed: Placed): readonly PartDraft[] | undefined {
  const { node } = placed;
  switch (textAt(node, 'type')) {
    case 'text':
    case 'refusal': {
      const text = at(node, 'text') ?? at(node, 'refusal');
      return text?.type === 'string' ? [textPart(placed, text)] : [unknownPart(placed)];
    }
    case 'image_url': {
      const url = at(node, 'image_url');
      const part = urlPart(placed, url?.type === 'object' ? at(url, 'url') : url, { isFile: false });
      return [inDetail(url?.type === 'string' ? withTraits(part, 'text_url') : part, textAt(url, 'detail'))];
    }
    // Mistral's: an address or a data URL without an object around it (@mistralai/mistralai 2.7.0, `DocumentURLChunk`)
    case 'document_url':
      return [urlPart(placed, at(node, 'document_url'), { filename: textAt(node, 'document_name'), isFile: true })];
    case 'input_audio': {
      const data = at(node, 'input_audio', 'data') ?? at(node, 'input_audio');
      const format = textAt(node, 'input_audio', 'format')?.slice(0, LONGEST_TYPE);
      return data?.type === 'string'
        ? [{ ...mediaPart(placed, { data, isFile: true }), declared: audioType(format), format }]
        : [unknownPart(placed)];
    }
    case 'file':
      return [filePart(placed)];
    default:
      return undefined;
  }
}

function filePart(placed: Placed): PartDraft {
  const file = at(placed.node, 'file');
  const filename = textAt(file, 'filename');
  // `file_data` is the provider's, `data` with `mimeType` the runtime's.
  const theirs = at(file, 'file_data');
  // OpenRouter fetches it from an address, too: openrouter.ai/docs/guides/overview/multimodal/pdfs (2026-11)
  if (theirs?.type === 'string' && /^https?:/i.test(theirs.text)) return urlPart(placed, theirs, { filename, isFile: true });
  if (theirs?.type === 'string') return mediaPart(placed, { data: theirs, filename, isFile: true });
  const data = at(file, 'data');
  return data?.type === 'string' ? mediaPart(placed, { data, type: at(file, 'mimeType'), filename, isFile: true }) : unknownPart(placed);
}

/** The media type of a format of `input_audio`. */
function audioType(format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  return `audio/${format === 'mp3' ? 'mpeg' : format === 'm4a' ? 'mp4' : format}`;
}

/** All parts of a Chat Completions message: what was thought, content, calls; of a tool's message, the result. */
export function chatMessageParts(message: Placed, readContent: (part: Placed) => readonly PartDraft[]): PartDraft[] {
  const { node, path } = message;
  const isTool = textAt(node, 'role') === 'tool';
  const resultOf = isTool ? (textAt(node, 'tool_call_id') ?? '') : undefined;
  const resultIdPlace = isTool ? idPlaceOf(at(node, 'tool_call_id')) : undefined;
  const reasoning = at(node, 'reasoning_content');
  const content = at(node, 'content');
  const parts: PartDraft[] = [];
  if (reasoning?.type === 'string' && reasoning.text !== '') {
    parts.push(reasoningPart({ ...message, node: reasoning, path: [...path, 'reasoning_content'] }, reasoning));
  }
  // The content of a message that only calls tools is null, or an empty text; of one with nothing but pictures beside it, too.
  const isEmptyCall =
    content?.type === 'string' && content.text === '' && ['tool_calls', 'images'].some((name) => itemsAt(node, name).length > 0);
  if (content && !isEmptyCall)
    parts.push(
      ...contentParts(
        { ...message, node: content, path: [...path, 'content'], resultOf, ...(isTool && { resultPlace: node, resultIdPlace }) },
        readContent,
      ),
    );
  if (isTool && parts.length === 0) parts.push(emptyResult({ ...message, resultIdPlace }, resultOf ?? ''));
  const hasNothing = content?.type === 'array' && content.items.length === 0 && itemsAt(node, 'tool_calls').length === 0;
  if (hasNothing && !isTool) parts.push(emptyText({ ...message, node: content, path: [...path, 'content'] }));
  parts.push(...imagesBeside({ ...message, resultOf, ...(isTool && { resultPlace: node }) }));
  parts.push(
    ...itemsAt(node, 'tool_calls').map((call, index) => toolCall({ ...message, node: call, path: [...path, 'tool_calls', index] })),
  );
  return parts;
}

/** Ollama's pictures, which stand beside the text as bare base64: ollama 0.6.4, `Message.images` (2026-11). */
function imagesBeside(message: Placed): PartDraft[] {
  return placedItems(message, 'images').map((placed) => {
    const { node } = placed;
    if (node.type !== 'string') return unknownPart(placed);
    const part = mediaPart(placed, { data: node, isFile: false });
    // only a data URL says what it is
    return { ...part, traits: part.declared === undefined ? [] : ['data_url'] };
  });
}

function toolCall(placed: Placed): PartDraft {
  const { node } = placed;
  return callPart(placed, at(node, 'id'), textAt(node, 'function', 'name'), at(node, 'function', 'arguments'));
}
