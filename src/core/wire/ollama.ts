import {
  ADDRESS_NOT_TAKEN,
  NO_SHAPE,
  NOT_BASE64,
  NOTHING_TO_SEND,
  OLLAMA_HEARS,
  OLLAMA_IMAGES,
  TEXT_OF_FILE,
  UNLISTED,
} from './accepted-types.ts';
import { type Decision, type Ledger, captionNote, leaveOut } from './ledger.ts';
import type { WireItem, PlacedPart, Turn } from './turns.ts';

interface OllamaMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** Bare base64. */
  images?: string[];
  tool_calls?: { function: { name: string; arguments: Record<string, unknown> } }[];
  tool_name?: string;
}

/** A request to /api/chat of Ollama. */
export interface OllamaBody {
  model: string;
  messages: OllamaMessage[];
  stream: false;
}

/** Writes a request to Ollama. */
export function writeOllama(turns: readonly Turn[], ledger: Ledger, model: string): OllamaBody {
  const messages: OllamaMessage[] = [];
  for (const turn of turns) {
    switch (turn.role) {
      case 'system':
        messages.push({ role: 'system', content: turn.text });
        break;
      case 'user':
        messages.push(messageOf({ role: 'user', content: '' }, turn.parts, ledger, model));
        break;
      case 'assistant':
        messages.push({
          role: 'assistant',
          content: turn.text,
          ...(turn.calls.length > 0 && { tool_calls: turn.calls.map(({ name, input }) => ({ function: { name, arguments: input } })) }),
        });
        break;
      case 'tool':
        messages.push(
          ...turn.answers.map(({ name, parts }) => messageOf({ role: 'tool', content: '', tool_name: name }, parts, ledger, model)),
        );
        break;
    }
  }
  return { model, messages, stream: false };
}

/** Fills a message: its text in one string, its images beside it. */
function messageOf(message: OllamaMessage, parts: readonly PlacedPart[], ledger: Ledger, model: string): OllamaMessage {
  const images: string[] = [];
  const lines: string[] = [];
  for (const part of parts) {
    const { item } = part;
    const decision = decide(item, model);
    const text = textOf(item, decision);
    if (text !== undefined) {
      lines.push(text);
      ledger.place(part, decision, { holder: message, key: 'content' });
    } else if (decision.outcome === 'dropped' || item.type !== 'media') {
      lines.push(leaveOut(part, decision, ledger));
    } else {
      ledger.place(part, decision, { holder: images, key: images.length });
      if (item.isBase64) ledger.media(images, images.length, item.data);
      images.push(item.data);
    }
  }
  message.content = lines.join('\n');
  if (images.length > 0) message.images = images;
  return message;
}

/** What a part says in the text of its message: its text, or that of its file below a caption. */
function textOf(item: WireItem, decision: Decision): string | undefined {
  if (item.type === 'text') return item.text;
  const text = item.type === 'media' && decision === TEXT_OF_FILE ? item.text() : undefined;
  return text === undefined ? undefined : `${captionNote(item)}\n${text}`;
}

function decide(item: WireItem, model: string): Decision {
  switch (item.type) {
    case 'text':
      return { outcome: 'sent', rule: 'text' };
    case 'link':
      return ADDRESS_NOT_TAKEN;
    case 'broken':
      return NOTHING_TO_SEND;
    case 'unknown':
      return NO_SHAPE;
    case 'media':
      if (item.kind === 'text' && item.text() !== undefined) return TEXT_OF_FILE;
      if (item.mimeType === 'audio/wav' && item.isBase64 && OLLAMA_HEARS.test(model))
        return { outcome: 'sent', rule: 'audio_among_images', params: { unlisted: 1 } };
      if (item.kind !== 'image') return NO_SHAPE;
      if (!item.isBase64) return NOT_BASE64;
      return OLLAMA_IMAGES.types.has(item.mimeType) ? { outcome: 'sent', rule: 'image_as_raw_base64' } : UNLISTED;
  }
}
