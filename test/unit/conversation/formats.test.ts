import assert from 'node:assert/strict';
import { ClaudeCodeReader } from '../../../src/core/conversation/claude-code.ts';
import { chatPart } from '../../../src/core/conversation/chat-parts.ts';
import { CodexReader } from '../../../src/core/conversation/codex.ts';
import { geminiParts } from '../../../src/core/conversation/gemini-contents.ts';
import { JsonRecords, KEPT_OF_STRING } from '../../../src/core/conversation/json-records.ts';
import { type Outline, parseOutline } from '../../../src/core/conversation/outline.ts';
import { inOrder } from '../../../src/core/conversation/replay.ts';
import { bodyMessage } from '../../../src/core/conversation/request-body.ts';
import { chatLog, image, indexOf, otelSpan, requestOf, text, type Turn, WRITERS } from '../../support/conversations.ts';
import { pdf, png } from '../../support/media-bytes.ts';
import { base64, noise } from '../../support/transcripts.ts';

const picture = base64(png(30, 20));

function outlineOf(value: unknown): Outline {
  const records = new JsonRecords();
  const [record] = [...records.push(Buffer.from(JSON.stringify(value))), ...records.end()].filter(({ list }) => list === undefined);
  const outline = record && parseOutline(record);
  assert.ok(outline);
  return outline;
}

const line = (uuid: string, parentUuid: string | null, more: object = {}): string =>
  JSON.stringify({ type: 'user', uuid, parentUuid, sessionId: 's', isSidechain: false, message: { role: 'user', content: uuid }, ...more });
const answerLine = (uuid: string, parentUuid: string, id: string, ...content: object[]): string =>
  line(uuid, parentUuid, { type: 'assistant', message: { id, role: 'assistant', model: 'claude-opus-4-5', content } });
const result = (call: string): object => ({
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content: 'ok' }] },
});

async function sent(...lines: string[]): Promise<string[]> {
  return inOrder(await indexOf(lines.join('\n'))).map(({ id }) => id ?? '');
}

describe('Sessions of Claude Code', () => {
  it('are sent from the last line back along parentUuid: other branches are not', async () => {
    assert.deepEqual(await sent(line('a', null), line('b', 'a'), line('b2', 'a'), line('c', 'b2')), ['a', 'b2', 'c']);
    const { notSent } = await indexOf([line('a', null), line('b', 'a'), line('b2', 'a')].join('\n'));
    assert.deepEqual([...notSent], [[1, 'other_branch']]);
  });

  it('leave out sidechains, what was compacted, and errors of the API', async () => {
    const boundary = JSON.stringify({ type: 'system', subtype: 'compact_boundary', uuid: 'x', parentUuid: 'a', sessionId: 's' });
    const error = answerLine('e', 'c', 'm9', { type: 'text', text: 'API Error: 400' }).replace('{', '{"isApiErrorMessage":true,');
    const file = [
      line('a', null),
      boundary,
      line('b', 'x'),
      line('s', 'b', { isSidechain: true }),
      line('c', 'b'),
      error,
      line('d', 'e'),
    ].join('\n');
    const { notSent } = await indexOf(file);
    assert.deepEqual(
      [...notSent],
      [
        [0, 'compacted'],
        [2, 'sidechain'],
        [4, 'api_error'],
      ],
    );
  });

  it('keep all lines of an answer, and the results of its parallel calls', async () => {
    const call = (id: string): object => ({ type: 'tool_use', id, name: 'Read', input: {} });
    const lines = [line('a', null), answerLine('b', 'a', 'm1', call('t1')), answerLine('c', 'b', 'm1', call('t2'))];
    assert.deepEqual(await sent(...lines, line('r1', 'b', result('t1')), line('r2', 'c', result('t2')), answerLine('z', 'r2', 'm2')), [
      'a',
      'b',
      'c',
      'r1',
      'r2',
      'z',
    ]);
  });

  it('have calls that say what they call, in as many characters as any text', async () => {
    const sample = async (input: unknown): Promise<string> => {
      const [, { parts: [part] } = { parts: [] }] = (
        await indexOf([line('a', null), answerLine('b', 'a', 'm1', { type: 'tool_use', id: 't', name: 'Read', input })].join('\n'))
      ).messages;
      return part?.kind === 'call' ? part.sample : assert.fail();
    };
    for (const input of [{ file_path: 'C:\\a "b"\n.png', deep: [1, null, { on: true }] }, {}])
      assert.equal(await sample(input), JSON.stringify(input));
    const long = { file_path: '/a.png', text: 'x'.repeat(300), lines: Array.from({ length: 5000 }, (_, at) => at) };
    assert.equal(await sample(long), JSON.stringify(long).slice(0, 240));
    const picture = { data: base64(noise(KEPT_OF_STRING * 2)) };
    assert.equal(await sample(picture), JSON.stringify(picture).slice(0, 240));
    const all = { lines: Array.from({ length: 5000 }, (_, at) => at) };
    assert.equal(await sample(all), JSON.stringify(all).slice(0, 240));
  });

  it('end for ids that repeat, form a ring or are not there', async () => {
    assert.deepEqual(await sent(line('a', 'b'), line('b', 'a')), ['a', 'b']);
    assert.deepEqual(await sent(line('a', 'gone'), line('a', 'a')), ['a']);
  });

  it('are read past lines that are cut off, broken or unknown; those are named', async () => {
    const file = `\ufeff${line('a', null)}\r\n{"type":"user","uu\n\nnot json\n{"type":"later-invention","x":[1]}\n${line('b', 'a')}\n{"type":"user"`;
    const { messages, broken, others } = await indexOf(file, 7);
    assert.deepEqual([messages.map(({ id }) => id), broken.map((each) => each.line), others], [['a', 'b'], [1, 3, 6], 1]);
  });

  it('are those of lines that have a session; other lines are not', () => {
    const read = (value: unknown): unknown => new ClaudeCodeReader().read(outlineOf(value));
    assert.equal(read({ type: 'response_item', payload: {} }), undefined);
    assert.equal(read({ type: 'summary', summary: 'x', leafUuid: 'y' }), null);
    assert.equal(read([1]), undefined);
  });
});

describe('Sessions of Codex', () => {
  it('are what the model saw; what the screen showed is not counted again', () => {
    const reader = new CodexReader();
    const message = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] };
    assert.equal(reader.read(outlineOf({ type: 'response_item', payload: message }))?.length, 1);
    assert.deepEqual(reader.read(outlineOf({ type: 'event_msg', payload: { type: 'user_message', message: 'hi' } })), []);
    assert.equal(reader.read(outlineOf({ type: 'user', message: {} })), undefined);
  });

  it('go on from a summary with what it kept', async () => {
    const item = (text: string): object => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    const file = [
      { type: 'session_meta', payload: { id: 'x' } },
      { type: 'response_item', payload: item('old') },
      { type: 'compacted', payload: { message: 'summary', replacement_history: [item('kept')] } },
      { type: 'response_item', payload: item('new') },
    ];
    const index = await indexOf(file.map((each) => JSON.stringify(each)).join('\n'));
    assert.deepEqual(
      inOrder(index).map(({ parts: [part] }) => part?.kind === 'text' && part.sample),
      ['kept', 'new'],
    );
  });
});

describe('Chats of VS Code', () => {
  const turns: Turn[] = [
    { user: [text('Look at it'), image(png(30, 20))] },
    { assistant: 'I look.', calls: ['c1', 'c2'] },
    { result: 'c1', pieces: [text('a text')] },
    { result: 'c2', pieces: [image(png(31, 20))] },
    { assistant: 'Done.' },
    { user: [text('Thanks')] },
  ];

  it('are the same from their state as from the log that makes it', async () => {
    const [state, log] = [WRITERS['vscode-chat'](turns), chatLog(turns)];
    const [one, other] = [await indexOf(state, 100), await indexOf(log, 100)];
    assert.deepEqual(
      [one.format, other.format, one.title, other.title, one.model, other.model],
      ['vscode-chat', 'vscode-chat', 'A chat', 'A chat', 'gpt-5.2', 'gpt-5.2'],
    );
    assert.deepEqual(
      one.messages.map(({ role, parts, model }) => [role, model, ...parts.map(({ kind }) => kind)]),
      [
        ['user', undefined, 'text', 'media'],
        ['assistant', 'gpt-5.2', 'text', 'call', 'call'],
        ['tool', undefined, 'text', 'media'],
        ['assistant', 'gpt-5.2', 'text'],
        ['user', undefined, 'text'],
      ],
    );
    assert.deepEqual(requestOf(log, other, 'anthropic'), requestOf(state, one, 'anthropic'));
    assert.ok(other.messages.every(({ line }, at) => at === 0 || line >= (other.messages[at - 1]?.line ?? 0)));
  });

  it('are read past broken lines and changes that lead nowhere', async () => {
    const lines = [
      '{"kind":1,"k":["requests",0],"v":{}}',
      '{"kind":0,"v":{"sessionId":"s","requests":[]}}',
      '{"kind":2,"k":["requests",7,"response"],"v":[{"value":"lost"}]}',
      '{"kind":2,"k":["requests"],"v":[{"requestId":"a","message":{"text":"hi"}}]}',
      '{"kind":2,"k":["requests",0,"response"],"v":[{"value":"no list yet"}]}',
      '{"kind":1,"k":["requests",0,"mess',
      '{"kind":1,"k":["requests",9],"v":{"message":"x"}}',
      '{"kind":1,"k":[],"v":1}',
      '{"kind":2,"k":[null],"v":[1]}',
      '{"kind":9,"k":["requests"],"v":[1]}',
    ];
    const { messages, broken, others } = await indexOf(lines.join('\n'), 11);
    assert.deepEqual(
      messages.map(({ role, parts: [part], line: at }) => [role, part?.kind === 'text' && part.sample, at]),
      [
        ['user', 'hi', 3],
        ['assistant', 'no list yet', 4],
      ],
    );
    assert.deepEqual([broken.map((each) => each.line), others], [[5], 9]);
  });

  it('leave out requests that were taken back, and what is only shown', async () => {
    const request = (id: string, more: object = {}): object => ({
      requestId: id,
      message: { text: id },
      variableData: {
        variables: [
          { kind: 'file', id: 'f', name: 'a.ts', value: { path: '/work/a.ts', scheme: 'file' } },
          { kind: 'paste', id: 'p', name: 'b', code: 'pasted' },
        ],
      },
      response: [{ kind: 'thinking', value: 'hm' }, { kind: 'inlineReference', inlineReference: {} }, { value: 'Yes.' }],
      ...more,
    });
    const file = JSON.stringify({ sessionId: 's', requests: [request('a', { shouldBeRemovedOnSend: { requestId: 'a' } }), request('b')] });
    const index = await indexOf(file);
    assert.deepEqual(
      [...index.notSent],
      [
        [0, 'other_branch'],
        [1, 'other_branch'],
      ],
    );
    assert.deepEqual(
      index.messages[2]?.parts.map((part) => (part.kind === 'unknown' ? part.name : part.kind)),
      ['text', 'file', 'text'],
    );
    assert.deepEqual(
      index.messages[3]?.parts.map((part) => (part.kind === 'unknown' ? part.name : part.kind)),
      ['reasoning', 'inlineReference', 'text'],
    );
    assert.deepEqual(requestOf(file, index, 'openai-chat')['messages'], [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'b' },
          { type: 'text', text: 'pasted' },
        ],
      },
      { role: 'assistant', content: 'Yes.' },
    ]);
  });

  it('have a result for each call, whatever the view shows of it', async () => {
    const call = (id: string, more: object): object => ({ kind: 'toolInvocationSerialized', toolCallId: id, toolId: 't', ...more });
    const response = [
      call('nothing', {}),
      call('data', { resultDetails: { output: { type: 'data', mimeType: 'image/png', base64Data: picture } } }),
      call('shown', { toolSpecificData: { commandLine: { original: 'ls' }, terminalCommandOutput: { text: 'a.txt' } } }),
      call('references', { resultDetails: [{ path: '/a' }] }),
      call('place', { resultDetails: { output: [{ type: 'ref', uri: {} }] } }),
    ];
    const file = JSON.stringify({ sessionId: 's', requests: [{ requestId: 'r', message: { text: 'go' }, response }] });
    const { messages } = await indexOf(file);
    assert.deepEqual(
      messages[2]?.parts.map(({ kind, resultOf }) => [resultOf, kind]),
      [
        ['nothing', 'text'],
        ['data', 'media'],
        ['shown', 'text'],
        ['references', 'text'],
        ['place', 'unknown'],
      ],
    );
  });
});

describe('Spans of OpenTelemetry', () => {
  const kinds = (parts: readonly { readonly kind: string }[]): string[] => parts.map(({ kind }) => kind);
  const otlpText = (key: string, text: string): object => ({ key, value: { stringValue: text } });
  const span = (attributes: readonly object[], more: object = {}): object => ({ traceId: 't', spanId: 's', attributes, ...more });
  const exported = (...spans: object[]): string => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

  it('have images of any size in JSON text in a string, cut where the string in the text is long', async () => {
    const long = base64(Buffer.concat([png(3000, 2000), noise(400_000)]));
    const words = `${'a "quoted" \\ \n 😀 é '.repeat(9_000)}end`;
    const turns: Turn[] = [{ user: [text('first'), { type: 'image/png', data: long }, text(words), text('last')] }];
    const file = otelSpan(turns, 'text');
    const index = await indexOf(file, 1000);
    const [first, media, cut, last] = index.messages[0]?.parts ?? [];
    assert.ok(media?.kind === 'media' && first?.kind === 'text' && cut?.kind === 'text' && last?.kind === 'text');
    assert.deepEqual([first.sample, last.sample], ['first', 'last']);
    assert.deepEqual([media.facts.width, media.facts.height, media.isBase64], [3000, 2000, true]);
    assert.equal(file.slice(media.data.start, media.data.end), long);
    assert.equal(file.slice(media.type?.start, media.type?.end), 'image/png');
    const [message] = requestOf(file, index, 'openai-chat')['messages'] as { content: { text?: string }[] }[];
    assert.equal(message?.content[2]?.text, words);
  });

  it('have system instructions, the answer, reasoning and links; tools are kept and not sent', async () => {
    const json = (value: unknown): string => JSON.stringify(value);
    const file = exported(
      span(
        [
          otlpText('gen_ai.response.model', 'gpt-5.2-2026'),
          otlpText('gen_ai.system_instructions', json([{ type: 'text', content: 'Be brief.' }])),
          otlpText('gen_ai.tool.definitions', json([{ type: 'function', name: 'read' }])),
          otlpText('gen_ai.input.messages', json([{ role: 'user', parts: [{ type: 'uri', modality: 'image', uri: 'https://a.test/b' }] }])),
          otlpText(
            'gen_ai.output.messages',
            json([
              {
                role: 'assistant',
                parts: [
                  { type: 'reasoning', content: 'hm' },
                  { type: 'later', x: 1 },
                ],
                finish_reason: 'stop',
              },
            ]),
          ),
        ],
        { startTimeUnixNano: '1793527200123456789' },
      ),
    );
    const { messages, model, format } = await indexOf(file);
    assert.deepEqual([format, model, messages[0]?.time], ['otel-genai', 'gpt-5.2-2026', 1_793_527_200_123]);
    assert.deepEqual(
      messages.map(({ role, parts }) => [role, ...kinds(parts)]),
      [
        ['system', 'text', 'unknown'],
        ['user', 'link'],
        ['assistant', 'reasoning', 'unknown'],
      ],
    );
  });

  it('are read in their older forms: numbered attributes, events of a message each, and prompts in events', async () => {
    const call = [{ id: 'c', type: 'function', function: { name: 'read', arguments: '{"a":1}' } }];
    const attributes = [
      ['gen_ai.prompt.0.role', 'user'],
      ['gen_ai.prompt.0.content', JSON.stringify([{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }])],
      ['gen_ai.prompt.1.role', 'assistant'],
      ['gen_ai.prompt.1.tool_calls.0.id', 'c'],
      ['gen_ai.prompt.1.tool_calls.0.name', 'read'],
      ['gen_ai.prompt.1.tool_calls.0.arguments', '{"a":1}'],
      ['gen_ai.prompt.2.role', 'tool'],
      ['gen_ai.prompt.2.tool_call_id', 'c'],
      ['gen_ai.prompt.2.content', '{"b":2}'],
      ['gen_ai.completion.0.content', 'Done.'],
    ] as const;
    const numbered = exported(span(attributes.map(([key, value]) => otlpText(key, value))));
    const event = (name: string, content: object): object => ({ name, attributes: { 'gen_ai.event.content': JSON.stringify(content) } });
    const events = JSON.stringify({
      name: 'chat',
      context: { trace_id: 't', span_id: 's' },
      attributes: { 'gen_ai.request.model': 'gpt-5.2' },
      events: [
        event('gen_ai.user.message', {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }],
        }),
        event('gen_ai.assistant.message', { tool_calls: call }),
        event('gen_ai.tool.message', { id: 'c', content: '{"b":2}' }),
        event('gen_ai.choice', { index: 0, message: { role: 'assistant', content: 'Done.' } }),
      ],
    });
    const bodies = await Promise.all(
      [numbered, events].map(async (file) => requestOf(file, await indexOf(file), 'openai-chat')['messages']),
    );
    assert.deepEqual(bodies[0], [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }] },
      { role: 'assistant', content: null, tool_calls: call },
      { role: 'tool', tool_call_id: 'c', content: '{"b":2}' },
      { role: 'assistant', content: 'Done.' },
    ]);
    assert.deepEqual(bodies[1], bodies[0]);
  });

  it('are a conversation each; the longest is the one that goes on', async () => {
    const chat = (spanId: string, ...words: string[]): object =>
      span(
        [otlpText('gen_ai.input.messages', JSON.stringify(words.map((content) => ({ role: 'user', parts: [{ type: 'text', content }] }))))],
        {
          spanId,
        },
      );
    const file = [
      exported(chat('1', 'a'), { attributes: [] }, chat('2', 'a', 'b')),
      exported(chat('3', 'c')),
      exported({ name: 'GET' }),
    ].join('\n');
    const index = await indexOf(file);
    assert.deepEqual(
      index.messages.map(({ root }) => root),
      [0, 1, 1, 2],
    );
    assert.deepEqual([inOrder(index).length, inOrder(index, 2).length, index.others], [2, 1, 1]);
  });
});

describe('Request bodies', () => {
  it('are told apart by what is in them', async () => {
    const user = { role: 'user', content: 'hi' };
    const formats = [
      { messages: [user] },
      { messages: [user], system: 'x' },
      { messages: [user], model: 'us.anthropic.claude-opus-4-5-20251101-v1:0' },
      { messages: [user], model: 'anthropic/claude-opus-4-5' },
      { messages: [user], model: 'databricks-claude-3-7-sonnet' },
      { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'x' }] }] }] },
      { messages: [{ role: 'system', content: 'x' }, user] },
      { messages: [user], agentId: 'a' },
      { input: [user] },
      { contents: [{ role: 'user', parts: [{ text: 'x' }] }] },
      [{ role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } }] }],
      { messages: [] },
      { name: 'package', version: '1.0.0' },
      [1, 2, 3],
    ];
    assert.deepEqual(await Promise.all(formats.map(async (body) => (await indexOf(JSON.stringify(body))).format)), [
      'openai-chat',
      'anthropic',
      'anthropic',
      'openai-chat',
      'openai-chat',
      'openai-chat',
      'openai-chat',
      'runtime',
      'openai-responses',
      'gemini',
      'cline',
      null,
      null,
      null,
    ]);
  });

  it('of batch files are one conversation a line', async () => {
    const body = { messages: [{ role: 'user', content: 'hi' }], model: 'gpt-5.2' };
    const file = [1, 2].map((id) => JSON.stringify({ custom_id: `${id}`, method: 'POST', url: '/v1/chat/completions', body })).join('\n');
    const index = await indexOf(file);
    assert.deepEqual([index.messages.map(({ root }) => root), inOrder(index).length, inOrder(index, 1).length], [[0, 1], 1, 1]);
  });

  it('have their system prompt before the messages, wherever it is written', async () => {
    for (const body of [
      { messages: [{ role: 'user', content: 'hi' }], system: [{ type: 'text', text: 'S' }], max_tokens: 1 },
      { contents: [{ parts: [{ text: 'hi' }] }], systemInstruction: { parts: [{ text: 'S' }] } },
      { input: [{ role: 'user', content: 'hi' }], instructions: 'S' },
    ])
      assert.deepEqual(
        inOrder(await indexOf(JSON.stringify(body))).map(({ role }) => role),
        ['system', 'user'],
      );
  });

  it('have sounds and files as media under the type they name', () => {
    const wave = chatPart({ node: outlineOf({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } }), path: [] });
    const own = chatPart({
      node: outlineOf({ type: 'file', file: { filename: 'a.pdf', mimeType: 'application/pdf', data: 'AAAA' } }),
      path: [],
    });
    assert.deepEqual(
      [wave, own].map((parts) => parts?.map((part) => part.kind === 'media' && [part.declared, part.isFile, part.filename])),
      [[['audio/mpeg', true, undefined]], [['application/pdf', true, 'a.pdf']]],
    );
  });

  it('of Gemini are read in both spellings', () => {
    const parts = geminiParts({
      node: outlineOf({
        parts: [{ inline_data: { mime_type: 'image/png', data: picture } }, { function_call: { name: 'f', args: {} } }, { odd: 1 }],
      }),
      path: ['contents', 0],
    });
    assert.deepEqual(
      parts.map(({ kind, place }) => [kind, place.path.join('.')]),
      [
        ['media', 'contents.0.parts.0'],
        ['call', 'contents.0.parts.1'],
        ['unknown', 'contents.0.parts.2'],
      ],
    );
  });

  it('in a session of another program make it no request, though they look like those of one', async () => {
    const messages = [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] }];
    const formatOf = async (more: object): Promise<unknown> => (await indexOf(JSON.stringify({ messages, ...more }))).format;
    assert.equal(await formatOf({ sessionId: 's', agent: 'lead', systemPrompt: 'You are an agent.' }), null);
    assert.equal(await formatOf({ system: 'You are an agent.' }), 'anthropic');
    assert.equal(await formatOf({ sessionId: 's', model: 'claude-opus-4-5' }), 'anthropic');
  });

  it('that are no messages are none', () => {
    for (const value of [1, 'x', null, [], {}, { content: 'x' }, { role: 5 }]) {
      assert.equal(bodyMessage({ node: outlineOf({ value }), path: [] }, 'messages'), undefined);
    }
  });
});

describe('Records with long strings', () => {
  it('keep the beginning of each, and know the length, the validity and the equality of the rest', async () => {
    const long = base64(Buffer.concat([png(3000, 2000), noise(400_000)]));
    const other = base64(Buffer.concat([png(3000, 2000), noise(400_000, 2)]));
    const broken = `${other.slice(0, -8)}?${other.slice(-7)}`;
    const block = (data: string): object => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
    const file = JSON.stringify({ messages: [{ role: 'user', content: [long, long, broken].map(block) }] });
    const [message] = (await indexOf(file, 1000)).messages;
    const media = (message?.parts ?? []).flatMap((part) => (part.kind === 'media' ? part : []));
    assert.deepEqual(
      media.map(({ isBase64 }) => isBase64),
      [true, true, false],
    );
    assert.deepEqual(
      media.map(({ data }) => file.slice(data.start, data.end)),
      [long, long, broken],
    );
    assert.equal(media[0]?.hash, media[1]?.hash);
    assert.notEqual(media[0]?.hash, media[2]?.hash);
    const { size, width, height } = media[0]?.facts ?? {};
    assert.deepEqual([size, width, height], [Buffer.from(long, 'base64').length, 3000, 2000]);
  });

  it('have the pages of a PDF counted, which stand at its end', async () => {
    const long = base64(pdf(12, { padding: 300_000 }));
    const gemini = (data: string): string =>
      JSON.stringify({ contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'application/pdf', data } }] }] });
    const file = { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${long}` } };
    const chat = JSON.stringify({ model: 'gpt-5.2', messages: [{ role: 'user', content: [file] }] });
    const blob = { type: 'blob', mime_type: 'application/pdf', content: long };
    const stringValue = JSON.stringify([{ role: 'user', parts: [blob] }]);
    const attributes = [{ key: 'gen_ai.input.messages', value: { stringValue } }];
    const span = JSON.stringify({
      resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 't', spanId: 's', name: 'chat', attributes }] }] }],
    });
    const written = {
      chat,
      'escaped slashes': chat.replaceAll('/', String.raw`\/`),
      'in JSON text': span,
      'URL alphabet': gemini(Buffer.from(long, 'base64').toString('base64url')),
      broken: gemini(`${long.slice(0, -8)}?${long.slice(-7)}`),
    };
    const pages: unknown[] = [];
    for (const [name, body] of Object.entries(written)) {
      const parts = (await indexOf(body, 1000)).messages.flatMap((message) => message.parts);
      pages.push([name, ...parts.map((part) => part.kind === 'media' && part.facts.pages)]);
    }
    assert.deepEqual(pages, [
      ['chat', 12],
      ['escaped slashes', 12],
      ['in JSON text', 12],
      ['URL alphabet', 12],
      ['broken', undefined],
    ]);
  });

  it('end a kept beginning between characters and escapes', () => {
    for (const unit of ['é', '😀', '\\', '"', '\u0001']) {
      for (let shift = 0; shift < 8; shift++) {
        const value = 'a'.repeat(KEPT_OF_STRING - 4 - shift) + unit.repeat(20);
        const outline = outlineOf({ value });
        const found = outline.type === 'object' ? outline.members[0]?.value : undefined;
        assert.ok(found?.type === 'string' && value.startsWith(found.text), `${unit} at ${shift}`);
        assert.equal(found.isWhole, Buffer.byteLength(JSON.stringify(value)) - 2 <= KEPT_OF_STRING);
      }
    }
  });

  it('skip what is nested too deeply, in any depth', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const { messages, broken } = await indexOf(`{"messages":[{"role":"user","content":"hi","x":${deep}}]}`);
    assert.deepEqual([messages.length, broken], [1, []]);
  });
});
