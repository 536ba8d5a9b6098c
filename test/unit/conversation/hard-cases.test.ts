import assert from 'node:assert/strict';
import { checkConversation, type ConversationCheck, type Receiver } from '../../../src/core/conversation/check-conversation.ts';
import { conversationSentence, readableParams } from '../../../src/core/conversation/finding-words.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { indexOf, repairedFile } from '../../support/conversations.ts';
import { jpeg, pdf, png } from '../../support/media-bytes.ts';
import { answer } from '../../support/strict-server.ts';
import { base64, noise } from '../../support/transcripts.ts';

const anthropic: Receiver = { api: 'anthropic', model: 'claude-opus-4-5', capabilities: null };
const chat: Receiver = { api: 'openai-chat', model: 'gpt-5.2', capabilities: null };
const codes = ({ findings }: ConversationCheck): string[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);

async function checked(body: unknown, receiver: Receiver): Promise<ConversationCheck> {
  return checkConversation(await indexOf(typeof body === 'string' ? body : JSON.stringify(body)), receiver);
}

/** A file with its repairs made. */
async function repaired(file: string, receiver: Receiver): Promise<string> {
  const index = await indexOf(file);
  const repairs = planRepairs(index, checkConversation(index, receiver), [], { api: receiver.api });
  return (await repairedFile(file, repairs)).text;
}

const call = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });

describe('Hard cases of conversations', () => {
  it('a repair stays inside of its request where a line has a request in it', async () => {
    const body = {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: null, tool_calls: [call('c')] },
        { role: 'user', content: 'b' },
      ],
    };
    const fixed = await repaired(JSON.stringify({ custom_id: '1', body }), chat);
    const { body: after } = JSON.parse(fixed) as { body: { messages: { role: string }[] } };
    assert.deepEqual(
      after.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'user'],
    );
  });

  describe('results that do not come first in their message', () => {
    const messages = (second: unknown): object[] => [
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'f', input: {} },
          { type: 'tool_use', id: 'b', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: second },
    ];
    const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'done' });
    const body = (second: unknown): string =>
      JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 10, messages: messages(second) }, null, 1);

    it('are refused, and what stands before them goes behind them, in its order', async () => {
      const file = body([
        { type: 'text', text: 'Fürs Erste' },
        result('a'),
        { type: 'text', text: ' ' },
        result('b'),
        { type: 'text', text: 'end' },
      ]);
      const check = await checked(file, anthropic);
      assert.equal(answer('anthropic', JSON.parse(file)).status, 400);
      assert.deepEqual(codes(check), ['result_not_first', 'part_rejected', 'result_not_first']);
      const after = await repaired(file, anthropic);
      const texts = (JSON.parse(after) as { messages: { content: { text?: string }[] }[] }).messages[2]?.content.map(({ text }) => text);
      assert.deepEqual(texts, [undefined, undefined, 'Fürs Erste', '(no content)', 'end']);
      assert.deepEqual(codes(await checked(after, anthropic)), []);
      assert.equal(answer('anthropic', JSON.parse(after)).status, 200);
    });

    it('a result without a call goes when others follow it: a note may not stand before them', async () => {
      const file = body([result('x'), result('a'), result('b')]);
      const after = await repaired(file, anthropic);
      assert.deepEqual(JSON.parse(after), JSON.parse(body([result('a'), result('b')])));
      assert.equal(answer('anthropic', JSON.parse(after)).status, 200);
    });
  });

  describe('calls that share an id', () => {
    const use = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: {} });
    const result = (id: string, content: string): object => ({ type: 'tool_result', tool_use_id: id, content });
    const body = (...messages: object[]): string =>
      JSON.stringify({ model: 'claude-opus-4-5', messages: [{ role: 'user', content: 'Look' }, ...messages] }, null, 1);

    it('in several messages go through: each comes after the result of the one before', async () => {
      const turn = (id: string, content: string): object[] => [
        { role: 'assistant', content: [use(id)] },
        { role: 'user', content: [result(id, content)] },
      ];
      const file = body(...turn('call_0', 'one'), ...turn('call_0', 'two'), ...turn('call_0', 'three'));
      assert.equal(answer('anthropic', JSON.parse(file)).status, 200);
      assert.deepEqual((await checked(file, anthropic)).findings, []);
    });

    it('several times: the new ids are none that is taken', async () => {
      const file = body(
        { role: 'assistant', content: [use('a'), use('a_2'), use('a'), use('a')] },
        { role: 'user', content: [result('a', '1'), result('a_2', '2'), result('a', '3'), result('a', '4')] },
      );
      assert.match(answer('anthropic', JSON.parse(file)).message, /^messages\.1\.content\.2: `tool_use` ids must be unique/);
      const after = await repaired(file, anthropic);
      assert.deepEqual((JSON.parse(after) as { messages: unknown[] }).messages.slice(1), [
        { role: 'assistant', content: [use('a'), use('a_2'), use('a_3'), use('a_4')] },
        { role: 'user', content: [result('a', '1'), result('a_2', '2'), result('a_3', '3'), result('a_4', '4')] },
      ]);
      assert.equal(answer('anthropic', JSON.parse(after)).status, 200);
    });

    it('in one message have the results in their order', async () => {
      const file = body(
        { role: 'assistant', content: [use('a'), use('a')] },
        { role: 'user', content: [result('a', 'first'), result('a', 'second')] },
      );
      const after = await repaired(file, anthropic);
      assert.deepEqual((JSON.parse(after) as { messages: unknown[] }).messages.slice(1), [
        { role: 'assistant', content: [use('a'), use('a_2')] },
        { role: 'user', content: [result('a', 'first'), result('a_2', 'second')] },
      ]);
      assert.equal(answer('anthropic', JSON.parse(after)).status, 200);
    });

    it('one of which has no result: a note takes the place of it', async () => {
      const file = body({ role: 'assistant', content: [use('a'), use('a')] }, { role: 'user', content: [result('a', 'first')] });
      assert.deepEqual(codes(await checked(file, anthropic)).toSorted(), ['call_id_reused', 'call_without_result']);
      const after = await repaired(file, anthropic);
      assert.match(after, /The tool call a was removed/);
      assert.equal(answer('anthropic', JSON.parse(after)).status, 200);
    });

    it('of the Chat API do in one message, and not for Anthropic’s', async () => {
      const turns = (first: string, second: string): object[] => [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: null, tool_calls: [call(first), call(second)] },
        { role: 'tool', tool_call_id: first, content: 'one' },
        { role: 'tool', tool_call_id: second, content: 'two' },
      ];
      const file = JSON.stringify({ messages: turns('c', 'c') });
      assert.deepEqual(codes(await checked(file, chat)), []);
      assert.deepEqual(codes(await checked(file, anthropic)), ['call_id_reused']);
      assert.equal(await repaired(file, anthropic), JSON.stringify({ messages: turns('c', 'c_2') }));
    });
  });

  it('a message without content is refused; repaired, it says that it has none', async () => {
    const file = JSON.stringify({
      model: 'claude-opus-4-5',
      messages: [
        { role: 'user', content: 'Look' },
        { role: 'assistant', content: [] },
        { role: 'user', content: 'Again' },
      ],
    });
    assert.match(answer('anthropic', JSON.parse(file)).message, /messages\.1: all messages must have non-empty content/);
    assert.deepEqual(codes(await checked(file, anthropic)), ['part_rejected']);
    const after = await repaired(file, anthropic);
    assert.equal(after, file.replace('[]', '"(no content)"'));
    assert.equal(answer('anthropic', JSON.parse(after)).status, 200);
  });

  it('a request without a message does not go through', async () => {
    const body = { model: 'claude-opus-4-5', system: 'Help.', messages: [] };
    assert.deepEqual(codes(await checked(body, anthropic)), ['nothing_to_send']);
    const items = { model: 'gpt-5.2', instructions: 'Help.', input: [] };
    assert.deepEqual(codes(await checked(items, { ...chat, api: 'openai-responses' })), ['nothing_to_send']);
    assert.deepEqual(codes(await checked({ model: 'gpt-5.2', messages: [{ role: 'system', content: 'Help.' }] }, chat)), []);
  });

  it('tools that a provider runs itself need no result of ours', async () => {
    const content = [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
      { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
      { type: 'text', text: 'Found.' },
    ];
    const messages = [
      { role: 'user', content: 'Search' },
      { role: 'assistant', content },
      { role: 'user', content: 'Thanks' },
    ];
    assert.deepEqual(codes(await checked({ model: 'claude-opus-4-5', system: 's', messages }, anthropic)), []);
  });

  it('calls of a shell and of tools to come have their outputs', async () => {
    const input = [
      { role: 'user', content: 'ls' },
      { type: 'local_shell_call', call_id: 'a', action: { type: 'exec', command: ['ls'] }, status: 'completed' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
      { type: 'future_call', call_id: 'b' },
      { type: 'future_call_output', call_id: 'b', output: 'y' },
    ];
    assert.deepEqual(codes(await checked({ model: 'gpt-5.2', input }, { ...chat, api: 'openai-responses' })), []);
  });

  it('slashes that JSON escapes change nothing, also in long content', async () => {
    const data = base64(Buffer.concat([jpeg(30, 20), Buffer.from(noise(90_000))]));
    const url = (type: string): object => ({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: `data:${type};base64,${data}` } }],
    });
    const file = (type: string): string => JSON.stringify({ model: 'gpt-5.2', messages: [url(type)] }).replaceAll('/', '\\/');
    assert.deepEqual(codes(await checked(file('image/jpeg'), chat)), []);
    const index = await indexOf(file('image/png'));
    const part = index.messages[0]?.parts[0];
    assert.ok(part?.kind === 'media' && part.type);
    const written = (range: { start: number; end: number }): string => file('image/png').slice(range.start, range.end);
    assert.equal(written(part.type), 'image\\/png');
    const broken = file('image/jpeg').replace(
      data.slice(80_000, 80_040).replaceAll('/', '\\/'),
      `${data.slice(80_000, 80_020)}\\n${data.slice(80_020, 80_040)}`,
    );
    assert.notEqual(broken, file('image/jpeg'));
    assert.deepEqual(codes(await checked(broken, chat)), ['part_rejected'], 'a line break is no base64');
    assert.equal(written(part.data).replaceAll('\\', ''), data);
  });

  it('a result after the next answer is too late', async () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: [call('x'), call('y')] },
      { role: 'tool', tool_call_id: 'x', content: '1' },
      { role: 'assistant', content: 'Hm' },
      { role: 'tool', tool_call_id: 'y', content: '2' },
    ];
    assert.deepEqual(codes(await checked({ model: 'gpt-5.2', messages }, chat)), ['call_without_result', 'result_without_call']);
  });

  it('an image at an address needs vision as well, and has no known tokens', async () => {
    const content = [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }];
    const body = { model: 'x', messages: [{ role: 'user', content }] };
    const check = await checked(body, { ...chat, capabilities: { input: ['text'], output: ['text'] } });
    assert.deepEqual([codes(check), check.estimates], [['capability_missing'], null]);
  });

  it('the number of images of small windows holds where the window is known', async () => {
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64(png(30, 20)) } };
    const body = { model: 'claude-opus-4-5', messages: [{ role: 'user', content: Array.from({ length: 102 }, () => block) }] };
    assert.deepEqual(codes(await checked(body, { ...anthropic, contextWindow: 200_000 })), ['too_many_images']);
    const large = await checked(body, { ...anthropic, contextWindow: 1_000_000 });
    assert.ok(!large.findings.some(({ code }) => code === 'too_many_images'));
  });

  it('a medium without a formula takes nothing from what is known to be too much', async () => {
    const file = { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${base64(pdf(1))}` } };
    const content = [{ type: 'text', text: 'word '.repeat(50_000) }, file];
    const check = await checked(
      { model: 'x', messages: [{ role: 'user', content }] },
      { api: 'openai-compatible', capabilities: null, contextWindow: 8000 },
    );
    const exceeded = check.findings.find(({ code }) => code === 'context_exceeded');
    assert.ok(exceeded, codes(check).join());
    assert.match(
      formatSentence(conversationSentence({ ...exceeded, params: readableParams(exceeded) })),
      /^About 45,\d{3} tokens exceed the context window of 8,000\.$/,
    );
    assert.equal(check.estimates, null);
  });

  it('a line that is cut inside of an escape takes nothing of the next one', async () => {
    const line = (uuid: string): string =>
      JSON.stringify({ type: 'user', uuid, parentUuid: null, sessionId: 's', message: { role: 'user', content: 'hello' } });
    for (const chunk of [1, 7, 1000]) {
      const index = await indexOf(`${line('a')}\n{"type":"user","uuid":"b\\\n${line('c')}\n`, chunk);
      assert.deepEqual(
        index.messages.map(({ id }) => id),
        ['a', 'c'],
      );
      assert.deepEqual(
        index.broken.map((each) => each.line),
        [1],
      );
    }
  });

  it('a log with a type and a message is no session', async () => {
    assert.equal((await indexOf('{"type":"request","message":"POST /v1"}\n{"type":"user","message":"x"}')).format, null);
  });
});
