import assert from 'node:assert/strict';
import { formatArtifactToolResponse } from '../../../src/core/routing/tool-message.ts';
import { WIRE_APIS, type WireApi } from '../../../src/core/wire/verdict.ts';
import { EXAMPLE_CALL_ID, readingTurn, type CanonicalMessage } from '../../../src/core/wire/turns.ts';
import { textRead } from '../../../src/core/wire/shortened-body.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answered, PARTS, text, user } from '../../support/wire.ts';

/** What is read of the last message. */
function read(messages: readonly CanonicalMessage[], api: WireApi): string | null {
  const result = toWire(messages, api);
  const last = messages.length - 1;
  return textRead(
    result,
    result.verdicts.filter(({ message }) => message === last),
    messages[last]!,
  );
}

const CONTENT = 'Nine lines\nof "text".';
const answer = formatArtifactToolResponse(
  {
    contentType: 'text',
    routing: 'text',
    content: CONTENT,
    metadata: { id: '1' },
    reason: { rule: 'text', acceptedCapabilities: [], lacksSignature: false },
  } as unknown as Parameters<typeof formatArtifactToolResponse>[0],
  EXAMPLE_CALL_ID,
);

describe('[E-19] The text a model reads', () => {
  for (const api of WIRE_APIS.filter((each) => each !== 'mcp')) {
    it(`[E-19] of an artifact is the answer of the tool with all that is around the content: ${api}`, () => {
      const found = read(readingTurn('artifact:1', answer), api);
      assert.equal(found, answer.content);
      assert.deepEqual(JSON.parse(found ?? ''), {
        status: 'success',
        contentType: 'text',
        routing: 'text',
        content: CONTENT,
        metadata: { id: '1' },
      });
    });
  }

  it('[E-19] of an artifact over MCP is the text alone, as it is sent there', () => {
    assert.equal(read(readingTurn('artifact:1', answer), 'mcp'), CONTENT);
  });

  it('[E-19] has the note in place of what was left out, once', () => {
    const note = '["song.mp3" (audio/mpeg) is left out: Anthropic Messages cannot carry it here.]';
    assert.equal(read(answered(text('caption'), PARTS.mp3), 'anthropic'), `caption\n${note}`);
    assert.equal(
      read(answered(text('caption'), PARTS.mp4), 'openai-chat'),
      'caption\n["film.mp4" (video/mp4) is left out: OpenAI Chat Completions cannot carry it here.]',
    );
    assert.equal(read([user(text('Look:'), PARTS.mp3)], 'anthropic'), `Look:\n${note}`);
    assert.equal(read([user(PARTS.mp3)], 'anthropic'), note);
    assert.equal(read([user(PARTS.mp3)], 'mcp'), null, 'nothing stands there');
  });

  it('[E-19] has the text of text files with the caption that an API puts before it, once, and nothing of media', () => {
    const notes = 'notes: ü\n'.repeat(40);
    const captioned = `["notes.txt" (text/plain)]\n${notes}`;
    for (const api of ['openai-chat', 'openai-compatible', 'ollama'] as const) {
      assert.equal(read([user(text('Look:'), PARTS.png, PARTS.txt)], api), `Look:\n${captioned}`, api);
      assert.equal(read(answered(text('caption'), PARTS.txt), api), `caption\n${captioned}`, api);
    }
    assert.equal(
      read([user(text('Look:'), PARTS.txt, PARTS.txt)], 'openai-chat'),
      `Look:\n${captioned}\n${captioned}`,
      'each file has its own',
    );
    assert.equal(read([user(text('Look:'), PARTS.png, PARTS.txt)], 'anthropic'), `Look:\n${notes}`);
    assert.equal(read([user(PARTS.png)], 'openai-chat'), null);
    assert.equal(read([{ role: 'user', content: 'plain' }], 'openai-responses'), 'plain');
  });

  it('has the text of text files that stay base64 in the body, where the API takes the text alone', () => {
    const notes = 'notes: ü\n'.repeat(40);
    const bytes = (mimeType: string, data: string) => ({ type: 'file' as const, file: { filename: 'a', mimeType, data } });
    for (const api of ['gemini', 'gemini-2', 'openai-responses'] as const) {
      assert.equal(read([user(text('Look:'), PARTS.png, PARTS.txt)], api), `Look:\n${notes}`, api);
      assert.equal(read([user(PARTS.txt, PARTS.txt)], api), `${notes}\n${notes}`, api);
      assert.ok(read(answered(text('caption'), PARTS.txt), api)?.includes(notes), `${api}: in the answer of a tool`);
      const nothing = read(
        [user(text('Look:'), bytes('text/plain', Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 0x81]).toString('base64')))],
        api,
      );
      assert.equal(nothing, 'Look:', `${api}: bytes that are no text`);
    }
    const table = bytes('text/csv', Buffer.from('a,b\n').toString('base64'));
    assert.equal(read([user(text('Look:'), table)], 'gemini'), 'Look:\na,b\n');
    assert.equal(read([user(text('Look:'), table)], 'openai-responses'), 'Look:', 'it makes something else of tables');
    const json = bytes('application/json', table.file.data);
    assert.equal(read([user(text('Look:'), json)], 'gemini'), 'Look:\n["a" (application/json)]\na,b\n', 'refused as a file, sent as text');
  });

  it('[E-19] is the very string of the message: texts of many megabytes are not copied', () => {
    const long = 'x'.repeat(3_000_000);
    for (const api of WIRE_APIS.filter((each) => each !== 'mcp'))
      assert.equal(read([{ role: 'user', content: long }], api)?.length, long.length, api);
  });
});
