import assert from 'node:assert/strict';
import { CodedError } from '../../../src/core/io/errors.ts';
import type { Artifact, ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import type { ContentSource } from '../../../src/host/preview/content-source.ts';
import { loadArtifact } from '../../../src/host/preview/loaded-artifact.ts';

describe('an artifact that a preview loads', () => {
  const reference = { kind: 'regular', id: '7' } as const;
  const metadata = { id: '7', name: 'large.txt', reference, location: '/root/7.txt', isEnvelope: false } as unknown as ArtifactMetadata;
  const artifact: Artifact = {
    id: '7',
    content: '',
    isBinary: false,
    meta: {},
    contentFailure: { code: 'too_large', params: { limit: 3 } },
  };
  const source = (readHead: ContentSource['readHead']): ContentSource =>
    ({ models: {}, getMetadata: async () => metadata, read: async () => artifact, readHead }) as unknown as ContentSource;

  it('shows the beginning of a text that is too large', async () => {
    const loaded = await loadArtifact(
      source(async () => new TextEncoder().encode('the beginning')),
      reference,
    );
    assert.deepEqual(loaded, { reference, metadata, artifact, head: 'the beginning' });
  });

  it('stays when its beginning cannot be read', async () => {
    for (const code of ['not_found', 'outside_root'] as const) {
      const loaded = await loadArtifact(
        source(() => Promise.reject(new CodedError(code))),
        reference,
      );
      assert.deepEqual(loaded, { reference, metadata, artifact });
    }
  });

  it('has the reason when nothing is known of it', async () => {
    const failing = { getMetadata: () => Promise.reject(new CodedError('permission_denied')) } as unknown as ContentSource;
    assert.deepEqual(await loadArtifact(failing, reference), {
      reference,
      metadata: null,
      artifact: null,
      failure: { code: 'permission_denied', params: {} },
    });
  });
});
