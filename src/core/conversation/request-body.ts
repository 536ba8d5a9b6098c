import { own } from '../io/own.ts';
import { resolveModel } from '../wire/resolve-model.ts';
import type { WireApi } from '../wire/verdict.ts';
import { quickTokens } from '../wire/tokens/quick-count.ts';
import { anthropicBlock } from './anthropic-blocks.ts';
import { chatMessageParts, chatPart } from './chat-parts.ts';
import { named } from './claude-code.ts';
import { clinePart, isClineSession, isOfClineSession } from './cline-session.ts';
import type { ConversationFormat } from './conversation.ts';
import { converseParts, isConverse } from './converse-blocks.ts';
import { geminiParts } from './gemini-contents.ts';
import { at, itemsAt, literalAt, type Outline, textAt } from './outline.ts';
import {
  contentParts,
  member,
  type MessageDraft,
  type PartDraft,
  type Placed,
  placedItems,
  textIn,
  textPart,
  unknownPart,
  withTraits,
} from './part-drafts.ts';
import { ROLES } from './request-rules.ts';
import { plainPrompt } from './plain-prompt.ts';
import { responsesItem, responsesPart, roleOf } from './responses-items.ts';

/** What of a body says which API it is for. */
export type BodyEvidence =
  | 'anthropic'
  | 'openai-chat'
  | 'openai-responses'
  | 'gemini'
  | 'bedrock-converse'
  | 'bedrock-invoke'
  | 'ollama'
  /** A system prompt among the messages. */
  | 'openai-chat or ollama';

/** A message of a body with what it says about its API. */
export interface BodyMessage {
  readonly message: MessageDraft;
  readonly evidence: BodyEvidence | undefined;
}

/**
 * An element of `messages`, `input` or `contents`, or of a list of messages; undefined for what is no message.
 *
 * @param list the list's name, '' for a list by itself
 */
export function bodyMessage(placed: Placed, list: string): BodyMessage | undefined {
  const { node } = placed;
  if (list === 'contents') {
    if (!at(node, 'parts')) return undefined;
    const parts = ofKnownRole(geminiParts(placed), node, list);
    return { message: { role: roleWithResults(roleOf(textAt(node, 'role') ?? 'user'), parts), parts }, evidence: 'gemini' };
  }
  if (list === 'input') {
    const item = responsesItem(placed);
    const id = textAt(node, 'id');
    const named = id === undefined ? {} : { id: id.slice(0, 200) };
    return item && { message: { ...item, ...named, parts: ofKnownRole(item.parts, node, list) }, evidence: 'openai-responses' };
  }
  const role = textAt(node, 'role');
  if (role === undefined) return undefined;
  if (isOfClineSession(node)) return sessionMessage(placed, role);
  const blocks = isConverse(node) ? member(placed, 'content') : undefined;
  if (blocks) {
    const parts = converseParts(blocks);
    return { message: { role: roleWithResults(roleOf(role), parts), parts }, evidence: 'bedrock-converse' };
  }
  const parts = ofKnownRole(continuedParts(chatMessageParts(placed, anyPart), node), node, 'messages');
  const name = textAt(node, 'name');
  const nameTokens = name === undefined ? {} : { nameTokens: 1 + Math.round(quickTokens(name)) };
  return { message: { role: roleWithResults(roleOf(role), parts), ...nameTokens, parts }, evidence: evidenceOf(node) };
}

/** Marks the first part of a message whose role is none of its API. */
function ofKnownRole(parts: readonly PartDraft[], node: Outline, list: keyof typeof ROLES): readonly PartDraft[] {
  const role = textAt(node, 'role');
  const [first, ...rest] = parts;
  return first === undefined || role === undefined || (ROLES[list] as readonly string[]).includes(role)
    ? parts
    : [withTraits(first, 'foreign_role'), ...rest];
}

/** Marks an answer that the model shall go on with, as Mistral and DeepSeek name it: its first part. */
function continuedParts(parts: readonly PartDraft[], node: Outline): readonly PartDraft[] {
  const [first, ...rest] = parts;
  return first !== undefined && literalAt(node, 'prefix') === true ? [withTraits(first, 'continued'), ...rest] : parts;
}

/** A message as Cline keeps it. */
function sessionMessage(placed: Placed, role: string): BodyMessage {
  const { node } = placed;
  const parts = chatMessageParts(placed, (part) => clinePart(part, anyPart));
  const time = literalAt(node, 'ts');
  const ofSession = { ...named('id', textAt(node, 'id')), ...named('model', textAt(node, 'modelInfo', 'id')) };
  const message = { ...ofSession, ...(typeof time === 'number' && { time }), role: roleWithResults(roleOf(role), parts), parts };
  return { message, evidence: evidenceOf(node) };
}

/** Requests of OpenAI that have an `input` too, and are none to a model that answers: speech, embeddings, moderation. */
const OTHER_INPUTS = ['voice', 'encoding_format', 'dimensions'];
const OTHER_MODELS = /embed|tts|moderation|whisper|transcribe/i;

/**
 * A body without a list of messages: a text as `input`, an empty list beside a model, or a message by itself as some interfaces send it.
 * Undefined for everything else.
 */
export function bodyWithoutList(
  root: Placed,
): { readonly list: string; readonly messages: readonly MessageDraft[]; readonly evidence: BodyEvidence | undefined } | undefined {
  const { node } = root;
  const model = textAt(node, 'model');
  const input = member(root, 'input');
  if (model !== undefined && input?.node.type === 'string') {
    const isOther = OTHER_MODELS.test(model) || OTHER_INPUTS.some((name) => at(node, name));
    const message = { role: 'user', parts: [textPart(input, input.node, true)] } as const;
    return isOther ? undefined : { list: 'input', messages: [message], evidence: 'openai-responses' };
  }
  const prompt = plainPrompt(root);
  if (prompt) return { list: 'prompt', messages: [{ role: 'user', parts: prompt }], evidence: 'bedrock-invoke' };
  const messages = at(node, 'messages');
  if (model !== undefined && messages?.type === 'array' && messages.items.length === 0)
    return { list: 'messages', messages: [], evidence: undefined };
  const isMessage = LONE_ROLES.has(textAt(node, 'role') ?? '') && ['string', 'array'].includes(at(node, 'content')?.type ?? '');
  if (!isMessage || at(node, 'type')) return undefined;
  const read = bodyMessage(root, '');
  // Several, a line each, are one conversation.
  return read && { list: '', messages: [{ ...read.message, root: 0 }], evidence: read.evidence ?? 'openai-chat' };
}

/** Roles of a message that stands by itself. */
const LONE_ROLES: ReadonlySet<string> = new Set(['user', 'assistant']);

/** A part of `messages`, whichever API it is for. */
export function anyPart(placed: Placed): readonly PartDraft[] {
  return anthropicBlock(placed) ?? chatPart(placed) ?? responsesPart(placed) ?? [unknownPart(placed)];
}

/** Anthropic and Gemini have results in messages of the user. */
function roleWithResults(role: MessageDraft['role'], parts: readonly PartDraft[]): MessageDraft['role'] {
  return role === 'user' && parts.length > 0 && parts.every(({ resultOf }) => resultOf !== undefined) ? 'tool' : role;
}

const ANTHROPIC_TYPES: ReadonlySet<string> = new Set(['image', 'document', 'tool_use', 'tool_result', 'thinking', 'redacted_thinking']);
const CHAT_TYPES: ReadonlySet<string> = new Set(['image_url', 'input_audio', 'file']);

function evidenceOf(node: Outline): BodyEvidence | undefined {
  const role = textAt(node, 'role');
  if (hasBareImages(node) || (at(node, 'tool_name') && !at(node, 'tool_call_id')) || hasCallsOfOllama(node)) return 'ollama';
  if (role === 'system') return 'openai-chat or ollama';
  if (role === 'tool' || role === 'developer' || at(node, 'tool_calls')) return 'openai-chat';
  for (const part of itemsAt(node, 'content')) {
    const type = textAt(part, 'type') ?? '';
    // Mistral's thinking is a list of texts: @mistralai/mistralai 2.7.0, `ThinkChunk` (2026-11).
    if (type === 'thinking' && at(part, 'thinking')?.type === 'array') return 'openai-chat';
    if (ANTHROPIC_TYPES.has(type)) return 'anthropic';
    if (CHAT_TYPES.has(type)) return 'openai-chat';
  }
  return undefined;
}

/** ollama 0.6.4, `Message.images` (2026-11). */
function hasBareImages(node: Outline): boolean {
  const images = itemsAt(node, 'images');
  return images.length > 0 && images.every(({ type }) => type === 'string');
}

/** Calls of Ollama have no id, and their arguments are an object: ollama 0.6.4, `Message.ToolCall` (2026-11). */
function hasCallsOfOllama(node: Outline): boolean {
  const calls = itemsAt(node, 'tool_calls');
  return calls.length > 0 && calls.every((call) => !at(call, 'id') && at(call, 'function', 'arguments')?.type === 'object');
}

/** Chooses between what two messages say of the API: the first, unless it leaves open what the second knows. */
export function strongerEvidence(first: BodyEvidence | undefined, second: BodyEvidence | undefined): BodyEvidence | undefined {
  return first === undefined || first === 'openai-chat or ollama' ? (second ?? first) : first;
}

/** What the root of a document says when its messages are known. */
export interface ReadRoot {
  readonly format: ConversationFormat;
  /** The system prompt where it stands beside the messages. */
  readonly system: readonly PartDraft[];
  readonly model: string | undefined;
  /** The version of the program, where the root names it. */
  readonly version?: string | undefined;
  /** The API, where the root names one that is not its format's own. */
  readonly api?: WireApi | undefined;
}

/** Members of a body that name what the server keeps of the conversation, by the list of its messages. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  input: ['previous_response_id', 'conversation'],
  contents: ['cachedContent', 'cached_content'],
};

/** Whether a request goes on from messages that the server keeps. */
export function continuesAnother(root: Outline, list: string): boolean {
  return (own(KEPT, list) ?? []).some((name) => ['string', 'object'].includes(at(root, name)?.type ?? ''));
}

/** What is said of messages that stand in a list by themselves, where they are not Anthropic's. */
const CHAT_MESSAGES: ReadonlySet<BodyEvidence | undefined> = new Set(['openai-chat', 'openai-chat or ollama', 'ollama']);
/** Models that Ollama does not have: what looks like its messages is a fault of the body. */
const HOSTED = /^(?:gpt-(?!oss)|chatgpt|o\d|claude-|gemini-)/;

/** Members that no other API has: ollama 0.6.4, `ChatRequest` (2026-11). */
function hasOptionsOfOllama(root: Outline, evidence: BodyEvidence | undefined): boolean {
  if (evidence !== undefined && !CHAT_MESSAGES.has(evidence)) return false;
  return at(root, 'options')?.type === 'object' || ['keep_alive', 'think'].some((name) => at(root, name) !== undefined);
}

/**
 * Undefined for what is neither a body nor a session that is known, though its messages look like those of an API.
 *
 * @param list the list its messages were in @param evidence what they said
 */
export function readBodyRoot(root: Placed, list: string, evidence: BodyEvidence | undefined): ReadRoot | undefined {
  const { node } = root;
  const model = textAt(node, 'model');
  if (list === 'contents') return { format: 'gemini', system: geminiSystem(root), model };
  if (list === 'input') return { format: 'openai-responses', system: systemParts(root, 'instructions'), model };
  if (list === '') return { format: CHAT_MESSAGES.has(evidence) ? 'openai-chat' : 'cline', system: [], model: undefined };
  if (list === 'prompt') return { format: 'bedrock-invoke', system: [], model };
  if (evidence === 'bedrock-converse') return { format: 'bedrock-converse', system: converseSystem(root), model: textAt(node, 'modelId') };
  if (textAt(node, 'agentId') !== undefined) return { format: 'runtime', system: [], model: undefined };
  if ((evidence === 'ollama' || hasOptionsOfOllama(node, evidence)) && !HOSTED.test(model ?? ''))
    return { format: 'ollama', system: [], model };
  if (isClineSession(node))
    return {
      format: 'cline-session',
      system: textIn(root, 'system_prompt'),
      model,
      version: textAt(node, 'origin', 'version')?.slice(0, 100),
    };
  if (model === undefined && textAt(node, 'sessionId') !== undefined) return undefined;
  if (isOfAnthropic(node, model, evidence))
    return { format: 'anthropic', system: systemParts(root, 'system'), model, api: apiOfVersion(textAt(node, 'anthropic_version')) };
  return { format: 'openai-chat', system: documentTexts(root), model };
}

/** Bedrock's version of Anthropic's bodies begins with its name: docs.aws.amazon.com/bedrock, "Anthropic Claude Messages API" (2026-11). */
function apiOfVersion(version = ''): WireApi | undefined {
  return version.startsWith('bedrock-') ? 'bedrock-invoke' : undefined;
}

/**
 * The texts of documents that the model reads beside the messages: Cohere's `documents`, each a text or fields of texts (cohere-ai 8.1.0,
 * `V2ChatRequest`, 2026-12).
 */
function documentTexts(root: Placed): PartDraft[] {
  return placedItems(root, 'documents').flatMap((document) => {
    if (document.node.type === 'string') return [textPart(document, document.node, true)];
    const data = member(document, 'data');
    return data?.node.type === 'object' ? data.node.members.flatMap(({ name }) => textIn(data, name)) : [];
  });
}

function isOfAnthropic(node: Outline, model: string | undefined, evidence: BodyEvidence | undefined): boolean {
  // Cohere and Mistral have blocks of thinking, too.
  const said = model === undefined ? null : resolveModel(model).api;
  if (said === 'cohere' || said === 'mistral') return false;
  if (evidence !== undefined) return evidence === 'anthropic' && !isOfOpenAi(node, model);
  if (at(node, 'system') !== undefined || at(node, 'anthropic_version') !== undefined) return true;
  // With a maker before its name, or of another provider, it is served by Chat Completions: OpenRouter, LiteLLM, Databricks.
  return /^(?:[\w-]+\.)*claude/.test(model ?? '');
}

/** A block of Anthropic's in a request to a model of OpenAI's is a fault of it, where nothing else is Anthropic's. */
function isOfOpenAi(node: Outline, model = ''): boolean {
  return /^(?:gpt-|chatgpt|o\d)/.test(model) && ['system', 'anthropic_version', 'max_tokens'].every((name) => !at(node, name));
}

function converseSystem(root: Placed): PartDraft[] {
  const system = member(root, 'system');
  return system ? converseParts(system) : [];
}

function systemParts(root: Placed, name: string): PartDraft[] {
  const system = member(root, name);
  return system ? contentParts(system, anyPart) : [];
}

function geminiSystem(root: Placed): PartDraft[] {
  const system = member(root, 'systemInstruction') ?? member(root, 'system_instruction');
  if (!system) return [];
  return system.node.type === 'string' ? [textPart(system, system.node, true)] : geminiParts(system);
}
