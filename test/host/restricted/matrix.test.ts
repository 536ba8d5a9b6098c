import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeMatrix, input } from '../services/matrix/matrix-fixture.ts';
import { closeAllEditors, makeFolder } from '../services/services-fixture.ts';

describe('the capability matrix in Restricted Mode', () => {
  it('is shown, and refuses every edit by the lock of the status', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const folder = await makeFolder();
    const text = '{"services": [{"id": "a"}]}';
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', text));
    const matrix = new FakeMatrix(document);
    try {
      await matrix.until(({ rows, status }) => rows.length === 1 && status.lock === 'restricted');
      assert.deepEqual(await matrix.click(0, input('vision'), true), { done: false, sentence: null });
      assert.equal(document.getText(), text);
      assert.equal(document.isDirty, false);
    } finally {
      matrix.dispose();
      await closeAllEditors();
      await folder.remove();
    }
  });
});
