import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAllEditors, makeFolder, type Folder } from '../services/services-fixture.ts';
import { fixesOf, show } from '../services/language/language-fixture.ts';

describe('the quick fixes of llmservices.json in Restricted Mode', () => {
  let folder: Folder;

  beforeEach(async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
    folder = await makeFolder();
  });
  afterEach(async () => {
    await closeAllEditors();
    await folder.remove();
  });

  it('that change the file are not offered, those that lead somewhere are', async () => {
    await folder.write('llmservices.local.json', '{"services": []}');
    const document = await show(
      await folder.write('llmservices.json', '{"services": [{"id": "a", "capabilities": {"input": ["text", "visoin"]}}]}'),
    );
    const ours = (titles: vscode.CodeAction[]): string[] =>
      titles.map(({ title }) => title).filter((title) => /vision|llmservices/.test(title));
    assert.deepEqual(ours(await fixesOf(document, 'capability_misspelt')), []);
    assert.deepEqual(ours(await fixesOf(document, 'local_lacks_service')), [
      'Compare with llmservices.local.json',
      'Open llmservices.local.json',
    ]);
  });
});
