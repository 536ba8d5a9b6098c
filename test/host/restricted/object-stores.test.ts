import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { WindowDataRoots } from '../../../src/host/roots/data-roots.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { BUCKET, KEYS, madeUpStore, withEnvironment } from '../../support/object-stores.ts';

describe('data roots in buckets, in Restricted Mode', () => {
  withEnvironment(KEYS);
  afterEach(() => vscode.workspace.getConfiguration('agentArtifacts').update('dataRoots', undefined, vscode.ConfigurationTarget.Global));

  it('are not opened, not even a person’s own: nothing is asked, and the reason is listed', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const { endpoint, asked } = await madeUpStore(['fleet/artifacts/1.txt']);
    const address = `s3://${BUCKET}/fleet`;
    await vscode.workspace.getConfiguration('agentArtifacts').update('dataRoots', [address], vscode.ConfigurationTarget.Global);
    const fileSystems = new FileSystems({ optionsOf: () => ({ endpoint }) });
    const roots = new WindowDataRoots({ fileSystems, logger: silentLogger, home: undefined });
    try {
      await roots.ready();
      assert.deepEqual(roots.unusable, [{ text: address, problem: { code: 'not_trusted', params: {} } }]);
      assert.deepEqual(asked, []);
    } finally {
      roots.dispose();
    }
  });
});
