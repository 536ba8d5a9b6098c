import assert from 'node:assert/strict';
import type { Artifact, ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import { type LoadedArtifact, shownContent } from '../../../src/host/preview/loaded-artifact.ts';

describe('what a preview shows of an artifact', () => {
  const reference = { kind: 'regular', id: '7' } as const;
  const words = { resource: () => 'address', reason: () => 'reason' };
  const loaded = (mimeType: string, isTooLarge: boolean, head?: Uint8Array): LoadedArtifact => {
    const metadata = {
      id: '7',
      filename: 'a',
      reference,
      location: '/root/a',
      isEnvelope: false,
      state: 'ready',
    } as unknown as ArtifactMetadata;
    const artifact: Artifact = {
      id: '7',
      content: isTooLarge ? '' : new Uint8Array([1]),
      isBinary: true,
      mimeType,
      meta: {},
      ...(isTooLarge && { contentFailure: { code: 'too_large', params: { limit: 3 } } }),
    };
    return { reference, metadata, artifact, ...(head && { head }) };
  };

  it('a PDF above the size limit is not loaded by the page: its first bytes are shown', () => {
    assert.deepEqual(shownContent(loaded('application/pdf', true, new Uint8Array([0x25, 0x50])), words), { kind: 'hex', head: '2550' });
    assert.deepEqual(shownContent(loaded('application/pdf', true), words), { kind: 'facts' });
  });

  it('a PDF below it, and media of any size, are drawn from their address', () => {
    assert.deepEqual(shownContent(loaded('application/pdf', false), words), { kind: 'pdf', uri: 'address' });
    for (const kind of ['image', 'audio', 'video'] as const) {
      const mimeType = { image: 'image/png', audio: 'audio/mpeg', video: 'video/mp4' }[kind];
      assert.deepEqual(shownContent(loaded(mimeType, true), words), { kind, uri: 'address' });
    }
  });
});
