import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';
import { openFixture, shown } from '../preview/preview-fixture.ts';

describe('an artifact in Restricted Mode', () => {
  it('is in the tree, and is previewed as each model receives it', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const api = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as AgentArtifactsApi;
    await api.dataRoots.ready();
    const [root] = api.dataRoots.roots;
    const reference = api.parseReference('31');
    assert.ok(root && reference.ok);
    assert.equal((await api.artifacts.tree.find(root, reference.value))?.artifact.name, 'drawn by canvas');
    const fixture = await openFixture();
    try {
      const panel = await fixture.controller.show(fixture.root, reference.value, {});
      assert.equal((await shown(panel, ({ selected }) => selected === 'vision-model')).verdict.outcome, 'image_url');
      await fixture.previewService.select(fixture.root, 'text-model');
      assert.equal((await shown(panel, ({ selected }) => selected === 'text-model')).verdict.outcome, 'description');
    } finally {
      fixture.dispose();
    }
  });
});
