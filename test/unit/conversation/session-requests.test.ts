/** The requests of a session as the server counted them, and what of them missed the cache. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countOfRequests, factsOfRequests } from '../../../src/core/conversation/request-words.ts';
import { groupsOfRequests, sessionRequests, totalOfRequests } from '../../../src/core/conversation/session-requests.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { cli } from '../../support/command-line.ts';
import { indexOf } from '../../support/conversations.ts';
import { COUNTED_MODEL, countedSession, type CountedTurn } from '../../support/counted-session.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const written = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const requestsOf = async (lines: readonly object[]) => sessionRequests(await indexOf(written(lines)));
const missesOf = async (lines: readonly object[]) => (await requestsOf(lines)).map(({ miss }) => miss && [miss.tokens, miss.reason]);

describe('The requests of a session', () => {
  it('have the tokens that the server counted, the price by what was read from the cache and written to it, and their time', async () => {
    const [first, second] = await requestsOf(
      countedSession([
        [3, 0, 20_000, 0],
        [4, 20_000, 1000, 60],
      ]),
    );
    assert.deepEqual(
      { ...second, price: second?.price?.toFixed(6) },
      {
        answer: 3,
        id: 'msg_1',
        model: COUNTED_MODEL,
        input: 21_004,
        cached: 20_000,
        written: 1000,
        output: 10,
        time: Date.UTC(2026, 10, 20, 10, 1),
        isSidechain: false,
        // dollars for a million: 3 as input, 0.3 read, 3.75 written, 15 as output
        price: ((4 * 3 + 20_000 * 0.3 + 1000 * 3.75 + 10 * 15) / 1e6).toFixed(6),
        miss: null,
      },
    );
    assert.equal(first?.miss, null);
  });

  it('cost more where a cache is kept for an hour, and miss it by the time after an hour', async () => {
    const hour: CountedTurn = [3, 0, 20_000, 0, { forHour: 20_000 }];
    const [kept] = await requestsOf(countedSession([hour]));
    assert.equal(kept?.price?.toFixed(6), ((3 * 3 + 20_000 * 6 + 10 * 15) / 1e6).toFixed(6));
    const [mixed] = await requestsOf(countedSession([[3, 0, 20_000, 0, { forHour: 5000 }]]));
    assert.equal(mixed?.price?.toFixed(6), ((3 * 3 + 5000 * 6 + 15_000 * 3.75 + 10 * 15) / 1e6).toFixed(6));
    assert.deepEqual(await missesOf(countedSession([hour, [3, 0, 23_000, 3600]])), [null, [20_000, 'unknown']]);
    const [, idle] = await requestsOf(countedSession([hour, [3, 0, 23_000, 3601, { forHour: 23_000 }]]));
    assert.deepEqual([idle?.miss?.tokens, idle?.miss?.reason], [20_000, 'idle_for_an_hour']);
    // 20,000 tokens were written for an hour, at 6, that could have been read at 0.3
    assert.equal(idle?.miss?.price?.toFixed(6), ((20_000 * (6 - 0.3)) / 1e6).toFixed(6));
  });

  it('are counted once where an answer stands in several lines, by the last of them', async () => {
    const [question, answer] = countedSession([[3, 0, 2000, 0]]) as [object, { message: { usage: object } }];
    const later = {
      ...answer,
      uuid: 'b',
      parentUuid: 'a0',
      message: { ...answer.message, usage: { ...answer.message.usage, output_tokens: 70 } },
    };
    const requests = await requestsOf([question, answer, later]);
    assert.deepEqual(
      requests.map(({ answer: at, output }) => [at, output]),
      [[1, 70]],
    );
  });

  it('miss what the one before read and wrote: after five minutes, by another model, and for what is not known', async () => {
    const begin: CountedTurn[] = [
      [3, 0, 20_000, 0],
      [3, 20_000, 2000, 60],
    ];
    assert.deepEqual(await missesOf(countedSession([...begin, [3, 22_000, 500, 120]])), [null, null, null]);
    assert.deepEqual(await missesOf(countedSession([...begin, [3, 0, 23_000, 360]])), [null, null, [22_000, 'unknown']]);
    assert.deepEqual(await missesOf(countedSession([...begin, [3, 0, 23_000, 361]])), [null, null, [22_000, 'idle']]);
    assert.deepEqual(await missesOf(countedSession([...begin, [3, 0, 23_000, 90, { model: 'claude-opus-4-5' }]])), [
      null,
      null,
      [22_000, 'other_model'],
    ]);
    assert.deepEqual(await missesOf(countedSession([...begin, [3, 9000, 14_000, 90]])), [null, null, [13_000, 'unknown']]);
  });

  it('miss nothing by rounding, and no more than they have', async () => {
    assert.deepEqual(
      await missesOf(
        countedSession([
          [3, 0, 20_000, 0],
          [1023, 18_977, 0, 9],
        ]),
      ),
      [null, null],
    );
    assert.deepEqual(
      await missesOf(
        countedSession([
          [3, 0, 20_000, 0],
          [5000, 0, 0, 9],
        ]),
      ),
      [null, [5000, 'unknown']],
    );
  });

  it('miss what a compaction replaced, and what was taken back', async () => {
    const [before, after] = [
      countedSession([[3, 0, 20_000, 0]]),
      countedSession([
        [3, 0, 20_000, 0],
        [3, 2000, 8000, 60],
      ]).slice(2),
    ];
    const boundary = { type: 'system', subtype: 'compact_boundary', uuid: 'c', parentUuid: null, sessionId: 's' };
    const [summary, answer] = after as [object, object];
    assert.deepEqual(await missesOf([...before, boundary, { ...summary, parentUuid: 'c' }, answer]), [null, [8003, 'compacted']]);
    assert.deepEqual(await missesOf([...before, { ...summary, parentUuid: 'u0' }, answer]), [null, [8003, 'other_branch']]);
  });

  it('of a subagent are counted, and stand in no row with those around them', async () => {
    const turns = countedSession([
      [3, 0, 20_000, 0],
      [3, 0, 5000, 9, { isSidechain: true }],
      [3, 20_000, 100, 20],
    ]);
    const requests = await requestsOf(turns);
    assert.deepEqual(
      requests.map(({ isSidechain, miss }) => [isSidechain, miss]),
      [
        [false, null],
        [true, null],
        [false, null],
      ],
    );
    assert.equal(totalOfRequests(requests).input, 20_003 + 5003 + 20_103);
  });

  it('cost more by what they sent anew: the price as it is, less that of having it read', async () => {
    const [, miss] = await requestsOf(
      countedSession([
        [3, 0, 20_000, 0],
        [3, 0, 21_000, 9],
      ]),
    );
    assert.equal(miss?.miss?.price?.toFixed(6), ((20_000 * (3.75 - 0.3)) / 1e6).toFixed(6));
  });

  it('have no price, and their sum none, for a model that nobody knows', async () => {
    const requests = await requestsOf(
      countedSession([
        [3, 0, 20_000, 0],
        [3, 0, 21_000, 9, { model: 'nobody-knows' }],
      ]),
    );
    assert.deepEqual(
      requests.map(({ price }) => price === null),
      [false, true],
    );
    assert.equal(totalOfRequests(requests).price, null);
  });

  it('are in groups of neighbours, equally large but for the last, where there are more than there is room for', async () => {
    const requests = await requestsOf(countedSession(Array.from({ length: 7 }, (_, at): CountedTurn => [at + 1, 0, 0, at])));
    const groups = (most: number) => groupsOfRequests(requests, most).map(({ from, to, total }) => [from, to, total.requests, total.input]);
    assert.deepEqual(groups(3), [
      [0, 3, 3, 1 + 2 + 3],
      [3, 6, 3, 4 + 5 + 6],
      [6, 7, 1, 7],
    ]);
    assert.deepEqual(groups(7), groups(100));
    assert.equal(groups(7).length, 7);
    assert.equal(groups(6).length, 4);
    assert.deepEqual(groups(0), [[0, 7, 7, 28]]);
    assert.deepEqual(groupsOfRequests([], 5), []);
  });

  it('are those that real programs wrote, of which the server counted 1,000 and the number of each', async () => {
    // Gemini CLI writes the messages of a resumed session anew, without their tokens.
    for (const [name, model, inputs] of [
      ['pi', 'x', [1001, 1002, 1003]],
      ['qwen-code', 'gpt-4o', [1001, 1002, 1003]],
      ['gemini-cli', 'gemini-2.5-pro', [1003]],
    ] as const) {
      const requests = await sessionRequests(await indexOf(readFileSync(path.resolve('test/fixtures/sessions', `${name}.jsonl`), 'utf8')));
      assert.deepEqual(
        requests.map(({ input, cached, output, model: asked }) => [input, cached, output, asked]),
        inputs.map((input) => [input, 0, 10, model]),
        name,
      );
    }
  });

  it('of Codex have what was read from the cache as part of their input', async () => {
    const of = (type: string, payload: object): object => ({ timestamp: '2026-11-20T10:00:00.000Z', type, payload });
    const answer = of('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Good.' }] });
    const last = { input_tokens: 9000, cached_input_tokens: 8000, output_tokens: 700, reasoning_output_tokens: 600 };
    const count = of('event_msg', { type: 'token_count', info: { total_token_usage: { total_tokens: 9700 }, last_token_usage: last } });
    const [request] = await requestsOf([
      of('session_meta', { id: 's', cwd: '/p' }),
      of('turn_context', { model: 'gpt-5.2-codex' }),
      answer,
      count,
    ]);
    assert.deepEqual([request?.input, request?.cached, request?.output, request?.answer], [9000, 8000, 700, 0]);
  });
});

describe('conversation --requests', () => {
  const turns: CountedTurn[] = [
    [3, 0, 20_000, 0],
    [3, 20_000, 2000, 60],
    [23_000, 0, 0, 900],
  ];

  it('prints the requests with their sums, and what was sent anew', async () => {
    const folder = await temporaryFolder({ 's.jsonl': written(countedSession(turns)) });
    const { code, stdout } = await cli(['conversation', 's.jsonl', '--requests'], { folder });
    assert.equal(code, 0);
    assert.match(stdout, /^Input +65,006 tokens, 20,000 of them \(31%\) read from the cache$/m);
    assert.match(stdout, /^Cache misses +1 request resent 22,000 tokens that had already been cached, ≈ \$0\.0594 more$/m);
    assert.match(stdout, /^3 +6 .* 23,000 +0 +0 +10 +≈ \$0\.0692 +22,000: more than 5 minutes had passed$/m);
    const { total, requests } = JSON.parse((await cli(['conversation', 's.jsonl', '--requests', '--json'], { folder })).stdout) as {
      total: Record<string, number>;
      requests: { message: number; miss: { reason: string } | null }[];
    };
    assert.deepEqual([total['requests'], total['input'], total['cached'], total['missedTokens']], [3, 65_006, 20_000, 22_000]);
    assert.deepEqual(
      requests.map(({ message, miss }) => [message, miss?.reason ?? null]),
      [
        [2, null],
        [4, null],
        [6, 'idle'],
      ],
    );
  });

  it('says one request and several in words of their own, and no price where it is not known', async () => {
    const words = async (lines: readonly object[]) => {
      const total = totalOfRequests(await requestsOf(lines));
      const facts = factsOfRequests(total, 'en').map(({ label, value }) => `${formatSentence(label)}: ${formatSentence(value)}`);
      return [formatSentence(countOfRequests(total, 'en')), ...facts];
    };
    assert.deepEqual(await words(countedSession([[3, 0, 0, 0]])), [
      '1 request, token counts from the server',
      'Input: 3 tokens, 0 of them (0%) read from the cache',
      'Output: 10 tokens',
      'Price: ≈ $0.0002 at list prices',
    ]);
    const unknown = { model: 'nobody-knows' };
    const missed = countedSession([
      [3, 0, 20_000, 0, unknown],
      [3, 0, 21_000, 9, unknown],
      [3, 0, 22_000, 20, unknown],
    ]);
    assert.deepEqual(await words(missed), [
      '3 requests, token counts from the server',
      'Input: 63,009 tokens, 0 of them (0%) read from the cache',
      'Output: 30 tokens',
      'Price: unknown',
      'Cache misses: 2 requests resent 41,000 tokens that had already been cached',
    ]);
  });

  it('says of a file without such counts that it has none, and takes neither --wire nor --model', async () => {
    const folder = await temporaryFolder({
      'body.json': JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Look.' }] }),
    });
    const { code, stderr } = await cli(['conversation', 'body.json', '--requests'], { folder });
    assert.equal(code, 2);
    assert.match(stderr, /body\.json does not keep what the server counted for its requests/);
    for (const other of [['--wire'], ['--model', 'gpt-4o']]) {
      const refused = await cli(['conversation', 'body.json', '--requests', ...other], { folder });
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /works only on the next request/);
    }
  });
});
