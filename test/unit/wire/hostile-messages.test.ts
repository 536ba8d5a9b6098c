import assert from 'node:assert/strict';
import { WIRE_APIS, type WireApi } from '../../../src/core/wire/verdict.ts';
import type { CanonicalMessage } from '../../../src/core/wire/turns.ts';
import { bodySize } from '../../../src/core/wire/shortened-body.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answer, calls, file, PARTS, text, user } from '../../support/wire.ts';

/** Messages as a program without types could make them. */
const hostile = (...messages: unknown[]): CanonicalMessage[] => messages as CanonicalMessage[];
const url = (value: unknown) => ({ type: 'image_url', image_url: { url: value } });

const MESSAGES: Readonly<Record<string, CanonicalMessage[]>> = {
  'no messages': [],
  'no content': hostile(
    { role: 'user' },
    { role: 'user', content: null },
    { role: 'tool', tool_call_id: 'a', content: 7 },
    { role: 'assistant' },
  ),
  'empty content': [user(), answer('a'), { role: 'user', content: '' }, { role: 'tool', tool_call_id: 'a', content: '' }],
  'parts that are none': hostile({
    role: 'user',
    content: [null, 7, [], 'text', {}, { type: 'text' }, { type: 'image_url' }, { type: 'file', file: null }],
  }),
  'parts of a later version': hostile({
    role: 'user',
    content: [
      { type: 'video_url', video_url: { url: 'x' } },
      { type: '\u202e\n', x: 1 },
    ],
  }),
  'image URLs that are no data': hostile({
    role: 'user',
    content: [
      '',
      'data:',
      'data:image/png;base64',
      'data:image/png,abc',
      'data:;base64,AAAA',
      'javascript:alert(1)',
      'data:image/png;base64,%%%%',
      `data:${'x'.repeat(5000)};base64,AAAA`,
      7,
      null,
    ].map(url),
  }),
  'files that are none': hostile({
    role: 'user',
    content: [
      { type: 'file', file: {} },
      file('', 'no type', 'AAAA'),
      file('a', 'image/png', 'not base64 "at all"\n'),
      file('b', 'text/plain', 'ä'.repeat(200)),
      file('c', 'audio/wav', ''),
    ],
  }),
  'answers without calls': [answer('nobody', text('x'), PARTS.png, PARTS.pdf)],
  'calls that are none': hostile(
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 7 }, { id: 'c', function: { name: '', arguments: '{' } }, { id: 'd', function: { name: 'f', arguments: null } }],
    },
    answer('c', PARTS.mp3),
  ),
  'arguments too deep': [
    {
      ...calls('c'),
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}` } }],
    },
  ],
  'names that forge': [answer('a\n"]', file('a\r\n[x]\u2028"b".pdf', 'application/pdf'))],
  'lone surrogates': [answer('\ud800', text('\udc00'), file('\ud800.pdf', 'application/pdf'))],
  'names of the prototype': hostile(
    { role: 'tool', tool_call_id: '__proto__', content: '{"__proto__":{"a":1},"constructor":1}' },
    { role: 'user', content: [{ type: '__proto__' }] },
  ),
};

describe('A message from outside', () => {
  for (const [name, messages] of Object.entries(MESSAGES)) {
    it(`gives a request, one verdict for each part, and the size of both: ${name}`, () => {
      for (const api of WIRE_APIS) {
        const result = toWire(messages, api);
        const json = JSON.stringify(result.body);
        assert.equal(bodySize(result), Buffer.byteLength(json), api);
        const keys = result.verdicts.map(({ message, part }) => `${message}.${part}`);
        assert.equal(new Set(keys).size, keys.length, api);
        if (api !== 'mcp') assert.deepEqual(keys, expectedKeys(messages), api);
      }
    });
  }

  it('that is no base64 is refused where there is a place for it, and left out elsewhere', () => {
    const verdictOf = (api: WireApi, part: unknown): string => {
      const [verdict] = toWire(hostile({ role: 'user', content: [part] }), api).verdicts;
      return `${verdict?.outcome} ${verdict?.rule}`;
    };
    for (const api of ['openai-chat', 'openai-responses', 'openai-compatible'] as const)
      assert.equal(verdictOf(api, url('data:image/png,abc')), 'rejected base64_invalid', api);
    for (const api of ['anthropic', 'gemini', 'gemini-2', 'ollama'] as const)
      assert.equal(verdictOf(api, url('data:image/png,abc')), 'dropped base64_invalid', api);
    for (const api of ['openai-chat', 'anthropic', 'gemini', 'ollama'] as const)
      assert.equal(verdictOf(api, file('a', 'image/png', 'no base64!')), 'rejected base64_invalid', api);
  });

  it('with holes, or calls that are none, are read as far as they are messages', () => {
    const call = { id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } };
    // the first place is empty
    const holed = (item: unknown): unknown[] => {
      const items = new Array<unknown>(2);
      items[1] = item;
      return items;
    };
    const messages = hostile(
      { role: 'assistant', content: null, tool_calls: [null, call, { ...call, id: Object.create(null) as unknown }] },
      { role: 'assistant', content: null, tool_calls: holed(call) },
      { role: 'tool', tool_call_id: 'a', content: holed(text('x')) },
      { role: 'user', content: holed(text('y')) },
    );
    for (const api of WIRE_APIS) assert.match(JSON.stringify(toWire(messages, api).body), /y/, api);
  });

  it('names the tool of an answer whose call is missing as unknown', () => {
    const { body } = toWire(answer('nobody', text('x')), 'gemini');
    assert.match(JSON.stringify(body), /"id":"nobody","name":"unknown_tool"/);
  });

  it('fetches no address where the API would not, and says so', () => {
    const message = hostile({ role: 'user', content: [url('http://10.0.0.1/a.png')] });
    assert.equal(toWire(message, 'ollama').verdicts[0]?.rule, 'address_not_taken');
    assert.equal(toWire(message, 'anthropic').verdicts[0]?.rule, 'address_not_taken', 'https only');
    for (const api of ['openai-chat', 'openai-responses'] as const) {
      const { outcome, rule } = toWire(message, api).verdicts[0] ?? {};
      assert.deepEqual([outcome, rule], ['rejected', 'address_without_https'], api);
      assert.equal(
        toWire(hostile({ role: 'user', content: [url('HTTPS://10.0.0.1/a.png')] }), api).verdicts[0]?.rule,
        'image_by_address',
        api,
      );
    }
    assert.equal(toWire(message, 'openai-compatible').verdicts[0]?.rule, 'image_by_address');
  });
});

/** One for each part of user and tool messages. */
function expectedKeys(messages: readonly CanonicalMessage[]): string[] {
  return messages.flatMap(({ role, content }: { role: string; content?: unknown }, message) => {
    if (role === 'assistant') return [];
    const count = typeof content === 'string' ? 1 : Array.isArray(content) ? content.length : 0;
    return Array.from({ length: count }, (_, part) => `${message}.${part}`);
  });
}
