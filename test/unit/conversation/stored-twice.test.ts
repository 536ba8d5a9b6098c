import assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { image, indexOf, type Piece, text, WRITERS, type WrittenFormat } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { base64, noise } from '../../support/transcripts.ts';

const FORMATS = Object.keys(WRITERS) as WrittenFormat[];

describe('A picture that a conversation has twice', () => {
  const [one, other] = [1, 2].map((fill) => image(Buffer.concat([png(10, 10), Buffer.alloc(200, fill)]))) as [Piece, Piece];

  for (const format of FORMATS) {
    it(`is told each time but the first, with its size and the message that has it already: ${format}`, async () => {
      const turns = [{ user: [text('See:'), one] }, { assistant: 'Yes?' }, { user: [other, one] }, { assistant: 'And?' }, { user: [one] }];
      const index = await indexOf(WRITERS[format](turns));
      assert.equal(index.format, format, 'its reader is asked');
      const places = index.messages.flatMap(({ parts, index: message }) =>
        parts.flatMap((part, at) => (part.kind === 'media' ? [{ message, part: at, size: part.facts.size }] : [])),
      );
      assert.equal(places.length, 4);
      const [first, , second, third] = places;
      assert.ok(first && second && third);
      const check = checkConversation(index, { api: 'anthropic', capabilities: null });
      const repeated = check.findings.filter(({ code }) => code === 'stored_twice');
      assert.deepEqual(
        repeated.map(({ severity, address, params }) => ({ severity, address, params })),
        [second, third].map(({ message, part, size }) => ({
          severity: 'info',
          address: { message, part },
          params: { message: first.message + 1, size },
        })),
      );
      assert.ok(check.goesThrough, 'it is no reason to fail');
    });
  }

  it('is none of which the bytes differ, though there are as many of them', async () => {
    assert.deepEqual(await repeatedIn(WRITERS.anthropic([{ user: [one, other] }])), []);
    assert.deepEqual(await repeatedIn(WRITERS.anthropic([{ user: [one, one] }])), [1]);
  });

  it('is none that the API has no place for', async () => {
    const inline = (mimeType: string) => ({ inlineData: { mimeType, data: base64(noise(60)) } });
    const twice = (mimeType: string) => JSON.stringify({ contents: [{ role: 'user', parts: [inline(mimeType), inline(mimeType)] }] });
    assert.deepEqual(await repeatedIn(twice('audio/mp3')), []);
    assert.deepEqual(await repeatedIn(twice('image/png')), [1]);
  });
});

/** The parts of the first message that are told to be there already. */
async function repeatedIn(file: string): Promise<(number | undefined)[]> {
  const { findings } = checkConversation(await indexOf(file), { api: 'anthropic', capabilities: null });
  return findings.flatMap(({ code, address }) => (code === 'stored_twice' ? [address?.part] : []));
}
