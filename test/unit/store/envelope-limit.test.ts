import assert from 'node:assert/strict';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import { samples } from '../../support/samples.ts';
import { temporaryStore } from '../../support/stores.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const LIMIT = 100_000;

describe('the size limit, for an envelope', () => {
  async function read(type: string, content: string, written: (json: string) => string = (json) => json) {
    const json = written(JSON.stringify({ id: ID, createdAt: '2026-01-02T03:04:05.000Z', type, content }));
    const { store } = await temporaryStore({ [`artifacts/${ID}.json`]: json }, { maxContentBytes: LIMIT });
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
    const routed = await new ArtifactContentRouter({
      serviceRegistry: { hasCapability: () => true, getServiceById: () => ({}) },
      language: 'en',
    }).routeContent(await read(type, content), 'all');
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

  it('is one of the content, also where all but ASCII is escaped', async () => {
    const escape = (json: string, which: RegExp) => json.replace(which, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
    for (const [text, which] of [
      ['我', /[^\0-\x7f]/g],
      ['é', /[^\0-\x7f]/g],
      ['\u{1f600}', /[^\0-\x7f]/g],
    ] as const) {
      const content = text.repeat(LIMIT / Buffer.byteLength(text));
      for (const type of ['text/plain', 'note']) {
        const artifact = await read(type, content, (json) => escape(json, which));
        assert.deepEqual([artifact.contentFailure, artifact.content === content], [undefined, true], `${type} ${JSON.stringify(text)}`);
      }
      const above = await read('text/plain', content + text, (json) => escape(json, which));
      assert.deepEqual([above.contentFailure?.code, above.content.length], ['too_large', 0]);
    }
    const lines = await read('application/x-thing', png(LIMIT).replace(/.{64}/g, '$&\r\n'), (json) =>
      json.replace(/(?<=[A-Za-z0-9+/])\/(?=[A-Za-z0-9+/]{3})/g, '\\/'),
    );
    assert.deepEqual([lines.contentFailure, lines.content.length], [undefined, LIMIT]);
  });

  it('leaves out a content above it, which is told by what it is and its own size', async () => {
    const image = await read('application/octet-stream', png(LIMIT + 1));
    assert.deepEqual(
      [image.contentFailure, image.content.length, image.size, image.mimeType],
      [{ code: 'too_large', params: { limit: LIMIT, size: LIMIT + 1 } }, 0, LIMIT + 1, 'image/png'],
    );
    assert.match(await described('image/png', png(LIMIT + 1024)), /^Size: 98\.7 KB$/m);
    const text = await read('text/plain', 'ü'.repeat(LIMIT / 2 + 1));
    assert.deepEqual([text.contentFailure?.code, text.content.length, text.size, text.isBinary], ['too_large', 0, LIMIT + 2, false]);
  });

  it('leaves out what is far above it unread, and gives no size that is not known', async () => {
    const image = await read('image/png', png(10 * LIMIT));
    assert.deepEqual(
      [image.contentFailure, image.size, image.mimeType, image.isBinary],
      [{ code: 'too_large', params: { limit: LIMIT } }, undefined, 'image/png', true],
    );
    assert.doesNotMatch(await described('image/png', png(10 * LIMIT)), /Size/);
    const text = await read('text/markdown', '# a\n'.repeat(LIMIT));
    assert.deepEqual(
      [text.contentFailure?.code, text.size, text.mimeType, text.isBinary],
      ['too_large', undefined, 'text/markdown', false],
    );
  });
});
