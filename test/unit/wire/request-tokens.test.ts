import assert from 'node:assert/strict';
import { quickTokens } from '../../../src/core/wire/tokens/quick-count.ts';
import { o200kTokenizer } from '../../../src/core/wire/tokens/tokenizer.ts';
import { type RequestParts, requestTokens } from '../../../src/core/wire/tokens/request-tokens.ts';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { formulaSentence } from '../../../src/core/wire/tokens/formula-sentence.ts';
import { indexOf } from '../../support/conversations.ts';

/**
 * Sizes of requests, and the tokens that servers counted of them: API, model, messages, calls and results, tokens of texts; of tools their
 * number, properties, descriptions, values, tokens of words and of JSON, 1 where one has to be called; tokens of the answer's schema; counted;
 what few have.
 */
type Counted = readonly [
  api: WireApi,
  model: string,
  messages: number,
  calls: number,
  text: number,
  tools: readonly [number, number, number, number, number, number, number],
  schema: number,
  counted: number,
  more?: Partial<RequestParts> & { readonly cloud?: 'vertex' },
];

const NONE = [0, 0, 0, 0, 0, 0, 0] as const;
const COUNTED: readonly Counted[] = [
  ['anthropic', 'claude-3-5-haiku-20241022', 1, 0, 8, [1, 1, 1, 0, 24, 57, 0], 0, 357],
  ['anthropic', 'claude-3-5-sonnet-20240620', 2, 0, 980, NONE, 0, 1169],
  ['anthropic', 'claude-haiku-4-5-20251001', 1, 0, 11, NONE, 43, 181],
  ['anthropic', 'claude-haiku-4-5-20251001', 2, 6, 50, [1, 0, 1, 0, 13, 44, 0], 0, 771],
  ['anthropic', 'claude-haiku-4-5-20251001', 4, 0, 255, NONE, 0, 286],
  ['anthropic', 'claude-opus-4-8', 4, 4, 102, [1, 1, 3, 0, 49, 82, 0], 0, 916],
  ['anthropic', 'claude-opus-5', 2, 0, 57, [1, 1, 3, 0, 35, 67, 0], 0, 590],
  ['anthropic', 'claude-sonnet-4-5', 1, 4, 25, [2, 2, 0, 0, 9, 81, 0], 52, 957],
  ['gemini', 'gemini-3-flash-preview', 1, 2, 99, [1, 0, 0, 0, 2, 27, 0], 0, 114, { cloud: 'vertex' }],
  ['gemini-2', 'gemini-2.5-flash', 4, 0, 648, NONE, 0, 700],
  ['gemini-2', 'gemini-2.5-flash', 1, 0, 19, [1, 2, 3, 0, 33, 73, 0], 0, 103],
  ['openai-chat', 'gpt-4o', 1, 0, 16, [21, 9, 7, 0, 210, 858, 0], 0, 398],
  ['openai-chat', 'gpt-4o', 1, 0, 50, NONE, 0, 55],
  ['openai-chat', 'gpt-5.4', 1, 0, 36, NONE, 62, 90],
  ['openai-chat', 'gpt-5.4', 4, 4, 66, [1, 0, 1, 0, 7, 32, 0], 0, 237],
  ['openai-chat', 'grok-4-1-fast-non-reasoning', 2, 6, 50, [1, 0, 1, 0, 13, 43, 0], 0, 298],
  ['openai-compatible', 'anthropic/claude-haiku-4.5', 3, 0, 83, NONE, 0, 109],
  ['openai-compatible', 'databricks-claude-3-7-sonnet', 5, 2, 71, [1, 0, 1, 0, 7, 32, 0], 0, 501],
  ['openai-compatible', 'deepseek-chat', 2, 0, 26, [1, 0, 1, 0, 13, 43, 0], 0, 305],
  ['openai-compatible', 'deepseek-v4-flash', 4, 2, 57, [1, 0, 1, 0, 7, 32, 0], 0, 390],
  ['openai-compatible', 'gpt-oss:120b', 1, 0, 26, [2, 2, 4, 0, 44, 125, 0], 0, 194],
  ['openai-compatible', 'mistral-large-latest', 1, 2, 23, [1, 1, 1, 0, 12, 44, 0], 0, 100],
  ['openai-compatible', 'mistral-small-latest', 3, 2, 117, [1, 2, 3, 0, 33, 83, 0], 0, 291],
  ['anthropic', 'claude-sonnet-4-5', 1, 0, 13, NONE, 0, 51, { isToldToThink: true }],
  ['anthropic', 'claude-sonnet-4-5', 3, 0, 56, NONE, 0, 107, { isToldToThink: true }],
  ['anthropic', 'claude-3-7-sonnet-20250219', 1, 0, 15, NONE, 0, 52, { isToldToThink: true }],
  ['bedrock-converse', 'us.amazon.nova-2-lite-v1:0', 1, 0, 14, NONE, 0, 110, { isToldToThink: true }],
  ['anthropic', 'claude-haiku-4-5-20251001', 1, 0, 58, NONE, 0, 672, { hasCitations: true }],
  ['bedrock-converse', 'us.anthropic.claude-haiku-4-5-20251001-v1:0', 2, 2, 89, [1, 1, 2, 0, 13, 57, 0], 0, 1266, { hasCitations: true }],
  ['gemini-2', 'gemini-2.5-flash', 1, 0, 29, [1, 3, 4, 0, 20, 78, 0], 0, 63, { cloud: 'vertex' }],
  ['gemini', 'gemini-3-flash-preview', 1, 2, 101, [1, 0, 0, 0, 2, 27, 0], 0, 118, { cloud: 'vertex' }],
  ['gemini', 'gemini-3-flash-preview', 1, 2, 48, [1, 0, 0, 0, 2, 27, 0], 0, 54, { cloud: 'vertex' }],
  ['gemini-2', 'gemini-2.5-pro', 4, 0, 343, [1, 0, 0, 0, 1, 18, 0], 0, 1106, { reasoningTokens: 655, openReasoningTokens: 0 }],
  ['openai-compatible', 'gpt-oss:120b', 2, 2, 34, [1, 0, 1, 0, 13, 43, 0], 0, 219, { reasoningTokens: 35, openReasoningTokens: 35 }],
  ['gemini-2', 'gemini-2.5-flash', 1, 0, 7, [2, 2, 2, 0, 18, 77, 0], 0, 83],
  ['gemini-2', 'gemini-2.5-flash', 1, 0, 6, [3, 4, 3, 0, 36, 143, 0], 0, 137],
  ['anthropic', 'claude-opus-4-8', 4, 0, 33, NONE, 0, 68],
  ['gemini-2', 'gemini-2.5-flash', 3, 0, 75, NONE, 0, 85, { cloud: 'vertex' }],
];

function partsOf([, , messages, calls, textTokens, tools, schemaTokens, , more]: Counted): RequestParts {
  const [count, properties, descriptions, choices, wordTokens, jsonTokens, forced] = tools;
  const results = Math.floor(calls / 2);
  return {
    messages,
    calls: calls - results,
    results,
    nameTokens: 0,
    textTokens,
    tools: { count, properties, descriptions, choices, wordTokens, jsonTokens, isForced: forced === 1 },
    schemaTokens,
    reasoningTokens: 0,
    openReasoningTokens: 0,
    isToldToThink: false,
    ...more,
  };
}

describe('[28] Tokens of a whole request', () => {
  for (const row of COUNTED) {
    const [api, model, messages, calls, text, tools, schema, counted, { cloud, ...more } = {}] = row;
    const besides = [schema > 0 ? 'a schema' : [], cloud ?? [], Object.keys(more)].flat().join(', ');
    it(`${model}, ${api}: ${messages} messages, ${calls} calls and results, ${tools[0]} tools, ${besides || 'nothing else'}: within 10 %`, () => {
      const { low, high, params } = requestTokens(partsOf(row), { api, model, cloud }, 1);
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
    const nothing = partsOf(['openai-chat', '', 1, 0, 10, NONE, 0, 0]);
    const { low, high } = requestTokens(nothing, { api: 'openai-chat' }, 1);
    assert.ok(low < high, 'nor is one without a name known');
  });

  it('of Claude go by its version, however its name is written', () => {
    const nothing = partsOf(['anthropic', '', 1, 0, 10, NONE, 0, 0]);
    const family = (model: string): unknown => requestTokens(nothing, { api: 'anthropic', model }, 1).params['family'];
    for (const [expected, ...models] of [
      ['Claude 3.5', 'claude-3-5-sonnet-20241022', 'claude-3.5-haiku', 'claude-3-5-sonnet-v2@20241022'],
      ['Claude 3.7 to 4.1', 'claude-3-opus-latest', 'claude-3-7-sonnet-20250219', 'databricks-claude-3-7-sonnet'],
      ['Claude 3.7 to 4.1', 'claude-sonnet-4', 'claude-sonnet-4-20250514', 'claude-opus-4@20250514', 'claude-opus-4-1', 'claude-4-sonnet'],
      ['Claude 4.5 and 4.6', 'claude-sonnet-4-5', 'claude-opus-4.6', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'],
      ['Claude 4.7 and 4.8', 'claude-opus-4-7', 'claude-opus-4.8'],
      ['Claude 5', 'claude-opus-5', 'claude-opus-5-5'],
      [undefined, 'claude-2.1', 'claude-instant', 'claude'],
    ])
      for (const model of models) assert.equal(family(model ?? ''), expected, model);
  });

  it('of Gemini on Vertex AI are those of its cloud, by the server or by the name of the model', async () => {
    const index = await indexOf(JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'How warm is it?' }] }] }));
    const family = (receiver: { readonly model: string; readonly host?: string }): unknown =>
      checkConversation(index, { api: 'gemini-2', capabilities: null, ...receiver }).estimates?.at(-1)?.params['family'];
    const plain = 'gemini-2.5-flash';
    for (const host of ['aiplatform.googleapis.com', 'europe-west1-aiplatform.googleapis.com'])
      assert.equal(family({ model: plain, host }), 'Gemini, Vertex AI', host);
    assert.equal(family({ model: `vertex_ai/${plain}` }), 'Gemini, Vertex AI');
    assert.equal(family({ model: plain }), 'Gemini');
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
    assert.equal(forced.tokens - one.tokens, 94);
    const schema = await told({ output_config: { format: { type: 'json_schema', schema: { type: 'object', properties: {} } } } });
    assert.ok(schema.tools === 0 && schema.tokens > 90, `${schema.tokens}`);
  });
});

describe('[28] Tokens of what a body holds beside texts and tools', () => {
  const tokensOf = async (api: WireApi, model: string, body: object, host?: string): Promise<number> => {
    const index = await indexOf(JSON.stringify({ model, ...body }));
    const { estimates } = checkConversation(index, { api, model, capabilities: null, ...(host !== undefined && { host }) });
    return (estimates ?? []).reduce((sum, { low }) => sum + low, 0);
  };
  const question = { role: 'user', content: 'How warm is it?' };

  it('are those of a budget to think with, for a model that gets one', async () => {
    const body = { system: 'Be brief.', messages: [question] };
    const thinks = { ...body, thinking: { type: 'enabled', budget_tokens: 2048 } };
    const [without, budget] = [
      await tokensOf('anthropic', 'claude-sonnet-4-5', body),
      await tokensOf('anthropic', 'claude-sonnet-4-5', thinks),
    ];
    assert.equal(budget - without, 29);
    const adaptive = { ...body, thinking: { type: 'adaptive' } };
    assert.equal(await tokensOf('anthropic', 'claude-opus-4-6', adaptive), await tokensOf('anthropic', 'claude-opus-4-6', body));
  });

  it('are those of a document to cite, of Anthropic and by Converse, however many there are', async () => {
    const of = (document: object, count = 1) => [question, { role: 'user', content: Array.from({ length: count }, () => document) }];
    const data = 'Ruby was created in 1993.';
    const document = { type: 'document', source: { type: 'text', media_type: 'text/plain', data } };
    const cited = { ...document, citations: { enabled: true }, cache_control: { type: 'ephemeral' } };
    const more = async (count: number): Promise<number> =>
      (await tokensOf('anthropic', 'claude-haiku-4-5', { messages: of(cited, count) })) -
      (await tokensOf('anthropic', 'claude-haiku-4-5', { messages: of(document, count) }));
    assert.deepEqual([await more(1), await more(3)], [600, 600]);
    const found = { type: 'search_result', source: 'https://example.com', title: 'Ruby', content: [{ type: 'text', text: data }] };
    const cites = (block: object) => tokensOf('anthropic', 'claude-haiku-4-5', { messages: of(block) });
    assert.equal((await cites({ ...found, citations: { enabled: true } })) - (await cites(found)), 600);
    const off = { ...document, citations: { enabled: false } };
    assert.equal(
      await tokensOf('anthropic', 'claude-haiku-4-5', { messages: of(off) }),
      await tokensOf('anthropic', 'claude-haiku-4-5', { messages: of(document) }),
    );
    const converse = (citations: object) => {
      const block = { document: { name: 'facts', format: 'txt', source: { text: data }, ...citations } };
      const content = [{ text: 'How warm is it?' }, block];
      return tokensOf('bedrock-converse', 'us.anthropic.claude-haiku-4-5-20251001-v1:0', { messages: [{ role: 'user', content }] });
    };
    assert.equal((await converse({ citations: { enabled: true } })) - (await converse({})), 600);
  });

  it('are those of what was thought, where it is read again', async () => {
    const thought = 'They want the temperature of the place; the tool knows it, so it is called first, and then the answer is short.';
    const calls = [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }];
    const called = { role: 'assistant', content: null, tool_calls: calls };
    const result = { role: 'tool', tool_call_id: 'a', content: '21' };
    const more = async (model: string, ...after: object[]): Promise<boolean> => {
      const messages = (thinking: object): object[] => [question, { ...called, ...thinking }, result, ...after];
      const without = await tokensOf('openai-compatible', model, { messages: messages({}) });
      return (await tokensOf('openai-compatible', model, { messages: messages({ reasoning_content: thought }) })) > without + 20;
    };
    const answered = [{ role: 'assistant', content: '21 degrees' }, question];
    assert.deepEqual(
      [await more('gpt-oss:120b'), await more('gpt-oss:120b', ...answered), await more('mistral-small-latest', ...answered)],
      [true, false, true],
    );
    assert.equal(await more('gpt-4o'), false);
  });

  it('of thinking in chunks are those of its text', async () => {
    const thinking = [{ type: 'text', text: 'Twelve by twelve is a hundred and forty-four, and that is the whole answer to it.' }];
    const body = (content: object[]): object => ({ messages: [question, { role: 'assistant', content }, question] });
    const answer = { type: 'text', text: '144' };
    const without = await tokensOf('openai-compatible', 'mistral-small-latest', body([answer]));
    assert.ok((await tokensOf('openai-compatible', 'mistral-small-latest', body([{ type: 'thinking', thinking }, answer]))) > without + 15);
  });

  it('of tools that come later are about twice theirs, as servers count', async () => {
    const parameters = { type: 'object', properties: { order_number: { type: 'string' } }, required: ['order_number'] };
    const tools = [{ type: 'function', name: 'close_order', description: 'Closes an order by its number.', strict: true, parameters }];
    const without = await tokensOf('openai-responses', 'gpt-5.4', { input: [question] });
    const later = { type: 'additional_tools', role: 'developer', tools };
    const more = (await tokensOf('openai-responses', 'gpt-5.4', { input: [question, later] })) - without;
    const count = await o200kTokenizer();
    const times = more / count(JSON.stringify(tools));
    assert.ok(times > 1.8 && times < 2.8, `${times}`);
  });

  it('are those of names, for a model of OpenAI', async () => {
    const named = { messages: [{ ...question, name: 'site_manager' }] };
    const more = async (model: string): Promise<number> =>
      (await tokensOf('openai-chat', model, named)) - (await tokensOf('openai-chat', model, { messages: [question] }));
    assert.deepEqual([await more('gpt-4o'), await more('grok-4.3')], [3, 0]);
  });

  it('are said to be without what the server keeps, and that the server may shorten them', async () => {
    const contents = { contents: [{ role: 'user', parts: [{ text: 'How warm is it?' }] }] };
    const chat = { messages: [question] };
    const input = { input: [question] };
    const edits = [{ type: 'compact_20260112' }];
    for (const [api, body, said] of [
      ['openai-responses', input, /what the API adds/],
      [
        'openai-responses',
        { ...input, previous_response_id: 'resp_1' },
        /without earlier messages and cached content, which the server keeps$/,
      ],
      ['openai-responses', { ...input, conversation: { id: 'conv_1' } }, /which the server keeps$/],
      ['openai-responses', { ...input, truncation: 'auto' }, /the server may shorten them$/],
      ['openai-responses', { ...input, truncation: 'disabled' }, /what the API adds/],
      ['openai-responses', { ...input, context_management: [{ type: 'compaction', compact_threshold: 9000 }] }, /shorten/],
      ['gemini', { ...contents, cachedContent: 'cachedContents/1' }, /which the server keeps$/],
      ['gemini', contents, /what the API adds/],
      ['anthropic', { ...chat, system: 'Be brief.', context_management: { edits } }, /shorten/],
      ['anthropic', { ...chat, system: 'Be brief.', context_management: { edits: [] } }, /what the API adds/],
    ] as const) {
      const model = { 'openai-responses': 'gpt-5.4', gemini: 'gemini-3-flash-preview', anthropic: 'claude-sonnet-4-6' }[api];
      const { estimates } = checkConversation(await indexOf(JSON.stringify({ model, ...body })), { api, model, capabilities: null });
      const last = estimates?.at(-1) ?? assert.fail();
      assert.match(formatSentence(formulaSentence(last)), said, JSON.stringify(body));
    }
  });

  it('are not told where a document lies at an address', async () => {
    const content = [{ type: 'document_url', document_url: 'https://example.org/a.pdf' }];
    const index = await indexOf(JSON.stringify({ model: 'mistral-small-latest', messages: [question, { role: 'user', content }] }));
    const to = { api: 'openai-compatible', model: 'mistral-small-latest', capabilities: null } as const;
    assert.equal(checkConversation(index, to).estimates, null);
  });

  it('of functions are the fewer where Vertex AI serves a model of Gemini', async () => {
    const parameters = { type: 'OBJECT', properties: { place: { type: 'STRING', description: 'Where' }, unit: { type: 'STRING' } } };
    const tools = [{ functionDeclarations: [{ name: 'weather', description: 'Tells the weather of a place.', parameters }] }];
    const body = { contents: [{ role: 'user', parts: [{ text: 'How warm is it?' }] }], tools };
    const [own, vertex] = [
      await tokensOf('gemini', 'gemini-3-flash-preview', body, 'generativelanguage.googleapis.com'),
      await tokensOf('gemini', 'gemini-3-flash-preview', body, 'us-central1-aiplatform.googleapis.com'),
    ];
    assert.ok(own > vertex + 25, `${own}, ${vertex}`);
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
    ['words in capitals', 'WARNING: BACKUP DRIVE UNREACHABLE, RETRYING WITH EXPONENTIAL INTERVALS; SEE MAX_RETRIES AND TOTAL_BUDGET_MS.'],
    ['numbers', 'Entry 0017: shelf 3, aisle 4, volume 19, price 12.50'],
    ['Chinese', '工作区的文件没有元数据，但它们仍然是工件，预览会显示模型收到的内容。'],
  ] as const)
    it(`of ${name} is near that of the tokenizer`, async () => {
      const count = await o200kTokenizer();
      const ratio = quickTokens(text) / count(text);
      assert.ok(ratio > 0.85 && ratio < 1.15, ratio.toFixed(2));
    });
});
