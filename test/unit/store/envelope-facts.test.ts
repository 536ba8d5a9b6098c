import assert from 'node:assert/strict';
import { router } from '../../support/models.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { temporaryStore } from '../../support/stores.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const TIME = '2026-01-02T03:04:05.000Z';
const BASE64_RUN = /[A-Za-z0-9+/]{24}/;
/** No file begins like this: only what is declared says that it is no text. */
const weights = Buffer.alloc(90_000, 0xfb);

describe('the facts of an envelope', () => {
  async function put(text: string | object, maxContentBytes?: number) {
    const { store } = await temporaryStore({ [`artifacts/${ID}.json`]: text }, maxContentBytes === undefined ? {} : { maxContentBytes });
    const [listed] = (await store.list()).items;
    const artifact = await store.getArtifact(ID);
    assert.ok(listed && artifact);
    return { listed, artifact };
  }

  const binary = { type: 'weights', content: weights.toString('base64'), meta: { filename: 'a.bin', mimeType: 'application/x-thing' } };
  for (const [where, envelope] of [
    ['behind', { id: ID, createdAt: TIME, ...binary, messageId: 'm-1', agentId: 'a-1' }],
    [
      'on both sides of',
      { messageId: 'm-1', agentId: 'a-1', meta: binary.meta, type: 'weights', content: binary.content, createdAt: TIME, id: ID },
    ],
    [
      'all behind',
      { content: binary.content, id: ID, createdAt: TIME, type: 'weights', meta: binary.meta, messageId: 'm-1', agentId: 'a-1' },
    ],
  ] as const) {
    it(`[1-R6.1] that stand ${where} a long content count, in a listing and when it is read: no base64 becomes text`, async () => {
      const { listed, artifact } = await put(envelope);
      for (const { messageId, type } of [listed, artifact]) assert.deepEqual([messageId, type], ['m-1', 'weights']);
      assert.deepEqual(
        [listed.name, listed.mimeType, listed.agentId, listed.createdAt, listed.isEnvelope],
        ['a.bin', 'application/x-thing', 'a-1', TIME, true],
      );
      assert.deepEqual(
        [artifact.meta.name, artifact.mimeType, artifact.isBinary, artifact.createdAt],
        ['a.bin', 'application/x-thing', true, TIME],
      );
      assert.deepEqual(Buffer.from(artifact.content as Uint8Array), weights);
      const routed = await router().routeContent(artifact, 'text-only');
      assert.ok(routed.routing === 'text' && !BASE64_RUN.test(routed.content) && routed.content.includes('a.bin'));
    });
  }

  it('count when the content is read, also where neither end of the file tells them', async () => {
    const { listed, artifact } = await put({ id: ID, createdAt: TIME, ...binary, log: 'x'.repeat(100_000) });
    assert.deepEqual([listed.isEnvelope, listed.mimeType], [true, undefined]);
    assert.deepEqual([artifact.meta.name, artifact.mimeType], ['a.bin', 'application/x-thing']);
    assert.deepEqual(Buffer.from(artifact.content as Uint8Array), weights);
  });

  it('make an envelope of a file though its content begins behind the first part that is looked at, and ends before the last', async () => {
    const facts = { id: ID, createdAt: TIME, type: 'weights' };
    const meta = { ...binary.meta, prompt: 'q'.repeat(70_000) };
    for (const text of [
      JSON.stringify({ ...facts, meta, content: binary.content }),
      JSON.stringify({ ...facts, meta, content: binary.content, log: 'x'.repeat(100_000) }).replace(
        '"content"',
        String.raw`"con\u0074ent"`,
      ),
      JSON.stringify({ log: 'x'.repeat(100_000), ...facts, content: binary.content, meta }),
    ]) {
      const { store } = await temporaryStore({ [`artifacts/${ID}.json`]: text });
      const metadata = await store.getMetadata(ID);
      const artifact = await store.getArtifact(ID);
      assert.ok(metadata && artifact);
      assert.deepEqual(
        [metadata.isEnvelope, metadata.size, metadata.mimeType, metadata.name],
        [true, undefined, 'application/x-thing', 'a.bin'],
      );
      assert.deepEqual(Buffer.from(artifact.content as Uint8Array), weights);
      const routed = await router().routeContent(artifact, 'text-only');
      assert.ok(routed.routing === 'text' && !BASE64_RUN.test(routed.content) && routed.content.includes('a.bin'));
    }
  });

  it('cost a listing the beginning of a long file and little of its end, and never the whole', async () => {
    const facts = { id: ID, createdAt: TIME, type: 'weights' };
    const { content, meta } = binary;
    for (const [envelope, most, name] of [
      [{ ...facts, content, meta }, 72, 'a.bin'],
      [{ ...facts, content, meta, messageId: 'm-1' }, 72, 'a.bin'],
      // A tail that holds no whole member tells nothing.
      [{ ...facts, content, meta: { ...meta, prompt: 'q'.repeat(20_000) } }, 136, 'a.bin'],
      // What the beginning does not show to be an envelope.
      [{ content, ...facts, meta, log: 'x'.repeat(20_000) }, 128, 'a.bin'],
      [{ log: 'x'.repeat(100_000), ...facts, meta, content }, 128, `${ID}.json`],
    ] as const) {
      const fs = new CountingFileSystem();
      const { store } = await temporaryStore({ [`artifacts/${ID}.json`]: envelope }, { fs });
      assert.equal((await store.list()).items[0]?.name, name);
      assert.ok(fs.bytes > 0 && fs.bytes <= most * 1024, `${fs.bytes}`);
    }
  });

  it('are not looked for in the whole of a file whose content is above the limit anyway', async () => {
    const fs = new CountingFileSystem();
    const { store } = await temporaryStore(
      { [`artifacts/${ID}.json`]: { log: 'x'.repeat(200_000), id: ID, createdAt: TIME, content: '', end: 'x'.repeat(100_000) } },
      { fs, maxContentBytes: 100_000 },
    );
    assert.equal((await store.getMetadata(ID))?.isEnvelope, false);
    assert.equal(fs.bytes, 2 * 64 * 1024);
  });

  it('of a text behind it are its name, its type and its author', async () => {
    const { artifact } = await put({
      id: ID,
      createdAt: TIME,
      type: 'file',
      content: 'é'.repeat(70_000),
      meta: { filename: 'a.html', mimeType: 'text/html' },
      messageId: 'm-2',
    });
    assert.deepEqual(
      [artifact.content, artifact.meta.name, artifact.mimeType, artifact.messageId],
      ['é'.repeat(70_000), 'a.html', 'text/html', 'm-2'],
    );
  });

  it('count for a content that is left out because it is too large', async () => {
    const { artifact } = await put({ content: binary.content, id: ID, createdAt: TIME, meta: binary.meta }, 10_000);
    assert.deepEqual([artifact.contentFailure?.code, artifact.mimeType, artifact.meta.name], ['too_large', 'application/x-thing', 'a.bin']);
  });

  it('are none of JSON that holds them deeper, or in a text', async () => {
    for (const json of [
      { content: 'x'.repeat(70_000), id: 'another', createdAt: TIME },
      { content: 'x'.repeat(70_000), inner: { id: ID, createdAt: TIME, content: '' } },
      { content: 'x'.repeat(70_000) + JSON.stringify({ id: ID, createdAt: TIME }) },
      [{ content: 'x'.repeat(70_000), id: ID, createdAt: TIME }],
      {
        before: 'x'.repeat(70_000),
        inner: { id: ID, createdAt: TIME, content: '' },
        list: ['content', '"content":'],
        behind: 'x'.repeat(70_000),
      },
    ]) {
      const { listed, artifact } = await put(JSON.stringify(json));
      assert.deepEqual([listed.isEnvelope, listed.size, artifact.content], [false, JSON.stringify(json).length, JSON.stringify(json)]);
    }
  });
});
