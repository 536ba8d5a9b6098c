import assert from 'node:assert/strict';
import { checkConversation, type Receiver } from '../../../src/core/conversation/check-conversation.ts';
import { indexOf } from '../../support/conversations.ts';
import { jpeg, png } from '../../support/media-bytes.ts';
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
        { role: 'model', parts: [{ functionCall: { id: 'c', name: 'get', args: {} } }] },
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
];

describe('[28] Shapes of requests that real servers accepted go through', () => {
  for (const { shape, receiver, body } of ACCEPTED)
    it(`${receiver.api}: ${shape}`, async () => {
      const check = checkConversation(await indexOf(JSON.stringify(body)), receiver);
      const errors = check.findings.filter(({ severity }) => severity === 'error');
      assert.deepEqual(errors, []);
      assert.ok(check.goesThrough);
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
