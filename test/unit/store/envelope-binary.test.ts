import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { router } from '../../support/models.ts';
import { REAL_ARTIFACTS, temporaryStore } from '../../support/stores.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const BASE64_RUN = /[A-Za-z0-9+/]{24}/;

describe('binary content inside an envelope', () => {
  let png: Buffer;

  before(async () => {
    png = await readFile(path.join(REAL_ARTIFACTS, '8.png'));
  });

  async function read(type: string, content: unknown, name?: string) {
    const envelope = { id: ID, createdAt: '2026-01-02T03:04:05.000Z', type, content, name };
    const { store } = await temporaryStore({ [`artifacts/${ID}.json`]: envelope });
    const artifact = await store.getArtifact(ID);
    assert.ok(artifact);
    return artifact;
  }

  const spellings: ReadonlyArray<readonly [string, (bytes: Buffer) => string]> = [
    ['base64', (bytes) => bytes.toString('base64')],
    ['base64 in lines', (bytes) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')],
    ['base64 without padding', (bytes) => bytes.toString('base64').replace(/=+$/, '')],
    ['base64url', (bytes) => bytes.toString('base64url')],
    ['a data URL', (bytes) => `data:image/png;base64,${bytes.toString('base64')}`],
  ];
  for (const [name, spell] of spellings) {
    it(`[1-R6.1] is its bytes when it is written as ${name}, with a media type or a custom word`, async () => {
      for (const type of ['image/png', 'screenshot']) {
        const artifact = await read(type, spell(png));
        assert.deepEqual(Buffer.from(artifact.content as Uint8Array), png, type);
        assert.equal(artifact.mimeType, 'image/png');
        const routed = await router().routeContent(artifact, 'text-only');
        assert.ok(routed.routing === 'text' && !BASE64_RUN.test(routed.content));
      }
    });
  }

  it('[1-R6.1][1-SEC-1] is a failure, and no text, when it is not base64 at all', async () => {
    for (const content of ['not base64!', { data: png.toString('base64') }, 7]) {
      const artifact = await read('image/png', content);
      assert.equal(artifact.contentFailure?.code, 'base64_invalid');
      const routed = await router().routeContent(artifact, 'vision');
      assert.ok(routed.routing === 'text' && routed.content.startsWith('[文件处理失败: ') && !BASE64_RUN.test(routed.content));
    }
  });

  it('[L-11] is text where the name says text and the content is no base64: a table of types takes app.ts for a film', async () => {
    const words = 'export const answer: number = 42;\n';
    const artifact = await read('video/mp2t', words, 'app.ts');
    assert.deepEqual([artifact.content, artifact.isBinary, artifact.contentFailure], [words, false, undefined]);
    const routed = await router().routeContent(artifact, 'text-only');
    assert.deepEqual([routed.routing, routed.routing === 'text' && routed.content], ['text', words]);
    for (const [content, name] of [
      [words, 'app.mp4'],
      [words, undefined],
      [`${png.toString('base64')}*`, 'app.ts'],
    ] as const) {
      assert.equal((await read('video/mp2t', content, name)).contentFailure?.code, 'base64_invalid', name);
    }
    assert.deepEqual(Buffer.from((await read('image/png', png.toString('base64'), 'app.ts')).content as Uint8Array), png);
  });

  it('[1-R1.1] leaves a text alone that merely looks like base64', async () => {
    const words = 'onlyLettersAndDigits0123456789'.repeat(4);
    assert.equal((await read('note', words)).content, words);
    assert.equal((await read('text/plain', png.toString('base64'))).content, png.toString('base64'));
  });
});
