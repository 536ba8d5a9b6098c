import { own } from '../io/own.ts';
import {
  BY_ADDRESS,
  byAddress,
  byHttps,
  COMPATIBLE_AUDIO_FORMATS,
  imageSent,
  INPUT_AUDIO_FORMATS,
  isDeaf,
  NO_SHAPE,
  NOT_BASE64,
  OPENAI_IMAGES,
  PDF,
  refused,
  sent,
  TEXT_OF_FILE,
  UNLISTED,
  UNLISTED_FILE,
  type Placement,
} from './accepted-types.ts';
import {
  dataUrlOf,
  fillContent,
  rawBase64Of,
  type Decision,
  type Ledger,
  belongsToNote,
  captionNote,
  fileNameOf,
  followsNote,
  leaveOut,
} from './ledger.ts';
import type { LinkItem, MediaItem, WireItem, AssistantTurn, PlacedPart, ToolAnswer, ToolTurn, Turn, UserTurn } from './turns.ts';

/** A part of a user message. */
type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } }
  | { type: 'file'; file: { filename: string; file_data: string } };

/** Additions of compatible servers: film (vLLM, OpenRouter, DashScope), and sound in more formats (OpenRouter). */
export type CompatiblePart =
  | { type: 'video_url'; video_url: { url: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: string } };

interface ChatToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** A message. `Extra` are parts OpenAI does not have; `Answer` is what the answer of a tool may be. */
type ChatMessage<Extra = never, Answer = string> =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | (ChatPart | Extra)[] }
  | { role: 'assistant'; content: string | null; tool_calls?: ChatToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: Answer };

/** A request to OpenAI Chat Completions. */
export interface ChatBody<Extra = never, Answer = string> {
  model: string;
  messages: ChatMessage<Extra, Answer>[];
}

/** A request to a server that takes the same, and perhaps more. */
export type CompatibleBody = ChatBody<CompatiblePart, string | (ChatPart | CompatiblePart)[]>;

/** Mistral's own parts: pictures, files and sound by an address or a data URL, without an object around it. */
type MistralPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: string }
  | { type: 'document_url'; document_url: string; document_name?: string }
  | { type: 'input_audio'; input_audio: string };

/** A request to Mistral's own API. */
export type MistralBody = ChatBody<MistralPart>;

/** Where servers differ. */
interface Dialect<Extra extends object, Answer> {
  /** A medium as the server takes it; undefined when it has no part for it. */
  readonly medium: (item: MediaItem, ledger: Ledger) => ChatPart | Extra | undefined;
  readonly link: (url: string, kind: LinkItem['kind']) => ChatPart | Extra | undefined;
  readonly decideMedium: (item: MediaItem, placement: Placement) => Decision;
  readonly decideLink: (item: LinkItem) => Decision;
  readonly answers: (turn: ToolTurn, ledger: Ledger) => ChatMessage<Extra, Answer>[];
}

const imageLink = (url: string, kind: LinkItem['kind']): ChatPart | undefined =>
  kind === 'image' ? { type: 'image_url', image_url: { url } } : undefined;

const OPENAI: Dialect<never, string> = {
  medium: mediaShape,
  link: imageLink,
  decideMedium: (item, placement) => decideMedia(item, true, placement),
  decideLink: (item) => (item.kind === 'image' ? byHttps(item) : NO_SHAPE),
  answers: (turn, ledger) => textAnswers(turn, ledger, OPENAI),
};
const COMPATIBLE: Dialect<CompatiblePart, string> = {
  medium: (item, ledger) => mediaShape(item, ledger) ?? compatiblePart(item, ledger),
  link: imageLink,
  decideMedium: (item, placement) => decideMedia(item, false, placement),
  decideLink: ({ kind }) => (kind === 'image' ? BY_ADDRESS : NO_SHAPE),
  answers: (turn, ledger) => textAnswers(turn, ledger, COMPATIBLE),
};
const COMPATIBLE_WITH_MEDIA: Dialect<CompatiblePart, string | (ChatPart | CompatiblePart)[]> = {
  ...COMPATIBLE,
  answers: ({ answers }, ledger) => answers.map((answer) => wholeAnswer(answer, ledger)),
};
const MISTRAL: Dialect<MistralPart, string> = {
  medium: mistralPart,
  link: (url, kind) =>
    kind === 'image' ? { type: 'image_url', image_url: url } : isFileKind(kind) ? { type: 'document_url', document_url: url } : undefined,
  decideMedium: decideForMistral,
  decideLink: (item) => (item.kind === 'image' || isFileKind(item.kind) ? byAddress(item) : NO_SHAPE),
  answers: (turn, ledger) => textAnswers(turn, ledger, MISTRAL),
};
/** Cohere takes text and pictures: cohere-ai 8.1.0, `Content`, `ToolContent` (2026-11). */
const COHERE: Dialect<never, string> = {
  ...OPENAI,
  decideMedium: decideForCohere,
  decideLink: ({ kind }) => (kind === 'image' ? BY_ADDRESS : NO_SHAPE),
  answers: (turn, ledger) => textAnswers(turn, ledger, COHERE),
};

/** Writes a request to OpenAI Chat Completions. */
export function writeOpenAiChat(turns: readonly Turn[], ledger: Ledger, model: string): ChatBody {
  return writeChat(turns, ledger, model, isDeaf(model) ? withoutSound(model) : OPENAI);
}

/** What OpenAI takes for a model that refuses sound. */
function withoutSound(model: string): typeof OPENAI {
  const dialect: typeof OPENAI = {
    ...OPENAI,
    decideMedium: (item, placement) => {
      const decision = OPENAI.decideMedium(item, placement);
      return decision.rule === 'audio_as_input_audio' ? { outcome: 'rejected', rule: 'sound_not_heard', params: { model } } : decision;
    },
    answers: (turn, ledger) => textAnswers(turn, ledger, dialect),
  };
  return dialect;
}

/** Writes a request to an OpenAI-compatible server. @param mediaInToolResults it takes media in the answer of a tool */
export function writeCompatibleChat(turns: readonly Turn[], ledger: Ledger, model: string, mediaInToolResults: boolean): CompatibleBody {
  return mediaInToolResults ? writeChat(turns, ledger, model, COMPATIBLE_WITH_MEDIA) : writeChat(turns, ledger, model, COMPATIBLE);
}

/** Writes a request to Mistral. */
export function writeMistral(turns: readonly Turn[], ledger: Ledger, model: string): MistralBody {
  return writeChat(turns.map(withMistralIds), ledger, model, MISTRAL);
}

function withMistralIds(turn: Turn): Turn {
  switch (turn.role) {
    case 'assistant':
      return { ...turn, calls: turn.calls.map((call) => ({ ...call, id: mistralId(call.id) })) };
    case 'tool':
      return { ...turn, answers: turn.answers.map((answer) => ({ ...answer, callId: mistralId(answer.callId) })) };
    default:
      return turn;
  }
}

/**
 * Mistral accepts IDs of calls only if they have nine letters and digits, by its error 3280 (nearai/ironclaw #1241, 2026-03). Of a longer one the end
 * is kept, where those of one maker differ.
 */
function mistralId(id: string): string {
  return isMistralId(id)
    ? id
    : id
        .replace(/[^a-zA-Z0-9]/g, '')
        .slice(-9)
        .padStart(9, '0');
}

/** Whether Mistral accepts the ID of a call. */
export function isMistralId(id: string): boolean {
  return /^[a-zA-Z0-9]{9}$/.test(id);
}

/** Writes a request to the Chat API of Cohere, the second of its versions. */
export function writeCohere(turns: readonly Turn[], ledger: Ledger, model: string): ChatBody {
  return writeChat(turns, ledger, model, COHERE);
}

function writeChat<Extra extends object, Answer>(
  turns: readonly Turn[],
  ledger: Ledger,
  model: string,
  dialect: Dialect<Extra, Answer>,
): ChatBody<Extra, Answer> {
  const messages: ChatMessage<Extra, Answer>[] = [];
  for (const turn of turns) {
    switch (turn.role) {
      case 'system':
        messages.push({ role: 'system', content: turn.text });
        break;
      case 'user':
        messages.push(userMessage(turn, ledger, dialect));
        break;
      case 'assistant':
        messages.push(assistantMessage(turn));
        break;
      case 'tool':
        messages.push(...dialect.answers(turn, ledger));
        break;
    }
  }
  return { model, messages };
}

function assistantMessage({ text, calls }: AssistantTurn): Extract<ChatMessage, { role: 'assistant' }> {
  if (calls.length === 0) return { role: 'assistant', content: text };
  const tool_calls = calls.map((call): ChatToolCall => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  return { role: 'assistant', content: text === '' ? null : text, tool_calls };
}

function userMessage<Extra extends object>(
  { parts }: UserTurn,
  ledger: Ledger,
  dialect: Dialect<Extra, unknown>,
): Extract<ChatMessage<Extra>, { role: 'user' }> {
  const message: Extract<ChatMessage<Extra>, { role: 'user' }> = { role: 'user', content: '' };
  fillContent(parts, message, 'content', ledger, (part) => chatParts(part, ledger, 'user', dialect));
  return message;
}

/** The answer of a tool with its media in it. */
function wholeAnswer({ callId, parts }: ToolAnswer, ledger: Ledger): ChatMessage<CompatiblePart, string | (ChatPart | CompatiblePart)[]> {
  const message: { role: 'tool'; tool_call_id: string; content: string | (ChatPart | CompatiblePart)[] } = {
    role: 'tool',
    tool_call_id: callId,
    content: '',
  };
  fillContent(parts, message, 'content', ledger, (part) => chatParts(part, ledger, 'tool', COMPATIBLE_WITH_MEDIA));
  return message;
}

/**
 * The answers of tools with text only, and after all of them, because no other message may come between them, one
 * user message with their media. The text is one string: not every server takes a list there.
 */
function textAnswers<Extra extends object>({ answers }: ToolTurn, ledger: Ledger, dialect: Dialect<Extra, string>): ChatMessage<Extra>[] {
  const media: (ChatPart | Extra)[] = [];
  const messages = answers.map((answer) => {
    const message = { role: 'tool' as const, tool_call_id: answer.callId, content: '' };
    const lines = answer.parts.map((part) => {
      if (part.item.type === 'text') {
        ledger.place(part, { outcome: 'sent', rule: 'text' }, { holder: message, key: 'content' });
        return part.item.text;
      }
      const text = textIn(part.item);
      if (text !== undefined) {
        ledger.place(part, TEXT_OF_FILE, { holder: message, key: 'content' });
        return `${captionNote(part.item)}\n${text}`;
      }
      const decision = rehomed(decide(part.item, dialect, 'user'));
      const shape = decision.outcome === 'dropped' ? undefined : shapeOf(part.item, ledger, dialect);
      if (!shape) return leaveOut(part, decision, ledger);
      ledger.place(part, decision, { holder: shape });
      media.push({ type: 'text', text: belongsToNote(part.item, answer) }, shape);
      return followsNote(part.item);
    });
    message.content = lines.join('\n');
    return message;
  });
  return media.length === 0 ? messages : [...messages, { role: 'user', content: media }];
}

/** What would be refused in a user message is refused there; all else is re-homed, be it in another shape. */
function rehomed({ outcome, rule, params }: Decision): Decision {
  if (outcome === 'rejected' || outcome === 'dropped') return { outcome, rule, ...(params && { params }) };
  const shape = rule === 'audio_as_input_audio' ? 'input_audio' : rule === 'image_file_as_image' ? 'image_url' : undefined;
  return {
    outcome: 'rehomed',
    rule: 'tool_result_takes_text_only',
    params: { ...(rule === 'unlisted_type' && { unlisted: 1 }), ...params, ...(shape !== undefined && { shape }) },
  };
}

/** The text of a text file has its name before it. */
function chatParts<Extra extends object>(
  part: PlacedPart,
  ledger: Ledger,
  placement: Placement,
  dialect: Dialect<Extra, unknown>,
): (ChatPart | Extra)[] {
  const { item } = part;
  const decision = decide(item, dialect, placement);
  const shape = decision.outcome === 'dropped' ? undefined : shapeOf(item, ledger, dialect);
  if (!shape) return [{ type: 'text', text: leaveOut(part, decision, ledger) }];
  const caption = decision === TEXT_OF_FILE ? captionNote(item) : undefined;
  ledger.place(part, decision, { holder: shape }, caption);
  return caption === undefined ? [shape] : [{ type: 'text', text: caption }, shape];
}

/** The text of a text file: no chat takes such a file, and all take text. */
function textIn(item: WireItem): string | undefined {
  return item.type === 'media' && item.kind === 'text' ? item.text() : undefined;
}

/** The part as the API writes it; undefined when it has no way to. */
function shapeOf<Extra extends object>(item: WireItem, ledger: Ledger, dialect: Dialect<Extra, unknown>): ChatPart | Extra | undefined {
  switch (item.type) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'link':
      return dialect.link(item.url, item.kind);
    case 'broken':
      return dialect.link(item.url, 'image');
    case 'unknown':
      return undefined;
    case 'media':
      return dialect.medium(item, ledger);
  }
}

function mediaShape(item: MediaItem, ledger: Ledger): ChatPart | undefined {
  switch (item.kind) {
    case 'image': {
      const image_url = { url: '' };
      dataUrlOf(item, image_url, 'url', ledger);
      return { type: 'image_url', image_url };
    }
    case 'audio': {
      const format = own(INPUT_AUDIO_FORMATS, item.mimeType);
      if (format === undefined) return undefined;
      const input_audio = { data: '', format };
      rawBase64Of(item, input_audio, 'data', ledger);
      return { type: 'input_audio', input_audio };
    }
    case 'video':
      return undefined;
    case 'document':
    case 'other':
    case 'text': {
      const text = textIn(item);
      if (text !== undefined) return { type: 'text', text };
      const file = { filename: fileNameOf(item), file_data: '' };
      dataUrlOf(item, file, 'file_data', ledger);
      return { type: 'file', file };
    }
  }
}

function compatiblePart(item: MediaItem, ledger: Ledger): CompatiblePart | undefined {
  if (item.kind === 'audio') {
    const format = own(COMPATIBLE_AUDIO_FORMATS, item.mimeType);
    if (format === undefined) return undefined;
    const input_audio = { data: '', format };
    rawBase64Of(item, input_audio, 'data', ledger);
    return { type: 'input_audio', input_audio };
  }
  const video_url = { url: '' };
  dataUrlOf(item, video_url, 'url', ledger);
  return { type: 'video_url', video_url };
}

type Deciders = Pick<Dialect<never, never>, 'decideMedium' | 'decideLink'>;

function decide(item: WireItem, dialect: Deciders, placement: Placement): Decision {
  switch (item.type) {
    case 'text':
      return { outcome: 'sent', rule: 'text' };
    case 'link':
      return dialect.decideLink(item);
    case 'broken':
      return NOT_BASE64;
    case 'unknown':
      return NO_SHAPE;
    case 'media':
      return dialect.decideMedium(item, placement);
  }
}

/** A file that Mistral takes by its address: it documents PDF, DOCX, PPTX and others by `document_url`. */
function isFileKind(kind: LinkItem['kind']): boolean {
  return kind === 'document' || kind === 'other' || kind === 'text';
}

function mistralPart(item: MediaItem, ledger: Ledger): MistralPart | undefined {
  switch (item.kind) {
    case 'image': {
      const part = { type: 'image_url' as const, image_url: '' };
      dataUrlOf(item, part, 'image_url', ledger);
      return part;
    }
    case 'audio': {
      const part = { type: 'input_audio' as const, input_audio: '' };
      rawBase64Of(item, part, 'input_audio', ledger);
      return part;
    }
    case 'video':
      return undefined;
    case 'document':
    case 'other':
    case 'text': {
      const text = textIn(item);
      if (text !== undefined) return { type: 'text', text };
      const part = { type: 'document_url' as const, document_url: '', document_name: fileNameOf(item) };
      dataUrlOf(item, part, 'document_url', ledger);
      return part;
    }
  }
}

function decideForMistral(item: MediaItem, placement: Placement): Decision {
  const { kind, mimeType } = item;
  if (kind === 'video') return NO_SHAPE;
  if (!item.isBase64) return NOT_BASE64;
  if (kind === 'image') return OPENAI_IMAGES.types.has(mimeType) ? imageSent(item, placement) : UNLISTED;
  if (kind === 'audio') {
    const format = own(INPUT_AUDIO_FORMATS, mimeType);
    return format === undefined ? UNLISTED : { outcome: 'converted', rule: 'audio_as_input_audio', params: { format } };
  }
  if (textIn(item) !== undefined) return TEXT_OF_FILE;
  return PDF.types.has(mimeType) ? sent(placement) : UNLISTED;
}

function decideForCohere(item: MediaItem, placement: Placement): Decision {
  if (!item.isBase64) return NOT_BASE64;
  if (item.kind === 'image')
    return OPENAI_IMAGES.types.has(item.mimeType) ? imageSent(item, placement) : refused('image_type_refused', OPENAI_IMAGES);
  return textIn(item) === undefined ? NO_SHAPE : TEXT_OF_FILE;
}

/** @param isOpenAi its lists are known; a compatible server has its own */
function decideMedia(item: MediaItem, isOpenAi: boolean, placement: Placement): Decision {
  const { kind, mimeType } = item;
  if (kind === 'audio') return decideAudio(item, isOpenAi);
  if (kind === 'video' && isOpenAi) return NO_SHAPE;
  if (!item.isBase64) return NOT_BASE64;
  if (kind === 'image') {
    if (OPENAI_IMAGES.types.has(mimeType)) return imageSent(item, placement);
    return isOpenAi ? refused('image_type_refused', OPENAI_IMAGES) : UNLISTED;
  }
  if (textIn(item) !== undefined) return TEXT_OF_FILE;
  if (!isOpenAi) return kind === 'video' ? UNLISTED : UNLISTED_FILE;
  return PDF.types.has(mimeType) ? sent(placement) : refused('file_type_refused', PDF);
}

function decideAudio({ mimeType, isBase64 }: MediaItem, isOpenAi: boolean): Decision {
  const listed = own(INPUT_AUDIO_FORMATS, mimeType);
  const format = listed ?? (isOpenAi ? undefined : own(COMPATIBLE_AUDIO_FORMATS, mimeType));
  if (format === undefined) {
    const accepted = [...new Set(Object.values({ ...INPUT_AUDIO_FORMATS, ...(!isOpenAi && COMPATIBLE_AUDIO_FORMATS) }))];
    return { outcome: 'dropped', rule: 'audio_type_refused', params: { accepted: accepted.join(', ') } };
  }
  if (!isBase64) return NOT_BASE64;
  return { outcome: 'converted', rule: 'audio_as_input_audio', params: { format, ...(listed === undefined && { unlisted: 1 }) } };
}
