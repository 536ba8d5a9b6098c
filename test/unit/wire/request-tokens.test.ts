import assert from 'node:assert/strict';
import { quickTokens } from '../../../src/core/wire/tokens/quick-count.ts';
import { o200kTokenizer } from '../../../src/core/wire/tokens/tokenizer.ts';
import { NO_TOOLS, type RequestParts, requestTokens } from '../../../src/core/wire/tokens/request-tokens.ts';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { indexOf } from '../../support/conversations.ts';

/**
 * Sizes of requests, and the tokens that servers counted of them: API, model, messages, calls and results, tokens of texts; of tools their
 * number, properties, values, tokens of words and of JSON, 1 where one has to be called; tokens of the answer's schema; counted.
 */
type Counted = readonly [
  api: WireApi,
  model: string,
  messages: number,
  calls: number,
  text: number,
  tools: readonly [number, number, number, number, number, number],
  schema: number,
  counted: number,
];

const NONE = [0, 0, 0, 0, 0, 0] as const;
const COUNTED: readonly Counted[] = [
  ['anthropic', 'claude-3-5-haiku-20241022', 1, 0, 9, [1, 1, 0, 24, 55, 0], 0, 357],
  ['anthropic', 'claude-3-5-sonnet-20240620', 2, 0, 1007, NONE, 0, 1169],
  ['anthropic', 'claude-haiku-4-5-20251001', 1, 0, 11, NONE, 39, 181],
  ['anthropic', 'claude-haiku-4-5-20251001', 2, 6, 45, [1, 0, 0, 14, 43, 0], 0, 771],
  ['anthropic', 'claude-haiku-4-5-20251001', 4, 0, 264, NONE, 0, 286],
  ['anthropic', 'claude-opus-4-8', 4, 4, 99, [1, 1, 0, 47, 80, 0], 0, 916],
  ['anthropic', 'claude-opus-5', 2, 0, 57, [1, 1, 0, 34, 66, 0], 0, 590],
  ['anthropic', 'claude-sonnet-4-5', 1, 4, 19, [2, 2, 0, 9, 77, 0], 48, 957],
  ['gemini', 'gemini-3-flash-preview', 1, 2, 91, [1, 0, 0, 3, 26, 0], 0, 114],
  ['gemini-2', 'gemini-2.5-flash', 4, 0, 668, NONE, 0, 700],
  ['gemini-2', 'gemini-2.5-flash', 1, 0, 19, [1, 2, 0, 31, 69, 0], 0, 103],
  ['openai-chat', 'gpt-4o', 1, 0, 16, [21, 9, 0, 208, 817, 0], 0, 398],
  ['openai-chat', 'gpt-4o', 1, 0, 51, NONE, 0, 55],
  ['openai-chat', 'gpt-5.4', 1, 0, 36, NONE, 58, 90],
  ['openai-chat', 'gpt-5.4', 4, 4, 64, [1, 0, 0, 7, 31, 0], 0, 237],
  ['openai-chat', 'grok-4-1-fast-non-reasoning', 2, 6, 45, [1, 0, 0, 14, 42, 0], 0, 298],
  ['openai-compatible', 'anthropic/claude-haiku-4.5', 3, 0, 82, NONE, 0, 109],
  ['openai-compatible', 'databricks-claude-3-7-sonnet', 5, 2, 74, [1, 0, 0, 7, 31, 0], 0, 501],
  ['openai-compatible', 'deepseek-chat', 2, 0, 27, [1, 0, 0, 14, 42, 0], 0, 305],
  ['openai-compatible', 'deepseek-v4-flash', 4, 2, 57, [1, 0, 0, 7, 31, 0], 0, 390],
  ['openai-compatible', 'gpt-oss:120b', 1, 0, 28, [2, 2, 0, 44, 119, 0], 0, 194],
  ['openai-compatible', 'mistral-large-latest', 1, 2, 21, [1, 1, 0, 11, 41, 0], 0, 100],
  ['openai-compatible', 'mistral-small-latest', 3, 2, 115, [1, 2, 0, 31, 78, 0], 0, 291],
];

function partsOf([, , messages, calls, textTokens, tools, schemaTokens]: Counted): RequestParts {
  const [count, properties, choices, wordTokens, jsonTokens, forced] = tools;
  const results = Math.floor(calls / 2);
  return {
    messages,
    calls: calls - results,
    results,
    textTokens,
    tools: { count, properties, choices, wordTokens, jsonTokens, isForced: forced === 1 },
    schemaTokens,
  };
}

describe('[28] Tokens of a whole request', () => {
  for (const row of COUNTED) {
    const [api, model, messages, calls, text, tools, schema, counted] = row;
    it(`${model}, ${api}: ${messages} messages, ${calls} calls and results, ${tools[0]} tools, ${schema > 0 ? 'a' : 'no'} schema: within 10 %`, () => {
      const { low, high, params } = requestTokens(partsOf(row), { api, model }, 1);
      assert.equal(low, high);
      assert.equal(params['tools'], tools[0]);
      assert.ok(Math.abs((text + low) / counted - 1) < 0.1, `${text + low} of ${counted}`);
    });
  }

  it('of a model that no formula is known of are a range that holds what is known of others', () => {
    for (const row of COUNTED) {
      const { low, high, params } = requestTokens(partsOf(row), { api: 'openai-compatible', model: 'own-model' }, 1);
      assert.equal(params['basis'], undefined);
      const [, , , , text, , , counted] = row;
      assert.ok(text + low < counted && counted < text + high, `${row[1]}: ${text + low} to ${text + high}, counted ${counted}`);
    }
    const nothing = { messages: 1, calls: 0, results: 0, textTokens: 10, tools: NO_TOOLS, schemaTokens: 0 };
    const { low, high } = requestTokens(nothing, { api: 'openai-chat' }, 1);
    assert.ok(low < high, 'nor is one without a name known');
  });

  it('of a body hold its tools and the schema of its answer, but no tool that is loaded later', async () => {
    const tool = (name: string, more: object = {}): object => ({
      name,
      description: 'Tells the weather of a place.',
      input_schema: { type: 'object', properties: { place: { type: 'string', description: 'Where' }, unit: { enum: ['C', 'F'] } } },
      ...more,
    });
    const messages = [{ role: 'user', content: 'How warm is it?' }];
    const told = async (body: object): Promise<{ readonly tools: unknown; readonly tokens: number }> => {
      const index = await indexOf(JSON.stringify({ model: 'claude-sonnet-4-5', system: 'Be brief.', messages, ...body }));
      const check = checkConversation(index, { api: 'anthropic', model: 'claude-sonnet-4-5', capabilities: null });
      const estimate = check.estimates?.find(({ formula }) => formula === 'request_parts');
      return { tools: estimate?.params['tools'], tokens: estimate?.low ?? 0 };
    };
    const none = await told({});
    assert.deepEqual([none.tools, none.tokens < 20], [0, true]);
    const one = await told({ tools: [tool('weather')] });
    assert.ok(one.tools === 1 && one.tokens > 550 && one.tokens < 620, `${one.tokens}`);
    assert.deepEqual(await told({ tools: [tool('weather'), tool('later', { defer_loading: true })] }), one);
    const forced = await told({ tools: [tool('weather')], tool_choice: { type: 'any' } });
    assert.equal(forced.tokens - one.tokens, 97);
    const schema = await told({ output_config: { format: { type: 'json_schema', schema: { type: 'object', properties: {} } } } });
    assert.ok(schema.tools === 0 && schema.tokens > 90, `${schema.tokens}`);
  });
});

describe('[28] A quick count of tokens', () => {
  for (const [name, text] of [
    ['prose', 'Tells the weather of a place, in the words of somebody who was there; the forecast for the next three days follows.'],
    [
      'JSON',
      JSON.stringify({ type: 'object', properties: { place_name: { type: 'string', description: 'Where' } }, required: ['place_name'] }),
    ],
    ['code', 'export function quickTokens(text: string): number {\n  const { length } = text;\n  return length / 4;\n}\n'],
    ['contractions', "It's what they're told: what's on the shelf isn't what I'd have wanted, and that's all we'll say."],
    ['names of tools', 'Call get_exchange_rate, then list_open_orders and close_order_by_number (see orders.closed_at).'],
    ['indented lines', 'Steps:\n    - read the file,\n    - sort its lines,\n    - write it back.\n\n    Nothing else.\n'],
    ['numbers', 'Entry 0017: shelf 3, aisle 4, volume 19, price 12.50'],
    ['Chinese', '工作区的文件没有元数据，但它们仍然是工件，预览会显示模型收到的内容。'],
  ] as const)
    it(`of ${name} is near that of the tokenizer`, async () => {
      const count = await o200kTokenizer();
      const ratio = quickTokens(text) / count(text);
      assert.ok(ratio > 0.85 && ratio < 1.15, ratio.toFixed(2));
    });
});
