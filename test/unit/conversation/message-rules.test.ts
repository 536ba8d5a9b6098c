import assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import type { RequestRuleName } from '../../../src/core/conversation/request-rules.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { indexOf } from '../../support/conversations.ts';

/** What the rules for requests find in a body, and where; its first digit is the message. */
async function refusedBy(body: object, api: WireApi, model: string): Promise<string[]> {
  const { findings } = checkConversation(await indexOf(JSON.stringify(body)), { api, model, capabilities: null });
  return findings.flatMap(({ code, params, address }) =>
    code === 'request_refused' ? [`${address?.message ?? ''} ${params['rule']}`] : [],
  );
}

const hello = { role: 'user', content: 'Hello' };
const chat = (...messages: object[]) => ({ model: 'gpt-5.2', messages: [hello, ...messages] });
const chatCall = (id: string, args: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: args } }],
});
const chatResult = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'Done' });
const gemini = (...contents: object[]) => ({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }, ...contents] });
const claude = (rest: object, ...messages: object[]) => ({
  model: 'claude-opus-4-8',
  max_tokens: 9,
  ...rest,
  messages: [hello, ...messages],
});
const marked = (ttl?: string) => ({ type: 'text', text: 'x', cache_control: { type: 'ephemeral', ...(ttl !== undefined && { ttl }) } });
const converse = (...messages: object[]) => ({
  messages: [{ role: 'user', content: [{ text: 'Hello' }] }, ...messages],
  toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }] },
});
const toolUse = (toolUseId: string, input: unknown) => ({ toolUse: { toolUseId, name: 'f', input } });
const toolResult = (toolUseId: string) => ({ toolResult: { toolUseId, content: [{ text: 'x' }, { text: 'y' }] } });
const mistral = (...messages: object[]) => ({ model: 'mistral-large-latest', messages: [hello, ...messages] });
const picture = (image_url: unknown) => ({ role: 'user', content: [{ type: 'image_url', image_url }] });
const input = (...items: object[]) => ({ model: 'gpt-5.2', input: [hello, ...items] });

/** A body that breaks a rule, and the same as its API takes it. */
const CASES: readonly (readonly [rule: RequestRuleName, place: number, api: WireApi, model: string, broken: object, kept: object])[] = [
  ['role_not_known', 1, 'openai-chat', 'gpt-5.2', chat({ role: 'human', content: 'x' }), chat({ role: 'developer', content: 'x' })],
  ['role_not_known', 1, 'openai-responses', 'gpt-5.2', input({ role: 'tool', content: 'x' }), input({ role: 'developer', content: 'x' })],
  [
    'role_not_known',
    1,
    'gemini',
    'gemini-3.8-flash',
    gemini({ role: 'assistant', parts: [{ text: 'x' }] }),
    gemini({ role: 'model', parts: [{ text: 'x' }] }),
  ],
  ['no_parts', 1, 'gemini', 'gemini-3.8-flash', gemini({ role: 'model', parts: [] }), gemini({ role: 'model', parts: [{ text: '' }] })],
  ['arguments_not_text', 1, 'openai-chat', 'gpt-5.2', chat(chatCall('c', {}), chatResult('c')), chat(chatCall('c', '{}'), chatResult('c'))],
  [
    'arguments_not_text',
    1,
    'openai-responses',
    'gpt-5.2',
    input({ type: 'function_call', call_id: 'c', name: 'f', arguments: {} }, { type: 'function_call_output', call_id: 'c', output: 'x' }),
    input({ type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }, { type: 'function_call_output', call_id: 'c', output: 'x' }),
  ],
  [
    'arguments_not_object',
    1,
    'anthropic',
    'claude-opus-4-8',
    claude(
      {},
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: '{}' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' }] },
    ),
    claude(
      {},
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' }] },
    ),
  ],
  [
    'arguments_not_object',
    1,
    'bedrock-converse',
    'amazon.nova-pro-v1:0',
    converse({ role: 'assistant', content: [toolUse('c', '{}')] }, { role: 'user', content: [toolResult('c')] }),
    converse({ role: 'assistant', content: [toolUse('c', {})] }, { role: 'user', content: [toolResult('c')] }),
  ],
  [
    'ids_twice_in_message',
    1,
    'bedrock-converse',
    'amazon.nova-pro-v1:0',
    converse({ role: 'assistant', content: [toolUse('c', {}), toolUse('c', {})] }, { role: 'user', content: [toolResult('c')] }),
    converse(
      { role: 'assistant', content: [toolUse('c', {}), toolUse('d', {})] },
      { role: 'user', content: [toolResult('c'), toolResult('d')] },
    ),
  ],
  [
    'ids_twice_in_message',
    2,
    'bedrock-converse',
    'amazon.nova-pro-v1:0',
    converse({ role: 'assistant', content: [toolUse('c', {})] }, { role: 'user', content: [toolResult('c'), toolResult('c')] }),
    converse({ role: 'assistant', content: [toolUse('c', {})] }, { role: 'user', content: [toolResult('c')] }),
  ],
  [
    'image_url_not_object',
    1,
    'openai-chat',
    'gpt-5.2',
    chat(picture('https://a.example/a.png')),
    chat(picture({ url: 'https://a.example/a.png' })),
  ],
  [
    'image_url_not_text',
    1,
    'openai-responses',
    'gpt-5.2',
    input({ role: 'user', content: [{ type: 'input_image', image_url: { url: 'https://a.example/a.png' } }] }),
    input({ role: 'user', content: [{ type: 'input_image', image_url: 'https://a.example/a.png' }] }),
  ],
  [
    'last_role',
    1,
    'mistral',
    'mistral-large-latest',
    mistral({ role: 'assistant', content: 'x' }),
    mistral({ role: 'assistant', content: 'x', prefix: true }),
  ],
  [
    'user_after_tool',
    3,
    'mistral',
    'mistral-large-latest',
    mistral(chatCall('abcdefgh1', '{}'), chatResult('abcdefgh1'), hello),
    mistral(chatCall('abcdefgh1', '{}'), chatResult('abcdefgh1'), { role: 'assistant', content: 'OK' }, hello),
  ],
  [
    'cache_order',
    1,
    'anthropic',
    'claude-opus-4-8',
    claude({ system: [marked()] }, { role: 'user', content: [marked('1h')] }),
    claude({ system: [marked('1h')] }, { role: 'user', content: [marked()] }),
  ],
  [
    'cache_order',
    1,
    'anthropic',
    'claude-opus-4-8',
    claude({ tools: [{ name: 'f', input_schema: {}, cache_control: { type: 'ephemeral' } }] }, { role: 'user', content: [marked('1h')] }),
    claude(
      { tools: [{ name: 'f', input_schema: {}, cache_control: { type: 'ephemeral', ttl: '1h' } }] },
      { role: 'user', content: [marked('1h')] },
    ),
  ],
  [
    'call_id_too_long',
    1,
    'openai-chat',
    'gpt-5.2',
    chat(chatCall('c'.repeat(65), '{}'), chatResult('c'.repeat(65))),
    chat(chatCall('c'.repeat(64), '{}'), chatResult('c'.repeat(64))),
  ],
];

describe('The rules for messages of a request', () => {
  for (const [at, [rule, place, api, model, broken, kept]] of CASES.entries()) {
    it(`${rule} finds what ${api} refuses, where it stands, and nothing in what it takes (case ${at + 1})`, async () => {
      assert.deepEqual(await refusedBy(broken, api, model), [`${place} ${rule}`]);
      assert.deepEqual(await refusedBy(kept, api, model), []);
    });
  }

  it('are those of OpenAI at its own servers alone', async () => {
    const body = chat({ role: 'human', content: 'x' }, chatCall('c'.repeat(65), {}), chatResult('c'.repeat(65)));
    assert.deepEqual(await refusedBy(body, 'openai-compatible', 'qwen3-max'), []);
  });
});
