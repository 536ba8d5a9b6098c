import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';

describe('preview of the selection', () => {
  let api: AgentArtifactsApi;

  beforeEach(async () => {
    api = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as AgentArtifactsApi;
    await api.dataRoots.ready();
    const root = api.dataRoots.roots[0];
    assert.ok(root);
    await vscode.commands.executeCommand('agentArtifacts.artifacts.focus');
    assert.ok(await api.artifacts.reveal(root, { kind: 'regular', id: '33' }, { focus: true }));
    assert.equal(api.artifacts.selected()?.reference.id, '33');
  });

  it('stays what it is while the view is drawn anew', async () => {
    let isDrawn = false;
    const { tree } = api.artifacts;
    const getChildren = tree.getChildren.bind(tree);
    tree.getChildren = (node) => {
      isDrawn = true;
      return getChildren(node);
    };
    const seen = new Set<string | undefined>();
    try {
      await vscode.commands.executeCommand('agentArtifacts.refreshArtifacts');
      for (const until = Date.now() + 20_000; !isDrawn && Date.now() < until;) {
        await new Promise(setImmediate);
        seen.add(api.artifacts.selected()?.reference.id);
      }
    } finally {
      tree.getChildren = getChildren;
    }
    assert.deepEqual([isDrawn, [...seen]], [true, ['33']]);
  });

  it('Open Preview from the palette shows the preview of what is selected in the view', async () => {
    try {
      await vscode.commands.executeCommand('agentArtifacts.openPreview');
      assert.equal(api.preview.following?.reference?.id, '33');
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
