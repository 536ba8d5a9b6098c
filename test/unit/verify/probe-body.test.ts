import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentConfig } from '@google/genai';
import type { ChatRequest } from 'ollama';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { type Probe, probeBody, PROBES, RED_PNG, type ToolMedium } from '../../../src/core/verify/probe.ts';
import { WIRE_APIS } from '../../../src/core/wire/verdict.ts';
import type { SendableApi } from '../../../src/core/wire/endpoint.ts';

const APIS = WIRE_APIS.filter((api): api is SendableApi => api !== 'mcp');
const ALL = PROBES.map(({ probe }) => probe);
const TOOL = { name: 'note', description: 'Takes a note of one word.' };
const OBJECT = {
  type: 'object' as const,
  properties: { word: { type: 'string' as const } },
  required: ['word'],
  additionalProperties: false as const,
};

function bodyOf(probe: Probe, api: SendableApi, medium?: ToolMedium): Record<string, unknown> {
  const result = probeBody(probe, api, 'm', medium);
  assert.ok(result.ok, `${api} ${probe}`);
  return result.body;
}

describe('The requests of the probes', () => {
  it('ask an API for what it has a place for, and say of the rest why not', () => {
    const missing: Record<SendableApi, readonly Probe[]> = {
      'openai-chat': ['tool_result_media'],
      'openai-responses': ['audio'],
      anthropic: ['audio'],
      gemini: [],
      'gemini-2': ['tool_result_media'],
      'openai-compatible': [],
      mistral: ['tool_result_media'],
      cohere: ['audio', 'file', 'tool_result_media'],
      'bedrock-converse': [],
      'bedrock-invoke': ['audio'],
      ollama: ['audio', 'file'],
    };
    for (const api of APIS)
      assert.deepEqual(
        ALL.filter((probe) => !probeBody(probe, api, 'm').ok),
        missing[api],
        api,
      );
    const why = probeBody('tool_result_media', 'openai-chat', 'm');
    assert.ok(!why.ok);
    assert.equal(
      formatSentence(why.because),
      'OpenAI Chat Completions accepts only text in tool results: image/png is moved to the next user message.',
    );
  });

  it('are small, want one answer in one piece, and limit it', () => {
    const limits: Record<SendableApi, (body: Record<string, unknown>) => unknown> = {
      'openai-chat': (body) => body['max_completion_tokens'],
      'openai-responses': (body) => body['max_output_tokens'],
      anthropic: (body) => body['max_tokens'],
      gemini: (body) => (body['generationConfig'] as GenerateContentConfig).maxOutputTokens,
      'gemini-2': (body) => (body['generationConfig'] as GenerateContentConfig).maxOutputTokens,
      'openai-compatible': (body) => body['max_tokens'],
      mistral: (body) => body['max_tokens'],
      cohere: (body) => body['max_tokens'],
      'bedrock-converse': (body) => (body['inferenceConfig'] as { maxTokens: number }).maxTokens,
      'bedrock-invoke': (body) => body['max_tokens'],
      ollama: (body) => (body['options'] as { num_predict: number }).num_predict,
    };
    for (const api of APIS) {
      for (const probe of ALL.filter((each) => probeBody(each, api, 'm').ok)) {
        const body = bodyOf(probe, api);
        assert.ok(JSON.stringify(body).length < 25_000, `${api} ${probe}`);
        assert.notEqual(body['stream'], true);
        assert.equal(limits[api](body), probe === 'text' ? 16 : 256, `${api} ${probe}`);
      }
    }
  });

  it('carry media inside the answer of a tool: the picture, or the page for models without vision', () => {
    const { messages } = bodyOf('tool_result_media', 'openai-compatible') as unknown as ChatCompletionCreateParamsNonStreaming;
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
    assert.ok(JSON.stringify(messages.at(-1)).includes(RED_PNG));
    const page = bodyOf('tool_result_media', 'anthropic', 'page') as unknown as Anthropic.MessageCreateParamsNonStreaming;
    assert.match(JSON.stringify(page.messages.at(-1)), /^\{"role":"user","content":\[\{"type":"tool_result".*"type":"document"/);
    assert.equal(page.tools?.length, 1, 'Anthropic takes no answer of a tool without the tool');
  });

  it('offer the tool in the form of each SDK', () => {
    const chat: ChatCompletionCreateParamsNonStreaming['tools'] = [{ type: 'function', function: { ...TOOL, parameters: OBJECT } }];
    const responses: ResponseCreateParamsNonStreaming['tools'] = [{ type: 'function', ...TOOL, parameters: OBJECT, strict: true }];
    const anthropic: Anthropic.MessageCreateParamsNonStreaming['tools'] = [{ ...TOOL, input_schema: OBJECT }];
    const ollama: ChatRequest['tools'] = [{ type: 'function', function: { ...TOOL, parameters: OBJECT as never } }];
    const gemini = [
      { functionDeclarations: [{ ...TOOL, parameters: { type: 'OBJECT', properties: { word: { type: 'STRING' } }, required: ['word'] } }] },
    ];
    const wanted: Record<SendableApi, unknown> = {
      'openai-chat': chat,
      'openai-compatible': chat,
      'openai-responses': responses,
      anthropic,
      mistral: chat,
      cohere: chat,
      // in `toolConfig`
      'bedrock-converse': undefined,
      'bedrock-invoke': anthropic,
      ollama,
      gemini,
      'gemini-2': gemini,
    };
    for (const api of APIS) assert.deepEqual(bodyOf('tool_calling', api)['tools'], wanted[api], api);
    // @aws-sdk/client-bedrock-runtime 3.1164.0, ToolSpecification
    assert.deepEqual(bodyOf('tool_calling', 'bedrock-converse')['toolConfig'], {
      tools: [{ toolSpec: { ...TOOL, inputSchema: { json: OBJECT } } }],
    });
  });

  it('hold the answer to a schema in the form of each SDK, without a word of JSON to the model', () => {
    const chat: ChatCompletionCreateParamsNonStreaming['response_format'] = {
      type: 'json_schema',
      json_schema: { name: 'note', strict: true, schema: OBJECT },
    };
    const responses: ResponseCreateParamsNonStreaming['text'] = {
      format: { type: 'json_schema', name: 'note', strict: true, schema: OBJECT },
    };
    const anthropic: Anthropic.MessageCreateParamsNonStreaming['output_config'] = { format: { type: 'json_schema', schema: OBJECT } };
    const gemini = {
      responseMimeType: 'application/json',
      responseSchema: { type: 'OBJECT', properties: { word: { type: 'STRING' } }, required: ['word'] },
      maxOutputTokens: 256,
    };
    const wanted: Record<SendableApi, readonly [field: string, value: unknown]> = {
      'openai-chat': ['response_format', chat],
      'openai-compatible': ['response_format', chat],
      'openai-responses': ['text', responses],
      anthropic: ['output_config', anthropic],
      gemini: ['generationConfig', gemini],
      'gemini-2': ['generationConfig', gemini],
      mistral: ['response_format', chat],
      cohere: ['response_format', { type: 'json_object', json_schema: OBJECT }],
      'bedrock-converse': [
        'outputConfig',
        { textFormat: { type: 'json_schema', structure: { jsonSchema: { name: 'note', schema: JSON.stringify(OBJECT) } } } },
      ],
      'bedrock-invoke': ['output_config', anthropic],
      ollama: ['format', OBJECT satisfies ChatRequest['format']],
    };
    for (const api of APIS) {
      const [field, value] = wanted[api];
      const body = bodyOf('structured_output', api);
      assert.deepEqual(body[field], value, api);
      assert.doesNotMatch(JSON.stringify(body['messages'] ?? body['input'] ?? body['contents']), /json/i);
    }
  });

  it('leave nothing behind at OpenAI', () => {
    assert.equal(bodyOf('text', 'openai-responses')['store'], false);
  });
});
