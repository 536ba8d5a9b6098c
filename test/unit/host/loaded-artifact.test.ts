import assert from 'node:assert/strict';
import { CodedError } from '../../../src/core/io/errors.ts';
import type { FileSystem, ReadRange } from '../../../src/core/io/file-system.ts';
import type { Artifact, ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import { loadArtifact } from '../../../src/host/preview/loaded-artifact.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';

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
  const root = (realPlace: () => Promise<string>): OpenRoot =>
    ({ store: { getMetadata: async () => metadata, readArtifact: async () => artifact, realPlace } }) as unknown as OpenRoot;
  /** 7.txt is a link to real.txt. */
  const fs = {
    readFile: async (location: string, { noFollow }: ReadRange = {}) => {
      if (location === '/root/real.txt') return new TextEncoder().encode('the beginning');
      throw new CodedError(noFollow ? 'is_symlink' : 'not_found');
    },
  } as unknown as FileSystem;

  it('shows the beginning of a large text behind a link', async () => {
    const loaded = await loadArtifact(
      root(async () => '/root/real.txt'),
      reference,
      fs,
    );
    assert.deepEqual(loaded, { reference, metadata, artifact, head: 'the beginning' });
  });

  it('stays when its beginning cannot be read', async () => {
    assert.deepEqual(
      await loadArtifact(
        root(async () => '/root/gone.txt'),
        reference,
        fs,
      ),
      { reference, metadata, artifact },
    );
    const refuse = () => Promise.reject(new CodedError('outside_root'));
    assert.deepEqual(await loadArtifact(root(refuse), reference, fs), { reference, metadata, artifact });
  });
});
