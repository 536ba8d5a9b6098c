/** What became of files that a program read for its model. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import type { ConversationFormat } from '../../../src/core/conversation/conversation.ts';
import { READ_TOOLS } from '../../../src/core/conversation/receipt.ts';
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
