import assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { checkWithWords } from '../../../src/core/conversation/find-part.ts';
import { findingOfWords } from '../../../src/core/conversation/finding-words.ts';
import { limitsNamed } from '../../../src/core/conversation/named-limits.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { image, indexOf, text, type Turn, WRITERS, type WrittenFormat } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';

const turns: Turn[] = [
  { user: [text('Look.'), image(png(1, 1))] },
  { assistant: 'I look.', calls: ['call_1'] },
  { result: 'call_1', pieces: [text('Here:'), image(png(2, 2))] },
  { user: [text('And?')] },
];

async function found(
  format: WrittenFormat,
  api: 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini',
  words: string,
  said: readonly Turn[] = turns,
): Promise<unknown> {
  const index = await indexOf(WRITERS[format](said));
  const { found: address } = checkWithWords(checkConversation(index, { api, capabilities: null }), words, index);
  const part = address && index.messages[address.message]?.parts[address.part];
  return part && (part.kind === 'text' ? part.sample : part.kind === 'media' ? part.facts.width : part.kind);
}

describe('The part that a server’s error is about', () => {
  it('is found by the address in its words, as each API writes it', async () => {
    assert.equal(await found('claude-code', 'anthropic', 'messages.2.content.0.content.1.image.source.base64: image exceeds 5 MB'), 2);
    assert.equal(
      await found('claude-code', 'anthropic', 'messages.2.content.0.tool_result.content.1.image.source.base64.media_type: Input should be'),
      2,
    );
    assert.equal(await found('claude-code', 'anthropic', 'messages.2.content.0.tool_result.content.0.text: bad'), 'Here:');
    assert.equal(await found('anthropic', 'anthropic', 'API Error: 400 {"message":"messages.0.content.1: bad"}'), 1);
    assert.equal(await found('codex', 'openai-responses', "Invalid 'input[3].output[1].image_url'."), 2);
    assert.equal(await found('openai-chat', 'openai-chat', "Invalid 'messages[0].content[1].image_url.url'"), 1);
    assert.equal(await found('gemini', 'gemini', 'contents[0].parts[1].inline_data: no'), 1);
  });

  it('is the first one in a message that is named as a whole', async () => {
    assert.equal(await found('anthropic', 'anthropic', 'messages.2: bad'), 'Here:');
  });

  it('is the call or the result without its other half that is named by its id', async () => {
    const alone: Turn[] = [{ user: [text('Look.')] }, { assistant: 'I look.', calls: ['call_1'] }, { user: [text('And?')] }];
    const inAlone = async (format: WrittenFormat, api: 'anthropic' | 'openai-responses', words: string) => found(format, api, words, alone);
    assert.equal(await inAlone('codex', 'openai-responses', 'No tool output found for function call call_1.'), 'call');
    const words = 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: call_1. Each …';
    assert.equal(await inAlone('anthropic', 'anthropic', words), 'call');
    assert.equal(await inAlone('codex', 'openai-responses', 'No tool output found for function call call_2.'), null);
  });

  it('is the call at the end of a session whose result was never written', async () => {
    const last: Turn[] = [{ user: [text('Look.')] }, { assistant: 'I look.', calls: ['call_1'] }];
    assert.equal(await found('codex', 'openai-responses', 'No tool output found for function call call_1.', last), 'call');
    assert.equal(await found('codex', 'openai-responses', 'No tool output found for function call call_2.', last), null);
  });

  it('is none without an address, or at a place where nothing is sent', async () => {
    for (const words of [
      '',
      'bad request',
      'messages.99.content.0',
      'messages.99.content.0: image',
      'messages.x',
      'messages '.repeat(100_000),
    ]) {
      assert.equal(await found('anthropic', 'anthropic', words), null);
    }
  });

  it('is refused by what the server says, while it is above the limit that it names', async () => {
    const large = Buffer.concat([png(2100, 20), Buffer.alloc(3 * 1024 * 1024)]);
    const index = await indexOf(WRITERS.anthropic([{ user: [text('Look.'), image(large), image(png(2100, 30)), image(png(1, 1))] }]));
    const check = checkConversation(index, { api: 'anthropic', capabilities: null });
    const refused = (words: string): unknown => {
      const { check: heard, found: part } = checkWithWords(check, words, index);
      const refusal = heard.findings.find(({ code }) => code === 'part_refused');
      const repairs = planRepairs(index, heard, [], { api: 'anthropic' });
      assert.equal(heard.goesThrough, refusal === undefined);
      return [part?.part, refusal?.params['words'], repairs.map(({ kind, address }) => `${kind} ${address.part}`)];
    };
    const actual = Math.ceil(large.length / 3) * 4;
    const at = (part: number): string => `messages.0.content.${part}.image.source.base64`;
    const tooLarge = `image exceeds 3 MB maximum: ${actual} bytes > 3145728 bytes`;
    const quoted = `API Error: 400 {"error":{"message":"${at(1)}: ${tooLarge}"},"request_id":"req_1"}`;
    for (const words of [`${at(1)}: ${tooLarge}`, quoted, tooLarge]) assert.deepEqual(refused(words), [1, tooLarge, ['shrink 1']]);
    const sides = 'At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels';
    assert.deepEqual(refused(`${at(2)}.data: ${sides}`), [2, sides, ['shrink 1', 'shrink 2']]);
    assert.deepEqual(refused(`${at(3)}: Could not process image`), [3, 'Could not process image', ['describe 3']]);
    const others = [
      `${at(3)}: ${tooLarge}`,
      `${at(3)}: ${sides}`,
      'messages.0.content.3.cache_control: at most 4',
      'messages.0.content.0: bad',
    ];
    for (const words of others) assert.deepEqual(refused(words), [words.includes('.3') ? 3 : 0, undefined, []], words);
    assert.deepEqual(refused('messages.0: bad'), [0, undefined, []]);
  });

  const thinking = (words: string): object => ({ type: 'thinking', thinking: words, signature: 'EqQB' });
  const call = (id: string): object => ({ type: 'tool_use', id, name: 'Bash', input: {} });
  const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
  /** A session of Claude Code: lines of an answer are one message, and so are a result and what is said behind it. */
  const session = (...lines: readonly (readonly [string, ...object[]])[]): string =>
    lines
      .map(([type, ...content]) => JSON.stringify({ type, version: '2.1.154', sessionId: 's', message: { role: type, content } }))
      .join('\n');
  const thought = session(
    ['user', { type: 'text', text: 'Hi' }],
    ['assistant', thinking('one')],
    ['assistant', { type: 'text', text: 'Well' }, call('a')],
    ['user', result('a')],
    ['assistant', thinking('two'), call('b')],
    ['user', result('b')],
    ['user', { type: 'text', text: 'Go on' }],
  );

  /** What the words add to what is known: rules and places, and whether it goes through. */
  async function heard(file: string, api: WireApi, words: string): Promise<unknown> {
    const index = await indexOf(file);
    const check = checkConversation(index, { api, capabilities: null });
    const { check: after, added, parts } = checkWithWords(check, words, index);
    const known = (findings: typeof added): string[] => findings.map(({ code, address }) => `${code} ${address?.message}`);
    assert.deepEqual(known(after.findings.slice(added.length)), known(check.findings), 'nothing less than without the words');
    assert.equal(after.goesThrough, added.length === 0 && check.goesThrough);
    return [
      added.map(({ code, params, address, pointer }) =>
        [code, params['limit'] ?? params['window'], address ? `${address.message}.${address.part}` : pointer]
          .filter((each) => each !== undefined)
          .join(' '),
      ),
      parts.map(({ message, part }) => `${message}.${part}`),
    ];
  }

  it('is thinking by its place in the request that the program sends, or by what is said of it', async () => {
    const changed = '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.';
    assert.deepEqual(await heard(thought, 'anthropic', `messages.1.content.0: ${changed}`), [['part_refused 1.0'], ['1.0']]);
    assert.deepEqual(await heard(thought, 'anthropic', `messages.3.content.0: ${changed}`), [['part_refused 4.0'], ['4.0']]);
    assert.deepEqual(await heard(thought, 'anthropic', changed), [['part_refused 4.0'], ['4.0']]);
    assert.deepEqual(await heard(thought, 'anthropic', 'Invalid `signature` in `thinking` block'), [
      ['part_suspected 1.0', 'part_suspected 4.0'],
      ['1.0', '4.0'],
    ]);
    assert.deepEqual(await heard(thought, 'anthropic', 'messages.4.content.1: bad'), [[], ['6.0']], 'the message after a result');
    assert.deepEqual(await heard(thought, 'anthropic', 'messages.3: the thinking is wrong'), [['part_refused 4.0'], ['4.0']]);
  });

  it('is the reasoning of Codex whose content cannot be read, by its place and by its ID', async () => {
    const item = (payload: object): string => JSON.stringify({ type: 'response_item', payload });
    const rollout = [
      JSON.stringify({ type: 'session_meta', payload: { id: 's', cli_version: '0.73.0' } }),
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }),
      item({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' }),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] }),
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on' }] }),
    ].join('\n');
    for (const words of [
      'The encrypted content gAAA...c90= could not be verified.',
      'input[1].encrypted_content: invalid',
      "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    ])
      assert.deepEqual(await heard(rollout, 'openai-responses', words), [['part_refused 1.0'], ['1.0']], words);
  });

  it('is the only suspicious one of its kind, else each of them may be meant', async () => {
    const cut = png(64, 64).subarray(0, 60);
    const pictures = (...bytes: Uint8Array[]): string =>
      WRITERS['claude-code']([{ user: [text('Look.'), ...bytes.map((each) => image(each))] }]);
    assert.deepEqual(await heard(pictures(png(3, 3), cut), 'anthropic', '400 Could not process image'), [['part_refused 0.2'], ['0.2']]);
    assert.deepEqual(await heard(pictures(png(3, 3)), 'anthropic', '400 Could not process image'), [['part_refused 0.1'], ['0.1']]);
    assert.deepEqual(await heard(pictures(png(3, 3), png(4, 4)), 'anthropic', '400 Could not process image'), [
      ['part_suspected 0.1', 'part_suspected 0.2'],
      ['0.1', '0.2'],
    ]);
    const index = await indexOf(pictures(png(3, 3)));
    const check = checkConversation(index, { api: 'anthropic', capabilities: null });
    assert.deepEqual(
      checkWithWords(check, '400 Could not process image', index, true).added,
      [],
      'others are not accused once it was repaired',
    );
    const quoted = '400 {"error":{"message": "Could not process image"}}';
    assert.deepEqual(checkWithWords(check, quoted, index).added[0]?.params['words'], 'Could not process image');
    const known = pictures(Buffer.from('<html>'));
    assert.deepEqual(await heard(known, 'anthropic', 'Could not process image'), [[], ['0.1']], 'what is known is not said twice');
  });

  it('is what has an ID verbatim, and a tool by its place', async () => {
    const body = JSON.stringify({
      model: 'gpt-5-mini',
      messages: [
        { role: 'user', content: 'Hi' },
        ...['call_a', 'call_a:0'].map((id) => ({
          role: 'assistant',
          tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
        })),
        { role: 'user', content: 'Go on' },
      ],
    });
    const words = 'The following tool_call_ids did not have response messages: call_a:0';
    assert.deepEqual(await heard(body, 'openai-chat', words), [[], ['2.0']]);
    assert.deepEqual(await heard(body, 'openai-chat', words.slice(0, -2)), [[], ['1.0']]);
    assert.deepEqual(await heard(body, 'openai-chat', "Invalid 'tools[3].function.name'"), [['part_refused /tools/3/function/name'], []]);
  });

  it('names limits, which hold for the conversation', async () => {
    const many = WRITERS['openai-responses']([{ user: [text('Look.'), ...[3, 4, 5, 6].map((side) => image(png(side, side)))] }]);
    for (const words of [
      '4 images of at most 3',
      'Too many images in request: at most 3 images are supported',
      'Number of images (4) exceeds limit 3',
    ])
      assert.deepEqual(await heard(many, 'openai-responses', words), [['too_many_images 3'], ['0.1']], words);
    assert.deepEqual(await heard(many, 'openai-responses', 'at most 4 images'), [[], []]);
    const long =
      "Invalid 'input[9].call_id': string too long. Expected a string with maximum length 5, but got a string with length 6 instead.";
    assert.deepEqual(await heard(WRITERS['openai-responses'](turns), 'openai-responses', long), [['request_refused 5 2.0'], []]);
    for (const words of ['prompt is too long: 208310 tokens > 200000 maximum', 'The context limit is 200,000 tokens'])
      assert.deepEqual(await heard(many, 'openai-responses', words), [['context_exceeded 200000'], []], words);
    for (const words of ['max_tokens: 100000 > 64000, the maximum number of output tokens', 'rate limit of 40,000 input tokens per minute'])
      assert.deepEqual(await heard(many, 'openai-responses', words), [[], []], words);
    assert.deepEqual(limitsNamed('image exceeds 5 MB maximum: 8164180 bytes > 5242880 bytes'), { base64: 5242880 });
    assert.deepEqual(limitsNamed('too many images and documents: 102 + 0 > 100'), { images: 100 });
    assert.deepEqual(limitsNamed('A maximum of 100 PDF pages may be provided.'), { pages: 100 });
    assert.deepEqual(limitsNamed('400 messages.0.content.3: bad'), {});
  });

  it('is that of the finding whose words the server says, when it names no place', async () => {
    const broken: Turn[] = [
      { user: [text('Look.'), image(Buffer.from('no picture'), 'image/png')] },
      { assistant: 'I look.' },
      { user: [image(png(1, 1), 'image/gif')] },
    ];
    const of = async (format: WrittenFormat, api: 'anthropic' | 'openai-chat', message: string) => {
      const { findings } = checkConversation(await indexOf(WRITERS[format](broken)), { api, capabilities: null });
      return findingOfWords(findings, message, api)?.address?.message;
    };
    const quoted = 'API Error: 400 {"type":"error","error":{"message":"Could not\\n  process image"}}';
    assert.equal(await of('claude-code', 'anthropic', 'API Error: 400 Could not process image'), 0);
    assert.equal(await of('anthropic', 'anthropic', quoted.replace('\\n', '\n')), 0);
    const type = 'The image was specified using the image/gif media type, but the image appears to be a image/png image';
    assert.equal(await of('claude-code', 'anthropic', type), 2);
    assert.equal(await of('openai-chat', 'openai-chat', 'The image data you provided does not represent a valid image.'), undefined);
    assert.equal(await of('claude-code', 'anthropic', 'Overloaded'), undefined);
    assert.equal(await of('claude-code', 'anthropic', ''), undefined);
  });
});
