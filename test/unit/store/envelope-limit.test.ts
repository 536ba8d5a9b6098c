import assert from 'node:assert/strict';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import { samples } from '../../support/samples.ts';
import { temporaryStore } from '../../support/stores.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const LIMIT = 100_000;

describe('the size limit, for an envelope', () => {
  async function read(type: string, content: string) {
    const { store } = await temporaryStore({ [`artifacts/${ID}.json`]: { id: ID, createdAt: '2026-01-02T03:04:05.000Z', type, content } }, { maxContentBytes: LIMIT });
    const artifact = await store.getArtifact(ID);
    assert.ok(artifact);
    return artifact;
  }

  /** A PNG of a size in bytes, as base64. */
  function png(size: number): string {
    const bytes = Buffer.alloc(size, 0x5a);
    bytes.set(samples.png.subarray(0, 60));
    return bytes.toString('base64');
  }

  async function described(type: string, content: string): Promise<string> {
    const routed = await new ArtifactContentRouter({ serviceRegistry: { hasCapability: () => true, getServiceById: () => ({}) }, language: 'en' }).routeContent(await read(type, content), 'all');
    assert.ok(routed.routing === 'text' && routed.reason.rule === 'too_large', routed.routing);
    return routed.content;
  }

  it('is one of the content, not of its JSON', async () => {
    for (const size of [90_000, LIMIT]) {
      const image = await read('image/png', png(size));
      assert.deepEqual([image.contentFailure, image.content.length, image.size], [undefined, size, size]);
    }
    const lines = 'a line\n'.repeat(LIMIT / 7);
    assert.equal((await read('text/plain', lines)).content, lines);
  });

  it('leaves out a content above it, which is told by what it is and its own size', async () => {
    const image = await read('application/octet-stream', png(LIMIT + 1));
    assert.deepEqual([image.contentFailure, image.content.length, image.size, image.mimeType], [{ code: 'too_large', params: { limit: LIMIT, size: LIMIT + 1 } }, 0, LIMIT + 1, 'image/png']);
    assert.match(await described('image/png', png(LIMIT + 1024)), /^Size: 98\.7 KB$/m);
    const text = await read('text/plain', 'ü'.repeat(LIMIT / 2 + 1));
    assert.deepEqual([text.contentFailure?.code, text.content.length, text.size, text.isBinary], ['too_large', 0, LIMIT + 2, false]);
  });

  it('leaves out what is far above it unread, and gives no size that is not known', async () => {
    const image = await read('image/png', png(10 * LIMIT));
    assert.deepEqual([image.contentFailure, image.size, image.mimeType, image.isBinary], [{ code: 'too_large', params: { limit: LIMIT } }, undefined, 'image/png', true]);
    assert.doesNotMatch(await described('image/png', png(10 * LIMIT)), /Size/);
    const text = await read('text/markdown', '# a\n'.repeat(LIMIT));
    assert.deepEqual([text.contentFailure?.code, text.size, text.mimeType, text.isBinary], ['too_large', undefined, 'text/markdown', false]);
  });
});
