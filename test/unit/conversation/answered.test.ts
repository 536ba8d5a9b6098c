import assert from 'node:assert/strict';
import { checkConversation, type Receiver } from '../../../src/core/conversation/check-conversation.ts';
import { conversationSentence } from '../../../src/core/conversation/finding-words.ts';
import { mainReason } from '../../../src/core/conversation/switch-task.ts';
import { ownReceiver, atApiOfBody, serviceReceiver } from '../../../src/core/conversation/examine-task.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { ServicesAndModels } from '../../../src/core/wire/services-and-models.ts';
import { indexOf, repairedFile } from '../../support/conversations.ts';
import { jpeg, pdf, png, wav } from '../../support/media-bytes.ts';
import { samples, utf8 } from '../../support/samples.ts';
import { base64 } from '../../support/transcripts.ts';

/**
 * Shapes of requests, and how real servers answered requests of that shape: a table of our own. The requests themselves were recorded by
 * the tests of other projects (pydantic-ai, ruby_llm, chatlas, openinference, openllmetry) from 2024 to 2026.
 */
interface Answered {
  readonly shape: string;
  readonly receiver: Receiver;
  readonly body: object;
}

const gemini: Receiver = { api: 'gemini', model: 'gemini-3-flash-preview', capabilities: null };
const gemini2: Receiver = { api: 'gemini-2', model: 'gemini-2.5-flash', capabilities: null };
const responses: Receiver = { api: 'openai-responses', model: 'gpt-5.4', capabilities: null };
const chat: Receiver = { api: 'openai-chat', model: 'o3-mini', capabilities: null };
const anthropic: Receiver = { api: 'anthropic', model: 'claude-sonnet-4-5', capabilities: null };

const contents = (...parts: object[]): object => ({ contents: [{ role: 'user', parts: [{ text: 'What is it?' }, ...parts] }] });
const inUrlAlphabet = (bytes: Uint8Array): string => base64(bytes).replaceAll('+', '-').replaceAll('/', '_');

/** A picture whose base64 has characters that are others in the URL alphabet. */
function picture(): Uint8Array {
  return Uint8Array.from([...png(8, 8), 0xfb, 0xff, 0xbe]);
}

const tool = { type: 'function', name: 'rate', defer_loading: true, parameters: { type: 'object', properties: {} } };

const ACCEPTED: readonly Answered[] = [
  {
    shape: 'inlineData in the URL alphabet',
    receiver: gemini2,
    body: contents({ inlineData: { mimeType: 'image/png', data: inUrlAlphabet(picture()) } }),
  },
  {
    shape: 'inlineData in the URL alphabet without padding, in a functionResponse',
    receiver: gemini,
    body: {
      contents: [
        { role: 'user', parts: [{ text: 'Get it.' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c', name: 'get', args: {} }, thoughtSignature: 'c2ln' }] },
        {
          role: 'user',
          parts: [
            {
              functionResponse: {
                id: 'c',
                name: 'get',
                response: { result: 'here' },
                parts: [{ inlineData: { mimeType: 'image/png', data: inUrlAlphabet(picture()).replaceAll('=', '') } }],
              },
            },
          ],
        },
      ],
    },
  },
  ...(
    [
      ['https://www.youtube.com/watch?v=1', 'video/mp4'],
      ['https://youtu.be/1', undefined],
      ['gs://bucket/sound.mp3', 'audio/mpeg'],
      ['gs://bucket/picture', 'image/png'],
      ['https://generativelanguage.googleapis.com/v1beta/files/abc', 'application/pdf'],
      ['https://example.com/sound.wav', 'audio/wav'],
      ['https://example.com/a', 'image/jpeg'],
    ] as const
  ).map(([fileUri, mimeType]) => ({
    shape: `fileData: ${fileUri} as ${mimeType ?? 'no type'}`,
    receiver: gemini2,
    body: contents({ fileData: { fileUri, ...(mimeType && { mimeType }) } }),
  })),
  {
    shape: 'a search for tools that the client made, with its output',
    receiver: responses,
    body: {
      model: 'gpt-5.4',
      input: [
        { role: 'user', content: 'Find the tool.' },
        { type: 'tool_search_call', call_id: 's', execution: 'client', status: 'completed', arguments: { queries: ['rate'] } },
        { type: 'tool_search_output', call_id: 's', execution: 'client', status: 'completed', tools: [tool] },
        { role: 'user', content: 'Go on.' },
      ],
    },
  },
  {
    shape: 'a prompt between a call and its output',
    receiver: responses,
    body: {
      model: 'gpt-5.4',
      input: [
        { role: 'user', content: 'Go.' },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        { role: 'user', content: 'And?' },
        { type: 'function_call_output', call_id: 'c', output: 'ok' },
      ],
    },
  },
  {
    shape: 'the output of a call that is referred to',
    receiver: responses,
    body: {
      model: 'gpt-5.4',
      input: [
        { role: 'user', content: 'Go.' },
        { type: 'item_reference', id: 'ctc_1' },
        { type: 'custom_tool_call_output', call_id: 'c', output: 'ok' },
      ],
    },
  },
  {
    shape: 'an empty answer at the end',
    receiver: anthropic,
    body: {
      model: 'claude-opus-4-5',
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: [] },
      ],
    },
  },
  {
    shape: 'thinking of Cohere, which has no signature',
    receiver: { api: 'cohere', model: 'command-a-reasoning-08-2025', capabilities: null },
    body: {
      model: 'command-a-reasoning-08-2025',
      messages: [
        { role: 'user', content: 'Why?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'text', text: 'So.' },
          ],
        },
        { role: 'user', content: 'And?' },
      ],
    },
  },
  {
    shape: 'a search for tools that the server made, without an output',
    receiver: responses,
    body: {
      model: 'gpt-5.4',
      input: [
        { role: 'user', content: 'What is the rate?' },
        { type: 'tool_search_call', call_id: 's', id: 's', execution: 'server', status: 'completed', arguments: { paths: ['rate'] } },
        { type: 'function_call', call_id: 'c', name: 'rate', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: '0.9' },
      ],
    },
  },
  {
    shape: 'the system prompt alone',
    receiver: chat,
    body: { model: 'o3-mini', messages: [{ role: 'system', content: 'You are a pot.' }] },
  },
  {
    shape: 'the id of a call again after its result',
    receiver: anthropic,
    body: {
      model: 'claude-sonnet-4-5',
      messages: [
        { role: 'user', content: 'Go.' },
        ...['load', 'search'].flatMap((name) => [
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name, input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'done' }] },
        ]),
      ],
    },
  },
  {
    shape: 'a JPEG as PNG, to Claude 3',
    receiver: { ...anthropic, model: 'claude-3-5-sonnet-20240620' },
    body: {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64(jpeg(8, 8)) } }],
        },
      ],
    },
  },
  {
    shape: 'what a computer shows',
    receiver: responses,
    body: {
      model: 'gpt-5.2',
      input: [
        { role: 'user', content: 'Look.' },
        { type: 'computer_call', call_id: 'c', id: 'cu', action: { type: 'screenshot' }, pending_safety_checks: [], status: 'completed' },
        {
          type: 'computer_call_output',
          call_id: 'c',
          output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${base64(png(8, 8))}` },
        },
      ],
    },
  },
  {
    shape: 'a film by its address, with how it is to be seen',
    receiver: gemini,
    body: {
      contents: [
        {
          role: 'user',
          parts: [
            {
              fileData: { mimeType: 'video/mp4', fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' },
              videoMetadata: { fps: 5 },
            },
          ],
        },
      ],
    },
  },
  {
    shape: 'a document of blocks',
    receiver: anthropic,
    body: {
      model: 'claude-opus-4-5',
      max_tokens: 9,
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              source: {
                type: 'content',
                content: [
                  { type: 'text', text: 'a' },
                  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64(png(8, 8)) } },
                ],
              },
            },
          ],
        },
      ],
    },
  },
];

const document = base64(new TextEncoder().encode('%PDF-1.4 a document of a few words'));
const urlOf = (type: string, data: string): string => `data:${type};base64,${data}`;
const image = { type: 'image_url', image_url: { url: urlOf('image/png', base64(png(8, 8))) } };
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const block = (type: string, data = base64(png(8, 8))): object => ({ type: 'image', source: { type: 'base64', media_type: type, data } });
const sound = (format: string): object => ({ type: 'input_audio', input_audio: { data: 'AAAA', format } });
const file = (members: object): object => ({ type: 'file', file: members });

const imageUrl = (type: string, data: string): object => ({ type: 'image_url', image_url: { url: urlOf(type, data) } });
const fileOf = (type: string, data: string): object => file({ filename: 'a', file_data: urlOf(type, data) });

const toChat = (model: string, ...content: object[]): object => ({ model, messages: [{ role: 'user', content }] });
const toResponses = (...content: object[]): object => ({ model: 'gpt-5.2', input: [{ role: 'user', content }] });
const documentOf = (data: string, isCited = false): object => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data },
  ...(isCited && { citations: { enabled: true } }),
});
const toAnthropic = (...messages: object[]): object => ({ model: 'claude-opus-4-5', max_tokens: 9, messages });
const fourMarked = ['a', 'b', 'c', 'd'].map((text) => ({
  role: 'user',
  content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
}));
const claudeByConverse: Receiver = { api: 'bedrock-converse', model: 'anthropic.claude-opus-4-6-v1', capabilities: null };
const said = (text: string): object => ({ role: 'user', content: [{ text }] });
const ofCall = (): object[] => [
  { role: 'assistant', content: [{ toolUse: { toolUseId: 'c', name: 'f', input: {} } }] },
  { role: 'user', content: [{ toolResult: { toolUseId: 'c', content: [{ text: 'ok' }] } }] },
];
const asking = { role: 'user', content: 'Look.' };

/** Shapes that servers refuse, as they answered, or as documents and reports have it. */
const REFUSED: readonly (Answered & {
  readonly rule: string;
  readonly at: readonly [message: number, part: number] | null;
  /** The server may answer it otherwise than refuse it. */
  readonly isDoubtful?: true;
})[] = [
  ...(
    [
      ['input_image', 'shape_of_another_api', toChat('gpt-4.1', { type: 'input_image', image_url: image.image_url.url })],
      ['an image block of Anthropic', 'shape_of_another_api', toChat('gpt-4.1', block('image/png'))],
      ['a file without its name', 'file_without_name', toChat('gpt-4.1', file({ file_data: urlOf('application/pdf', document) }))],
      ['a file as bare base64', 'file_without_head', toChat('gpt-4.1', file({ filename: 'a.pdf', file_data: document }))],
      ['sound as m4a', 'type_not_taken', toChat('gpt-audio', sound('m4a'))],
      ['sound as mpeg', 'type_not_taken', toChat('gpt-audio', sound('mpeg'))],
      ['a PDF as an image', 'type_not_taken', toChat('gpt-4.1', imageUrl('application/pdf', document))],
      ['an SVG as an image', 'type_not_taken', toChat('gpt-4.1', imageUrl('image/svg+xml', base64(utf8('<svg/>'))))],
      ['a text as a file', 'type_not_taken', toChat('gpt-4.1', fileOf('text/plain', base64(utf8('Hello'))))],
      ['an image as a file', 'type_not_taken', toChat('gpt-4.1', fileOf('image/png', base64(png(8, 8))))],
    ] as const
  ).map(([shape, rule, body]) => ({
    shape,
    rule,
    body,
    receiver: { ...chat, model: (body as { model: string }).model },
    at: [0, 0] as const,
  })),
  {
    shape: 'a model of Responses',
    rule: 'model_of_another_api',
    receiver: { ...chat, model: 'o3-pro' },
    body: toChat('o3-pro', image),
    at: null,
  },
  {
    shape: 'a picture in a tool message',
    rule: 'shape_not_in_role',
    receiver: { ...chat, model: 'gpt-4.1' },
    body: {
      model: 'gpt-4.1',
      messages: [
        asking,
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c', content: [image] },
      ],
    },
    at: [2, 0],
  },
  {
    shape: 'a picture of the assistant',
    rule: 'shape_not_in_role',
    receiver: { ...chat, model: 'gpt-4.1' },
    body: { model: 'gpt-4.1', messages: [asking, { role: 'assistant', content: [image] }, asking] },
    at: [1, 0],
  },
  ...(
    [
      ['text of Chat', 'shape_of_another_api', toResponses({ type: 'text', text: 'x' })],
      ['image_url of Chat', 'shape_of_another_api', toResponses(image)],
      ['a PDF as an image', 'type_not_taken', toResponses({ type: 'input_image', image_url: urlOf('application/pdf', document) })],
      ['sound as an image', 'type_not_taken', toResponses({ type: 'input_image', image_url: urlOf('audio/mpeg', 'AAAA') })],
      [
        'sound as a file',
        'file_type_not_taken',
        toResponses({ type: 'input_file', filename: 'a.mp3', file_data: urlOf('audio/mpeg', 'AAAA') }),
      ],
    ] as const
  ).map(([shape, rule, body]) => ({ shape, rule, body, receiver: { ...responses, model: 'gpt-5.2' }, at: [0, 0] as const })),
  {
    shape: 'a reasoning without the item after it',
    rule: 'reasoning_alone',
    receiver: responses,
    body: { model: 'gpt-5', input: [asking, { type: 'reasoning', id: 'rs_1', summary: [] }, { role: 'assistant', content: '42' }, asking] },
    at: [1, 0],
  },
  {
    shape: 'an item twice',
    rule: 'item_id_twice',
    receiver: responses,
    body: {
      model: 'gpt-5',
      input: ['a', 'b'].flatMap((text) => [
        asking,
        { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text }] },
      ]),
    },
    at: [3, 0],
  },
  ...(
    [
      ['a message', { role: 'assistant', type: 'message', id: 'item_1', content: [{ type: 'output_text', text: 'a' }] }],
      ['a message, with a dash', { role: 'assistant', type: 'message', id: 'msg-1', content: [{ type: 'output_text', text: 'a' }] }],
      ['a call', { type: 'function_call', id: 'call_1', call_id: 'call_1', name: 'f', arguments: '{}' }],
      ['a call of a tool of its own kind', { type: 'custom_tool_call', id: 'fc_1', call_id: 'call_1', name: 'f', input: '' }],
    ] as const
  ).map(([what, item]) => ({
    shape: `the ID of ${what}`,
    rule: 'item_id_pattern',
    receiver: responses,
    body: { model: 'gpt-5', input: [asking, item] },
    at: [1, 0] as const,
  })),
  {
    shape: 'the id of a call of 85 characters',
    rule: 'call_id_too_long',
    receiver: responses,
    body: {
      model: 'gpt-5',
      input: [
        asking,
        { type: 'function_call', call_id: 'c'.repeat(85), name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c'.repeat(85), output: 'ok' },
      ],
    },
    at: [1, 0],
  },
  {
    shape: 'an answer between a call and its output, at DeepSeek',
    rule: 'output_not_after_call',
    receiver: { ...responses, model: 'deepseek-v4-flash', host: 'api.deepseek.com' },
    body: {
      model: 'deepseek-v4-flash',
      input: [
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
        { role: 'assistant', content: 'On to the next.' },
        { type: 'function_call', call_id: 'b', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: '1' },
        { type: 'function_call_output', call_id: 'b', output: '2' },
        asking,
      ],
    },
    at: [0, 0],
  },
  ...(
    [
      ['a data URL as data', 'data_url_in_data', [0, 0], [{ role: 'user', content: [block('image/png', image.image_url.url)] }]],
      ['image/jpg', 'type_not_taken', [0, 0], [{ role: 'user', content: [block('image/jpg', base64(jpeg(8, 8)))] }]],
      ['a PDF as an image', 'type_not_taken', [0, 0], [{ role: 'user', content: [block('application/pdf', document)] }]],
      ...(['text/plain', DOCX, undefined] as const).map(
        (media_type) =>
          [
            `a document in base64 as ${media_type ?? 'nothing'}`,
            media_type === undefined ? 'type_missing' : 'type_not_taken',
            [0, 0],
            [{ role: 'user', content: [{ type: 'document', source: { type: 'base64', media_type, data: document } }] }],
          ] as const,
      ),
      ['a picture of the assistant', 'shape_not_in_role', [1, 0], [asking, { role: 'assistant', content: [block('image/png')] }, asking]],
      [
        'thinking at the end of an answer',
        'thinking_last',
        [1, 0],
        [asking, { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: 'abc' }] }, asking],
      ],
      [
        'thinking without a signature',
        'thinking_unsigned',
        [1, 0],
        [
          asking,
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Hm.', signature: '' },
              { type: 'text', text: 'Yes.' },
            ],
          },
          asking,
        ],
      ],
      [
        'an id with a colon',
        'call_id_pattern',
        [1, 0],
        [
          asking,
          { role: 'assistant', content: [{ type: 'tool_use', id: 'functions.Bash:0', name: 'Bash', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'functions.Bash:0', content: 'ok' }] },
        ],
      ],
      [
        'an answer to go on with that ends with a blank',
        'prefill_ends_blank',
        [1, 0],
        [asking, { role: 'assistant', content: [{ type: 'text', text: 'It is ' }] }],
      ],
    ] as const
  ).map(([shape, rule, at, messages]) => ({ shape, rule, at, receiver: anthropic, body: toAnthropic(...messages) })),
  {
    shape: 'an answer to go on with',
    rule: 'prefill_not_taken',
    receiver: { ...anthropic, model: 'claude-opus-4-6' },
    body: { ...toAnthropic(asking, { role: 'assistant', content: [{ type: 'text', text: 'It is' }] }), model: 'claude-opus-4-6' },
    at: [1, 0],
  },
  {
    shape: 'citations of one document of two',
    rule: 'citations_on_some',
    receiver: anthropic,
    body: toAnthropic({ role: 'user', content: [documentOf('one', true), documentOf('two'), { type: 'text', text: 'Which?' }] }),
    at: [0, 1],
  },
  {
    shape: 'citations, and a schema of the answer',
    rule: 'citations_with_schema',
    receiver: anthropic,
    body: {
      ...toAnthropic({ role: 'user', content: [documentOf('one', true), { type: 'text', text: 'Which?' }] }),
      output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
    },
    at: [0, 0],
  },
  {
    shape: 'four marks for the cache and one of the whole request',
    rule: 'too_many_cache_marks',
    receiver: anthropic,
    body: { ...toAnthropic(...fourMarked, asking), cache_control: { type: 'ephemeral' } },
    at: null,
  },
  {
    shape: 'five marks for the cache',
    rule: 'too_many_cache_marks',
    receiver: anthropic,
    body: {
      ...toAnthropic(
        ...['a', 'b', 'c'].map((text) => ({ role: 'user', content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] })),
      ),
      system: [{ type: 'text', text: 'Help.', cache_control: { type: 'ephemeral' } }],
      tools: [{ name: 't', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } }],
    },
    at: null,
  },
  ...(
    [
      ['image', { format: 'jpg' }],
      ['image', {}],
      ['image', { format: '' }],
      ['image', { format: 'JPEG' }],
      ['document', { format: 'pptx', name: 'slides' }],
      ['document', { format: 'PDF', name: 'paper' }],
      ['document', { format: 'msword', name: 'paper' }],
      ['video', { format: 'quicktime' }],
      ['video', { format: 'avi' }],
    ] as const
  ).map(([kind, facts]) => ({
    shape: `the ${kind} ${JSON.stringify(facts)}`,
    rule: 'format' in facts && facts.format !== '' ? 'type_not_taken' : 'type_missing',
    receiver: { api: 'bedrock-converse' as const, model: 'amazon.nova-pro-v1:0', capabilities: null },
    body: {
      modelId: 'amazon.nova-pro-v1:0',
      messages: [{ role: 'user', content: [{ text: 'See:' }, { [kind]: { ...facts, source: { bytes: base64(jpeg(8, 8)) } } }] }],
    },
    at: [0, 1] as const,
  })),
  ...(
    [
      ['calls without tools', 'tools_not_defined', [1, 0], ofCall()],
      ['two messages of the user', 'role_twice', [1, 0], [said('And?')]],
      ['an answer to be continued', 'prefill_not_taken', [1, 0], [{ role: 'assistant', content: [{ text: 'It is' }] }]],
    ] as const
  ).map(([shape, rule, at, turns]) => ({
    shape: `${shape}, by Converse`,
    rule,
    receiver: claudeByConverse,
    body: { modelId: claudeByConverse.model, messages: [said('Hi'), ...turns] },
    at,
  })),
  {
    shape: 'a first message of the assistant, by Converse',
    rule: 'not_begun_by_user',
    receiver: claudeByConverse,
    body: { modelId: claudeByConverse.model, messages: [{ role: 'assistant', content: [{ text: 'Hi' }] }, said('Hi')] },
    at: [0, 0],
  },
  {
    shape: 'results of an answer without its thinking, by Converse',
    rule: 'thinking_not_first',
    isDoubtful: true,
    receiver: claudeByConverse,
    body: {
      modelId: claudeByConverse.model,
      messages: [said('Hi'), ...ofCall()],
      toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1024 } },
    },
    at: [1, 0],
  },
  {
    shape: 'results of an answer without its thinking',
    rule: 'thinking_not_first',
    isDoubtful: true,
    receiver: anthropic,
    body: {
      ...toAnthropic(
        asking,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
      ),
      thinking: { type: 'enabled', budget_tokens: 1024 },
    },
    at: [1, 0],
  },
  ...(
    [
      [
        'a picture in the result of a call that failed',
        'failed_result_media',
        [
          { type: 'text', text: 'No.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64(png(8, 8)) } },
        ],
        1,
      ],
      ['nothing in the result of a call that failed', 'failed_result_empty', '', 0],
    ] as const
  ).map(([shape, rule, content, part]) => ({
    shape,
    rule,
    receiver: anthropic,
    body: toAnthropic(
      asking,
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', is_error: true, content }] },
    ),
    at: [2, part] as const,
  })),
  {
    shape: 'two documents of one name',
    rule: 'document_name_twice',
    receiver: claudeByConverse,
    body: {
      modelId: claudeByConverse.model,
      messages: [
        {
          role: 'user',
          content: [
            ...[1, 2].map((pages) => ({ document: { format: 'pdf', name: 'a', source: { bytes: base64(pdf(pages)) } } })),
            { text: 'Compare.' },
          ],
        },
      ],
    },
    at: [0, 1],
  },
  {
    shape: 'the ID of a call with characters that are not taken',
    rule: 'call_id_of_converse',
    receiver: { api: 'bedrock-converse', model: 'amazon.nova-pro-v1:0', capabilities: null },
    body: {
      modelId: 'amazon.nova-pro-v1:0',
      toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] },
      messages: [
        { role: 'user', content: [{ text: 'Hi' }] },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'call|1', name: 'f', input: {} } }] },
        { role: 'user', content: [{ toolResult: { toolUseId: 'call|1', content: [{ text: 'ok' }] } }] },
      ],
    },
    at: [1, 0],
  },
  {
    shape: 'the ID of a call that another provider gave',
    rule: 'call_id_of_nine',
    receiver: { api: 'mistral', model: 'mistral-large-latest', capabilities: null },
    body: {
      model: 'mistral-large-latest',
      messages: [
        asking,
        { role: 'assistant', tool_calls: [{ id: 'call_PTLP8xhu3', type: 'function', function: { name: 'f', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'call_PTLP8xhu3', content: 'ok' },
      ],
    },
    at: [1, 0],
  },
  {
    shape: 'a call without its thought signature',
    rule: 'call_unsigned',
    receiver: gemini,
    body: {
      contents: [
        { role: 'user', parts: [{ text: 'ls' }] },
        { role: 'model', parts: [{ functionCall: { name: 'run', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'run', response: { result: 'ok' } } }] },
      ],
    },
    at: [1, 0],
  },
  ...(
    [
      ['JSON as a file', 'application/json', 'e30='],
      ['image/jpg', 'image/jpg', base64(jpeg(8, 8))],
      ['what is no media type', 'png', base64(png(8, 8))],
      ['what is no media type, with a digit', 'mp3', 'AAAA'],
    ] as const
  ).map(([shape, mimeType, data]) => ({
    shape,
    rule: 'file_type_not_taken',
    receiver: gemini,
    body: { contents: [{ role: 'user', parts: [{ inlineData: { mimeType, data } }] }] },
    at: [0, 0] as const,
  })),
];

describe('[28] Shapes of requests that servers refuse fail, at their place', () => {
  for (const { shape, receiver, body, rule, at, isDoubtful = false } of REFUSED)
    it(`${receiver.api}: ${shape}`, async () => {
      const index = await indexOf(JSON.stringify(body));
      const { findings, goesThrough } = checkConversation(index, receiver);
      const refused = findings.filter(({ code }) => code === 'request_refused');
      // the instructions of Anthropic come after the messages in the index
      const places = refused.map(({ params, address }) => [params['rule'], address && [address.message, address.part]]);
      assert.deepEqual(places, [[rule, at]]);
      assert.equal(goesThrough, isDoubtful);
      const [finding] = refused;
      assert.ok(finding && finding.source !== '' && !/\{\d\}/.test(formatSentence(conversationSentence(finding))));
    });

  it('by other servers are not judged: what they take is not known', async () => {
    for (const { shape, receiver, body } of REFUSED.filter(
      ({ receiver: { api, host } }) => api.startsWith('openai') && host === undefined,
    )) {
      const { findings } = checkConversation(await indexOf(JSON.stringify(body)), { ...receiver, host: 'llm.example.com' });
      assert.deepEqual(
        findings.filter(({ code }) => code === 'request_refused'),
        [],
        shape,
      );
    }
  });

  it('[28] a medium in content that no document has it in, or of no known type, is not judged, and said to be so', async () => {
    const toMistral = (content: object): object => ({ model: 'mistral-large-latest', messages: [{ role: 'user', content: [content] }] });
    const mistral: Receiver = { api: 'mistral', model: 'mistral-large-latest', capabilities: null };
    const zip = base64(samples.docx);
    for (const [receiver, body, shape] of [
      [
        responses,
        toResponses({ type: 'input_file', filename: 'a', file_data: urlOf('image/png', base64(png(8, 8))) }),
        'input_file (image/png)',
      ],
      [
        responses,
        toResponses({ type: 'input_file', filename: 'a', file_data: urlOf('application/zip', zip) }),
        'input_file (application/zip)',
      ],
      [responses, toResponses({ type: 'input_file', filename: 'a.pdf', file_data: urlOf('application/pdf', document) }), undefined],
      [{ ...chat, model: 'gpt-4.1' }, toChat('gpt-4.1', imageUrl('', base64(png(8, 8)))), 'image_url (image/png)'],
      [
        gemini,
        { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/svg+xml', data: base64(utf8('<svg/>')) } }] }] },
        'image/svg+xml',
      ],
      [gemini2, { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'application/x-tar', data: 'AAAA' } }] }] }, undefined],
      [mistral, toMistral({ type: 'image_url', image_url: urlOf('video/mp4', base64(samples.mp4)) }), 'image_url (video/mp4)'],
      [mistral, toMistral({ type: 'image_url', image_url: urlOf('image/png', base64(png(8, 8))) }), undefined],
      [mistral, toMistral({ type: 'input_audio', input_audio: base64(wav(1)) }), undefined],
    ] as const) {
      const { findings, goesThrough } = checkConversation(await indexOf(JSON.stringify(body)), receiver);
      const told = findings.filter(({ code }) => code === 'not_judged').map(({ params, address }) => [params['shape'], address?.part]);
      assert.deepEqual(told, shape === undefined ? [] : [[shape, 0]]);
      assert.ok(goesThrough);
    }
  });

  it('[28] an image of a type that Anthropic and Converse do not take is told once', async () => {
    for (const [receiver, body] of [
      [anthropic, toAnthropic({ role: 'user', content: [block('image/bmp')] })],
      [
        { api: 'bedrock-converse', model: 'amazon.nova-pro-v1:0', capabilities: null },
        { messages: [{ role: 'user', content: [{ image: { format: 'bmp', source: { bytes: base64(samples.bmp) } } }] }] },
      ],
    ] as const) {
      const { findings } = checkConversation(await indexOf(JSON.stringify(body)), receiver);
      const rules = findings.filter(({ severity }) => severity === 'error').map(({ code, params }) => params['rule'] ?? code);
      assert.deepEqual(
        rules.filter((rule) => rule !== 'type_differs_from_bytes'),
        ['type_not_taken'],
        receiver.api,
      );
    }
  });

  it('[28] what stands in a block of Converse is of its kind, whatever its bytes begin as, when its format is none', async () => {
    const bytes = base64(Uint8Array.of(0xff, 0xe2, 0xc7, 0x04, 0xcd, 0xfc)); // as MP3 begins
    const content = [{ text: 'See:' }, { image: { format: 'bmp', source: { bytes } } }];
    const capabilities = { input: ['text', 'vision'], output: ['text'] };
    const index = await indexOf(JSON.stringify({ messages: [{ role: 'user', content }] }));
    const { findings } = checkConversation(index, { api: 'bedrock-converse', model: 'amazon.nova-pro-v1:0', capabilities });
    const errors = findings.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ code, params }) => params['rule'] ?? code),
      ['type_not_taken'],
    );
  });

  it('[28] a body of Converse without its model is judged as that for whatever model is asked about', async () => {
    const content = [{ guardContent: { image: { format: 'gif', source: { bytes: 'AAAA' } } } }];
    const index = await indexOf(JSON.stringify({ messages: [{ role: 'user', content }] }));
    const claude: Receiver = { api: 'anthropic', model: 'claude-opus-4-5', capabilities: null };
    assert.equal(atApiOfBody(claude, index).api, 'bedrock-converse');
    assert.equal(atApiOfBody(claude, { ...index, model: 'amazon.nova-pro-v1:0' }).api, 'anthropic', 'it is for another model then');
    assert.equal(atApiOfBody(claude, { ...index, format: 'anthropic' }).api, 'anthropic');
    const { goesThrough } = checkConversation(index, atApiOfBody(claude, index));
    assert.equal(goesThrough, false);
  });

  it('[28] what Nova takes by InvokeModel is judged by the types of Converse, and what another model takes by none', async () => {
    const invoke: Receiver = { api: 'bedrock-invoke', model: 'amazon.nova-pro-v1:0', capabilities: null };
    const call = { toolUse: { toolUseId: 'a', name: 'f', input: {} } };
    const content = [
      { text: 'See:' },
      { document: { format: 'docx', name: 'a', source: { bytes: 'AAAA' } } },
      { video: { format: 'mp4', source: { bytes: 'AAAA' } } },
    ];
    const messages = [
      { role: 'user', content },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'ok' }] } }] },
    ];
    const refused = async (body: object): Promise<unknown[]> =>
      checkConversation(await indexOf(JSON.stringify(body)), invoke).findings.flatMap(({ code, params }) =>
        code === 'request_refused' ? [params['rule']] : [],
      );
    assert.deepEqual(await refused({ schemaVersion: 'messages-v1', messages }), []);
    assert.deepEqual(
      await refused({
        schemaVersion: 'messages-v1',
        messages: [{ role: 'user', content: [{ text: 'See:' }, { image: { format: 'jpg', source: { bytes: 'AAAA' } } }] }],
      }),
      ['type_not_taken'],
    );
  });

  it('[28] each format of Converse is taken, by each of its names', async () => {
    const formats: Readonly<Record<string, string>> = {
      image: 'png jpeg gif webp',
      document: 'pdf csv doc docx xls xlsx html txt md',
      video: 'mkv mov mp4 webm flv mpeg mpg wmv three_gp',
      audio: 'mp3 opus wav aac flac mp4 ogg mkv mka x-aac m4a mpeg mpga pcm webm',
    };
    for (const [kind, names] of Object.entries(formats))
      for (const format of names.split(' ')) {
        const medium = { [kind]: { format, ...(kind === 'document' && { name: 'a' }), source: { bytes: 'AAAA' } } };
        const index = await indexOf(JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'See:' }, medium] }] }));
        const { findings } = checkConversation(index, { api: 'bedrock-converse', model: 'amazon.nova-pro-v1:0', capabilities: null });
        const refused = findings.filter(({ code }) => code === 'request_refused');
        assert.deepEqual(refused, [], `${kind} ${format}`);
      }
    // what guards a conversation looks at fewer
    for (const [format, rules] of [
      ['png', []],
      ['jpeg', []],
      ['gif', ['type_not_taken']],
      ['webp', ['type_not_taken']],
    ] as const) {
      const guarded = { guardContent: { image: { format, source: { bytes: 'AAAA' } } } };
      const index = await indexOf(JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'See:' }, guarded] }] }));
      const { findings } = checkConversation(index, { api: 'bedrock-converse', model: 'amazon.nova-pro-v1:0', capabilities: null });
      assert.deepEqual(
        findings.flatMap(({ code, params }) => (code === 'request_refused' ? [params['rule']] : [])),
        rules,
        format,
      );
    }
  });

  it('sound to a model that does not hear fails at its place, be it a message that follows the answer of a tool', async () => {
    const messages = [
      asking,
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'get', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'See below.' },
      { role: 'user', content: [{ type: 'text', text: 'This is it:' }, sound('mp3')] },
    ];
    const index = await indexOf(JSON.stringify({ model: 'gpt-5-mini', messages }));
    const errors = (model: string): unknown[] =>
      checkConversation(index, { ...chat, model })
        .findings.filter(({ severity }) => severity === 'error')
        .map(({ params, address }) => [params['rule'], address?.message, address?.part]);
    assert.deepEqual(errors('gpt-5-mini'), [['sound_not_heard', 3, 1]]);
    assert.deepEqual(errors('gpt-audio'), []);
  });

  it('[28] sound without a format is told once, whether or not its bytes tell what it is and the model hears', async () => {
    const told = async (model: string, data: string): Promise<unknown[]> => {
      const content = [
        { type: 'text', text: 'Listen.' },
        { type: 'input_audio', input_audio: { data } },
      ];
      const index = await indexOf(JSON.stringify({ model, messages: [{ role: 'user', content }] }));
      return checkConversation(index, { ...chat, model }).findings.map(({ params, address }) => [params['rule'], address?.part]);
    };
    const [known, unknown] = [base64(wav(1)), base64(Uint8Array.of(0, 1, 2))];
    assert.deepEqual(await told('gpt-audio', known), [['type_missing', 1]]);
    assert.deepEqual(await told('gpt-audio', unknown), [['type_missing', 1]]);
    assert.deepEqual(await told('gpt-5-mini', known), [['sound_not_heard', 1]]);
    assert.deepEqual(await told('gpt-5-mini', unknown), [['sound_not_heard', 1]]);
  });

  it('[28] what a compatible server gets as it stands is not left out of it: no rule knows it', async () => {
    const film = { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } };
    const index = await indexOf(JSON.stringify(toChat('qwen/qwen3-vl-235b', film)));
    const { findings } = checkConversation(index, { api: 'openai-compatible', capabilities: null });
    assert.deepEqual(
      findings.map(({ code, params }) => [code, params['shape']]),
      [['not_judged', 'video_url']],
    );
  });

  it('[28] an answer that goes on after a result need not think anew', async () => {
    const call = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: {} });
    const done = (id: string): object => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] });
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'x' };
    for (const [first, rules] of [
      [[thought, call('a')], []],
      [[{ type: 'redacted_thinking', data: 'x' }, call('a')], []],
      [[call('a')], ['thinking_not_first']],
    ] as const) {
      const turns = [asking, { role: 'assistant', content: first }, done('a'), { role: 'assistant', content: [call('b')] }, done('b')];
      const body = { ...toAnthropic(...turns), thinking: { type: 'enabled', budget_tokens: 1024 } };
      const { findings } = checkConversation(await indexOf(JSON.stringify(body)), anthropic);
      assert.deepEqual(
        findings.map(({ params }) => params['rule']),
        rules,
      );
    }
  });

  it('[28] what is found has its place in the body as it stands', async () => {
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] };
    const result = { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'See:' }, block('image/tiff')] };
    const turns = [{ role: 'user', content: 'Look.' }, call, { role: 'user', content: [result] }];
    const { findings } = checkConversation(await indexOf(JSON.stringify(toAnthropic(...turns))), anthropic);
    assert.deepEqual([...new Set(findings.map(({ pointer }) => pointer))], ['/messages/2/content/0/content/1']);
  });

  it('[28] a type that is not taken is repaired: written as the bytes are, or the content described', async () => {
    const kinds: unknown[] = [];
    for (const [receiver, content] of [
      [anthropic, { type: 'document', source: { type: 'base64', media_type: 'application/msword', data: base64(samples.docx) } }],
      [anthropic, block('image/jpg', base64(jpeg(8, 8)))],
      [gemini, { inlineData: { mimeType: 'image/jpg', data: base64(jpeg(8, 8)) } }],
      [{ ...chat, model: 'gpt-4.1' }, fileOf('image/jpeg', base64(png(8, 8)))],
    ] as const) {
      const user = [{ type: 'text', text: 'Look.' }, content];
      const text = JSON.stringify(
        {
          'openai-chat': toChat('gpt-4.1', ...user),
          gemini: { contents: [{ role: 'user', parts: [{ text: 'Look.' }, content] }] },
          anthropic: toAnthropic({ role: 'user', content: user }),
        }[receiver.api as 'openai-chat' | 'gemini' | 'anthropic'],
      );
      const index = await indexOf(text);
      const check = checkConversation(index, receiver);
      assert.ok(!check.goesThrough);
      const repairs = planRepairs(index, check, [], { api: receiver.api });
      kinds.push(repairs.map(({ kind }) => kind));
      const { text: after } = await repairedFile(text, repairs);
      assert.ok(checkConversation(await indexOf(after), receiver).goesThrough, after);
    }
    assert.deepEqual(kinds, [['describe'], ['correct_type'], ['correct_type'], ['describe']]);
  });

  it('a session of Claude Code with an empty text before a call fails, and is repaired', async () => {
    const line = (type: string, content: unknown): string =>
      JSON.stringify({ type, sessionId: 's', message: { role: type, model: 'claude-opus-4-8', content } });
    const lines = [
      line('user', 'Hi'),
      line('assistant', [
        { type: 'text', text: '' },
        { type: 'tool_use', id: 'a', name: 'f', input: {} },
      ]),
      line('user', [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }]),
    ].join('\n');
    const index = await indexOf(lines);
    const check = checkConversation(index, anthropic);
    assert.deepEqual(
      check.findings.filter(({ severity }) => severity === 'error').map(({ params }) => params['rule']),
      ['text_empty'],
    );
    assert.deepEqual(
      planRepairs(index, check, [], { api: 'anthropic' }).map(({ kind }) => kind),
      ['fill_text'],
    );
  });
});

describe('[28] Sessions of Claude Code that fail are repaired, and go through then', () => {
  const session = (...lines: readonly (readonly [string, object[]])[]): string =>
    lines.map(([type, content]) => JSON.stringify({ type, sessionId: 's', message: { role: type, content } })).join('\n');
  const repairedBy = async (text: string, receiver: Receiver = anthropic): Promise<unknown> => {
    const index = await indexOf(text);
    const check = checkConversation(index, receiver);
    const errors = check.findings.filter(({ severity }) => severity === 'error').map(({ code, params }) => params['rule'] ?? code);
    const repairs = planRepairs(index, check, [], { api: receiver.api });
    const { text: after } = await repairedFile(text, repairs);
    const { goesThrough } = checkConversation(await indexOf(after), receiver);
    return [errors, repairs.map(({ kind }) => kind), goesThrough, after.match(/functions[\w.:]*/g)];
  };
  const call = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: {} });
  const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });

  it('thinking without words and signature', async () => {
    const empty = { type: 'thinking', thinking: '', signature: '' };
    const text = session(['user', [{ type: 'text', text: 'Hi' }]], ['assistant', [empty, call('a')]], ['user', [result('a')]]);
    assert.deepEqual(await repairedBy(text), [['thinking_unsigned'], ['fill_text'], true, null]);
  });

  it('IDs of calls with characters that are not taken: the call and its result get the same', async () => {
    const text = session(
      ['user', [{ type: 'text', text: 'Hi' }]],
      ['assistant', [call('functions.f:0'), call('functions:f.0')]],
      ['user', [result('functions.f:0'), result('functions:f.0')]],
    );
    assert.deepEqual(await repairedBy(text), [
      ['call_id_pattern', 'call_id_pattern'],
      ['rename_call', 'rename_call'],
      true,
      ['functions_f_0', 'functions_f_0_2', 'functions_f_0', 'functions_f_0_2'],
    ]);
    const [ids, written] = [
      ['functions:b', 'functions_b', 'functions.b'],
      ['functions_b_2', 'functions_b', 'functions_b_3'],
    ];
    const taken = session(['user', [{ type: 'text', text: 'Hi' }]], ['assistant', ids.map(call)], ['user', ids.map(result)]);
    const [, , goes, after] = (await repairedBy(taken)) as unknown[];
    assert.deepEqual([goes, after], [true, [...written, ...written]], 'none becomes that of another call');
    const other = { type: 'function', id: 'functions.f:0', function: { name: 'f', arguments: '{}' } };
    const messages = [asking, { role: 'assistant', tool_calls: [other] }, { role: 'tool', tool_call_id: 'functions.f:0', content: 'ok' }];
    const index = await indexOf(JSON.stringify({ model: 'kimi-k2', messages }));
    const rules = (receiver: Receiver): unknown[] => checkConversation(index, receiver).findings.map(({ params }) => params['rule']);
    assert.deepEqual([rules(anthropic), rules(chat)], [['call_id_pattern'], []], 'what another API had is no ID for this one');
  });

  it('a second result of a call, which is told as one: the call is there', async () => {
    const twice = [result('a'), result('a')];
    const text = session(['user', [{ type: 'text', text: 'Hi' }]], ['assistant', [call('a')]], ['user', twice]);
    const [, , goesThrough] = (await repairedBy(text)) as unknown[];
    assert.equal(goesThrough, true);
    const index = await indexOf(
      JSON.stringify(toAnthropic(asking, { role: 'assistant', content: [call('a')] }, { role: 'user', content: twice })),
    );
    const { findings } = checkConversation(index, anthropic);
    assert.deepEqual(
      findings.map((finding) => [finding.code, finding.address?.part, formatSentence(conversationSentence(finding))]),
      [['result_without_call', 1, 'The tool call a has another result already.']],
    );
    const later = toAnthropic(
      asking,
      { role: 'assistant', content: [call('a')] },
      { role: 'user', content: [result('a')] },
      { role: 'assistant', content: [call('b')] },
      { role: 'user', content: [result('b'), result('a')] },
    );
    const [finding] = checkConversation(await indexOf(JSON.stringify(later)), anthropic).findings;
    assert.equal(finding && formatSentence(conversationSentence(finding)), 'The result of the tool call a has no call right before it.');
    const repairs = planRepairs(index, checkConversation(index, anthropic), [], { api: 'anthropic', kinds: ['replace_orphan'] });
    assert.match(JSON.stringify(repairs), /was removed: the call has another one/);
  });

  // ruby_llm's recordings have a placeholder for this text; its setting of the recorder says what was sent.
  it('ten messages of a million letters fail for their length, as four servers answered', async () => {
    const text = 'a'.repeat(1_000_000);
    const turns = (part: (text: string) => unknown): object[] => [
      ...Array.from({ length: 10 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: part(text) })),
      { role: 'user', content: part('Hi') },
    ];
    const models = new ServicesAndModels();
    for (const [name, body] of [
      ['gpt-5-nano', { model: 'gpt-5-nano', input: turns((content) => content) }],
      ['deepseek-chat', { model: 'deepseek-chat', messages: turns((content) => content) }],
      ['sonar', { model: 'sonar', messages: turns((content) => content) }],
      ['us.amazon.nova-2-lite-v1:0', { messages: turns((content) => [{ text: content }]), inferenceConfig: {} }],
    ] as const) {
      const index = await indexOf(JSON.stringify(body));
      const found = await models.add(name);
      assert.ok('config' in found, name);
      const { findings } = checkConversation(index, atApiOfBody(await serviceReceiver(found.config, models), index));
      assert.ok(
        findings.some(({ code, severity }) => code === 'context_exceeded' && severity === 'error'),
        name,
      );
    }
  });

  it('a PDF of more pages than the model takes fails', async () => {
    const plain = Buffer.from(pdf(150)).toString('latin1');
    const [end = ''] = /startxref\s+\d+\s+%%EOF/.exec(plain) ?? [];
    // longer than the first piece that is read of a medium
    const long = Buffer.from(`${plain}%${' '.repeat(9000)}\n${end}\n`, 'latin1');
    const document = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: base64(long) } };
    const text = session(['user', [document, { type: 'text', text: 'Read' }]]);
    const codes = async (contextWindow?: number): Promise<unknown> =>
      checkConversation(await indexOf(text), { ...anthropic, contextWindow }).findings.flatMap(({ code, severity }) =>
        code === 'context_exceeded' ? [] : `${code} ${severity}`,
      );
    assert.deepEqual(
      [await codes(200_000), await codes(), await codes(1_000_000)],
      [['too_many_pages error'], ['too_many_pages warning'], []],
    );
  });
});

describe('[28] Shapes of requests that real servers accepted go through', () => {
  for (const { shape, receiver, body } of ACCEPTED)
    it(`${receiver.api}: ${shape}`, async () => {
      const check = checkConversation(await indexOf(JSON.stringify(body)), receiver);
      const errors = check.findings.filter(({ severity }) => severity === 'error');
      assert.deepEqual(errors, []);
      assert.ok(check.goesThrough);
    });

  it('what a command printed is text of its result, and the answer to a question of MCP is the person’s', async () => {
    const input = [
      { role: 'user', content: 'List.' },
      { type: 'shell_call', call_id: 'a', action: { commands: ['ls'] }, status: 'completed' },
      {
        type: 'shell_call_output',
        call_id: 'a',
        output: [{ stdout: 'one two three', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      },
      { type: 'apply_patch_call', call_id: 'b', status: 'completed', operation: { type: 'update_file', path: 'a', diff: '+x' } },
      { type: 'apply_patch_call_output', call_id: 'b', status: 'completed' },
      { type: 'mcp_approval_request', id: 'mcpr_1', name: 'n', arguments: '{}', server_label: 's' },
      { type: 'mcp_approval_response', approve: true, approval_request_id: 'mcpr_1' },
    ];
    const index = await indexOf(JSON.stringify({ model: 'gpt-5.4', input }));
    assert.deepEqual(
      index.messages.map(({ role, parts }) => [role, ...parts.map((part) => ('tokens' in part ? part.tokens > 5 : part.kind))]),
      [
        ['user', false],
        ['assistant', true],
        ['tool', true],
        ['assistant', true],
        ['tool', false],
        ['assistant', 'unknown'],
        ['user', 'unknown'],
      ],
    );
    assert.deepEqual(checkConversation(index, responses).findings, []);
  });

  it('a file by its address goes to OpenRouter, which fetches it, and not to OpenAI', async () => {
    const file = { type: 'file', file: { filename: 'a.pdf', file_data: 'https://example.com/a.pdf' } };
    const told = async (model: string): Promise<unknown[]> => {
      const index = await indexOf(
        JSON.stringify({ model, messages: [{ role: 'user', content: [{ type: 'text', text: 'Read.' }, file] }] }),
      );
      const { receiver } = await ownReceiver(index, new ServicesAndModels());
      const { findings, goesThrough } = checkConversation(index, receiver);
      return [receiver.api, goesThrough, ...findings.map(({ code, params }) => [code, params['rule']])];
    };
    assert.deepEqual(await told('openai/gpt-5.4'), ['openai-compatible', true]);
    assert.deepEqual(await told('gpt-5.4'), ['openai-chat', false, ['part_rejected', 'base64_invalid']]);
  });

  it('[30] a body for a model that the catalogue lacks is for the API that its name says, where it is written for that', async () => {
    const api = async (model: string): Promise<string> => {
      const index = await indexOf(JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }));
      return (await ownReceiver(index, new ServicesAndModels())).receiver.api;
    };
    assert.deepEqual(await Promise.all(['command-z-03-2027', 'mistral-huge-latest', 'nobody'].map(api)), [
      'cohere',
      'mistral',
      'openai-chat',
    ]);
  });

  it('documented content that is nothing here is sent as it stands: nothing of it is left out, and what no rule knows is not judged', async () => {
    const file = { type: 'file', file_id: 'file_1' };
    const result = { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_reference', tool_name: 'f' }] };
    const findings = async (body: object, receiver: Receiver): Promise<unknown[]> => {
      const { findings: found, estimates } = checkConversation(await indexOf(JSON.stringify(body)), receiver);
      return [...found.map(({ code, severity, params }) => [code, severity, params['shape']]), estimates === null];
    };
    const ofPerson = (...content: object[]): object => toAnthropic({ role: 'user', content });
    assert.deepEqual(await findings(ofPerson({ type: 'image', source: file }, { type: 'text', text: 'What?' }), anthropic), [true]);
    assert.deepEqual(await findings(ofPerson({ type: 'search_result', source: 'a', title: 'b', content: [] }), anthropic), [false]);
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] };
    assert.deepEqual(await findings(toAnthropic(asking, call, { role: 'user', content: [result] }), anthropic), [false]);
    const compacted = { role: 'assistant', content: [{ type: 'compaction', content: 'In short.' }] };
    assert.deepEqual(await findings(toAnthropic(asking, compacted, asking), anthropic), [false], 'answered 200');
    assert.deepEqual(await findings(ofPerson({ type: 'hologram' }), anthropic), [['not_judged', 'info', 'hologram'], false]);
    const byId = { model: 'gpt-5.2', input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file_1' }] }] };
    assert.deepEqual(await findings(byId, responses), [true]);
    const ran = [
      {
        role: 'model',
        parts: [{ executableCode: { language: 'PYTHON', code: '1' } }, { code_execution_result: { outcome: 'OUTCOME_OK' } }],
      },
      { role: 'user', parts: [{ thoughtSignature: 'c2ln', hologram: {} }] },
    ];
    const ofGemini = { contents: [{ role: 'user', parts: [{ text: 'Run.' }] }, ...ran] };
    assert.deepEqual(await findings(ofGemini, gemini), [['not_judged', 'info', 'hologram'], false], 'by the name of what it is');
    const [left] = await findings(ofPerson({ type: 'hologram' }), { ...chat, model: undefined });
    assert.deepEqual(left, ['part_left_out', 'warning', undefined], 'for another API it is written anew, without it');
  });

  it('with a placeholder of a recorder in the place of a text is not known to go through, whatever it is asked for', async () => {
    const masked = (...texts: string[]): Promise<unknown[]> =>
      outcome({ model: 'gpt-5.2', input: [{ role: 'user', content: texts.join('') }] });
    const outcome = async (body: object): Promise<unknown[]> => {
      const { findings, goesThrough, estimates } = checkConversation(await indexOf(JSON.stringify(body)), responses);
      return [...findings.map(({ code, params }) => [code, params['placeholder']]), goesThrough, estimates === null];
    };
    assert.deepEqual(await masked('<LONG_TEXT>'), [['content_masked', '<LONG_TEXT>'], false, true]);
    for (const text of ['Use <LONG_TEXT>.', '<b>', '<Html>', '<AB', '<>', `<${'A'.repeat(400)}>`])
      assert.deepEqual(await masked(text), [true, false], text);
    const session = `${JSON.stringify({ type: 'user', uuid: 'a', parentUuid: null, sessionId: 's', version: '2.1.0', message: { role: 'user', content: '<LONG_TEXT>' } })}\n`;
    const { findings } = checkConversation(await indexOf(session), anthropic);
    assert.deepEqual(findings, [], 'a person may type it');
  });

  it('for a model that its maker has retired fails, not at a cloud or a service of a person, and not while the end is only announced', async () => {
    const messages = [{ role: 'user', content: 'How warm is it?' }];
    const models = new ServicesAndModels();
    const ended = async (model: string): Promise<unknown> => {
      const index = await indexOf(JSON.stringify({ model, max_tokens: 9, system: 'Be brief.', messages }));
      const { findings, goesThrough } = checkConversation(index, (await ownReceiver(index, models)).receiver);
      const [finding] = findings.filter(({ code }) => code === 'model_retired' || code === 'model_deprecated');
      return (
        finding && [goesThrough, finding.severity, formatSentence(conversationSentence(finding)), /^https:.*\(20/.test(finding.source)]
      );
    };
    const says = 'claude-3-7-sonnet-20250219 was retired on 2026-02-19: requests fail. Recommended instead: claude-sonnet-4-6.';
    assert.deepEqual(await ended('claude-3-7-sonnet-20250219'), [false, 'error', says, true]);
    for (const model of ['anthropic.claude-3-haiku-20240307-v1:0', 'claude-sonnet-4-6']) assert.equal(await ended(model), undefined, model);
    const announced =
      'claude-sonnet-4-5 is deprecated: its end was announced for 2026-11-30, and claude-sonnet-5-5 is recommended instead. From then on, requests may fail or go to another model.';
    assert.deepEqual(await ended('claude-sonnet-4-5'), [true, 'info', announced, true]);
    const own = { id: 'own', name: 'Own', baseURL: 'https://gateway.example/v1', model: 'gpt-4' };
    assert.equal((await serviceReceiver(own, models)).retirement, undefined);
  });

  it('[30] a picture for a model of which the family alone is known leaves a doubt', async () => {
    const source = { type: 'base64', media_type: 'image/png', data: base64(png(8, 8)) };
    const told = async (model: string): Promise<unknown> => {
      const body = { model, max_tokens: 9, messages: [{ role: 'user', content: [{ type: 'image', source }] }] };
      const index = await indexOf(JSON.stringify(body));
      const { findings, goesThrough } = checkConversation(index, (await ownReceiver(index, new ServicesAndModels())).receiver);
      return [goesThrough, ...findings.map(({ severity, code }) => [severity, code])];
    };
    assert.deepEqual(await told('claude-opus-9'), [true, ['warning', 'capability_unknown']]);
    assert.deepEqual(await told('claude-opus-4-8'), [true]);
  });

  it('[28] a document for a model of which nobody knows whether it takes any leaves a doubt, a picture that it takes does not', async () => {
    const models = new ServicesAndModels();
    const content = [
      { type: 'text', text: 'See:' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${base64(png(8, 8))}` } },
      { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${base64(samples.pdf)}` } },
    ];
    const told = async (model: string): Promise<unknown[]> => {
      const index = await indexOf(JSON.stringify({ model, messages: [{ role: 'user', content }] }));
      const check = checkConversation(index, (await ownReceiver(index, models)).receiver);
      const doubts = check.findings.filter(({ code }) => code === 'capability_unknown');
      const reason = mainReason(check.findings);
      return [
        check.goesThrough,
        doubts.map(({ severity, address }) => [severity, address?.part]),
        reason && formatSentence(conversationSentence(reason)),
      ];
    };
    assert.deepEqual(await told('kimi-k3'), [true, [['warning', 2]], 'It is not known whether the model accepts application/pdf.']);
    assert.deepEqual(await told('gpt-5.2'), [true, [], null]);
  });

  it('[30] a body without an option is judged for who serves its model, as far as it says so', async () => {
    const models = new ServicesAndModels();
    const messages = [{ role: 'user', content: 'Hello' }];
    const apiOf = async (body: object): Promise<string> => (await ownReceiver(await indexOf(JSON.stringify(body)), models)).receiver.api;
    assert.equal(await apiOf({ model: 'gpt-5.2', messages }), 'openai-chat');
    assert.equal(await apiOf({ messages }), 'openai-chat');
    assert.equal(await apiOf({ model: 'mistral-small-latest', messages }), 'mistral');
    assert.equal(await apiOf({ model: 'deepseek-chat', messages }), 'openai-compatible');
    assert.equal(
      await apiOf({ model: 'openai/gpt-5.1-codex-mini', messages }),
      'openai-compatible',
      'OpenRouter serves it by Chat Completions',
    );
    assert.equal(await apiOf({ model: 'models/gemini-2.5-flash', contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }), 'gemini-2');
    assert.equal(await apiOf({ anthropic_version: 'bedrock-2023-05-31', max_tokens: 9, messages }), 'bedrock-invoke');
    assert.equal(await apiOf({ anthropic_version: 'vertex-2023-10-16', max_tokens: 9, messages }), 'anthropic');
  });

  it('[30] a conversation has the limits of the cloud that a service is at, by its address or the name of its model', async () => {
    const models = new ServicesAndModels();
    const picture = {
      type: 'base64',
      media_type: 'image/png',
      data: base64(new Uint8Array([...png(8, 8), ...new Uint8Array(4 * 1024 * 1024)])),
    };
    const index = await indexOf(JSON.stringify(toAnthropic({ role: 'user', content: [{ type: 'image', source: picture }] })));
    const told = async (service: Parameters<typeof serviceReceiver>[0]): Promise<unknown[]> =>
      checkConversation(index, await serviceReceiver(service, models)).findings.flatMap(({ severity, code }) =>
        code === 'part_too_large' ? [severity] : [],
      );
    const own = { id: 'own', name: 'Own', api: 'anthropic', model: 'claude-sonnet-4-6' } as const;
    assert.deepEqual(await told({ ...own, baseURL: 'https://us-east5-aiplatform.googleapis.com/v1/projects/p' }), ['error']);
    assert.deepEqual(await told({ ...own, baseURL: 'https://api.anthropic.com' }), ['warning']);
    const found = await models.add('vertex_ai/claude-sonnet-4-6');
    assert.ok('config' in found);
    assert.deepEqual(await told(found.config), ['error']);
  });

  it('[30] a call without its signature is in doubt where nothing says which Gemini model it is for', async () => {
    const contents = [
      { role: 'user', parts: [{ text: 'ls' }] },
      { role: 'model', parts: [{ functionCall: { name: 'run', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'run', response: { result: 'ok' } } }] },
    ];
    const told = async (body: object): Promise<unknown> => {
      const index = await indexOf(JSON.stringify(body));
      const { findings, goesThrough } = checkConversation(index, (await ownReceiver(index, new ServicesAndModels())).receiver);
      return [goesThrough, ...findings.map(({ severity, params }) => [severity, params['rule']])];
    };
    assert.deepEqual(await told({ contents }), [true, ['warning', 'call_unsigned_by_some']]);
    assert.deepEqual(await told({ model: 'models/gemini-2.5-flash-lite', contents }), [true]);
    assert.deepEqual(await told({ model: 'models/gemini-3-flash-preview', contents }), [false, ['error', 'call_unsigned']]);
  });

  it('[28] a mark of the whole request that stands at its last block already is none more', async () => {
    const cache_control = { type: 'ephemeral' };
    for (const body of [
      { ...toAnthropic(...fourMarked), cache_control },
      { ...toAnthropic(...fourMarked.slice(1), asking), cache_control },
    ])
      assert.deepEqual(
        checkConversation(await indexOf(JSON.stringify(body)), anthropic).findings.filter(({ severity }) => severity === 'error'),
        [],
      );
  });

  it('[28] citations of all documents or of none go through, and those that are turned off with a schema', async () => {
    const off = { ...documentOf('two'), citations: { enabled: false } };
    const schema = { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } };
    const ask = { type: 'text', text: 'Which?' };
    for (const [documents, more] of [
      [[documentOf('one', true), documentOf('two', true)], {}],
      [[documentOf('one'), off], {}],
      [[documentOf('one'), off], schema],
    ] as const) {
      const body = { ...toAnthropic({ role: 'user', content: [...documents, ask] }), ...more };
      const { goesThrough } = checkConversation(await indexOf(JSON.stringify(body)), anthropic);
      assert.ok(goesThrough, JSON.stringify(body));
    }
  });

  it('a capability that nobody knows of is not denied', async () => {
    const models = new ServicesAndModels();
    const { receiver } = await ownReceiver({ format: 'openai-chat', model: 'gpt-audio' }, models);
    const wav = new TextEncoder().encode('RIFF----WAVE');
    const sound = { type: 'input_audio', input_audio: { data: base64(wav), format: 'wav' } };
    const check = checkConversation(
      await indexOf(JSON.stringify({ model: 'gpt-audio', messages: [{ role: 'user', content: [sound] }] })),
      receiver,
    );
    assert.deepEqual(
      check.findings.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  it('what is in the URL alphabet is written anew for an API that has no place for it', async () => {
    const index = await indexOf(JSON.stringify(contents({ inlineData: { mimeType: 'image/png', data: inUrlAlphabet(picture()) } })));
    const [, part] = index.messages[0]?.parts ?? [];
    assert.ok(part?.kind === 'media' && part.isBase64 && part.isUrlBase64 === true);
    assert.deepEqual([part.facts.size, part.facts.width], [picture().length, 8]);
    assert.ok(checkConversation(index, chat).goesThrough);
  });

  it('a text as input is a message of a person; what is no request to a model that answers is none', async () => {
    const index = await indexOf(JSON.stringify({ model: 'gpt-5', input: 'Say hello', instructions: 'Be brief.' }));
    assert.equal(index.format, 'openai-responses');
    assert.deepEqual(
      index.messages.map(({ role, parts }) => [role, parts[0]?.kind === 'text' && parts[0].sample]),
      [
        ['system', 'Be brief.'],
        ['user', 'Say hello'],
      ],
    );
    assert.ok(checkConversation(index, responses).goesThrough);
    for (const other of [
      { model: 'text-embedding-3-small', input: 'Say hello' },
      { model: 'gpt-4o-mini-tts', input: 'Say hello' },
      { model: 'own', input: 'Say hello', voice: 'alloy' },
      { input: 'Say hello' },
    ])
      assert.equal((await indexOf(JSON.stringify(other))).format, null, JSON.stringify(other));
  });

  it('messages by themselves, one a line, are one conversation', async () => {
    const lines = [
      { role: 'user', content: 'Hello', attachments: [] },
      { role: 'assistant', content: 'Hello.' },
    ];
    const { format, messages } = await indexOf(lines.map((line) => JSON.stringify(line)).join('\n'));
    assert.deepEqual([format, messages.map(({ root }) => root)], ['openai-chat', [0, 0]]);
  });
});

describe('[28] What a program mends itself is no error, and no repair touches it', () => {
  const errorsOf = async (
    lines: readonly object[],
    receiver: Receiver,
  ): Promise<[errors: unknown[], infos: unknown[], repairs: number]> => {
    const index = await indexOf(lines.map((line) => JSON.stringify(line)).join('\n'));
    const check = checkConversation(index, receiver);
    const of = (wanted: string): unknown[] =>
      check.findings.filter(({ severity }) => severity === wanted).map(({ code, params }) => params['mend'] ?? code);
    for (const finding of check.findings) assert.doesNotMatch(formatSentence(conversationSentence(finding)), /\{\d\}/);
    return [of('error'), of('info'), planRepairs(index, check, [], { api: receiver.api }).length];
  };
  const claude = (version: string, ...messages: readonly (readonly [string, unknown])[]): object[] =>
    messages.map(([type, content]) => ({ type, version, sessionId: 's', message: { role: type, model: 'claude-opus-4-8', content } }));
  const call = { type: 'tool_use', id: 'a', name: 'f', input: {} };
  const result = { type: 'tool_result', tool_use_id: 'b', content: 'ok' };
  const halves = [
    ['user', 'Hi'],
    ['assistant', [call]],
    ['user', 'Stop'],
    ['assistant', [{ type: 'text', text: 'Well.' }]],
    ['user', [result]],
    ['assistant', [{ type: 'text', text: 'Yes.' }]],
    ['user', 'Go on'],
  ] as const;

  it('Claude Code: halves of pairs, by a version that is known to leave them out', async () => {
    assert.deepEqual(await errorsOf(claude('2.1.197', ...halves), anthropic), [[], ['call_left_out', 'result_left_out'], 0]);
    const [errors, infos] = await errorsOf(claude('1.0.3', ...halves), anthropic);
    assert.deepEqual([errors, infos], [['call_without_result', 'result_without_call'], []]);
    const [others] = await errorsOf(claude('2.1.197', ...halves), chat);
    assert.deepEqual(others, ['call_without_result', 'result_without_call'], 'of what another API gets nobody takes care');
  });

  it('Claude Code: an image that is too large among many', async () => {
    const images = Array.from({ length: 21 }, (_, at) => block('image/png', base64(png(at === 4 ? 2100 : 64, 64 + at))));
    assert.deepEqual((await errorsOf(claude('2.1.230', ['user', images]), anthropic))[0], []);
    assert.deepEqual((await errorsOf(claude('2.1.100', ['user', images]), anthropic))[0], ['too_large_among_many']);
  });

  it('Codex: a missing output, an orphan output, an image that is none', async () => {
    const codex = (cli_version: string): object[] => [
      { type: 'session_meta', payload: { id: 's', cli_version } },
      ...[
        {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_image', image_url: urlOf('image/png', base64(new TextEncoder().encode('hello'))) }],
        },
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Stop' }] },
        { type: 'function_call_output', call_id: 'b', output: 'x' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on' }] },
      ].map((payload) => ({ type: 'response_item', payload })),
    ];
    const [errors, infos, repairs] = await errorsOf(codex('0.169.0'), responses);
    assert.deepEqual(
      [errors, infos.filter((info) => info !== 'dimensions_unknown'), repairs],
      [[], ['note_for_image', 'result_written', 'result_left_out'], 0],
    );
    assert.deepEqual((await errorsOf(codex('0.20.0'), responses))[0], ['not_of_its_type', 'call_without_result', 'result_without_call']);
  });

  it('Cline: results that it keeps as texts', async () => {
    const task = [
      { role: 'user', content: [{ type: 'text', text: '<task>Look</task>' }] },
      { role: 'assistant', content: [{ ...call, name: 'read_file' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: "[read_file for 'a.cs'] Result:" },
          { type: 'text', text: 'class A {}' },
        ],
      },
      { role: 'assistant', content: [{ ...call, id: 'c', name: 'read_file' }] },
      { role: 'user', content: [{ type: 'text', text: 'Stop.' }] },
    ];
    assert.deepEqual(await errorsOf([task], anthropic), [['call_without_result'], ['result_is_text'], 1]);
    assert.deepEqual(await errorsOf([task.slice(0, 3)], anthropic), [[], ['result_is_text'], 0]);
  });
});

describe('[28] Sessions are read as their programs have them, and never as those of the nearest', () => {
  const read = (...lines: readonly object[]) => indexOf(lines.map((line) => JSON.stringify(line)).join('\n'));
  const said = (text: string): object => ({ role: 'user', content: [{ type: 'text', text }] });
  const item = (role: string, text: string): object => ({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });

  it('a rollout of September 2025, whose items are lines of their own', async () => {
    const { format, messages } = await read(
      { id: '1', timestamp: '2025-09-10T18:58:38.331Z', instructions: 'Help.' },
      { record_type: 'state' },
      item('user', 'What is next?'),
      item('assistant', 'This.'),
    );
    assert.deepEqual([format, messages.map(({ role }) => role)], ['codex', ['user', 'assistant']]);
    assert.equal((await read(item('user', 'Nothing before it'))).format, null);
  });

  it('a rollout that was compacted to a text: it is sent in place of what came before', async () => {
    const index = await read(
      { type: 'session_meta', payload: { id: 's' } },
      { type: 'response_item', payload: item('user', 'first') },
      { type: 'compacted', payload: { message: 'In short.' } },
      { type: 'response_item', payload: item('user', 'third') },
    );
    assert.deepEqual(
      index.messages.flatMap(({ parts }) => parts.map((part) => part.kind === 'text' && part.sample)),
      ['first', 'In short.', 'third'],
    );
    assert.deepEqual([...index.notSent], [[0, 'compacted']]);
  });

  it('a picture that was made, a search, tools that came later: each is there', async () => {
    const { messages } = await read({
      model: 'gpt-5.4',
      input: [
        said('Hi'),
        { type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search', query: 'x' } },
        { type: 'image_generation_call', id: 'ig', status: 'completed', result: base64(png(8, 8)) },
        { type: 'additional_tools', role: 'developer', tools: [tool] },
        { type: 'compaction', encrypted_content: 'abc' },
      ],
    });
    assert.deepEqual(
      messages.map(({ role, parts }) => [role, parts[0]?.kind]),
      [
        ['user', 'unknown'],
        ['assistant', 'unknown'],
        ['assistant', 'media'],
        ['system', 'text'],
        ['assistant', 'unknown'],
      ],
    );
  });

  it('a task of Roo Code that was condensed: only what follows the summary is sent', async () => {
    const condensed = { ...said('task'), condenseParent: 'c' };
    const summary = { ...said('In short.'), isSummary: true, condenseId: 'c' };
    const index = await read([condensed, summary, said('Go on')]);
    assert.deepEqual([index.format, [...index.notSent]], ['cline', [[0, 'compacted']]]);
    assert.deepEqual([...(await read([condensed, said('Go on')])).notSent], [], 'without its summary it is sent');
  });

  it('programs whose lines look like those of Claude Code', async () => {
    const droid = { type: 'message', id: 'm', message: said('Hi') };
    const qwen = { type: 'user', sessionId: 's', uuid: 'u', message: { role: 'user', parts: [{ text: 'Hi' }] } };
    assert.equal((await read(droid)).format, null);
    assert.equal((await read(qwen)).format, 'qwen-code');
  });

  it('what others keep of a conversation is none that is known: a task of A2A, steps of Antigravity, a log of VS Code', async () => {
    const parts = [{ text: 'draw' }];
    const task = { id: 't', contextId: 'c', status: { state: 'completed' }, history: [{ messageId: 'm', role: 'ROLE_USER', parts }] };
    const step = { step_index: 0, type: 'USER_INPUT', status: 'DONE', content: 'do it' };
    const logged = { ts: 1, sid: 's', type: 'user_message', name: 'user_message', attrs: { content: 'Hello' } };
    const early = {
      version: 1,
      agent: 'lead',
      sessionId: 's',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'see' }], id: 'm' }],
    };
    for (const [name, file] of Object.entries({ task, step, logged, early }))
      assert.equal((await indexOf(JSON.stringify(file))).format, null, name);
  });

  it('half a character of a session goes through: Claude Code sends U+FFFD in its place', async () => {
    const line = JSON.stringify({ type: 'user', sessionId: 's', version: '2.1.154', message: said('a') }).replace('"a"', '"\\ud83d"');
    const { findings, goesThrough } = checkConversation(await indexOf(line), anthropic);
    assert.deepEqual([findings.map(({ code }) => code), goesThrough], [[], true]);
  });
});
