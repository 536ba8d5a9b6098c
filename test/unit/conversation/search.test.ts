import assert from 'node:assert/strict';
import type { ConversationIndex } from '../../../src/core/conversation/conversation.ts';
import { collectIndex, indexConversation } from '../../../src/core/conversation/index-conversation.ts';
import { namesWith, searchConversationTask, stretchesOf, textsOf } from '../../../src/core/conversation/search-task.ts';
import { image, text, WRITERS } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';

const bytesOf = (file: string): Uint8Array => new TextEncoder().encode(file);

async function* inChunks(bytes: Uint8Array, size = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.slice(at, at + size));
}

/** What a search reads of a file. */
async function* readFor(bytes: Uint8Array, texts: Float64Array, size: number, read?: { bytes: number }): AsyncGenerator<Uint8Array> {
  const reused = new Uint8Array(size);
  for (const { start, end } of stretchesOf(texts)) {
    for (let at = start; at < end; at += size) {
      const part = bytes.subarray(at, Math.min(at + size, end));
      // a chunk may be overwritten once the next is requested
      reused.set(part);
      if (read) read.bytes += part.length;
      yield await Promise.resolve(reused.subarray(0, part.length));
    }
  }
}

async function search(file: string, words: string, size = 1 << 20, read?: { bytes: number }): Promise<string[]> {
  const bytes = bytesOf(file);
  const index: ConversationIndex = await collectIndex(indexConversation(inChunks(bytes)));
  const texts = textsOf(index);
  const found = [...namesWith(index, words)];
  const work = await searchConversationTask.load();
  for await (const places of work(readFor(bytes, texts, size, read), { texts, words })) found.push(...places);
  return found.map(({ message, part }) => `${message}/${part}`);
}

const long = 'x'.repeat(5_000);
const session = (format: 'claude-code' | 'openai-chat' | 'codex'): string =>
  WRITERS[format]([
    { user: [text('See the “Überblick”\nof it'), image(png(9, 9))] },
    { assistant: `${long} NEEDLE ${long}` },
    { assistant: 'Now I call.', calls: ['call_1'] },
    { result: 'call_1', pieces: [text('done')] },
    { user: [text('needle and thread \\ "quoted"')] },
  ]);

describe('A search in a conversation', () => {
  for (const format of ['claude-code', 'openai-chat', 'codex'] as const) {
    it(`finds words in whatever case, deep inside of long texts, and as JSON escapes them: ${format}`, async () => {
      const file = session(format);
      assert.equal((await search(file, 'needle')).length, 2);
      assert.deepEqual(await search(file, 'überBLICK”\nof'), ['0/0']);
      assert.equal((await search(file, '\\ "quoted"')).length, 1);
      assert.deepEqual(await search(file, 'nowhere'), []);
    });
  }

  it('finds the same wherever the file is cut when it is read', async () => {
    const file = session('claude-code');
    for (const size of [1, 7, 4096]) assert.deepEqual(await search(file, 'needle', size), await search(file, 'needle'), `${size} bytes`);
  });

  it('finds names of tools and types of media, and reads no media', async () => {
    const large = WRITERS['openai-chat']([{ user: [text('before'), image(new Uint8Array(300_000).fill(7)), text('after')] }]);
    const read = { bytes: 0 };
    assert.equal((await search(large, 'after', 1 << 20, read)).length, 1);
    assert.ok(read.bytes < 1000, `${read.bytes} bytes read of ${large.length}`);
    assert.deepEqual(await search(session('openai-chat'), 'image/PNG'), ['0/1']);
  });

  it('ends when the file has changed since', async () => {
    const bytes = bytesOf(session('claude-code'));
    const texts = textsOf(await collectIndex(indexConversation(inChunks(bytes))));
    const work = await searchConversationTask.load();
    const found: unknown[] = [];
    for await (const places of work(
      readFor(
        bytes.map((byte) => byte ^ 1),
        texts,
        100,
      ),
      { texts, words: 'needle' },
    ))
      found.push(...places);
    for await (const places of work(inChunks(bytes.slice(0, 50)), { texts, words: 'needle' })) found.push(...places);
    assert.deepEqual(found, []);
  });
});
