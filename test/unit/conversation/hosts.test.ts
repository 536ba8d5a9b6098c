import assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { requestOf } from '../../../src/core/conversation/wire-body.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { indexOf } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { base64 } from '../../support/transcripts.ts';

const PNG = base64(png(10, 10));
const PDF = base64(new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<< /Type /Page >>\nendobj\n'));
const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const NOVA = 'us.amazon.nova-2-lite-v1:0';
const say = (text: string) => ({ text });
const call = { toolUse: { toolUseId: 't1', name: 'get', input: { a: 1 } } };
const result = (...content: object[]) => ({ toolResult: { toolUseId: 't1', content, status: 'success' } });
const picture = { image: { format: 'png', source: { bytes: PNG } } };
const document = (name: string) => ({ document: { format: 'pdf', name, source: { bytes: PDF } } });
const film = { video: { format: 'mp4', source: { s3Location: { uri: 's3://bucket/a.mp4' } } } };

/** What is wrong with a body, by the rules of an API; the information aside. */
async function wrongWith(body: object, api: WireApi, model?: string): Promise<string[]> {
  const { findings } = checkConversation(await indexOf(JSON.stringify(body)), { api, model, capabilities: null });
  return findings.flatMap(({ severity, code, params }) => (severity === 'info' ? [] : `${code} ${params['rule'] ?? ''}`.trim()));
}

const converse = (...messages: readonly (readonly [role: string, ...content: object[]])[]) => ({
  system: [say('Be brief.'), { cachePoint: { type: 'default' } }],
  messages: messages.map(([role, ...content]) => ({ role, content })),
  inferenceConfig: { maxTokens: 9 },
  ...(JSON.stringify(messages).includes('toolUse') && {
    toolConfig: { tools: [{ toolSpec: { name: 'get', inputSchema: { json: {} } } }] },
  }),
});

describe('A body of Converse', () => {
  const whole = converse(
    ['user', say('See:'), picture, document('sample')],
    ['assistant', { reasoningContent: { reasoningText: { text: 'hm', signature: 'x' } } }, say('I ask.'), call],
    ['user', result(say('here'), picture, { json: { a: [1] } }), { cachePoint: { type: 'default' } }],
  );

  it('is read with its pictures, calls and results, each where it stands', async () => {
    const index = await indexOf(JSON.stringify(whole));
    assert.equal(index.format, 'bedrock-converse');
    assert.deepEqual(
      index.messages.map(({ role, parts }) => [role, ...parts.map(({ kind }) => kind)]),
      [
        ['user', 'text', 'media', 'media'],
        ['assistant', 'reasoning', 'text', 'call'],
        ['tool', 'text', 'media', 'text'],
        ['system', 'text'],
      ],
    );
    const [, image, file] = index.messages[0]?.parts ?? [];
    assert.ok(image?.kind === 'media' && file?.kind === 'media');
    assert.deepEqual([image.declared, image.facts.width, file.declared, file.filename], ['image/png', 10, 'application/pdf', 'sample']);
    assert.deepEqual(image.place.path, ['messages', 0, 'content', 1]);
  });

  it('goes as it stands, and loses nothing of its system prompt, pictures and results to another API', async () => {
    assert.deepEqual(await wrongWith(whole, 'bedrock-converse', CLAUDE), ['truncated'], 'the PDF of this test has no end');
    const bytes = new TextEncoder().encode(JSON.stringify(whole));
    const index = await indexOf(JSON.stringify(whole));
    assert.deepEqual(requestOf(index, bytes, { api: 'bedrock-converse', capabilities: null }).body, whole);
    const { body } = requestOf(index, bytes, { api: 'anthropic', capabilities: null });
    assert.equal(JSON.stringify(body).split(PNG).length - 1, 2);
    assert.match(JSON.stringify(body), /"system":"Be brief\.".*"tool_use_id":"t1"/);
  });

  it('counts its tools, and the schema of the answer', async () => {
    const body = {
      ...converse(['user', say('x')]),
      toolConfig: {
        tools: [{ toolSpec: { name: 'get', description: 'Gets it.', inputSchema: { json: { type: 'object', properties: {} } } } }],
      },
    };
    const { beside } = await indexOf(JSON.stringify(body));
    assert.equal(beside?.tools.count, 1);
  });

  it('fails for what the documents or the servers refuse', async () => {
    const cases: readonly (readonly [what: object, model: string | undefined, ...wrong: string[]])[] = [
      [converse(['user', say('x'), document('my file.pdf')]), undefined, 'request_refused document_name'],
      [converse(['user', say('x'), document('two  blanks')]), undefined, 'request_refused document_name'],
      [converse(['user', document('alone')]), undefined, 'request_refused document_without_text'],
      [converse(['user', say('x'), film]), CLAUDE, 'request_refused film_not_watched'],
      [converse(['user', say('x'), film]), NOVA],
      [converse(['user', say('x')], ['assistant', call], ['user', result(film)]), NOVA, 'request_refused not_in_result_of_nova'],
      [converse(['user', say('x')], ['assistant', call], ['user', result(document('a'))]), NOVA, 'request_refused not_in_result_of_nova'],
      [converse(['user', say('x')], ['assistant', call], ['user', result(document('a'))]), CLAUDE],
      [converse(['user', say('x')], ['assistant', picture], ['user', say('y')]), undefined, 'request_refused shape_not_in_role'],
      [
        converse(['user', say('x'), { image: { format: 'png', source: { bytes: `data:image/png;base64,${PNG}` } } }]),
        undefined,
        'request_refused data_url_in_data',
      ],
      [converse(['user', say('x')], ['assistant', call], ['user', say('y')]), undefined, 'call_without_result'],
      [converse(['user', say(' \n'), picture]), undefined, 'part_rejected text_blank'],
      [converse(['user', say('x')], ['assistant', say('')], ['user', say('y')]), undefined, 'part_rejected text_blank'],
      [converse(['user', ...Array.from({ length: 6 }, (_, at) => document(`d${at}`)), say('x')]), undefined, 'too_many_documents'],
    ];
    for (const [body, model, ...wrong] of cases)
      assert.deepEqual(
        (await wrongWith(body, 'bedrock-converse', model)).filter((each) => !each.startsWith('truncated')),
        wrong,
      );
  });

  it('may have the call and the result of a tool of the server in one answer', async () => {
    const own = { toolUse: { toolUseId: 's', name: 'code', input: {}, type: 'server_tool_use' } };
    const done = { toolResult: { toolUseId: 's', content: [{ json: {} }], type: 'code_result' } };
    assert.deepEqual(
      await wrongWith(converse(['user', say('x')], ['assistant', own, done, say('1')], ['user', say('y')]), 'bedrock-converse', NOVA),
      [],
    );
  });
});

describe('A body of a model of Bedrock itself', () => {
  it('is judged by the rules of its maker, and for addresses, which Bedrock does not fetch', async () => {
    const body = (source: object) => ({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 9,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'x' },
            { type: 'image', source },
          ],
        },
      ],
    });
    assert.deepEqual(await wrongWith(body({ type: 'base64', media_type: 'image/png', data: PNG }), 'bedrock-invoke', CLAUDE), []);
    const address = body({ type: 'url', url: 'https://example.com/a.png' });
    assert.deepEqual(await wrongWith(address, 'bedrock-invoke', CLAUDE), ['request_refused address_not_fetched']);
    assert.deepEqual(await wrongWith(address, 'anthropic', CLAUDE), ['request_refused address_not_fetched']);
    assert.deepEqual(await wrongWith(address, 'anthropic', 'claude-sonnet-4-5'), []);
  });

  it('may be one text, or texts to embed', async () => {
    for (const body of [
      { prompt: 'Hi', max_gen_len: 9 },
      { prompt: 'Human: Hi Assistant:', max_tokens_to_sample: 9 },
      { inputText: 'Hi', textGenerationConfig: { maxTokenCount: 9 } },
      { inputText: 'Hi', dimensions: 256, normalize: true },
      { texts: ['Hi', 'you'], input_type: 'search_query' },
      { taskType: 'SINGLE_EMBEDDING', singleEmbeddingParams: { text: { value: 'Hi' } } },
    ]) {
      const index = await indexOf(JSON.stringify(body));
      assert.equal(index.format, 'bedrock-invoke', JSON.stringify(body));
      assert.deepEqual(await wrongWith(body, 'bedrock-invoke'), []);
    }
    for (const body of [{ prompt: 'Hi' }, { inputText: 'Hi', title: 'a form' }, { texts: ['Hi'] }, { inputText: 5 }])
      assert.equal((await indexOf(JSON.stringify(body))).format, null, JSON.stringify(body));
  });
});

describe('A body of Ollama', () => {
  const body = (image: string) => ({ model: 'llava', messages: [{ role: 'user', content: 'See:', images: [image] }] });

  it('has its pictures beside the text, as bare base64', async () => {
    const index = await indexOf(JSON.stringify(body(PNG)));
    const [, part] = index.messages[0]?.parts ?? [];
    assert.ok(part?.kind === 'media');
    assert.deepEqual([index.format, part.facts.mimeType, part.facts.width], ['ollama', 'image/png', 10]);
    assert.deepEqual(await wrongWith(body(PNG), 'ollama'), []);
    assert.deepEqual(await wrongWith(body(`data:image/png;base64,${PNG}`), 'ollama'), ['request_refused data_url_in_data']);
  });

  it('[28] may have what is no known format beside the text: nothing is said of what that needs', async () => {
    const missing = async (image: string): Promise<unknown[]> => {
      const capabilities = { input: ['text'], output: ['text'] };
      const { findings } = checkConversation(await indexOf(JSON.stringify(body(image))), { api: 'ollama', capabilities });
      return findings.flatMap(({ code, params }) => (code === 'capability_missing' ? [params['capability']] : []));
    };
    assert.deepEqual(await missing(base64(Uint8Array.of(1, 2, 3))), []);
    assert.deepEqual(await missing(PNG), ['vision']);
  });

  it('[28] is one with a system prompt or calls before the first picture; a result with a picture is one result', async () => {
    const calls = [{ function: { name: 'read_file', arguments: { path: 'a.png' } } }];
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Read a.png.' },
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', content: 'a.png:', images: [PNG] },
    ];
    assert.equal((await indexOf(JSON.stringify({ model: 'llava', messages }))).format, 'ollama');
    assert.equal((await indexOf(JSON.stringify({ model: 'llama3.2', messages: messages.slice(0, 3) }))).format, 'ollama', 'by its calls');
    assert.deepEqual(await wrongWith({ model: 'llava', messages }, 'ollama'), []);
    const withId = [{ id: 'c', type: 'function', function: { name: 'read_file', arguments: '{}' } }];
    const chat = [messages[0], messages[1], { role: 'assistant', content: null, tool_calls: withId }];
    assert.equal((await indexOf(JSON.stringify({ model: 'gpt-5.2', messages: chat }))).format, 'openai-chat');
  });

  it('is one of text alone by the options that no other API has', async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const format = async (rest: object): Promise<unknown> =>
      (await indexOf(JSON.stringify({ model: 'qwen3:8b', messages, ...rest }))).format;
    for (const rest of [{ options: { num_ctx: 8192 } }, { keep_alive: '5m' }, { think: true }]) assert.equal(await format(rest), 'ollama');
    assert.equal(await format({ stream: false }), 'openai-chat');
    assert.equal(await format({ model: 'gpt-5.2', options: {} }), 'openai-chat', 'a fault of a body for OpenAI');
    const call = { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] };
    const body = { model: 'qwen3:8b', options: {}, messages: [...messages, call, { role: 'tool', tool_name: 'f', content: 'x' }] };
    assert.deepEqual(await wrongWith(body, 'ollama'), ['request_refused arguments_not_object']);
  });

  it('[28] is none of another’s, though a message of it looks like one of Ollama', async () => {
    const format = async (value: unknown) => (await indexOf(JSON.stringify(value))).format;
    const calls = [{ function: { name: 'f', arguments: { a: 1 } } }];
    const asked = { role: 'user', content: 'Hi' };
    const called = { role: 'assistant', content: '', tool_calls: calls };
    const result = { role: 'tool', content: 'x', tool_call_id: 'c', tool_name: 'f' };
    assert.equal(await format({ model: 'gpt-5.2', messages: [asked, called] }), 'openai-chat', 'a fault of the body');
    assert.equal(await format({ model: 'gpt-oss:20b', messages: [asked, called] }), 'ollama');
    assert.equal(await format({ model: 'm', messages: [asked, result] }), 'openai-chat');
    assert.equal(
      await format({
        model: 'm',
        messages: [
          { ...asked, images: [] },
          { role: 'developer', content: 'x' },
        ],
      }),
      'openai-chat',
    );
    assert.equal(await format({ agentId: 'a', messages: [asked, called] }), 'runtime');
    assert.equal(await format([asked, called]), 'openai-chat', 'a list by itself');
  });
});

describe('A body of Chat Completions to Mistral or Cohere', () => {
  const body = (...content: object[]) => ({ model: 'm', messages: [{ role: 'user', content }] });
  const file = { type: 'document_url', document_url: `data:application/pdf;base64,${PDF}` };

  it('is judged by the forms of that API', async () => {
    const image = { type: 'image_url', image_url: `data:image/png;base64,${PNG}` };
    const sound = { type: 'input_audio', input_audio: 'AAAA' };
    assert.deepEqual(await wrongWith(body(image), 'mistral'), []);
    assert.deepEqual(
      (await wrongWith(body(file), 'mistral')).filter((each) => each.startsWith('request')),
      [],
    );
    assert.deepEqual(
      (await wrongWith(body(sound), 'mistral')).filter((each) => each.startsWith('request')),
      [],
    );
    assert.deepEqual(
      (await wrongWith(body(file), 'cohere')).filter((each) => each.startsWith('request')),
      ['request_refused shape_of_another_api'],
    );
  });

  it('has the texts of Cohere’s documents, each at its place', async () => {
    const index = await indexOf(
      JSON.stringify({
        model: 'command-a-03-2025',
        messages: [{ role: 'user', content: 'Who created Ruby?' }],
        documents: ['Matz did.', { id: 'doc:0', data: { title: 'facts.txt', text: 'In 1993.', year: 1993, note: '' } }, { id: 'none' }, 7],
      }),
    );
    const [, documents] = index.messages;
    assert.equal(documents?.role, 'system');
    const texts = documents.parts.map((part) => part.kind === 'text' && [part.sample, part.place.path.join('/')]);
    assert.deepEqual(texts, [
      ['Matz did.', 'documents/0'],
      ['facts.txt', 'documents/1/data/title'],
      ['In 1993.', 'documents/1/data/text'],
    ]);
  });
});

describe('What is judged of a part by its place', () => {
  it('[28] is sound for Mistral, which declares no type', async () => {
    const messages = [{ role: 'user', content: [{ type: 'input_audio', input_audio: 'ZpdtyRu2Qd8=' }] }];
    const index = await indexOf(JSON.stringify({ model: 'voxtral', messages }));
    const codes = (input: string[]): string[] =>
      checkConversation(index, { api: 'mistral', capabilities: { input, output: ['text'] } })
        .findings.filter(({ severity }) => severity === 'error')
        .map(({ code, params }) => `${code} ${params['capability']}`);
    assert.deepEqual(codes(['text', 'audio']), []);
    assert.deepEqual(codes(['text', 'vision']), ['capability_missing audio']);
  });

  it('[28] a document of blank text is no blank text block', async () => {
    const document = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: ' ' } };
    const body = (...content: object[]) => ({ model: CLAUDE, max_tokens: 9, messages: [{ role: 'user', content }] });
    assert.deepEqual(await wrongWith(body(document, { type: 'text', text: 'Read.' }), 'anthropic'), []);
    assert.deepEqual(await wrongWith(body(document, { type: 'text', text: ' ' }), 'anthropic'), ['part_rejected text_blank']);
  });
});

describe('A picture in low detail', () => {
  it('is counted so, in Chat Completions and in Responses', async () => {
    const url = `data:image/png;base64,${PNG}`;
    const tokensOf = async (body: object, api: WireApi) => {
      const { estimates } = checkConversation(await indexOf(JSON.stringify(body)), { api, model: 'gpt-4o', capabilities: null });
      return estimates?.filter(({ formula }) => formula === 'openai_tiles').map(({ low }) => low);
    };
    const chat = (detail?: string) => ({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url, detail } }] }],
    });
    assert.deepEqual(await tokensOf(chat('low'), 'openai-chat'), [85]);
    assert.deepEqual(await tokensOf(chat('high'), 'openai-chat'), [255]);
    assert.deepEqual(await tokensOf(chat(), 'openai-chat'), [255]);
    const content = [{ type: 'input_image', image_url: url, detail: 'low' }];
    assert.deepEqual(await tokensOf({ model: 'gpt-4o', input: [{ role: 'user', content }] }, 'openai-responses'), [85]);
  });
});
