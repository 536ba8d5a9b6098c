import {
  ADDRESS_NOT_TAKEN,
  ANTHROPIC_IMAGES,
  byAddress,
  imageSent,
  NO_SHAPE,
  NOT_BASE64,
  NOTHING_TO_SEND,
  PDF_AND_TEXT,
  refused,
  sent,
  type Placement,
} from './accepted-types.ts';
import type { Cloud } from './cloud.ts';
import { fillContent, partOrNote, rawBase64Of, type Decision, type Ledger } from './ledger.ts';
import { systemText, type MediaItem, type WireItem, type ParsedCall, type PlacedPart, type ToolAnswer, type Turn } from './turns.ts';

/** A type outside its list is written all the same, so that a person sees what would be refused. */
interface AnthropicImage<Type extends string = string> {
  type: 'image';
  source: { type: 'base64'; media_type: Type; data: string } | { type: 'url'; url: string };
}

interface AnthropicDocument<Type extends string = string> {
  type: 'document';
  source:
    | { type: 'base64'; media_type: Type; data: string }
    | { type: 'text'; media_type: 'text/plain'; data: string }
    | { type: 'url'; url: string };
  title?: string;
}

type AnthropicPart<Image extends string = string, Document extends string = string> =
  | { type: 'text'; text: string }
  | AnthropicImage<Image>
  | AnthropicDocument<Document>;

type AnthropicUserBlock<Image extends string = string, Document extends string = string> =
  | AnthropicPart<Image, Document>
  | { type: 'tool_result'; tool_use_id: string; content: string | AnthropicPart<Image, Document>[] };

type AnthropicMessage<Image extends string = string, Document extends string = string> =
  | { role: 'user'; content: AnthropicUserBlock<Image, Document>[] }
  | {
      role: 'assistant';
      content: ({ type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> })[];
    };

/** A request to Anthropic Messages. The parameters are the media types of images and documents in it. */
export interface AnthropicBody<Image extends string = string, Document extends string = string> {
  model: string;
  max_tokens: number;
  system?: string;
  messages: AnthropicMessage<Image, Document>[];
}

/** The API wants a limit; this one is enough for an answer about an artifact. */
const MAX_TOKENS = 4096;

/** The same to a cloud, whose address has the model. */
interface CloudBody extends Omit<AnthropicBody, 'model'> {
  anthropic_version: string;
}

/**
 * What clouds want in the body, where the model stands in the address: @anthropic-ai/bedrock-sdk and @anthropic-ai/vertex-sdk;
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html,
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude (2026-11).
 */
const CLOUD_VERSIONS: Readonly<Partial<Record<Cloud, string>>> = { bedrock: 'bedrock-2023-05-31', vertex: 'vertex-2023-10-16' };

/** The body as the cloud wants it that serves the model. */
export function inCloud(body: AnthropicBody, cloud: Cloud | undefined): AnthropicBody | CloudBody {
  const version = cloud && CLOUD_VERSIONS[cloud];
  if (version === undefined) return body;
  const { model: _, ...others } = body;
  return { anthropic_version: version, ...others };
}

/** Writes a request to Anthropic Messages. */
export function writeAnthropic(turns: readonly Turn[], ledger: Ledger, model: string): AnthropicBody {
  const messages: AnthropicMessage[] = [];
  for (const turn of turns) {
    if (turn.role === 'system') continue;
    const last = messages.at(-1);
    if (turn.role === 'assistant') {
      const content = assistantBlocks(turn.text, turn.calls);
      if (last?.role === 'assistant') last.content.push(...content);
      else if (content.length > 0) messages.push({ role: 'assistant', content });
      continue;
    }
    const blocks =
      turn.role === 'user'
        ? turn.parts.map((part) => partOf(part, ledger, 'user'))
        : turn.answers.map((answer) => resultOf(answer, ledger));
    // The answers must be in the message right after the calls, before all else; what the user says next goes with them.
    if (last?.role === 'user') last.content.push(...blocks);
    else if (blocks.length > 0) messages.push({ role: 'user', content: blocks });
  }
  const system = systemText(turns);
  return { model, max_tokens: MAX_TOKENS, ...(system !== '' && { system }), messages };
}

function assistantBlocks(text: string, calls: readonly ParsedCall[]): Extract<AnthropicMessage, { role: 'assistant' }>['content'] {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use' as const, id, name, input })),
  ];
}

function resultOf({ callId, parts }: ToolAnswer, ledger: Ledger): AnthropicUserBlock {
  const result: { type: 'tool_result'; tool_use_id: string; content: string | AnthropicPart[] } = {
    type: 'tool_result',
    tool_use_id: callId,
    content: '',
  };
  fillContent(parts, result, 'content', ledger, (part) => partOf(part, ledger, 'tool'));
  return result;
}

function partOf(part: PlacedPart, ledger: Ledger, placement: Placement): AnthropicPart {
  const decision = decide(part.item, placement, ledger);
  const shape = decision.outcome === 'dropped' ? undefined : shapeOf(part.item, ledger);
  return partOrNote(part, decision, shape, (text) => ({ type: 'text', text }), ledger);
}

function decide(item: WireItem, placement: Placement, { cloud }: Ledger): Decision {
  switch (item.type) {
    case 'text':
      return decideText(item.text);
    case 'link':
      // "URL sources are not supported" (Bedrock, answered 2026)
      if (!item.url.startsWith('https:') || cloud === 'bedrock') return ADDRESS_NOT_TAKEN;
      return item.kind === 'audio' || item.kind === 'video' ? NO_SHAPE : byAddress(item);
    case 'broken':
      return NOTHING_TO_SEND;
    case 'unknown':
      return NO_SHAPE;
    case 'media':
      return decideMedia(item, placement);
  }
}

/** Decides about a text block; the text of a tool result that is no block may be empty. */
function decideText(text: string): Decision {
  if (text === '') return { outcome: 'rejected', rule: 'text_empty' };
  return /\S/.test(text) ? { outcome: 'sent', rule: 'text' } : { outcome: 'rejected', rule: 'text_blank' };
}

function decideMedia(item: MediaItem, placement: Placement): Decision {
  switch (item.kind) {
    case 'image':
      if (!item.isBase64) return NOT_BASE64;
      return ANTHROPIC_IMAGES.types.has(item.mimeType) ? imageSent(item, placement) : refused('image_type_refused', ANTHROPIC_IMAGES);
    case 'text':
      if (!item.isBase64) return NOT_BASE64;
      return item.text() === undefined
        ? refused('file_type_refused', PDF_AND_TEXT)
        : { outcome: 'converted', rule: 'text_file_as_document' };
    case 'document':
      if (item.mimeType !== 'application/pdf') return NO_SHAPE;
      return item.isBase64 ? sent(placement) : NOT_BASE64;
    case 'audio':
    case 'video':
    case 'other':
      return NO_SHAPE;
  }
}

function shapeOf(item: WireItem, ledger: Ledger): AnthropicPart | undefined {
  switch (item.type) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'link':
      return { type: item.kind === 'image' ? 'image' : 'document', source: { type: 'url', url: item.url } };
    case 'broken':
    case 'unknown':
      return undefined;
    case 'media': {
      const title = item.filename === undefined ? {} : { title: item.filename };
      const text = item.kind === 'text' ? item.text() : undefined;
      if (text !== undefined) return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...title };
      const source = { type: 'base64' as const, media_type: item.mimeType, data: '' };
      rawBase64Of(item, source, 'data', ledger);
      return item.kind === 'image' ? { type: 'image', source } : { type: 'document', source, ...title };
    }
  }
}
