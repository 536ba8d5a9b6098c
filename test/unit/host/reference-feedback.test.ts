import assert from 'node:assert/strict';
import { CodedError } from '../../../src/core/io/errors.ts';
import type { ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import { referenceFeedback } from '../../../src/host/references/reference-feedback.ts';

describe('feedback on a reference while it is typed', () => {
  const metadata = { id: '7', name: 'seven' } as ArtifactMetadata;
  const has = { store: { getMetadata: async () => metadata } };
  const hasNot = { store: { getMetadata: async () => null } };
  const fails = { store: { getMetadata: () => Promise.reject(new CodedError('permission_denied')) } };

  it('is empty for white space', async () => {
    assert.deepEqual(await referenceFeedback(' \t', [has]), { kind: 'empty' });
  });

  it('[3-R3.3] gives the reason for what is no reference, and asks no root', async () => {
    assert.deepEqual(await referenceFeedback('ws::', [fails]), { kind: 'invalid', failure: { code: 'id_part_empty' } });
  });

  const failures = [{ root: fails, failure: { code: 'permission_denied', params: {} } }];

  it('names every root that has the artifact, and those in which nobody could look', async () => {
    const feedback = await referenceFeedback('artifact:7', [fails, hasNot, has, has]);
    assert.deepEqual(feedback, {
      kind: 'found',
      reference: { kind: 'regular', id: '7' },
      matches: [
        { root: has, metadata },
        { root: has, metadata },
      ],
      failures,
    });
  });

  it('[3-R4.4] tells absence, with what went wrong on the way', async () => {
    const feedback = await referenceFeedback('7', [hasNot, fails]);
    assert.deepEqual(feedback, { kind: 'absent', reference: { kind: 'regular', id: '7' }, failures });
  });
});
