import assert from 'node:assert/strict';
import { contentLimitOf, DEFAULT_MAX_CONTENT_BYTES, MAX_CONTENT_CHOICE } from '../../src/core/content/size.ts';
import { readJson, type Manifest } from './sources.ts';

const MEBIBYTE = 1024 * 1024;

describe('The settings of the manifest', () => {
  const { capabilities, contributes } = readJson<Manifest>('package.json');
  const restricted = (capabilities?.untrustedWorkspaces as { restrictedConfigurations?: readonly string[] }).restrictedConfigurations ?? [];

  it('[E-6b] a folder nobody trusts sets neither where data is read nor how much of it is sent', () => {
    assert.deepEqual([...restricted].sort(), ['agentArtifacts.dataRoots', 'agentArtifacts.maxContentSize', 'agentArtifacts.objectStores']);
  });

  it('[E-6b] the largest content: the manifest names the limits that the code keeps to', () => {
    const { minimum, maximum, default: usual } = contributes.configuration?.properties['agentArtifacts.maxContentSize'] ?? {};
    assert.deepEqual([minimum, maximum, usual], [MAX_CONTENT_CHOICE.least, MAX_CONTENT_CHOICE.most, DEFAULT_MAX_CONTENT_BYTES / MEBIBYTE]);
  });

  it('[E-6b] the largest content: what a file of settings says is brought within the limits', () => {
    const { least, most } = MAX_CONTENT_CHOICE;
    for (const [written, mebibytes] of [
      [1, 1],
      [0.5, 0.5],
      [1e300, most],
      [Infinity, most],
      [most + 1, most],
      [1e-9, least],
    ] as const) {
      assert.equal(contentLimitOf(written), Math.floor(mebibytes * MEBIBYTE), String(written));
    }
    for (const none of [0, -1, NaN, '5', null, undefined, [7], {}])
      assert.equal(contentLimitOf(none), DEFAULT_MAX_CONTENT_BYTES, String(none));
  });
});
