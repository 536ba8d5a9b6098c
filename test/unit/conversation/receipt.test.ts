/** What became of files that a program read for its model. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import type { ConversationFormat } from '../../../src/core/conversation/conversation.ts';
import { fileReceipts, READ_TOOLS } from '../../../src/core/conversation/receipt.ts';
import { SEEN_PROGRAMS } from '../../../src/core/programs/deliveries.ts';
import { cli } from '../../support/command-line.ts';
import { indexOf } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { base64 } from '../../support/transcripts.ts';

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64(png(10, 10)) } };

/** A session of Claude Code in which its tools were called. @param turns of each: the tool, the file, and what came back */
function session(...turns: readonly (readonly [tool: string, file: string, content: unknown, beside?: object])[]): string {
  const lines: object[] = [{ type: 'user', message: { role: 'user', content: 'Look.' } }];
  for (const [at, [name, file, content, beside]] of turns.entries()) {
    const call = { type: 'tool_use', id: `t${at}`, name, input: { limit: 9, file_path: file } };
    lines.push({ type: 'assistant', message: { role: 'assistant', id: `m${at}`, content: [call] } });
    const result = { type: 'tool_result', tool_use_id: `t${at}`, content };
    lines.push({ type: 'user', message: { role: 'user', content: beside ? [result, beside] : [result] } });
  }
  return lines
    .map((line, at) => JSON.stringify({ ...line, uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, sessionId: 's' }))
    .join('\n');
}

async function found(file: string): Promise<[code: string, param: unknown, message: number | undefined][]> {
  const { findings } = checkConversation(await indexOf(file), { api: 'anthropic', capabilities: null });
  return findings.map(({ code, params, address }) => [code, params['name'] ?? params['type'], address?.message]);
}

describe('The receipt of files that a program read', () => {
  it('is by the tools that the laboratory saw', () => {
    const seen = Object.fromEntries(SEEN_PROGRAMS.map(({ id, tool }) => [id, tool]));
    for (const [format, tool] of Object.entries(READ_TOOLS))
      assert.equal(seen[format], tool, format satisfies string as ConversationFormat);
  });

  it('names pictures, sound and films of which nothing but words came', async () => {
    const file = session(['Read', '/p/a.png', 'Viewed image file successfully'], ['Read', 'C:\\p\\b.mp3', 'Read 20 kB.']);
    assert.deepEqual(await found(file), [
      ['dropped_by_program', 'a.png', 2],
      ['dropped_by_program', 'b.mp3', 4],
    ]);
  });

  it('says nothing where the medium came, in the result or beside it', async () => {
    assert.deepEqual(await found(session(['Read', '/p/a.png', [picture]])), []);
    assert.deepEqual(await found(session(['Read', '/p/a.png', [{ type: 'text', text: 'A picture:' }, picture]])), []);
    assert.deepEqual(await found(session(['Read', '/p/a.png', 'See below.', picture])), []);
  });

  it('says nothing of files that were not there, of texts, of drawings in SVG, and of other tools', async () => {
    assert.deepEqual(await found(session(['Read', '/p/a.png', 'File does not exist.'])), []);
    assert.deepEqual(await found(session(['Read', '/p/a.md', 'A text.'])), []);
    assert.deepEqual(await found(session(['Read', '/p/a.svg', '<svg/>'])), []);
    assert.deepEqual(await found(session(['Write', '/p/a.png', 'Written.'])), []);
    assert.deepEqual(await found(session(['Read', '/p/a.png', '[Removed from the conversation: image/png, 5.1 MB]'])), []);
  });

  it('names bytes that stand as text, by how the file begins or by what no text has', async () => {
    assert.deepEqual(await found(session(['Read', '/p/a.pdf', '     1→%PDF-1.7\n%âãÏÓ'])), [['raw_bytes_as_text', 'application/pdf', 2]]);
    assert.deepEqual(await found(session(['Read', '/p/a.docx', 'PK\u0003\u0004\u0014\u0000'])), [
      ['raw_bytes_as_text', 'application/zip', 2],
    ]);
    const noise = 'ab\uFFFD\u0001cd\uFFFDef'.repeat(12);
    assert.deepEqual(await found(session(['Read', '/p/a.bin', noise])), [['raw_bytes_as_text', 'application/octet-stream', 2]]);
    // raw, and therefore no words about it
    assert.deepEqual(await found(session(['Read', '/p/a.png', `\uFFFDPNG\r\n${noise}`])), [['raw_bytes_as_text', 'image/png', 2]]);
  });

  it('takes no text for bytes: colours of a terminal, other scripts and encodings, words about PDF', async () => {
    for (const text of [
      '\u001b[31mred\u001b[0m '.repeat(20),
      '提示：文件已读取。'.repeat(10),
      '// \uFFFD\uFFFD\uFFFD\uFFFD: in GBK\n'.repeat(8),
      'A file that begins with %PDF-1.7 is a PDF.',
    ])
      assert.deepEqual(await found(session(['Read', '/p/a.md', text])), [], text);
  });

  it('is told by doctor, and fails it only where warnings do', async () => {
    const input = session(['Read', '/p/a.png', 'Viewed image file successfully']);
    const told = await cli(['doctor', '-'], { input });
    assert.equal(told.code, 0);
    assert.match(told.stdout, /The program read a\.png and sends only these words/);
    assert.equal((await cli(['doctor', '-', '--strict'], { input })).code, 1);
  });

  it('of a session that Copilot CLI wrote, names the picture that it said it had viewed', async () => {
    const { stdout } = await cli(['doctor', path.resolve('test/fixtures/sessions/copilot-cli.jsonl')]);
    assert.match(stdout, /warning dropped_by_program\n {2}The program read planted\.png/);
  });
});

type Received = [name: string | undefined, way: string, sentAs: string, message: number, part: number];

async function received(file: string): Promise<Received[]> {
  return fileReceipts(await indexOf(file)).map(({ name, way, sentAs, address }) => [name, way, sentAs, address.message, address.part]);
}

/** Lines of Claude Code with a message each. */
function lines(...messages: readonly (readonly [role: 'user' | 'assistant', content: unknown, fields?: object])[]): string {
  return messages
    .map(([role, content, fields], at) =>
      JSON.stringify({ type: role, message: { role, content }, uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, ...fields }),
    )
    .join('\n');
}

const read = (id: string, file: string): object => ({ type: 'tool_use', id, name: 'Read', input: { file_path: file } });
const result = (id: string, content: unknown): object => ({ type: 'tool_result', tool_use_id: id, content });
const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: base64(Buffer.from('%PDF-1.7\n')) } };

describe('The files of a conversation', () => {
  it('are listed with what is sent of each that the program read', async () => {
    const file = session(
      ['Read', '/p/a.png', [picture]],
      ['Read', '/p/b.md', '     1→A text.'],
      ['Read', '/p/c.pdf', '%PDF-1.7'],
      ['Read', '/p/d.png', 'Viewed image file successfully'],
      ['Read', '/p/e.png', 'File does not exist.'],
      ['Read', '/p/f.png', '[Removed from the conversation: image/png, 5.1 MB]'],
      ['Read', '/p/g.png', ''],
      ['Bash', '/p/h.png', 'Nothing is known of that.'],
    );
    assert.deepEqual(await received(file), [
      ['a.png', 'read', 'media', 2, 0],
      ['b.md', 'read', 'text', 4, 0],
      ['c.pdf', 'read', 'raw_bytes', 6, 0],
      ['d.png', 'read', 'note', 8, 0],
      ['e.png', 'read', 'not_read', 10, 0],
      ['f.png', 'read', 'description', 12, 0],
      ['g.png', 'read', 'nothing', 14, 0],
    ]);
  });

  it('are in an unknown form where words may be their text or about them', async () => {
    const file = session(
      ['Read', '/p/a.docx', 'Read 1 file.'],
      ['Read', '/p/b.pdf', 'PDF read successfully'],
      ['Read', '/p/c.md', 'File does not exist.'],
      ['Read', '/p/d.md', `     1→How to mend "permission denied". ${'It takes a while. '.repeat(30)}`],
      ['Read', '/p/e.md', '     1→It says [Removed from the conversation: image/png].'],
      ['Read', `/p/${'f'.repeat(300)}.png`, 'Viewed.'],
      ['Read', '/p/g.md', 'File unchanged since last read.'],
    );
    assert.deepEqual(await received(file), [
      ['a.docx', 'read', 'unknown', 2, 0],
      ['b.pdf', 'read', 'unknown', 4, 0],
      ['c.md', 'read', 'unknown', 6, 0],
      ['d.md', 'read', 'text', 8, 0],
      ['e.md', 'read', 'text', 10, 0],
      [undefined, 'read', 'unknown', 12, 0],
      ['g.md', 'read', 'unknown', 14, 0],
    ]);
  });

  it('were not read where a program says that the call failed', async () => {
    const file = lines(
      ['user', 'Look.'],
      ['assistant', [read('t', '/p/a.md')]],
      ['user', [{ ...result('t', 'It is locked.'), is_error: true }]],
    );
    assert.deepEqual(await received(file), [['a.md', 'read', 'not_read', 2, 0]]);
    const response = (body: object): string =>
      JSON.stringify({
        contents: [
          { role: 'user', parts: [{ text: 'Look.' }] },
          { role: 'model', parts: [{ functionCall: { id: 'c', name: 'read_file', args: { file_path: '/p/a.png' } } }] },
          { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'read_file', response: body } }] },
        ],
      });
    const sampleOf = async (body: object): Promise<unknown> => {
      const part = (await indexOf(response(body))).messages[2]?.parts[0];
      return part?.kind === 'text' && [part.sample, part.traits];
    };
    assert.deepEqual(await sampleOf({ error: 'It is locked.' }), ['It is locked.', ['failed']]);
    assert.deepEqual(await sampleOf({ output: 'Read.' }), ['Read.', undefined]);
    assert.deepEqual(await sampleOf({ output: 'Read.', lines: 3 }), ['{"output":"Read.","lines":3}', undefined]);
  });

  it('are those that are attached, that other tools return and that a model makes, too', async () => {
    const file = lines(
      ['user', [{ type: 'text', text: 'Look.' }, picture, { type: 'text', text: '[Removed from the conversation: image/png, 1 MB]' }]],
      ['assistant', [{ type: 'tool_use', id: 't', name: 'screenshot', input: {} }]],
      ['user', [result('t', [{ type: 'text', text: 'Taken.' }, picture])]],
      ['assistant', [picture]],
    );
    assert.deepEqual(await received(file), [
      [undefined, 'attached', 'media', 0, 1],
      [undefined, 'attached', 'description', 0, 2],
      [undefined, 'result', 'media', 2, 1],
      [undefined, 'made', 'media', 3, 0],
    ]);
  });

  it('have nothing sent of them where a call has no result', async () => {
    const file = lines(['user', 'Look.'], ['assistant', [read('t', '/p/a.md')]]);
    assert.deepEqual(await received(file), [['a.md', 'read', 'nothing', 1, 0]]);
  });

  it('stand beside the words of a call, and are named by it where there are as many', async () => {
    assert.deepEqual(await received(session(['Read', '/p/a.png', 'See below.', picture])), [['a.png', 'read', 'media', 2, 1]]);
    assert.deepEqual(await received(session(['Read', '/p/a.pdf', 'PDF file read.', pdf])), [['a.pdf', 'read', 'media', 2, 1]]);
    const two = (...beside: object[]): string =>
      lines(
        ['user', 'Look.'],
        ['assistant', [read('t', '/p/a.png'), read('u', '/p/b.pdf')]],
        ['user', [result('t', 'See below.'), result('u', 'See below.'), ...beside]],
      );
    assert.deepEqual(await received(two(picture, pdf)), [
      ['a.png', 'read', 'media', 2, 2],
      ['b.pdf', 'read', 'media', 2, 3],
    ]);
    const unknown: Received[] = [
      ['a.png', 'read', 'unknown', 1, 0],
      ['b.pdf', 'read', 'unknown', 1, 1],
    ];
    assert.deepEqual(await received(two(picture)), [...unknown, [undefined, 'read', 'media', 2, 2]]);
    assert.deepEqual(await received(two(pdf, picture)), [
      ...unknown,
      [undefined, 'read', 'media', 2, 2],
      [undefined, 'read', 'media', 2, 3],
    ]);
    const twice = (...results: object[]): string =>
      lines(['user', 'Look.'], ['assistant', [read('t', '/p/a.pdf'), read('u', '/p/b.pdf')]], ['user', results]);
    assert.deepEqual(await received(twice(result('u', 'See below.'), pdf, result('t', 'See below.'), pdf)), [
      ['b.pdf', 'read', 'media', 2, 1],
      ['a.pdf', 'read', 'media', 2, 3],
    ]);
  });

  it('that a person attaches are of no call: beside other kinds, with words, and after a call without a result', async () => {
    assert.deepEqual(await received(session(['Read', '/p/a.mp3', 'See below.', picture])), [
      ['a.mp3', 'read', 'unknown', 1, 0],
      [undefined, 'read', 'media', 2, 1],
    ]);
    const words = { type: 'text', text: 'And this?' };
    const later = lines(
      ['user', 'Look.'],
      ['assistant', [read('t', '/p/a.png')]],
      ['user', [result('t', 'Viewed.')]],
      ['user', [words, picture]],
    );
    assert.deepEqual(await received(later), [
      ['a.png', 'read', 'note', 2, 0],
      [undefined, 'attached', 'media', 3, 1],
    ]);
    const interrupted = lines(
      ['user', 'Look.'],
      ['assistant', [read('t', '/p/a.png')]],
      ['user', [picture]],
      ['assistant', [read('u', '/p/b.png')]],
      ['user', [result('u', 'Viewed.')]],
    );
    assert.deepEqual(await received(interrupted), [
      ['a.png', 'read', 'nothing', 1, 0],
      [undefined, 'attached', 'media', 2, 0],
      ['b.png', 'read', 'note', 4, 0],
    ]);
    assert.ok((await found(interrupted)).some(([code, name]) => code === 'dropped_by_program' && name === 'b.png'));
  });

  it('are told apart from those that are not sent, of other conversations too', async () => {
    const side = { isSidechain: true };
    const file = lines(['user', [picture]], ['assistant', 'Seen.'], ['user', 'Go on.', side], ['user', [picture], side]);
    const notSent = async (text: string): Promise<unknown> =>
      fileReceipts(await indexOf(text)).map((receipt) => [receipt.address.message, receipt.notSent]);
    assert.deepEqual(await notSent(file), [
      [0, undefined],
      [3, 'sidechain'],
    ]);
    const body = JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 9, messages: [{ role: 'user', content: [picture] }] });
    assert.deepEqual(await notSent(`${body}\n${body}\n`), [
      [0, undefined],
      [1, 'other_conversation'],
    ]);
  });

  it('keep the calls of subagents that work at the same time apart', async () => {
    const side = { isSidechain: true };
    const file = lines(
      ['user', 'Look.'],
      ['assistant', [read('t', '/p/a.png')], side],
      ['assistant', [read('u', '/p/b.md')], side],
      ['user', [result('u', '     1→A text.')], side],
      ['assistant', [{ type: 'text', text: 'Read.' }], side],
      ['user', [result('t', [picture])], side],
    );
    assert.deepEqual(await received(file), [
      ['b.md', 'read', 'text', 3, 0],
      ['a.png', 'read', 'media', 5, 0],
    ]);
  });

  it('are told apart where an ID is used again', async () => {
    const file = lines(
      ['user', 'Look.'],
      ['assistant', [read('t', '/p/a.md')]],
      ['assistant', [read('t', '/p/b.md')]],
      ['user', [result('t', '     1→A text.')]],
    );
    assert.deepEqual(await received(file), [
      ['a.md', 'read', 'unknown', 1, 0],
      ['b.md', 'read', 'text', 3, 0],
    ]);
  });

  it('have names that are safe to show', async () => {
    const [[name] = []] = await received(session(['Read', '/p/报告\u202e\u001b[31m.md', '     1→A text.']));
    assert.equal(name, '报告 [31m.md');
    const escaped = session(['Read', '/p/报告.md', '     1→A text.']).replace('报告', '\\u62a5\\u544a');
    assert.equal((await received(escaped))[0]?.[0], '报告.md');
  });

  it('are listed by the command line, for people and as JSON', async () => {
    const input = session(['Read', '/p/a.png', [picture]], ['Read', '/p/b.png', 'Viewed image file successfully']);
    const { stdout, code } = await cli(['conversation', '-', '--files'], { input });
    assert.equal(code, 0);
    assert.match(stdout, /^MESSAGE\s+FILE\s+FROM\s+SENT AS$/m);
    assert.match(stdout, /^ +3 {2}a\.png {2}read by the program {2}\[image\/png 10 × 10, \d+ B\]$/m);
    assert.match(stdout, /^ +5 {2}b\.png {2}read by the program {2}only words about it: Viewed image file successfully$/m);
    const json = JSON.parse((await cli(['conversation', '-', '--files', '--json'], { input })).stdout) as { files: object[] };
    assert.deepEqual(json.files.at(1), {
      address: { message: 5, part: 1 },
      name: 'b.png',
      way: 'read',
      sentAs: 'note',
      tokens: 4,
      sample: 'Viewed image file successfully',
    });
    const refused = await cli(['conversation', '-', '--files', '--wire'], { input });
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /--wire works only without --files/);
  });

  it('are none where a conversation has only words', async () => {
    const told = await cli(['conversation', '-', '--files'], { input: lines(['user', 'Look.'], ['assistant', 'At what?']) });
    assert.deepEqual([told.code, told.stdout, told.stderr.trim()], [0, '', 'No files found.']);
  });
});
