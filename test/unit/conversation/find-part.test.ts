import assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { checkWithWords } from '../../../src/core/conversation/find-part.ts';
import { findingOfWords } from '../../../src/core/conversation/finding-words.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
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
    for (const words of ['', 'bad request', 'messages.99.content.0', 'messages.x', `${'messages '.repeat(100_000)}`]) {
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
