/** The requests that Claude Code keeps in its session: as they were sent, and where each differs from the one before. */
import assert from 'node:assert/strict';
import { comparedIn, requestDifferencesTask, type RequestDifference } from '../../../src/core/conversation/kept-requests.ts';
import { directCompute } from '../../../src/core/io/compute.ts';
import { cli } from '../../support/command-line.ts';
import { type Json, KEPT, type KeptDraft, type KeptMessage } from '../../support/kept-session.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { MODEL, PNG, MARK, SHAPE, SETTINGS, ASKED, CALL, RESULT, DONE, text, sorted, hashOf, keptLines, answerLines, userLine, written } =
  KEPT;

/** Two requests, the second of which goes on from the first. */
const SESSION: readonly Json[] = [
  userLine('What is in the picture?'),
  ...keptLines({ id: 'r1', messages: [ASKED] }),
  ...answerLines('r1', 'msg_1', CALL),
  userLine(RESULT.content),
  ...keptLines({ id: 'r2', messages: [ASKED, CALL, RESULT], base: 'r1', keep: 1 }),
  ...answerLines('r2', 'msg_2', DONE),
];

async function requestIn(session: string, which: string): Promise<{ body: Json & { messages: KeptMessage[] }; stderr: string }> {
  const folder = await temporaryFolder({ 's.jsonl': session });
  const { code, stdout, stderr } = await cli(['conversation', 's.jsonl', '--request', which], { folder });
  assert.equal(code, 0, stderr);
  return { body: JSON.parse(stdout) as Json & { messages: KeptMessage[] }, stderr };
}

describe('conversation --request', () => {
  it('prints the body that was sent, of messages that earlier requests, lines of answers and lines of its own have', async () => {
    const { body, stderr } = await requestIn(written(SESSION), 'last');
    assert.deepEqual(body, {
      model: MODEL,
      messages: [ASKED, CALL, { ...RESULT, content: [{ ...(RESULT.content[0] as Json), cache_control: MARK }] }],
      system: [SHAPE.system[0], { ...SHAPE.system[1], cache_control: MARK }],
      tools: SHAPE.tools,
      max_tokens: 32_000,
      thinking: SETTINGS.thinking,
    });
    assert.match(
      stderr,
      /^As it was sent: all 4 hashes agree\. In no file: metadata, stream, .*\nSent with the header anthropic-beta: context-2026$/m,
    );
    assert.deepEqual((await requestIn(written(SESSION), '1')).body.messages.length, 1);
  });

  it('prints a text as content as it stands, whose hash is that of a part with it', async () => {
    const summary: KeptMessage = { role: 'user', content: 'What was said before.' };
    const messages = [summary, DONE, { role: 'user', content: [text('Go on.')] }];
    const { body, stderr } = await requestIn(
      written([...keptLines({ id: 'r1', messages }, true), ...answerLines('r1', 'msg_1', DONE)]),
      '1',
    );
    assert.equal(body.messages[0]?.content, 'What was said before.');
    assert.match(stderr, /all 4 hashes agree/);
  });

  for (const [why, change] of [
    ['a message is not what its hash says', (line: Json) => ({ ...line, ...(line['hash'] === hashOf(RESULT) && { message: ASKED }) })],
    ['a message is nowhere', (line: Json) => (line['hash'] === hashOf(ASKED) ? {} : line)],
    [
      'the system prompt is not what its hash says',
      (line: Json) => ({ ...line, ...(line['shape'] !== undefined && { shape: { tools: [] } }) }),
    ],
    ['the request that it goes on from is not there', (line: Json) => (line['id'] === 'r1' ? {} : line)],
    ['requests go on from each other', (line: Json) => ({ ...line, ...(line['id'] === 'r1' && { base: 'r2', keep: 1 }) })],
    ['it keeps more than the one before has', (line: Json) => ({ ...line, ...(line['id'] === 'r2' && { keep: 9 }) })],
    [
      'a mark for the cache is where nothing stands',
      (line: Json) => ({ ...line, ...(line['id'] === 'r2' && { cacheControl: [{ path: ['messages', 8] }] }) }),
    ],
  ] as const) {
    it(`prints it as replayed where ${why}`, async () => {
      const { body, stderr } = await requestIn(written(SESSION.map(change)), 'last');
      assert.match(
        stderr,
        /^As replayed from the session, without what its program adds when it sends, such as the system prompt and tools\.$/m,
      );
      assert.deepEqual(
        body.messages.map(({ role }) => role),
        ['user', 'assistant', 'user'],
      );
      assert.ok(JSON.stringify(body).includes(PNG) && !JSON.stringify(body).includes('A dot.'), JSON.stringify(body));
    });
  }

  it('replays a session that keeps no requests up to the answer, all of which is left out', async () => {
    const session = SESSION.filter(({ type }) => type === 'user' || type === 'assistant');
    assert.deepEqual((await requestIn(written(session), '1')).body.messages, [
      { role: 'user', content: [text('What is in the picture?')] },
    ]);
    const { body } = await requestIn(written(session), '2');
    assert.equal(body.messages.length, 3);
    assert.equal(body['model'], MODEL);
  });

  it('has what is proved, whatever else its settings name', async () => {
    const settings = { ...SETTINGS, messages: [], system: 'Forged.', tools: [] };
    const forged = [...keptLines({ id: 'r1', messages: [ASKED], settings }), ...answerLines('r1', 'msg_1', DONE)];
    const { body } = await requestIn(written(forged), '1');
    assert.deepEqual([body.messages.length, body['tools'], JSON.stringify(body).includes('Forged.')], [1, SHAPE.tools, false]);
  });

  it('is not there for a number that the session does not have, and for no number', async () => {
    const folder = await temporaryFolder({ 's.jsonl': written(SESSION) });
    const none = await cli(['conversation', 's.jsonl', '--request', '3'], { folder });
    assert.deepEqual([none.code, none.stderr], [2, 's.jsonl has 2 requests: there is no number 3. [no_request]\n']);
    const word = await cli(['conversation', 's.jsonl', '--request', 'first'], { folder });
    assert.equal(word.code, 2);
    assert.match(word.stderr, /--request takes a number from 1, or "last"\./);
    const both = await cli(['conversation', 's.jsonl', '--requests', '--request', '1'], { folder });
    assert.equal(both.code, 2);
    assert.match(both.stderr, /give only one of the two\./);
  });
});

describe('Where a request begins to differ', () => {
  const BEFORE: KeptDraft = { id: 'a', messages: [ASKED, CALL, RESULT] };
  async function differenceTo(after: Partial<KeptDraft>): Promise<RequestDifference | null | undefined> {
    const session = written([...keptLines(BEFORE, true), ...keptLines({ ...BEFORE, id: 'b', ...after }, true)]);
    const differences = await requestDifferencesTask.load();
    return (await differences({ file: Buffer.from(session), pairs: [['a', 'b']] }))[0];
  }

  it('is nowhere where all that was sent is sent again, whatever comes after it and may be answered', async () => {
    assert.equal(await differenceTo({ messages: [...BEFORE.messages, DONE, ASKED], settings: { ...SETTINGS, max_tokens: 9 } }), null);
  });

  it('is the model first, then a tool, the system prompt, a setting, and the first message', async () => {
    const [read, write] = SHAPE.tools;
    const otherTool = { ...write, description: 'Writes one file.' };
    const later = { ...SHAPE, system: [SHAPE.system[0], text('Today is 2026-11-28.')] };
    const thinking = { ...SETTINGS, thinking: { type: 'disabled' } };
    const messages = [{ ...ASKED, content: [text('Reminder.'), text('What is in this picture?')] }, CALL, RESULT];
    const all = { settings: { ...thinking, model: 'claude-opus-4-5' }, shape: { ...later, tools: [read, otherTool] }, messages };
    assert.deepEqual(await differenceTo(all), { place: 'model', before: MODEL, after: 'claude-opus-4-5' });
    assert.deepEqual(await differenceTo({ ...all, settings: thinking }), {
      place: 'tool',
      name: 'Write',
      before: 'Writes a file.',
      after: 'Writes one file.',
    });
    assert.deepEqual(await differenceTo({ ...all, settings: thinking, shape: later }), {
      place: 'system',
      number: 2,
      before: 'day is 2026-11-27.',
      after: 'day is 2026-11-28.',
    });
    assert.deepEqual(await differenceTo({ settings: thinking, messages }), {
      place: 'setting',
      name: 'thinking',
      before: 'enabled',
      after: 'disabled',
    });
    assert.deepEqual(await differenceTo({ messages }), {
      place: 'message',
      number: 1,
      part: 2,
      name: 'text',
      before: 'What is in the picture?',
      after: 'What is in this picture?',
    });
  });

  it('is a tool, a part or a message that was added or is gone', async () => {
    assert.deepEqual(await differenceTo({ shape: { ...SHAPE, tools: SHAPE.tools.slice(0, 1) } }), {
      place: 'tool',
      name: 'Write',
      before: '{"description":"Writes a file.","input_schema":{',
      after: null,
    });
    const longer = { ...ASKED, content: [...ASKED.content, text('Soon.')] as Json[] };
    assert.deepEqual(await differenceTo({ messages: [longer, CALL, RESULT] }), {
      place: 'message',
      number: 1,
      part: 3,
      name: 'text',
      before: null,
      after: '{"text":"Soon.","type":"text"}',
    });
    const [thought, ...said] = CALL.content as Json[];
    assert.deepEqual(await differenceTo({ messages: [ASKED, { ...CALL, content: said }, RESULT] }), {
      place: 'message',
      number: 2,
      part: 1,
      name: 'thinking',
      before: JSON.stringify(sorted(thought)).slice(0, 48),
      after: null,
    });
    assert.deepEqual(await differenceTo({ messages: [ASKED] }), { place: 'message', number: 2 });
  });

  it('is a setting of which it is not said that it counts, where nothing else differs', async () => {
    assert.deepEqual(await differenceTo({ settings: { ...SETTINGS, betas: ['context-2026', 'other-2026'] } }), {
      place: 'setting',
      name: 'betas',
      before: '["context-2026"]',
      after: '["context-2026","other-2026"]',
    });
  });

  it('is not known of a file that cannot be read, and is stopped by its signal', async () => {
    const file = { size: 1, read: () => Promise.reject(new Error('gone')) };
    assert.deepEqual(await comparedIn(file, directCompute)([['a', 'b']]), []);
    await assert.rejects(comparedIn(file, directCompute, AbortSignal.abort(new Error('stopped')))([['a', 'b']]), /stopped/);
  });

  it('is not known where one of the two is not in the file', async () => {
    const session = written(keptLines(BEFORE, true));
    const differences = await requestDifferencesTask.load();
    assert.deepEqual(await differences({ file: Buffer.from(session), pairs: [['a', 'b']] }), [undefined]);
  });
});

describe('conversation --requests of a session that keeps its requests', () => {
  async function missOf(second: Partial<KeptDraft>): Promise<string> {
    const session = written([
      ...keptLines({ id: 'a', messages: [ASKED] }, true),
      ...answerLines('a', 'msg_1', DONE),
      ...keptLines({ id: 'b', messages: [ASKED, DONE, ASKED], ...second }, true),
      ...answerLines('b', 'msg_2', DONE),
    ]);
    const folder = await temporaryFolder({ 's.jsonl': session });
    const { stdout } = await cli(['conversation', 's.jsonl', '--requests'], { folder });
    return /20,000: (.*)$/m.exec(stdout)?.[1] ?? stdout;
  }

  it('says what changed, or that nothing had', async () => {
    assert.equal(await missOf({}), 'no change is recorded in the session');
    const later = { ...SHAPE, system: [SHAPE.system[0], text('Today is 2026-11-28.')] };
    assert.equal(await missOf({ shape: later }), 'block 2 of the system prompt changed: "day is 2026-11-27." is now "day is 2026-11-28."');
    assert.equal(await missOf({ shape: { ...SHAPE, tools: SHAPE.tools.slice(1) } }), 'the tool Read was removed');
  });
});
