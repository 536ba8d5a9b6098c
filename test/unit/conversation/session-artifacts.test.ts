import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ConversationFormat, ConversationIndex } from '../../../src/core/conversation/conversation.ts';
import { fileChanges, pathInSession } from '../../../src/core/conversation/file-tools.ts';
import { fileWritesTask } from '../../../src/core/conversation/file-writes-task.ts';
import {
  readSessionArtifact,
  type SessionArtifact,
  sessionArtifacts,
  type WrittenFile,
  type SessionMedium,
  sessionMedia,
  type SessionReading,
} from '../../../src/core/conversation/session-artifacts.ts';
import { image, indexOf, text, type Turn, WRITERS, type WrittenFormat } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';

const fixtures = path.resolve('test/fixtures/sessions');
const fixture = (name: string): string => readFileSync(path.join(fixtures, name), 'utf8');

/** Reads a session that is in memory, and keeps what was read. */
function readingOf(file: string): SessionReading & { readonly ranges: (readonly [number, number])[] } {
  const bytes = Buffer.from(file);
  const ranges: (readonly [number, number])[] = [];
  const read: SessionReading['read'] = ({ start, end }) => {
    ranges.push([start, end]);
    return Promise.resolve(new Uint8Array(bytes.subarray(start, end)));
  };
  return { read, ranges };
}

async function artifactsOf(file: string): Promise<{ index: ConversationIndex; items: readonly SessionArtifact[]; unread: number }> {
  const index = await indexOf(file);
  return { index, ...(await sessionArtifacts(index, readingOf(file))) };
}

const filesIn = (items: readonly SessionArtifact[]): WrittenFile[] => items.filter((item) => item.kind === 'file');
const mediaIn = (items: readonly SessionArtifact[]): SessionMedium[] => items.filter((item) => item.kind !== 'file');

/** What each version of a file has, as text; undefined where it is not known. */
async function textsOf(file: string, item: WrittenFile): Promise<(string | undefined)[]> {
  const index = await indexOf(file);
  const contents = item.versions.map(({ number }) => readSessionArtifact(index, item, readingOf(file), number));
  return (await Promise.all(contents)).map((bytes) => bytes && new TextDecoder().decode(bytes));
}

const [red, blue] = [png(20, 20), png(30, 10)];
const turns: readonly Turn[] = [
  { user: [text('What is it?'), image(red)] },
  { assistant: 'I look.', calls: ['call_1'] },
  { result: 'call_1', pieces: [text('Seen.'), image(red), image(blue)] },
  { assistant: 'A square.' },
];
const more: readonly Turn[] = [...turns, { user: [text('And again?'), image(blue), image(png(5, 5))] }, { assistant: 'So it is.' }];

describe('Pictures of a session', () => {
  for (const format of Object.keys(WRITERS) as WrittenFormat[]) {
    // its view keeps only what a person attached
    if (format === 'vscode-chat') continue;
    it(`are one artifact each, with all their places and bytes, by ids that stay while it grows: ${format}`, async () => {
      const file = WRITERS[format](turns);
      const index = await indexOf(file);
      const [first, second, ...others] = sessionMedia(index);
      assert.ok(first && second);
      assert.deepEqual(others, []);
      const own = (each: SessionMedium): number => each.places.filter(({ isCopy }) => isCopy !== true).length;
      assert.deepEqual([own(first), own(second)], [2, 1]);
      assert.deepEqual([first.kind, first.mimeType, first.width, first.height, first.size], ['image', 'image/png', 20, 20, red.length]);
      for (const [medium, bytes] of [
        [first, red],
        [second, blue],
      ] as const) {
        assert.ok(Buffer.from(bytes).equals((await readSessionArtifact(index, medium, readingOf(file))) ?? Buffer.alloc(0)));
        for (const { range, message, part } of medium.places) {
          assert.equal(
            Buffer.from(file).toString('latin1', range.start, range.end).replaceAll('\\', ''),
            Buffer.from(bytes).toString('base64'),
          );
          assert.equal(index.messages[message]?.parts[part]?.kind, 'media');
        }
      }
      const grown = sessionMedia(await indexOf(WRITERS[format](more)));
      assert.deepEqual(grown.map(({ id }) => id).slice(0, 2), [first.id, second.id]);
      assert.deepEqual(grown.map(own), [2, 2, 1]);
    });
  }

  it('have the program’s own copy beside the message as a place that is no message’s', async () => {
    const [first] = sessionMedia(await indexOf(WRITERS['claude-code'](turns)));
    assert.deepEqual(
      first?.places.map(({ message, isCopy = false, messageId }) => [message, isCopy, messageId]),
      [
        [0, false, 'u0'],
        [2, false, 'u2'],
        [2, true, 'u2'],
      ],
    );
  });

  const planted = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8DwnwGMgRQAH+4D/dJQfRoAAAAASUVORK5CYII=';
  for (const name of ['cline-session', 'copilot-cli', 'gemini-cli', 'pi']) {
    it(`that a real program read are there once, byte for byte: ${name}`, async () => {
      const file = fixture(`${name}.jsonl`);
      const { index, items } = await artifactsOf(file);
      const [picture, ...others] = mediaIn(items);
      assert.ok(picture);
      assert.deepEqual([others, filesIn(items)], [[], []]);
      assert.deepEqual([picture.mimeType, picture.width, picture.height, picture.size], ['image/png', 2, 2, 74]);
      const bytes = await readSessionArtifact(index, picture, readingOf(file));
      assert.equal(Buffer.from(bytes ?? []).toString('base64'), planted);
      for (const { range } of picture.places) assert.equal(Buffer.from(file).toString('latin1', range.start, range.end), planted);
    });
  }

  it('are there once as their program made a smaller one of them: qwen-code', async () => {
    const { items } = await artifactsOf(fixture('qwen-code.jsonl'));
    assert.deepEqual(
      mediaIn(items).map(({ mimeType, width, height }) => [mimeType, width, height]),
      [['image/jpeg', 2, 2]],
    );
  });

  it('are listed without reading any of the file', async () => {
    const file = WRITERS.codex(turns);
    const reading = readingOf(file);
    await sessionArtifacts(await indexOf(file), reading);
    assert.deepEqual(reading.ranges, []);
  });
});

const ONE = '# Planted notes\n\nPlanted line one.\nPlanted "quoted" é中 line two.\n';
const TWO = ONE.replace('Planted line one.', 'Planted line 1.');
const THREE = '# Planted notes\n\nPlanted again.\n';

/**
 * What the programs were asked for: to create the file, to edit it, to edit words that are not there, and to write it anew. Versions as the file was
 * on the disk then; those that its session cannot tell are undefined.
 */
const WRITTEN: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'claude-code': [ONE, TWO, THREE],
  codex: [ONE, undefined, THREE],
  // it refuses to create a file that is there
  'copilot-cli': [ONE, undefined],
  // a session that goes on is written anew without what the calls found, such as line breaks that are kept
  'gemini-cli': [ONE, undefined, undefined],
  'qwen-code': [ONE, TWO, THREE],
  pi: [ONE, undefined, THREE],
};

describe('Files that a session wrote', () => {
  for (const [name, versions] of Object.entries(WRITTEN)) {
    it(`by a real program have a version for each call that was done, and no content that is not certain: ${name}`, async () => {
      const file = fixture(`written/${name}.jsonl`);
      const { items, unread } = await artifactsOf(file);
      const [planted, ...others] = items;
      assert.ok(planted?.kind === 'file');
      assert.deepEqual([others, unread], [[], 0]);
      assert.match(planted.path, /^(?:\/project\/)?planted-notes\.md$/);
      assert.deepEqual([planted.name, planted.mimeType], ['planted-notes.md', 'text/markdown']);
      assert.deepEqual(await textsOf(file, planted), versions);
      assert.deepEqual(
        planted.versions.map(({ change }) => change),
        ['write', 'edit', 'write'].slice(0, versions.length),
      );
      assert.ok(planted.versions.every(({ state, time }) => state === 'written' && time !== undefined));
      const known = versions.findLast((each) => each !== undefined) ?? '';
      assert.equal(planted.size, Buffer.byteLength(known));
    });

    it(`keep their ids, and their versions so far, while it grows line by line: ${name}`, async () => {
      const lines = fixture(`written/${name}.jsonl`).split('\n').filter(Boolean);
      const all = filesIn((await artifactsOf(`${lines.join('\n')}\n`)).items)[0];
      let most = 0;
      for (let count = 1; count < lines.length; count++) {
        const { items } = await artifactsOf(`${lines.slice(0, count).join('\n')}\n`);
        assert.ok(items.length <= 1);
        for (const item of filesIn(items)) {
          assert.deepEqual([item.id, item.path], [all?.id, all?.path]);
          most = Math.max(most, item.versions.length);
        }
      }
      assert.ok(most >= (all?.versions.length ?? Infinity));
    });
  }

  it('are of every program whose session of writing is kept', () => {
    assert.deepEqual(
      readdirSync(path.join(fixtures, 'written')).map((name) => path.parse(name).name),
      Object.keys(WRITTEN).sort(),
    );
  });

  const session = (...lines: readonly object[]): string =>
    lines
      .map((line, at) =>
        JSON.stringify({ sessionId: 's', cwd: '/project', uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, ...line }),
      )
      .join('\n');
  const call = (name: string, input: object, id = 'toolu_1'): object => ({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  });
  const result = (toolUseResult: unknown, more: object = {}, id = 'toolu_1'): object => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'done', ...more }] },
    toolUseResult,
  });
  const write = call('Write', { file_path: '/project/a.txt', content: 'one\ntwo\n' });
  const edit = call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'three' }, 'toolu_2');
  const edited = (before: string, more: object = {}): object =>
    result({ originalFile: before, oldString: 'one', newString: 'three', replaceAll: false, ...more }, {}, 'toolu_2');
  const versionsIn = async (file: string): Promise<unknown[]> => {
    const [item] = filesIn((await artifactsOf(file)).items);
    const texts = item ? await textsOf(file, item) : [];
    return (item?.versions ?? []).map(({ change, state }, at) => [change, state, texts[at]]);
  };

  it('have no version for a call that failed or was refused', async () => {
    assert.deepEqual(await versionsIn(session(write, result('Error: no', { is_error: true }))), []);
  });

  it('have one without content for a call that nobody answered yet', async () => {
    assert.deepEqual(await versionsIn(session(write)), [['write', 'unanswered', undefined]]);
  });

  it('have what a person made of it only as a version, not as content', async () => {
    const changed = result({ type: 'create', content: 'one\ntwo\n', originalFile: null, userModified: true });
    assert.deepEqual(await versionsIn(session(write, changed)), [['write', 'written', undefined]]);
  });

  it('have the content of an edit only where the file before it is the version that is known', async () => {
    const created = result({ type: 'create', content: 'one\ntwo\n', originalFile: null });
    const known = ['write', 'written', 'one\ntwo\n'];
    assert.deepEqual(await versionsIn(session(write, created, edit, edited('one\ntwo\n'))), [known, ['edit', 'written', 'three\ntwo\n']]);
    // somebody else wrote in between
    assert.deepEqual(await versionsIn(session(write, created, edit, edited('one\nmore\n'))), [known, ['edit', 'written', undefined]]);
    // the words stand there twice
    assert.deepEqual(await versionsIn(session(write, created, edit, edited('one\ntwo\n', { oldString: 'o' }))), [
      known,
      ['edit', 'written', undefined],
    ]);
    assert.deepEqual(await versionsIn(session(edit, edited('one\ntwo\n'))), [['edit', 'written', undefined]]);
  });

  it('have no content where the program keeps the line breaks that the file had', async () => {
    const written = (before: string, path: string, content: string): Promise<unknown[]> => {
      const name = 'write_file';
      const common = { sessionId: 's', cwd: '/project', version: '0.24.4' };
      const lines = [
        {
          uuid: 'u0',
          type: 'assistant',
          message: { role: 'model', parts: [{ functionCall: { id: 'c', name, args: { file_path: path, content } } }] },
        },
        {
          uuid: 'u1',
          parentUuid: 'u0',
          type: 'tool_result',
          message: { role: 'user', parts: [{ functionResponse: { id: 'c', name, response: { output: 'done' } } }] },
          toolCallResult: { callId: 'c', status: 'success', resultDisplay: { originalContent: before, newContent: content } },
        },
      ];
      return versionsIn(lines.map((line) => JSON.stringify({ ...common, ...line })).join('\n'));
    };
    assert.deepEqual(await written('', '/project/a', 'x\n'), [['write', 'written', 'x\n']]);
    assert.deepEqual(await written('a\n', '/project/a', 'x\n'), [['write', 'written', 'x\n']]);
    assert.deepEqual(await written('a\r\n', '/project/a', 'x\n'), [['write', 'written', undefined]]);
    assert.deepEqual(await written('', '/project/a', 'x\r\n'), [['write', 'written', undefined]]);
    // a new file has the line breaks of Windows there
    assert.deepEqual(await written('', 'C:\\project\\a', 'x\n'), [['write', 'written', undefined]]);
  });

  it('of opencode have no content, since a formatter may have changed the file, and no version for a call that failed', async () => {
    const tool = (callID: string, name: string, input: object, state: object): object => ({
      ...{ id: `prt_${callID}`, messageID: 'msg_1', sessionID: 'ses_1', type: 'tool', tool: name, callID },
      state: { input, ...state },
    });
    const file = { filePath: '/project/a.ts' };
    const parts = [
      { id: 'prt_0', messageID: 'msg_1', sessionID: 'ses_1', type: 'step-start' },
      tool('call_1', 'write', { ...file, content: 'one\n' }, { status: 'completed', output: 'Wrote file successfully.' }),
      tool(
        'call_2',
        'edit',
        { ...file, oldString: 'x', newString: 'y' },
        { status: 'error', error: 'Could not find oldString in the file.' },
      ),
      tool('call_3', 'write', { ...file, content: 'two\n' }, { status: 'running' }),
    ];
    const info = { id: 'ses_1', directory: '/project', version: '1.18.34', time: { created: 1, updated: 1 } };
    const message = { info: { id: 'msg_1', sessionID: 'ses_1', role: 'assistant', time: { created: 1 } }, parts };
    assert.deepEqual(await versionsIn(JSON.stringify({ info, messages: [message] }, null, 2)), [
      ['write', 'written', undefined],
      ['write', 'unanswered', undefined],
    ]);
  });

  it('of Cline have no content either: in VS Code the editor may format what it saves', async () => {
    const input = { path: 'a.ts', content: 'one\n' };
    const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
    const writes = await fileWritesTask.load();
    const afterOf = async (format: ConversationFormat): Promise<unknown> => {
      const call = {
        format,
        tool: 'write_to_file',
        callId: 'c',
        call: bytes(input),
        result: bytes({ type: 'tool_result', content: 'ok' }),
      };
      return (await writes(call)).map(({ kind, after }) => [kind, after?.size]);
    };
    assert.deepEqual(await afterOf('anthropic'), [['write', 4]]);
    assert.deepEqual(await afterOf('cline'), [['write', undefined]]);
    assert.deepEqual(await afterOf('cline-session'), [['write', undefined]]);
  });

  it('are one file by whatever path the calls name it', async () => {
    const again = call('Write', { file_path: './src/../a.txt', content: 'x' }, 'toolu_2');
    const { items } = await artifactsOf(session(write, result({}), again, result({}, {}, 'toolu_2')));
    assert.deepEqual(
      filesIn(items).map((item) => [item.path, item.versions.length]),
      [['a.txt', 2]],
    );
  });

  it('have a call once that stands in several messages of a body', async () => {
    const blocks = [{ type: 'tool_use', id: 'toolu_1', name: 'Write', input: { file_path: '/a.txt', content: 'x' } }];
    const messages = [
      { role: 'user', content: 'Write.' },
      { role: 'assistant', content: blocks },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
      { role: 'assistant', content: blocks },
    ];
    const file = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 9, messages });
    const [item] = filesIn((await artifactsOf(file)).items);
    assert.deepEqual(
      item?.versions.map(({ message, state }) => [message, state]),
      [[1, 'unconfirmed']],
    );
    assert.deepEqual(await textsOf(file, item), ['x']);
  });

  it('name what an attacker wrote as a name, and nothing of it is a tool or a place', async () => {
    const hostile = '../../../etc/\u001b[31mpasswd\u202e';
    const file = session(
      call('Write', { file_path: hostile, content: 'x' }),
      result({}),
      call('__proto__', { file_path: 'b', content: 'x' }, 'toolu_2'),
      call('constructor', { file_path: 'c', content: 'x' }, 'toolu_3'),
      call('Write', { file_path: 'x'.repeat(5000), content: 'x' }, 'toolu_4'),
      call('Write', { __proto__: { file_path: 'd' }, content: 'x' }, 'toolu_5'),
    );
    const { items, unread } = await artifactsOf(file);
    assert.deepEqual([items.map(({ name }) => name), unread], [['\u001b[31mpasswd\u202e'], 0]);
  });

  it('that were changed since the index was made have no content', async () => {
    const file = session(write, result({}));
    const { index, items } = await artifactsOf(file);
    const [item] = filesIn(items);
    assert.ok(item);
    assert.equal(await readSessionArtifact(index, item, readingOf(file.replaceAll('"', ' '))), undefined);
    assert.deepEqual(mediaIn(items), []);
  });
});

describe('What a call does to files', () => {
  it('is told of each file of a patch', () => {
    const patch = [
      '*** Begin Patch',
      '*** Add File: a b.md',
      '+one',
      '+',
      '*** Update File: c',
      '*** Move to: d',
      '@@',
      '-x',
      '+y',
      '*** Delete File: e',
      '*** End Patch',
    ];
    const changes = [
      { path: 'a b.md', kind: 'write', content: 'one\n\n' },
      { path: 'c', kind: 'edit' },
      { path: 'e', kind: 'delete' },
    ];
    assert.deepEqual(fileChanges('apply_patch', patch.join('\n')), changes);
    assert.deepEqual(fileChanges('apply_patch', { input: patch.join('\n') }), changes);
    assert.deepEqual(fileChanges('shell', { command: ['apply_patch', patch.join('\n')] }), changes);
    const inShell = (head: string): unknown =>
      fileChanges('exec_command', { cmd: `${head}\n${patch.join('\n')}\nEOF`, workdir: '/w' }).map(({ path: each }) => each);
    assert.deepEqual(inShell("apply_patch <<'EOF'"), ['/w/a b.md', '/w/c', '/w/e']);
    // the shell changes what is in it, or it is another command
    assert.deepEqual(inShell('apply_patch <<EOF'), []);
    assert.deepEqual(inShell("cat <<'EOF'"), []);
  });

  it('is told of Anthropic’s tool by its command', () => {
    const input = { path: '/a', file_text: 'x' };
    assert.deepEqual(fileChanges('str_replace_based_edit_tool', { command: 'create', ...input }), [
      { path: '/a', kind: 'write', content: 'x' },
    ]);
    assert.deepEqual(fileChanges('str_replace_based_edit_tool', { command: 'str_replace', ...input }), [{ path: '/a', kind: 'edit' }]);
    assert.deepEqual(fileChanges('str_replace_based_edit_tool', { command: 'view', ...input }), []);
  });

  it('names paths below the folder of the session relative to it', () => {
    assert.equal(pathInSession('/project/a/../b.md', '/project'), 'b.md');
    assert.equal(pathInSession('b.md', '/project/'), 'b.md');
    assert.equal(pathInSession('../b.md', '/project'), '/b.md');
    assert.equal(pathInSession('C:\\work\\src\\a.ts', 'C:\\work'), 'src/a.ts');
    assert.equal(pathInSession('a\\b', undefined), 'a\\b');
  });
});
