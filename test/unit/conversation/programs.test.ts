/** Sessions as real programs wrote them (`npm run programs`), held to what the programs sent. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import type { ConversationFormat } from '../../../src/core/conversation/conversation.ts';
import { ownReceiver } from '../../../src/core/conversation/examine-task.ts';
import { serverWords } from '../../../src/core/conversation/finding-words.ts';
import { FORMATS } from '../../../src/core/conversation/formats.ts';
import { factsOfIndex } from '../../../src/core/conversation/session-facts.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { fileReceipts, READ_TOOLS } from '../../../src/core/conversation/receipt.ts';
import { ServicesAndModels } from '../../../src/core/wire/services-and-models.ts';
import { sentIn } from '../../programs/fixture.mjs';
import { cli } from '../../support/command-line.ts';
import {
  copilotCli,
  earlierGeminiCli,
  image,
  indexOf,
  openCode,
  requestOf,
  resumedGeminiCli,
  text,
  type Turn,
  WRITERS,
} from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';

/** Each with its format, where that has another name. */
const SESSIONS = {
  'cline-session': 'cline-session',
  codex: 'codex',
  'copilot-cli': 'copilot-cli',
  'gemini-cli': 'gemini-cli',
  'qwen-code': 'qwen-code',
  pi: 'pi',
  opencode: 'opencode',
  kilo: 'opencode',
} as const satisfies Readonly<Record<string, ConversationFormat>>;

function fixture(name: string): string {
  return readFileSync(path.resolve('test/fixtures/sessions', name), 'utf8');
}

describe('A session that a real program wrote', () => {
  for (const [name, format] of Object.entries(SESSIONS)) {
    it(`is replayed with each planted text and picture as often as they were sent: ${name}`, async () => {
      const file = fixture(`${name}.jsonl`);
      const sent = JSON.parse(fixture(`${name}.sent.json`)) as ReturnType<typeof sentIn>;
      const index = await indexOf(file);
      assert.equal(index.format, format);
      assert.deepEqual(index.broken, []);
      // the answer to what was sent came after it
      const turns = Object.keys(sent.texts).filter((planted) => planted.includes('question')).length;
      const { texts, pictures } = sentIn(requestOf(file, index, FORMATS[format].api));
      const more = Object.keys(texts).filter((text) => !Object.hasOwn(sent.texts, text));
      assert.equal(more.length, 1, `${more.join()}: the answer alone is new`);
      assert.match(more.join(), /^Planted answer \d\.$/);
      assert.deepEqual({ texts, pictures }, { ...sent, texts: { ...sent.texts, [more.join()]: 1 } });
      const { goesThrough, findings } = checkConversation(index, { api: FORMATS[format].api, capabilities: null });
      assert.ok(goesThrough, JSON.stringify(findings.filter(({ severity }) => severity === 'error')));
      assert.equal(factsOfIndex(index).turns, turns);
    });
  }
});

describe('The files of a session that a real program wrote', () => {
  for (const [name, format] of Object.entries(SESSIONS)) {
    it(`are as many media as pictures were sent, and the planted one is named: ${name}`, async () => {
      const { pictures } = JSON.parse(fixture(`${name}.sent.json`)) as ReturnType<typeof sentIn>;
      const index = await indexOf(fixture(`${name}.jsonl`));
      const files = fileReceipts(index).filter(({ address }) => !index.notSent.has(address.message));
      assert.equal(files.filter(({ sentAs }) => sentAs === 'media').length, pictures);
      if (READ_TOOLS[format])
        assert.ok(
          files.some((file) => file.name === 'planted.png' && file.way === 'read'),
          JSON.stringify(files),
        );
      assert.deepEqual([...new Set(files.map(({ sentAs }) => sentAs))], [name === 'copilot-cli' ? 'note' : 'media']);
    });
  }
});

describe('A session of pi', () => {
  it('says by which API its last answer came, and is judged for that', async () => {
    const file = fixture('pi.jsonl');
    const apiOf = async (session: string): Promise<unknown> =>
      (await ownReceiver(await indexOf(session), new ServicesAndModels())).receiver.api;
    assert.equal(await apiOf(file), 'openai-compatible');
    assert.equal(await apiOf(file.replaceAll('"openai-completions"', '"anthropic-messages"')), 'anthropic');
    assert.equal(await apiOf(file.replaceAll('"openai-completions"', '"of-its-own"')), 'openai-compatible');
  });
});

describe('A session of opencode', () => {
  const turns: readonly Turn[] = [
    { user: [text('Look.'), image(png(10, 10))] },
    { assistant: 'I look.', calls: ['call_1'] },
    { result: 'call_1', pieces: [text('Seen.'), image(png(20, 20))] },
    { assistant: 'Red.' },
    { user: [text('And now?')] },
  ];
  /** With what its messages say of themselves and its parts changed, by number. */
  const changed = (
    change: (messages: { info: Record<string, unknown>; parts: Record<string, unknown>[] }[]) => void,
    info = {},
  ): string => {
    const session = JSON.parse(openCode(turns, info)) as { messages: Parameters<typeof change>[0] };
    change(session.messages);
    return JSON.stringify(session);
  };
  const samples = async (file: string): Promise<(readonly unknown[])[]> => {
    const { messages, notSent } = await indexOf(file);
    return messages
      .filter(({ index }) => !notSent.has(index))
      .map(({ role, parts }) => [role, ...parts.map((part) => ('sample' in part ? part.sample : part.kind))]);
  };
  const WHOLE = [
    ['user', 'Look.', 'media'],
    ['assistant', 'I look.', '{"filePath":"a.png"}'],
    ['tool', 'Seen.', 'media'],
    ['assistant', 'Red.'],
    ['user', 'And now?'],
  ];

  it('has what was attached and what its tool read, with its title, version, folder and model', async () => {
    const file = openCode(turns);
    assert.deepEqual(await samples(file), WHOLE);
    const { format, title, programVersion, folder, model } = await indexOf(file);
    assert.deepEqual([format, title, programVersion, folder, model], ['opencode', 'A session', '1.18.34', '/project', 'gpt-4o']);
    const { goesThrough } = checkConversation(await indexOf(file), { api: 'openai-compatible', capabilities: null });
    assert.ok(goesThrough);
  });

  it('is judged for the API of its provider, where the program knows that itself: a picture above Anthropic’s limit', async () => {
    const heavy = Buffer.concat([png(10, 10), Buffer.alloc(11_000_000)]);
    const file = openCode([{ user: [text('Look.'), image(heavy)] }, { assistant: 'Red.' }]).replaceAll('gpt-4o', 'claude-sonnet-4-5');
    const judged = async (provider: string): Promise<unknown> => {
      const index = await indexOf(file.replaceAll('"providerID": "openai"', `"providerID": "${provider}"`));
      const { receiver } = await ownReceiver(index, new ServicesAndModels());
      return [receiver.api, checkConversation(index, receiver).goesThrough];
    };
    assert.deepEqual(await judged('anthropic'), ['anthropic', false]);
    assert.deepEqual(await judged('openai'), ['openai-responses', true]);
    assert.deepEqual(await judged('my-own'), ['openai-compatible', true]);
  });

  it('is read as the list of messages alone, too, as its server gives it', async () => {
    const { messages } = JSON.parse(openCode(turns)) as { messages: object[] };
    assert.deepEqual(await samples(JSON.stringify(messages)), WHOLE);
  });

  it('has the steps of an answer one after the other, where they stand in one message', async () => {
    const file = changed((messages) => {
      const [, first, second] = messages;
      first?.parts.push(...(second?.parts ?? []));
      messages.splice(2, 1);
    });
    assert.deepEqual(await samples(file), WHOLE);
  });

  it('lacks what is not sent: ignored texts, text files that stand among the texts, results that were cleared', async () => {
    const file = changed(([user, answer]) => {
      user?.parts.push({ type: 'text', text: 'For you alone.', ignored: true });
      user?.parts.push({ type: 'file', mime: 'text/plain', url: 'file:///project/a.txt', filename: 'a.txt' });
      const call = answer?.parts.find(({ type }) => type === 'tool') as { state: object };
      Object.assign(call.state, { time: { start: 1, end: 2, compacted: 3 } });
    });
    assert.deepEqual(await samples(file), WHOLE.with(2, ['tool', '']));
  });

  it('has the error of a call that failed, and a result of each that was broken off', async () => {
    const failing = (state: object): string =>
      changed(([, answer]) => {
        const call = answer?.parts.find(({ type }) => type === 'tool');
        if (call) call['state'] = { input: { filePath: 'a.png' }, ...state };
      });
    const result = async (state: object): Promise<unknown> => (await samples(failing(state)))[2];
    assert.deepEqual(await result({ status: 'error', error: 'Gone.' }), ['tool', 'Gone.']);
    const interrupted = { status: 'error', error: 'Stopped.', metadata: { interrupted: true, output: 'Half.' } };
    assert.deepEqual(await result(interrupted), ['tool', 'Half.']);
    for (const status of ['pending', 'running']) {
      const file = failing({ status });
      assert.deepEqual(await result({ status }), ['tool', '']);
      assert.ok(checkConversation(await indexOf(file), { api: 'openai-compatible', capabilities: null }).goesThrough);
    }
  });

  it('leaves out answers that failed, but for one that a person broke off when it had said something', async () => {
    const withError = (name: string): string =>
      changed((messages) => Object.assign(messages[2]?.info ?? {}, { error: { name, data: {} } }));
    assert.deepEqual(await samples(withError('APIError')), WHOLE.toSpliced(3, 1));
    assert.deepEqual(await samples(withError('MessageAbortedError')), WHOLE);
    const silent = changed((messages) => {
      const answer = messages[2];
      Object.assign(answer?.info ?? {}, { error: { name: 'MessageAbortedError', data: {} } });
      if (answer) answer.parts = [{ type: 'step-start' }, { type: 'reasoning', text: 'Hm.', time: { start: 1 } }];
    });
    assert.deepEqual(await samples(silent), WHOLE.toSpliced(3, 1));
  });

  it('goes on from its last summary, with the messages that this kept, and without what was taken back', async () => {
    const summarised = (more: object): string =>
      changed((messages) => {
        messages.push({ info: { id: 'msg_c', sessionID: 'ses_1', role: 'user' }, parts: [{ type: 'compaction', auto: true, ...more }] });
        const summary = { id: 'msg_s', sessionID: 'ses_1', role: 'assistant', parentID: 'msg_c', summary: true, finish: 'stop' };
        messages.push({ info: summary, parts: [{ type: 'text', text: 'It was red.' }] });
      });
    const END = [
      ['user', 'compaction'],
      ['assistant', 'It was red.'],
    ];
    assert.deepEqual(await samples(summarised({})), END);
    assert.deepEqual(await samples(summarised({ tail_start_id: 'msg_3' })), [...WHOLE.slice(3), ...END]);
    const unfinished = summarised({}).replace('"summary":true,"finish":"stop"', '"summary":true');
    assert.deepEqual(await samples(unfinished), [...WHOLE, ...END]);
    const brokenOff = summarised({}).replace('"summary":true', '"summary":true,"error":{"name":"MessageAbortedError"}');
    assert.deepEqual(await samples(brokenOff), [...WHOLE, ...END]);
    assert.deepEqual(await samples(openCode(turns, { revert: { messageID: 'msg_3' } })), WHOLE.slice(0, 3));
    assert.deepEqual(await samples(openCode(turns, { revert: { messageID: 'msg_3', partID: 'prt_1' } })), WHOLE.slice(0, 4));
  });

  it('says of a picture that its tool read, and of which only words came, that the program drops it', async () => {
    const words = openCode(turns.map((turn) => ('result' in turn ? { ...turn, pieces: [text('Cannot read binary file')] } : turn)));
    const codes = async (file: string): Promise<string[]> =>
      checkConversation(await indexOf(file), { api: 'openai-compatible', capabilities: null }).findings.map(({ code }) => code);
    assert.deepEqual(await codes(words), ['dropped_by_program']);
    assert.deepEqual(await codes(openCode(turns)), []);
  });

  it('has the tokens that the server counted, with those of the cache', async () => {
    const file = changed((messages) => {
      const tokens = { input: 100, output: 20, reasoning: 5, cache: { read: 800, write: 50 } };
      Object.assign(messages[1]?.info ?? {}, { tokens });
    });
    const { requests = [] } = await indexOf(file);
    assert.deepEqual(requests, [{ answer: 1, model: 'gpt-4o', input: 950, cached: 800, written: 50, output: 25 }]);
  });

  it('takes no count for that of the next request from before a summary, or before results were cleared', async () => {
    const counted = async (
      more: (messages: { info: Record<string, unknown>; parts: Record<string, unknown>[] }[]) => void,
    ): Promise<unknown> =>
      (
        await indexOf(
          changed((messages) => {
            Object.assign(messages[2]?.info ?? {}, { tokens: { input: 100, output: 2, cache: { read: 0, write: 0 } } });
            more(messages);
          }),
        )
      ).counted?.high;
    assert.equal(await counted(() => {}), 100);
    const clear = (compacted: number) => async (): Promise<unknown> =>
      counted(([, answer]) => {
        const call = answer?.parts.find(({ type }) => type === 'tool') as { state: object };
        Object.assign(call.state, { time: { start: 1, end: 2, compacted } });
      });
    assert.equal(await clear(1_793_527_200_009)(), undefined);
    assert.equal(await clear(1_793_527_200_002)(), 100);
    const summary = {
      id: 'msg_s',
      sessionID: 'ses_1',
      role: 'assistant',
      parentID: 'msg_c',
      summary: true,
      finish: 'stop',
      modelID: 'gpt-4o',
    };
    const summarised = counted((messages) => {
      messages.push({ info: { id: 'msg_c', sessionID: 'ses_1', role: 'user' }, parts: [{ type: 'compaction', tail_start_id: 'msg_3' }] });
      const tokens = { input: 500, output: 2, cache: { read: 0, write: 0 } };
      messages.push({ info: { ...summary, tokens }, parts: [{ type: 'text', text: 'It was red.' }] });
    });
    assert.equal(await summarised, undefined);
  });
});

describe('A session of Copilot CLI', () => {
  const turns: readonly Turn[] = [
    { user: [text('Look.'), image(png(10, 10))] },
    { assistant: 'I look.', calls: ['call_1'] },
    { result: 'call_1', pieces: [text('Seen.'), image(png(20, 20))] },
    { assistant: 'Red.' },
  ];
  const picturesOf = async (file: string): Promise<number> => sentIn(requestOf(file, await indexOf(file), 'openai-chat')).pictures;
  const after = (type: string, data: object, more: object = {}): string =>
    `${copilotCli(turns)}${JSON.stringify({ type, data, id: 'last', ...more })}\n`;

  it('has what a person attached, and what a tool read; this is left out for a provider of one’s own', async () => {
    assert.equal(await picturesOf(copilotCli(turns)), 2);
    const file = copilotCli(turns, [{ type: 'session.usage_record', data: { usage: { isByok: true } } }]);
    assert.equal(await picturesOf(file), 1);
    const { notSent, messages } = await indexOf(file);
    assert.deepEqual([...notSent], [[3, 'dropped']]);
    assert.deepEqual(
      messages[3]?.parts.map((part) => part.kind === 'media' && part.facts.width),
      [20],
    );
  });

  it('names its program’s version, the model and the folder', async () => {
    const { programVersion, model, folder, followFrom } = await indexOf(copilotCli(turns));
    assert.deepEqual([programVersion, model, folder], ['1.0.102', 'gpt-5.2', '/project']);
    assert.ok(followFrom, 'it is read on where it ended');
  });

  const whyIn = async (file: string): Promise<unknown> => [...(await indexOf(file)).notSent.values()];

  it('goes on from a summary, without what subagents said', async () => {
    const all = (why: string): string[] => Array.from({ length: 4 }, () => why);
    assert.deepEqual(await whyIn(after('session.compaction_complete', { success: true, summaryContent: 'Red.' })), all('compacted'));
    assert.deepEqual(await whyIn(after('session.compaction_complete', { success: false })), []);
    assert.deepEqual(await whyIn(after('session.context_cleared', { messagesCleared: 4 })), all('compacted'));
    assert.deepEqual(await whyIn(after('assistant.message', { content: 'I help.' }, { agentId: 'a' })), ['sidechain']);
  });

  it('is not changed by what subagents do', async () => {
    const agent = { agentId: 'a' };
    const summary = after('session.compaction_complete', { success: true, summaryContent: 'Seen.' }, agent);
    assert.deepEqual(await whyIn(summary), ['sidechain']);
    const prompt = { type: 'system.message', data: { content: 'You help.' }, ...agent };
    const record = { type: 'session.usage_record', data: { usage: { isByok: true } }, ...agent };
    assert.equal(await picturesOf(copilotCli(turns, [record])), 2);
    assert.equal((await indexOf(after('assistant.message', { content: 'I help.', model: 'small' }, agent))).model, 'gpt-5.2');
    const cleared = copilotCli([], [prompt, { type: 'session.context_cleared', data: {} }]);
    assert.deepEqual(await whyIn(cleared), ['sidechain']);
  });

  it('keeps the system prompt when it begins anew, and takes no other message for one', async () => {
    const begun = (content: string): string =>
      copilotCli(
        [],
        [
          { type: 'system.message', data: { content } },
          { type: 'user.message', data: { content: 'Look.' } },
          { type: 'session.context_cleared', data: { initialMessage: 'On.' } },
        ],
      );
    assert.deepEqual([...(await indexOf(begun('You are.'))).notSent], [[1, 'compacted']]);
    assert.deepEqual([...(await indexOf(begun(''))).notSent], [[0, 'compacted']]);
  });

  it('asks the model that was chosen last', async () => {
    assert.equal((await indexOf(after('session.model_change', { previousModel: 'gpt-5.2', newModel: 'gpt-6' }))).model, 'gpt-6');
  });

  it('names bytes as the message does that names them', async () => {
    const attachments = ['a.png', 'b.png'].map((displayName) => ({ assetId: 'sha256:1', displayName }));
    const { parts = [] } = (await indexOf(after('user.message', { content: 'Look.', attachments }))).messages.at(-1) ?? {};
    assert.deepEqual(
      parts.map((part) => part.kind === 'media' && [part.filename, part.facts.width, part.resultOf]),
      [false, ['a.png', 10, undefined], ['b.png', 10, undefined]],
    );
    const nameless = { type: 'session.binary_asset', data: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
    assert.equal(await picturesOf(copilotCli([], [nameless, { type: 'user.message', data: { content: 'x', attachments: [{}] } }])), 0);
  });

  it('says of a call that failed what went wrong, and nothing of bytes that are nowhere', async () => {
    for (const more of [{}, { result: null }]) {
      const failed = after('tool.execution_complete', { toolCallId: 'call_1', success: false, error: { message: 'Gone.' }, ...more });
      const parts = (await indexOf(failed)).messages.at(-1)?.parts ?? [];
      assert.deepEqual(
        parts.map((part) => part.kind === 'text' && [part.sample, part.resultOf]),
        [['Gone.', 'call_1']],
      );
    }
    const lost = after('tool.execution_complete', {
      toolCallId: 'c',
      result: { content: 'x', binaryResultsForLlm: [{ assetId: 'gone' }] },
    });
    assert.deepEqual(
      (await indexOf(lost)).messages.at(-1)?.parts.map(({ kind }) => kind),
      ['text', 'unknown'],
    );
  });

  it('is none without its first event', async () => {
    assert.equal((await indexOf(copilotCli(turns).split('\n').slice(1).join('\n'))).format, null);
  });
});

describe('A session of Cline', () => {
  it('has the system prompt, the model and the version, and what its tools found', async () => {
    const index = await indexOf(fixture('cline-session.jsonl'));
    assert.deepEqual([index.programVersion, index.model, index.messages.at(-1)?.role], ['3.0.65', 'gpt-4o', 'system']);
    const found = (item: object): string => {
      const content = [{ type: 'tool_result', tool_use_id: 'call_1', content: [item] }];
      const messages = [{ id: 'm', ts: 1, role: 'user', content }];
      return JSON.stringify({ sessionId: 's', origin: {}, messages });
    };
    const textsOf = async (item: object): Promise<unknown> =>
      (await indexOf(found(item))).messages[0]?.parts.map((part) => part.kind === 'text' && [part.sample, part.resultOf]);
    assert.deepEqual(await textsOf({ query: 'q', result: 'Three lines.', success: true }), [['Three lines.', 'call_1']]);
    assert.deepEqual(await textsOf({ query: 'q', result: '', success: false, error: 'Gone.' }), [
      ['', 'call_1'],
      ['Gone.', 'call_1'],
    ]);
  });

  it('goes through with an answer that is a call alone, in its tasks as in its sessions', async () => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: '<task>\nRead it.\n</task>' }], ts: 1 },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } }], ts: 2 },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'hello' }], ts: 3 },
    ];
    for (const file of [messages, { sessionId: 's', origin: {}, messages: messages.map((each, at) => ({ id: `m${at}`, ...each })) }]) {
      const index = await indexOf(JSON.stringify(file));
      assert.match(index.format ?? '', /^cline/);
      assert.deepEqual(
        index.messages.map(({ parts }) => parts.map(({ kind }) => kind)),
        [['text'], ['call'], ['text']],
      );
      const check = checkConversation(index, { api: 'anthropic', capabilities: null });
      assert.deepEqual([check.goesThrough, check.findings], [true, []]);
      assert.deepEqual(planRepairs(index, check, [], { api: 'anthropic' }), []);
    }
  });

  it('is a request where only its messages look like one', async () => {
    const messages = [{ id: 'm', ts: 1, role: 'user', content: [{ type: 'text', text: 'Hi.' }] }];
    assert.equal((await indexOf(JSON.stringify({ model: 'gpt-4o', messages }))).format, 'openai-chat');
    assert.equal((await indexOf(JSON.stringify({ sessionId: 's', messages }))).format, null);
  });
});

/** A line more. */
const line = (value: object): string => `${JSON.stringify(value)}\n`;

describe('A session of Qwen Code', () => {
  const turns: readonly Turn[] = [
    { user: [text('Look.')] },
    { assistant: 'I look.', calls: ['call_1'] },
    { result: 'call_1', pieces: [text('Seen.')] },
  ];
  const file = WRITERS['qwen-code'](turns);
  const more = (value: object): string => file + line({ uuid: 'last', parentUuid: 'u5', sessionId: 's', ...value });
  const sentOf = async (written: string): Promise<string> => JSON.stringify(requestOf(written, await indexOf(written), 'openai-chat'));

  it('is none of Claude Code, whose lines look the same', async () => {
    const { format, programVersion, model, folder } = await indexOf(file);
    assert.deepEqual([format, programVersion, model, folder], ['qwen-code', '0.23.0', 'qwen3-max', '/project']);
    assert.equal((await indexOf(WRITERS['claude-code'](turns))).format, 'claude-code');
    const noteFirst = line({ uuid: 'u', sessionId: 's', type: 'system', subtype: 'session_model', systemPayload: {} });
    assert.equal((await indexOf(noteFirst + file)).format, 'qwen-code');
    const bare = line({ uuid: 'u', sessionId: 's', type: 'system', subtype: 'session_start', version: '0.22.0' });
    const begun = await indexOf(bare + file);
    assert.deepEqual([begun.format, begun.programVersion], ['qwen-code', '0.23.0']);
  });

  it('goes on from a summary, or from where a person went back to', async () => {
    const compressedHistory = [
      { role: 'user', parts: [{ text: 'What came before.' }] },
      { role: 'model', parts: [{ text: 'Understood.' }] },
    ];
    const summary = more({ type: 'system', subtype: 'chat_compression', systemPayload: { compressedHistory } });
    assert.match(await sentOf(summary), /What came before.*Understood/);
    assert.doesNotMatch(await sentOf(summary), /Look/);
    const back = more({ parentUuid: 'u1', type: 'system', subtype: 'rewind', systemPayload: {} });
    assert.deepEqual(
      [...(await indexOf(back)).notSent],
      [
        [1, 'other_branch'],
        [2, 'other_branch'],
      ],
    );
  });

  it('has no message for what was said aloud, and the title that was given', async () => {
    const said = more({ type: 'user', subtype: 'realtime_message', message: { role: 'user', parts: [{ text: 'Hm.' }] } });
    assert.doesNotMatch(await sentOf(said), /Hm/);
    assert.equal(
      (await indexOf(more({ type: 'system', subtype: 'custom_title', systemPayload: { customTitle: 'Colours' } }))).title,
      'Colours',
    );
  });

  it('has halves of pairs that its program mends itself', async () => {
    const index = await indexOf(WRITERS['qwen-code']([...turns, { result: 'call_2', pieces: [] }]).replaceAll('0.23.0', '0.24.4'));
    const { goesThrough, findings } = checkConversation(index, { api: 'openai-chat', capabilities: null });
    assert.ok(goesThrough);
    assert.ok(findings.some(({ code, severity }) => code === 'result_without_call' && severity === 'info'));
  });
});

describe('A session of pi', () => {
  const turns: readonly Turn[] = [{ user: [text('Look.')] }, { assistant: 'I look.' }, { user: [text('Again.')] }, { assistant: 'Red.' }];
  const file = WRITERS.pi(turns);
  const entry = (type: string, value: object, parentId = 'e3'): string => line({ type, id: 'last', parentId, ...value });
  const sentOf = async (written: string): Promise<string> => JSON.stringify(requestOf(written, await indexOf(written), 'openai-chat'));

  it('has the system prompt in its sections, the model, the folder and the name that was given', async () => {
    const { id: last } = JSON.parse(fixture('pi.jsonl').trimEnd().split('\n').at(-1) ?? '') as { id: string };
    const written = fixture('pi.jsonl') + entry('session_info', { name: 'Colours' }, last);
    const { format, title, model, folder, messages } = await indexOf(written);
    assert.deepEqual([format, title, model, folder], ['pi', 'Colours', 'x', '/project']);
    assert.equal(messages[0]?.role, 'system');
    assert.ok((messages[0]?.parts.length ?? 0) > 2);
  });

  it('goes on from a summary with what it kept, and from another branch', async () => {
    const summary = await sentOf(file + entry('compaction', { summary: 'What came before.', firstKeptEntryId: 'e2' }));
    assert.doesNotMatch(summary, /Look/);
    assert.match(summary, /Again.*Red.*What came before/);
    const branch = await sentOf(file + entry('branch_summary', { summary: 'It went wrong.' }, 'e1'));
    assert.match(branch, /Look.*It went wrong/);
    assert.doesNotMatch(branch, /Again/);
  });

  it('leaves out what was edited away, and an answer that broke off', async () => {
    const { notSent } = await indexOf(file + entry('context_edit', { targetId: 'e2', replacement: null }));
    assert.deepEqual([...notSent], [[2, 'dropped']]);
    const broken = { role: 'assistant', content: [{ type: 'text', text: 'I' }], stopReason: 'aborted' };
    assert.deepEqual([...(await indexOf(file + entry('message', { message: broken }))).notSent], [[4, 'api_error']]);
  });

  const chain = (...entries: readonly (readonly [type: string, value: object])[]): string =>
    file +
    entries.map(([type, value], index) => line({ type, id: `n${index}`, parentId: index ? `n${index - 1}` : 'e3', ...value })).join('');

  it('sends the last summary alone, and what it kept without system prompts', async () => {
    const prompt = { message: { role: 'system', content: 'You were.' } };
    const sent = await sentOf(
      chain(
        ['message', prompt],
        ['compaction', { summary: 'First summary.', firstKeptEntryId: 'e2', systemMessage: { role: 'system', content: 'You are.' } }],
        ['message', { message: { role: 'user', content: 'Go on.' } }],
        ['compaction', { summary: 'Second summary.', firstKeptEntryId: 'e2' }],
      ),
    );
    assert.match(sent, /Again.*Red.*Go on.*Second summary/);
    assert.doesNotMatch(sent, /Look|First summary|You are|You were/);
    const first = await sentOf(chain(['message', prompt], ['compaction', { summary: 'First summary.', firstKeptEntryId: 'e2' }]));
    assert.doesNotMatch(first, /You were/);
    const anew = chain(['compaction', { summary: 'All.', firstKeptEntryId: 'gone' }], ['message', prompt]);
    assert.match(await sentOf(anew), /You were/);
  });

  it('edits an entry as it was edited last, of what is still sent', async () => {
    const [away, back] = [null, { content: 'Again?' }].map((replacement) => ['context_edit', { targetId: 'e2', replacement }] as const);
    assert.ok(away && back);
    const reasons = async (written: string): Promise<unknown> => [...(await indexOf(written)).notSent.values()];
    assert.deepEqual(await reasons(chain(away, back)), []);
    assert.deepEqual(await reasons(chain(back, away)), ['dropped']);
    const summary = (firstKeptEntryId: string) => ['compaction', { summary: 'All.', firstKeptEntryId }] as const;
    assert.deepEqual(await reasons(chain(away, summary('e2'))), ['compacted', 'compacted', 'dropped']);
    const gone = entry('context_edit', { targetId: 'e0', replacement: null }, 'e0').replace('last', 'gone');
    assert.deepEqual(await reasons(gone + file), []);
  });

  it('asks the model that was chosen last, but not on another branch', async () => {
    const chosen = ['model_change', { provider: 'x', modelId: 'gpt-6' }] as const;
    assert.equal((await indexOf(chain(chosen))).model, 'gpt-6');
    assert.equal((await indexOf(chain(chosen) + entry('branch_summary', { summary: 'It went wrong.' }, 'e1'))).model, 'gpt-5.2');
  });

  it('has commands of a person and what extensions say, but for what they kept to themselves', async () => {
    const bash = { role: 'bashExecution', command: 'ls', output: 'a.png' };
    assert.match(await sentOf(file + entry('message', { message: bash })), /a\.png/);
    assert.doesNotMatch(await sentOf(file + entry('message', { message: { ...bash, excludeFromContext: true } })), /a\.png/);
    assert.match(await sentOf(file + entry('custom_message', { content: 'Mind the red.' })), /Mind the red/);
  });

  it('is none without its header', async () => {
    assert.equal((await indexOf(file.split('\n').slice(1).join('\n'))).format, null);
  });
});

describe('A session of Gemini CLI', () => {
  const turns: readonly Turn[] = [
    { user: [text('Look.')] },
    { assistant: 'I look.', calls: ['call_1'] },
    { result: 'call_1', pieces: [text('Read.'), image(png(10, 10))] },
    { assistant: 'Red.' },
  ];
  const write = WRITERS['gemini-cli'];
  const bodyOf = async (file: string): Promise<object> => requestOf(file, await indexOf(file), 'gemini');

  it('is the same as it is written, when it was resumed, and as earlier versions wrote it', async () => {
    const body = await bodyOf(write(turns));
    assert.deepEqual(sentIn(body).pictures, 1);
    assert.deepEqual(await bodyOf(resumedGeminiCli(turns)), body);
    assert.deepEqual(await bodyOf(earlierGeminiCli(turns)), body);
  });

  it('has a result twice when it was resumed, as it is sent; one whose call is nowhere is found', async () => {
    const result = (id: string): Turn => ({ result: id, pieces: [text('Read.')] });
    const codesIn = async (more: Turn): Promise<string[]> => {
      const { findings } = checkConversation(await indexOf(write([...turns.slice(0, 3), more])), { api: 'gemini', capabilities: null });
      return findings.flatMap(({ code, severity }) => (severity === 'error' ? code : []));
    };
    assert.deepEqual(await codesIn(result('call_1')), []);
    assert.deepEqual(await codesIn(result('call_2')), ['result_without_call']);
  });

  it('ends before the message that was gone back to; without it, with nothing', async () => {
    const back = (id: string): string => `${write(turns)}${JSON.stringify({ $rewindTo: id })}\n`;
    assert.deepEqual(
      (await indexOf(back('m1'))).messages.map(({ id }) => id),
      ['m0'],
    );
    assert.deepEqual((await indexOf(back('gone'))).messages, []);
    const again = back('m1') + ['m2', 'm1'].map((id) => line({ id, type: 'user', content: 'Again.' })).join('');
    assert.deepEqual(
      (await indexOf(again)).messages.map(({ id }) => id),
      ['m0', 'm2', 'm1'],
    );
    assert.deepEqual((await indexOf(`${again}${line({ $rewindTo: 'm3' })}`)).messages, []);
  });

  it('was in the folder that the program tells its model in the first message, if there is only one', async () => {
    const folderOf = async (...folders: readonly string[]): Promise<string | undefined> => {
      const listed = folders.map((each) => `  - ${each}\n`).join('');
      const told = `<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n${listed}- **Directory Structure:**\n`;
      return (await indexOf(sessionWith(told))).folder;
    };
    const sessionWith = (told: string): string => {
      const [header = '', ...messages] = write(turns).split('\n');
      return [header, line({ id: 'n', type: 'user', content: [{ text: told }] }).trimEnd(), ...messages].join('\n');
    };
    assert.equal(await folderOf('/home/user/a project'), '/home/user/a project');
    assert.equal(await folderOf('/home/user/one', '/home/user/two'), undefined);
    assert.equal(await folderOf(), undefined);
    const later = '<session_context>\n- **Workspace Directories:**\n  - /etc\n- **Directory Structure:**\n';
    assert.equal((await indexOf(write(turns) + line({ id: 'n', type: 'user', content: [{ text: later }] }))).folder, undefined);
  });

  it('leaves out what its program does not take for a question', async () => {
    const left = ['', ' \n', '/help', '?', ' <session_context>x', '<hook_context>x', [{ text: '' }, { text: '/help' }]];
    const sent = ['What?', 'a/b', [{ text: ' ' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }]];
    const more = [...left, ...sent].map((content, index) => line({ id: `n${index}`, type: 'user', content }));
    const { notSent } = await indexOf(write(turns) + more.join(''));
    assert.deepEqual(
      [...notSent],
      left.map((_, index) => [4 + index, 'dropped']),
    );
  });

  it('is not answered in the words of another API', async () => {
    const index = await indexOf(write([{ user: [text('Look.')] }, { result: 'call_2', pieces: [] }]));
    const wordsOf = (api: 'gemini' | 'openai-chat'): unknown =>
      checkConversation(index, { api, capabilities: null }).findings.map((finding) => serverWords(finding, api));
    assert.deepEqual(wordsOf('gemini'), [undefined]);
    assert.match(String(wordsOf('openai-chat')), /must be a response to a preceeding message/);
  });

  it('has the title that was set, and no message for notes to the screen', async () => {
    const more = [{ id: 'n', type: 'info', content: 'Saved.' }, { $set: { summary: 'Colours' } }].map(
      (line) => `${JSON.stringify(line)}\n`,
    );
    const { title, model, messages } = await indexOf(`${write(turns)}${more.join('')}`);
    assert.deepEqual([title, model, messages.length], ['Colours', 'gemini-2.5-pro', 4]);
  });

  it('is read only: what fails is found, and no edit of it is sure', async () => {
    const index = await indexOf(write([{ user: [image(png(9000, 10))] }]));
    const check = checkConversation(index, { api: 'anthropic', capabilities: null });
    assert.equal(check.goesThrough, false);
    assert.deepEqual(planRepairs(index, check, [], { api: 'anthropic' }), []);
  });

  it('is none without its header', async () => {
    assert.equal((await indexOf(write(turns).split('\n').slice(1).join('\n'))).format, null);
    assert.equal((await indexOf(JSON.stringify({ messages: [{ id: 'm', type: 'user', content: 'x' }] }))).format, null);
  });
});

describe('The command line', () => {
  const told = async (name: string): Promise<string> =>
    (await cli(['conversation', path.resolve('test/fixtures/sessions', `${name}.jsonl`)])).stdout;

  it('says what a session lacks, and why it is read only', async () => {
    assert.match(await told('copilot-cli'), /^Tokens +.*, without the tools$/m);
    const { stdout } = await cli(['conversation', '-'], {
      input: WRITERS['claude-code']([{ user: [text('Look.')] }, { assistant: 'Good.' }]),
    });
    assert.match(stdout, /^Tokens +.*, without the system prompt and tools$/m);
    assert.match(await told('gemini-cli'), /Gemini CLI, cannot be repaired: the session keeps each message in several places/);
    assert.match(await told('copilot-cli'), /^Messages +\d+, 1 of them no longer sent$/m);
  });
});
