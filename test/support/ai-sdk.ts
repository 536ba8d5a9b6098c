import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { ContentPart } from '../../src/core/routing/route-result.ts';
import type { CanonicalMessage } from '../../src/core/wire/turns.ts';

/** The APIs that the AI SDK has a provider package for. */
export const SDK_APIS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'gemini-2'] as const;
export type SdkApi = (typeof SDK_APIS)[number];

type Model = ReturnType<ReturnType<typeof createOpenAI>['chat']>;
type Prompt = Parameters<Model['doGenerate']>[0]['prompt'];
type SdkMessage = Prompt[number];
type FilePart = Extract<Extract<SdkMessage, { role: 'user' }>['content'][number], { type: 'file' }>;
type TextPart = { type: 'text'; text: string };

const MODELS: Readonly<Record<SdkApi, (fetch: typeof globalThis.fetch) => Pick<Model, 'doGenerate'>>> = {
  'openai-chat': (fetch) => createOpenAI({ apiKey: 'k', fetch }).chat('gpt-4o'),
  'openai-responses': (fetch) => createOpenAI({ apiKey: 'k', fetch }).responses('gpt-5'),
  anthropic: (fetch) => createAnthropic({ apiKey: 'k', fetch })('claude-sonnet-4-5'),
  gemini: (fetch) => createGoogle({ apiKey: 'k', fetch })('gemini-3-pro'),
  'gemini-2': (fetch) => createGoogle({ apiKey: 'k', fetch })('gemini-2.5-flash'),
};

class Captured extends Error {}

/** The body a provider package of the AI SDK would send for a prompt; the message of the error when it refuses to. Nothing leaves the machine. */
export async function sdkBody(api: SdkApi, messages: readonly CanonicalMessage[]): Promise<Record<string, unknown> | string> {
  let body: Record<string, unknown> | undefined;
  const capture: typeof globalThis.fetch = (_url, init) => {
    body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    return Promise.reject(new Captured('captured'));
  };
  try {
    await MODELS[api](capture).doGenerate({ prompt: messages.map(sdkMessage) });
  } catch (error) {
    if (!body) return (error as Error).message;
  }
  if (!body) throw new Error('nothing was sent');
  return body;
}

function sdkMessage(message: CanonicalMessage): SdkMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: typeof message.content === 'string' ? message.content : '' };
    case 'user':
      return {
        role: 'user',
        content: typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content.map(sdkPart),
      };
    case 'assistant':
      return {
        role: 'assistant',
        content: (message.tool_calls ?? []).map((call) => ({
          type: 'tool-call',
          toolCallId: call.id,
          toolName: call.function.name,
          input: JSON.parse(call.function.arguments) as unknown,
        })),
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.tool_call_id,
            toolName: 'get_artifact',
            output:
              typeof message.content === 'string'
                ? { type: 'text', value: message.content }
                : { type: 'content', value: message.content.map(sdkPart) },
          },
        ],
      };
  }
}

/** An image and a file are both a file to the AI SDK. */
function sdkPart(part: ContentPart): TextPart | FilePart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image_url': {
      const [, mediaType = '', data = ''] = /^data:([^;]+);base64,(.*)$/s.exec(part.image_url.url) ?? [];
      return { type: 'file', mediaType, data: { type: 'data', data } };
    }
    case 'file':
      return { type: 'file', mediaType: part.file.mimeType, filename: part.file.filename, data: { type: 'data', data: part.file.data } };
  }
}
