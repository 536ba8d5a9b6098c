import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ServiceTree } from '../../../src/host/services/register.ts';
import { closeAllEditors, diagnosticsOf, makeFolder, openRoot, rootsOf } from '../services/services-fixture.ts';

describe('model services in Restricted Mode', () => {
  it('are listed and checked all the same', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
    const folder = await makeFolder();
    try {
      const uri = await folder.write('llmservices.json', '{"services": [{"id": "a", "capabilities": {"input": ["text", "visoin"]}}]}');
      const tree = new ServiceTree(rootsOf(await openRoot(folder.uri)), {
        selectedServiceId: () => undefined,
        select: () => undefined,
        recentModels: () => [],
        onDidChange: new vscode.EventEmitter<never>().event,
      });
      assert.equal((await tree.getChildren()).length, 1);
      tree.dispose();
      await vscode.workspace.openTextDocument(uri);
      const [found] = await diagnosticsOf(uri, (all) => all.length > 0);
      assert.equal(found?.code, 'capability_misspelt');
    } finally {
      await closeAllEditors();
      await folder.remove();
    }
  });
});
