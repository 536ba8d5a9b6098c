import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { router } from '../../support/models.ts';
import { openings } from '../../support/file-openings.ts';
import { temporaryStore } from '../../support/stores.ts';

const ID = '11111111-2222-4333-8444-555555555555';

describe('text under a name or type that tells nothing', () => {
  const NAMES = ['dart', 'tcl', 'eml', 'pem', 'crt', 'org', 'dot', 'ps', 'pub', 'obj', 'stl', 'xyz', 'pgn', 'm3u8', 'texi'];

  it('[E-7][1-R5.1] reaches every model as text: without metadata, in the store and in a workspace', async () => {
    const words = 'plain words, and no more than that\n';
    const { store } = await temporaryStore(
      Object.fromEntries(
        NAMES.flatMap((extension, at) => [
          [`artifacts/${at + 1}.${extension}`, words],
          [`workspaces/w/a.${extension}`, words],
        ]),
      ),
    );
    for (const [at, extension] of NAMES.entries()) {
      for (const reference of [String(at + 1), `ws:w:${Buffer.from(`a.${extension}`).toString('base64url')}`]) {
        const artifact = await store.getArtifact(reference);
        assert.deepEqual([artifact?.content, artifact?.isBinary, artifact?.detection?.kind], [words, false, 'text'], extension);
        assert(artifact);
        const routed = await router().routeContent(artifact, 'text-only');
        assert.deepEqual([routed.routing, routed.routing === 'text' && routed.content], ['text', words], extension);
      }
    }
  });

  it('[E-7] stays binary where the bytes are none', async () => {
    const { store } = await temporaryStore({
      'artifacts/1.crt': openings.der,
      'artifacts/2.stl': openings.stlBinary,
      'artifacts/3.dot': openings.doc,
      'artifacts/4.meta': { id: '4', extension: '.bin', type: 'application/x-notes' },
      'artifacts/4.bin': openings.noise,
    });
    for (const [id, mimeType] of [
      ['1', 'application/x-x509-ca-cert'],
      ['2', 'model/stl'],
      ['3', 'application/msword'],
      ['4', 'application/x-notes'],
    ] as const) {
      const artifact = await store.getArtifact(id);
      assert.deepEqual([artifact?.isBinary, artifact?.mimeType, artifact?.detection?.isContradiction], [true, mimeType, false]);
    }
  });

  it('[E-7] is the string in an envelope of a type that nobody knows', async () => {
    const read = async (type: string, content: unknown) => {
      const { store } = await temporaryStore({
        [`artifacts/${ID}.json`]: { id: ID, createdAt: '2026-01-02T03:04:05.000Z', type, content },
      });
      return store.getArtifact(ID);
    };
    const texts = [
      'plain words',
      'word',
      'abcd',
      'a\nb\nc\nd',
      'one-long-name-that-could-be-base64url-by-its-letters-alone-but-ends. Here.',
      '3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed7e6dc881de23001b',
    ];
    for (const type of ['application/x-notes', 'unknown/type', 'message/rfc822', 'application/csv', 'model/stl']) {
      for (const content of texts) {
        const artifact = await read(type, content);
        assert.deepEqual(
          [artifact?.content, artifact?.isBinary, artifact?.contentFailure],
          [content, false, undefined],
          `${type}: ${content}`,
        );
      }
      const object = await read(type, { a: [1, 2] });
      assert.deepEqual([object?.content, object?.isBinary], ['{"a":[1,2]}', false]);
    }
    // What is nothing but base64 is bytes, and never a text for a model.
    const bytes = randomBytes(300);
    for (const written of [
      bytes.toString('base64'),
      bytes.toString('base64').replace(/.{76}/g, '$&\n'),
      `data:application/x-foo;base64,${bytes.toString('base64')}`,
    ]) {
      const artifact = await read('application/x-foo', written);
      assert.deepEqual(
        [artifact?.isBinary, artifact?.mimeType, Buffer.from(artifact?.content as Uint8Array)],
        [true, 'application/x-foo', bytes],
      );
    }
    assert.equal((await read('application/octet-stream', 'not base64!'))?.contentFailure?.code, 'base64_invalid');
  });
});
