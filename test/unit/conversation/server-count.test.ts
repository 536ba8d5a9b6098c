/** What servers counted for the requests of a session, and what is told of the next one by that. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { cli } from '../../support/command-line.ts';
import { indexOf } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64 } from '../../support/transcripts.ts';

const MODEL = 'claude-opus-4-5-20251101';
const USAGE = { input_tokens: 3, cache_creation_input_tokens: 500, cache_read_input_tokens: 21_000, output_tokens: 2 };

let number = 0;
/** A line of Claude Code behind the one before. */
function line(type: 'user' | 'assistant', message: object, more: object = {}): object {
  number++;
  const parentUuid = number === 1 ? null : `u${number - 1}`;
  return { type, uuid: `u${number}`, parentUuid, sessionId: 's', cwd: '/p', message: { role: type, ...message }, ...more };
}
const said = (text: string): object => line('user', { content: [{ type: 'text', text }] });
const answered = (text: string, more: object = {}): object =>
  line('assistant', { id: `msg_${number}`, model: MODEL, content: [{ type: 'text', text }], usage: USAGE, ...more });
const written = (...lines: readonly object[]): string => lines.map((each) => `${JSON.stringify(each)}\n`).join('');

/** What a session of Claude Code costs. */
async function checked(file: string, model = 'claude-opus-4-5', contextWindow?: number) {
  return checkConversation(await indexOf(file), { api: 'anthropic', capabilities: null, model, contextWindow });
}
const tokensOf = ({ estimates }: Awaited<ReturnType<typeof checked>>): number => (estimates ?? []).reduce((sum, { high }) => sum + high, 0);

describe('What a server counted for a session of Claude Code', () => {
  beforeEach(() => {
    number = 0;
  });

  it('counts all that came before the last answer, cached or not, and only what comes behind is estimated', async () => {
    const check = await checked(written(said('word '.repeat(3000)), answered('Good.'), said('Go on.')));
    assert.equal(check.counted, 21_503);
    assert.equal(check.lacks, null);
    const behind = tokensOf(check) - 21_503;
    assert.ok(behind > 3 && behind < 30, String(behind));
  });

  it('is that of the first line of an answer that stands in several, with results in between', async () => {
    const call = (id: string): object => ({ id: 'msg_1', content: [{ type: 'tool_use', id, name: 'Read', input: {} }] });
    const result = (id: string): object => line('user', { content: [{ type: 'tool_result', tool_use_id: id, content: 'Seen.' }] });
    const file = written(said('Look.'), answered('', call('a')), result('a'), answered('', call('b')), result('b'));
    assert.equal((await indexOf(file)).counted?.before, 1);
  });

  it('is not taken for another model, of which the estimate is said to lack something', async () => {
    const check = await checked(written(said('Look.'), answered('Good.')), 'claude-sonnet-4-5');
    assert.equal(check.counted, null);
    assert.equal(check.lacks, 'system_and_tools');
  });

  it('is marked by switch as what the estimates of other models cannot be compared with', async () => {
    const folder = await temporaryFolder({ 's.jsonl': written(said('Look.'), answered('Good.'), said('Go on.')) });
    const file = path.join(folder, 's.jsonl');
    const { stdout } = await cli(['switch', file, '--to', 'claude-opus-4-5', '--to', 'claude-sonnet-4-5']);
    assert.match(stdout, /^claude-opus-4-5 .* ≈ 21,5\d\d +≈ \$/m);
    assert.match(stdout, /^claude-sonnet-4-5 .* ≈ \d+ \* +< \$/m);
    assert.match(stdout, /^\* estimated without the system prompt and tools, .* as the server counted them\.$/m);
    const alone = await cli(['switch', file, '--to', 'claude-sonnet-4-5', '--to', 'claude-haiku-4-5']);
    assert.doesNotMatch(alone.stdout, /\*/, 'all measure the same');
    const told = JSON.parse((await cli(['switch', file, '--to', 'claude-opus-4-5', '--to', 'claude-sonnet-4-5', '--json'])).stdout) as {
      models: { counted?: number; lacks?: string }[];
    };
    assert.deepEqual(
      told.models.map(({ counted, lacks }) => [counted, lacks]),
      [
        [21_503, undefined],
        [undefined, 'system_and_tools'],
      ],
    );
  });

  it('is not taken from before a compaction, from a subagent, or from another branch', async () => {
    const boundary = { type: 'system', subtype: 'compact_boundary', uuid: 'c', parentUuid: null, sessionId: 's' };
    const begin = [said('Look.'), answered('Good.')];
    const summary = { ...said('Summary.'), parentUuid: 'c' };
    assert.equal((await indexOf(written(...begin, boundary, summary))).counted, undefined);
    number = 2;
    const aside = { ...answered('Of a subagent.', { usage: { input_tokens: 9 } }), isSidechain: true, parentUuid: 'u1' };
    const branch = { ...answered('Taken back.', { usage: { input_tokens: 7 } }), parentUuid: 'u1' };
    const last = { ...said('On.'), parentUuid: 'u2' };
    assert.equal((await indexOf(written(...begin, aside, branch, last))).counted?.high, 21_503);
  });

  it('is not that of an answer for which the server searched, whose usage is that of several requests', async () => {
    const usage = { ...USAGE, server_tool_use: { web_search_requests: 1 } };
    assert.equal((await indexOf(written(said('Look.'), answered('Good.', { usage })))).counted, undefined);
  });

  it('is not taken where a repair described content that was counted', async () => {
    const described = said('[Removed from the conversation: image/png, 5.1 MB]');
    assert.equal((await checked(written(described, answered('Good.')))).counted, null);
    number = 0;
    const later = written(said('Look.'), answered('Good.'), said('Not [Removed from the conversation: image/png, 5.1 MB] counted.'));
    assert.equal((await checked(later)).counted, 21_503);
  });

  it('counts pictures and base64 before the answer once, with the server', async () => {
    const source = { type: 'base64', media_type: 'image/png', data: base64(png(1000, 1000)) };
    const picture = line('user', { content: [{ type: 'image', source }] });
    const before = await checked(written(picture, answered('Good.')));
    assert.ok(tokensOf(before) < 21_503 + 30, String(tokensOf(before)));
    number = 0;
    const behind = await checked(written(said('Look.'), answered('Good.'), line('user', { content: [{ type: 'image', source }] })));
    assert.ok(tokensOf(behind) > 21_503 + 1000, String(tokensOf(behind)));
  });

  it('shows that a window is larger than the one that is known, by a request that was answered', async () => {
    const codes = async (window: number, usage: object): Promise<string[]> => {
      number = 0;
      const file = written(said('Look.'), answered('Good.', { usage }), said('word '.repeat(4000)));
      return (await checked(file, MODEL, window)).findings.map(({ code }) => code);
    };
    assert.deepEqual(await codes(200_000, { input_tokens: 250_000 }), []);
    assert.deepEqual(await codes(200_000, { input_tokens: 199_000 }), ['context_exceeded']);
    assert.deepEqual(await codes(200_000, { input_tokens: 150_000 }), []);
  });
});

describe('What a server counted for a session of Codex', () => {
  const of = (type: string, payload: object): object => ({ timestamp: '2026-11-20T10:00:00.000Z', type, payload });
  const message = (role: 'user' | 'assistant', text: string): object =>
    of('response_item', { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] });
  const count = (total: number, last: object): object =>
    of('event_msg', { type: 'token_count', info: { total_token_usage: { total_tokens: total }, last_token_usage: last } });
  const begin = [of('session_meta', { id: 's', cwd: '/p' }), of('turn_context', { model: 'gpt-5.2-codex' })];
  const LAST = { input_tokens: 9000, cached_input_tokens: 8000, output_tokens: 700, reasoning_output_tokens: 600, total_tokens: 9700 };

  it('holds the answer too, with and without its reasoning', async () => {
    const index = await indexOf(written(...begin, message('user', 'Look.'), message('assistant', 'Good.'), count(9700, LAST)));
    assert.deepEqual(index.counted, { low: 9100, high: 9700, before: 2, model: 'gpt-5.2-codex' });
  });

  it('is not taken twice: it is told again when more was said', async () => {
    const turn = [message('user', 'Look.'), message('assistant', 'Good.'), count(9700, LAST)];
    const index = await indexOf(written(...begin, ...turn, message('user', 'More.'), count(9700, LAST)));
    assert.equal(index.counted?.before, 2);
  });

  it('is that of the turns before those that were taken back', async () => {
    const turns = [message('user', 'Look.'), message('assistant', 'Good.'), count(9700, LAST)];
    const back = of('event_msg', { type: 'thread_rolled_back', num_turns: 1 });
    const more = [message('user', 'More.'), message('assistant', 'Done.'), count(29_700, { input_tokens: 20_000 }), back];
    assert.equal((await indexOf(written(...begin, ...turns, ...more, message('user', 'Else.')))).counted?.high, 9700);
  });
});

describe('What a server counted, on the command line', () => {
  const file = (name: string): string => path.resolve('test/fixtures/sessions', `${name}.jsonl`);

  it('is told of sessions that real programs wrote', async () => {
    // The server of the laboratory counts 1,000 and the number of the request: of three, each of these has the last.
    for (const [name, model] of [
      ['qwen-code', 'gpt-4o'],
      ['gemini-cli', 'gemini-2.5-pro'],
    ] as const) {
      const { counted } = await indexOf(readFileSync(file(name), 'utf8'));
      assert.deepEqual([name, counted?.high, counted?.model], [name, 1003, model]);
      const { stdout } = await cli(['conversation', file(name)]);
      assert.match(stdout, /^Tokens +≈ 1,0\d\d, 1,003 of them as the server counted the last answered request$/m);
    }
  });
});
