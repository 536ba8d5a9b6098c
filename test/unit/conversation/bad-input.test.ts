import assert from 'node:assert/strict';
import { checkConversation, type ConversationCheck, type Receiver } from '../../../src/core/conversation/check-conversation.ts';
import type { ConversationIndex, MediaPartOf } from '../../../src/core/conversation/conversation.ts';
import { collectIndex, indexConversation } from '../../../src/core/conversation/index-conversation.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { image, indexOf, repairedFile, text, WRITERS } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { byEffort, itWhenThorough } from '../../support/effort.ts';

/** How many questions the long conversation has. */
const QUESTIONS = byEffort({ quick: 2000, usual: 10_000, soak: 50_000 });

/** The length of a line that is passed over, in megabytes. */
const LONG_LINE = byEffort({ quick: 70, usual: 70, soak: 1000 });

const anthropic: Receiver = { api: 'anthropic', model: 'claude-opus-4-5', capabilities: null };
const errors = ({ findings }: ConversationCheck): string[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
const mediaOf = ({ messages }: ConversationIndex): MediaPartOf[] =>
  messages.flatMap(({ parts }) => parts).filter((part) => part.kind === 'media');

/** A request of Anthropic with an image. */
const withImage = (data: string, media_type = 'image/png'): string =>
  JSON.stringify({
    model: 'claude-opus-4-5',
    max_tokens: 10,
    messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type, data } }] }],
  });

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A file that is written while it is read. */
async function indexed(pieces: Iterable<string | Uint8Array>): Promise<ConversationIndex> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield await Promise.resolve(typeof piece === 'string' ? Buffer.from(piece) : piece);
  }
  return collectIndex(indexConversation(chunks()));
}

/** What JSON makes of a text; undefined where it is none. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

describe('Bad input of conversations', function () {
  this.timeout(120_000);

  it('NUL bytes between lines, and in them, spoil no other line', async () => {
    const [first = '', ...rest] = WRITERS['claude-code']([{ user: [text('One')] }, { assistant: 'Two' }, { user: [text('Three')] }]).split(
      '\n',
    );
    const index = await indexOf(`${first}\n\u0000\u0000\u0000\n${first.slice(0, 40)}\u0000\n${rest.join('\n')}`);
    assert.equal(index.messages.length, 3);
    assert.deepEqual(
      index.broken.map(({ line }) => line),
      [1, 2],
    );
  });

  it('a text with escapes is what JSON says, and a line with one that JSON does not know is broken', async () => {
    const texts = [
      'a\\nb',
      '\\u00e9\\ud83d\\ude00',
      '\\ud800',
      '\\\\',
      '\\"',
      '\\/\\b\\f\\r\\t',
      '\\x',
      '\\u12g4',
      '\\u12',
      'a\\\u0001',
      'b\\n\u0002',
      '\\\\\\',
    ];
    const lines = WRITERS['claude-code']([{ user: [text('HERE')] }]).split('\n');
    const line = lines.find((each) => each.includes('HERE')) ?? '';
    for (const written of texts) {
      const whole = line.replace('HERE', () => written);
      const { messages, broken } = await indexed([`${whole}\n${line}\n`]);
      const known = parsed(`"${written}"`);
      assert.deepEqual(
        messages.map(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.sample : part.kind))),
        [...(known === undefined ? [] : [[known]]), ['HERE']],
        written,
      );
      assert.equal(broken.length, known === undefined ? 1 : 0, written);
    }
  });

  it('a result before its call is one without a call, and the call one without a result; both are repaired', async () => {
    const file = JSON.stringify({
      model: 'claude-opus-4-5',
      max_tokens: 10,
      messages: [
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'done' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
        { role: 'user', content: 'Go on' },
      ],
    });
    const index = await indexOf(file);
    const check = checkConversation(index, anthropic);
    assert.deepEqual(errors(check).toSorted(), ['call_without_result', 'result_without_call']);
    const { text: after } = await repairedFile(file, planRepairs(index, check, [], { api: 'anthropic' }));
    assert.deepEqual(errors(checkConversation(await indexOf(after), anthropic)), []);
  });

  it('base64 with line breaks is refused as no base64, known as the image it is, and repaired', async () => {
    const broken = encoded(png(40, 30)).replaceAll(/.{76}/g, '$&\r\n');
    assert.ok(broken.includes('\r\n'));
    const file = withImage(broken);
    const index = await indexOf(file);
    const [part] = mediaOf(index);
    assert.deepEqual([part?.isBase64, part?.facts.width, part?.facts.height], [false, 40, 30]);
    const check = checkConversation(index, anthropic);
    assert.deepEqual(errors(check), ['part_rejected']);
    const { text: after } = await repairedFile(file, planRepairs(index, check, [], { api: 'anthropic' }));
    assert.deepEqual(errors(checkConversation(await indexOf(after), anthropic)), []);
  });

  it('an image of 1 × 1 goes; one of 30,000 × 30,000 is refused, and described, since nobody can unpack it', async () => {
    assert.deepEqual(errors(checkConversation(await indexOf(withImage(encoded(png(1, 1)))), anthropic)), []);
    const file = withImage(encoded(png(30_000, 30_000)));
    const index = await indexOf(file);
    const check = checkConversation(index, anthropic);
    assert.ok(errors(check).includes('too_many_pixels'));
    const repairs = planRepairs(index, check, [], { api: 'anthropic' });
    assert.deepEqual(
      repairs.map(({ kind }) => kind),
      ['describe'],
    );
    const { text: after } = await repairedFile(file, repairs);
    assert.match(after, /30000 × 30000/);
    assert.deepEqual(errors(checkConversation(await indexOf(after), anthropic)), []);
  });

  it('a media type in capitals is that type', async () => {
    const [part] = mediaOf(await indexOf(withImage(encoded(png(9, 9)), 'IMAGE/PNG')));
    assert.deepEqual([part?.facts.mimeType, part?.declared], ['image/png', 'IMAGE/PNG']);
  });

  it('a time that no date has is none, in a chat of VS Code', async () => {
    const chat = WRITERS['vscode-chat']([{ user: [text('See')] }]);
    for (const [written, time] of [
      ['8640000000000000', 8_640_000_000_000_000],
      ['8640000000000001', undefined],
      ['-1e300', undefined],
    ] as const) {
      const index = await indexOf(chat.replace('1793527200000', written));
      assert.equal(index.messages[0]?.time, time, written);
    }
  });

  it('a `$base64` of a chat of VS Code that is none is a part all the same, and fails', async () => {
    for (const data of ['not base64!', '', { deep: 1 }, null]) {
      const file = WRITERS['vscode-chat']([{ user: [text('See'), image(png(9, 9))] }]).replace(
        /"\$base64":"[^"]*"/,
        `"$base64":${JSON.stringify(data)}`,
      );
      const index = await indexOf(file);
      assert.equal(index.format, 'vscode-chat');
      assert.ok(index.messages.length > 0);
      const check = checkConversation(index, { api: 'openai-chat', model: 'gpt-5.2', capabilities: null });
      assert.ok(typeof data !== 'string' || errors(check).length > 0, JSON.stringify(data));
    }
  });

  it('JSON of depth 10,000 in a message is kept, and the messages around it are read', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const lines = WRITERS['claude-code']([{ user: [text('One')] }, { assistant: 'Two' }, { user: [text('Three')] }]).split('\n');
    const file = lines
      .map((line) => (line.includes('"Two"') ? line.replace('"message":{', `"message":{"deep":${deep},`) : line))
      .join('\n');
    assert.ok(file.length > 20_000);
    const index = await indexOf(file);
    const texts = index.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.sample] : [])));
    assert.deepEqual(texts, ['One', 'Two', 'Three']);
  });

  itWhenThorough('one line of 500 MB is an image of its size, with nothing of it held', async () => {
    const [head = '', tail = ''] = withImage('|').split('|');
    const piece = Buffer.alloc(1_000_000, encoded(png(20, 20).subarray(0, 33)));
    const start = encoded(png(20, 20).subarray(0, 33));
    function* pieces(): Generator<string | Uint8Array> {
      yield `${head}${start}`;
      for (let at = 0; at < 500; at++) yield piece;
      yield `${tail}\n`;
    }
    const before = process.memoryUsage().rss;
    const index = await indexed(pieces());
    const [part] = mediaOf(index);
    assert.deepEqual([part?.facts.width, part && part.data.end - part.data.start], [20, 500_000_000 + start.length]);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 100_000_000, `${Math.round(grown / 1e6)} MB`);
    assert.ok(errors(checkConversation(index, anthropic)).includes('request_too_large'));
  });

  itWhenThorough('2 GB of a session are read in the memory of its index, with places beyond what 32 bits hold', async () => {
    const lines = WRITERS['claude-code']([{ user: [text('See'), image(png(20, 20))] }]);
    const [head = '', tail = ''] = lines.split(encoded(png(20, 20)));
    const start = encoded(png(20, 20).subarray(0, 33));
    const piece = Buffer.alloc(1_000_000, start);
    const last = WRITERS['claude-code']([{ user: [text('The end')] }]);
    function* pieces(): Generator<string | Uint8Array> {
      for (let line = 0; line < 22; line++) {
        yield `${head}${start}`;
        for (let at = 0; at < 100; at++) yield piece;
        yield tail;
      }
      yield last;
    }
    const before = process.memoryUsage().rss;
    const index = await indexed(pieces());
    assert.equal(index.messages.length, 23);
    assert.ok((index.messages.at(-1)?.start ?? 0) > 2 ** 31);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 150_000_000, `${Math.round(grown / 1e6)} MB`);
  });

  for (const [what, piece, end] of [
    ['NUL bytes', '\0', '\n'],
    ['numbers', '0.123456,', '1]}\n'],
    ['white space', ' ', '1]}\n'],
  ] as const) {
    itWhenThorough(`${LONG_LINE} MB of ${what} on a line are passed over in little memory, and the lines around it are read`, async () => {
      const [first = '', second = ''] = WRITERS['claude-code']([{ user: [text('One')] }, { assistant: 'Two' }])
        .split('\n')
        .slice(1);
      const megabyte = Buffer.alloc(1_000_000 - (1_000_000 % piece.length), piece);
      function* pieces(): Generator<string | Uint8Array> {
        yield `${first}\n`;
        if (piece !== '\0') yield '{"type":"x","v":[';
        for (let at = 0; at < LONG_LINE; at++) yield megabyte;
        yield `${end}${second}\n`;
      }
      const before = process.memoryUsage().rss;
      const index = await indexed(pieces());
      const grown = process.memoryUsage().rss - before;
      assert.ok(grown < 220_000_000, `${Math.round(grown / 1e6)} MB`);
      assert.deepEqual(
        index.messages.map(({ line }) => line),
        [0, 2],
      );
      assert.deepEqual(
        index.broken.map(({ line, end: last }) => [line, last > (LONG_LINE - 1) * 1_000_000]),
        [[1, true]],
      );
    });
  }

  itWhenThorough('a message of 80 MB that no reader could hold is passed over, and those around it are read', async () => {
    const megabyte = Buffer.alloc(1_000_000, '0.12345,');
    function* pieces(): Generator<string | Uint8Array> {
      yield '{"model":"claude-opus-4-5","messages":[{"role":"user","content":"One"},{"role":"assistant","content":"Two","v":[';
      for (let at = 0; at < 80; at++) yield megabyte;
      yield '1]},{"role":"user","content":"Three"}]}';
    }
    const index = await indexed(pieces());
    assert.deepEqual(
      index.messages.map(({ parts: [part] }) => part?.kind === 'text' && part.sample),
      ['One', 'Three'],
    );
    assert.deepEqual([index.format, index.broken.length], ['anthropic', 1]);
  });

  it(`${QUESTIONS} questions and their answers are read, checked and walked`, async () => {
    const turns = Array.from({ length: QUESTIONS }, (_, at) => [{ user: [text(`Question ${at}`)] }, { assistant: `Answer ${at}` }]).flat();
    const index = await indexOf(WRITERS['openai-chat'](turns));
    assert.equal(index.messages.length, 2 * QUESTIONS);
    const check = checkConversation(index, { api: 'openai-chat', model: 'gpt-5.2', capabilities: null });
    assert.equal(check.messages, 2 * QUESTIONS);
  });
});
