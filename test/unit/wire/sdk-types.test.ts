import type Anthropic from '@anthropic-ai/sdk';
import type { Content, GenerateContentParameters } from '@google/genai';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ChatRequest } from 'ollama';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import assert from 'node:assert/strict';
import { ANTHROPIC_IMAGES } from '../../../src/core/wire/accepted-types.ts';
import { inCloud, writeAnthropic, type AnthropicBody } from '../../../src/core/wire/anthropic.ts';
import { type ConverseBody, writeConverse } from '../../../src/core/wire/bedrock-converse.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { writeGemini } from '../../../src/core/wire/gemini.ts';
import { Ledger } from '../../../src/core/wire/ledger.ts';
import { writeMcp } from '../../../src/core/wire/mcp.ts';
import { writeOllama } from '../../../src/core/wire/ollama.ts';
import {
  writeCohere,
  writeCompatibleChat,
  writeMistral,
  writeOpenAiChat,
  type ChatBody,
  type CompatibleBody,
  type CompatiblePart,
  type MistralBody,
} from '../../../src/core/wire/openai-chat.ts';
import { writeResponses } from '../../../src/core/wire/openai-responses.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { readMessages, type Turn } from '../../../src/core/wire/turns.ts';
import { answered, PARTS, text } from '../../support/wire.ts';

/**
 * The compiler compares what each writer gives with the types of the official SDKs: this file does not compile when one
 * of them writes what its API's own client would not let pass. Where a body shows what would be refused, or what only
 * other servers take, the difference is named here.
 */

type ImageType = Anthropic.Base64ImageSource['media_type'];
type DocumentType = Anthropic.Base64PDFSource['media_type'];

/** Types outside the closed lists are written to be seen; all else must be as the SDK has it. */
type AcceptedByAnthropic = AnthropicBody<ImageType, DocumentType>;
/** What the writer really gives: the same but for these types. */
type WrittenForAnthropic = AnthropicBody<string, string>;

/** Compatible servers take video_url, more formats of sound, and lists in the answer of a tool: as if the SDK had them. */
type CompatibleMessage =
  | Exclude<ChatCompletionMessageParam, { role: 'user' } | { role: 'tool' }>
  | { role: 'user'; content: string | (ChatCompletionContentPart | CompatiblePart)[] }
  | { role: 'tool'; tool_call_id: string; content: string | (ChatCompletionContentPart | CompatiblePart)[] };
type CompatibleRequest = Omit<ChatCompletionCreateParamsNonStreaming, 'messages'> & { messages: CompatibleMessage[] };

const WRITERS = {
  'openai-chat': (turns: readonly Turn[], ledger: Ledger) =>
    writeOpenAiChat(turns, ledger, 'm') satisfies ChatCompletionCreateParamsNonStreaming,
  'openai-responses': (turns: readonly Turn[], ledger: Ledger) =>
    writeResponses(turns, ledger, 'm') satisfies ResponseCreateParamsNonStreaming,
  anthropic: (turns: readonly Turn[], ledger: Ledger) => writeAnthropic(turns, ledger, 'm') satisfies WrittenForAnthropic,
  gemini: (turns: readonly Turn[], ledger: Ledger) =>
    ({ model: 'm', ...writeGemini(turns, ledger) }) satisfies GenerateContentParameters & { contents: Content[] },
  'gemini-2': (turns: readonly Turn[], ledger: Ledger) =>
    ({ model: 'm', ...writeGemini(turns, ledger) }) satisfies GenerateContentParameters & { contents: Content[] },
  'openai-compatible': (turns: readonly Turn[], ledger: Ledger): CompatibleBody =>
    writeCompatibleChat(turns, ledger, 'm', false) satisfies CompatibleRequest,
  // of these no SDK is among the dependencies: their shapes are held to documents in hosts.test.ts
  mistral: (turns: readonly Turn[], ledger: Ledger): MistralBody => writeMistral(turns, ledger, 'm'),
  cohere: (turns: readonly Turn[], ledger: Ledger): ChatBody => writeCohere(turns, ledger, 'm'),
  'bedrock-converse': (turns: readonly Turn[], ledger: Ledger): ConverseBody => writeConverse(turns, ledger, 'MODEL'),
  'bedrock-invoke': (turns: readonly Turn[], ledger: Ledger) => inCloud(writeAnthropic(turns, ledger, 'm'), 'bedrock'),
  ollama: (turns: readonly Turn[], ledger: Ledger) => writeOllama(turns, ledger, 'm') satisfies ChatRequest,
  mcp: (turns: readonly Turn[], ledger: Ledger) => writeMcp(turns, ledger) satisfies CallToolResult,
} as const satisfies Record<WireApi, (turns: readonly Turn[], ledger: Ledger) => object>;

/** Compiles only when the body with the accepted types is a request of the SDK. */
const asAnthropicRequest = (body: AcceptedByAnthropic): Anthropic.MessageCreateParamsNonStreaming => body;

describe('The types of the official SDKs', () => {
  it('let pass what each writer writes, and toWire gives just that', () => {
    const messages = answered(text('all:'), ...Object.values(PARTS));
    for (const [api, write] of Object.entries(WRITERS) as [WireApi, (turns: readonly Turn[], ledger: Ledger) => object][]) {
      const written = write(readMessages(messages).turns, new Ledger(api));
      const { model: _model, ...body } = written as { model?: string };
      const { model: _placeholder, ...sent } = toWire(messages, api).body;
      assert.deepEqual(sent, body, api);
    }
  });

  it('have the image types that count as accepted by Anthropic, and no other', () => {
    const types: Record<ImageType, true> = { 'image/jpeg': true, 'image/png': true, 'image/gif': true, 'image/webp': true };
    assert.deepEqual([...ANTHROPIC_IMAGES.types].sort(), Object.keys(types).sort());
    const body = asAnthropicRequest({
      model: 'm',
      max_tokens: 1,
      messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }] }],
    });
    assert.equal(body.messages.length, 1);
  });
});
