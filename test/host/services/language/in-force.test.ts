import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { FileSystems } from '../../../../src/host/file-systems.ts';
import { forceInWords } from '../../../../src/host/services/language/force-status.ts';
import { closeAllEditors, diagnosticsOf, makeFolder, replaceIn, type Folder } from '../services-fixture.ts';
import { show } from './language-fixture.ts';

const { Information, Warning } = vscode.LanguageStatusSeverity;

describe('which llmservices.json is in force', () => {
  let folder: Folder;

  before(async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
  });
  beforeEach(async () => { folder = await makeFolder(); });
  afterEach(async () => {
    await closeAllEditors();
    await folder.remove();
  });

  const words = async (uri: vscode.Uri): Promise<unknown[]> => {
    const { text, detail, severity, other } = await forceInWords(uri, new FileSystems());
    return [text, detail, severity, other?.path.split('/').at(-1)];
  };

  it('is said for each file: the local one wins, and other names are not read', async () => {
    const shared = await folder.write('llmservices.json', '{"services": [{"id": "a"}]}');
    assert.deepEqual(await words(shared), ['In force', '', Information, undefined]);
    const other = await folder.write('llmservices.old.json', '{"services": [{"id": "a"}]}');
    assert.deepEqual(await words(other), ['Not in force', 'llmservices.json wins as a whole file.', Warning, 'llmservices.json']);
    const local = await folder.write('llmservices.local.json', '{"services": [{"id": "a", "apiKey": "k"}]}');
    assert.deepEqual(await words(shared), ['Not in force', 'llmservices.local.json wins as a whole file.', Warning, 'llmservices.local.json']);
    assert.deepEqual(await words(local), ['In force', '', Information, 'llmservices.json']);
    await folder.write('llmservices.local.json', '{"services": [{"id": "a", "model": "m"}]}');
    assert.deepEqual(await words(local), ['In force', 'Services that differ from llmservices.json: 1', Warning, 'llmservices.json']);
  });

  it('is warned of where the other file says something else, and follows both editors', async () => {
    const local = await show(await folder.write('llmservices.local.json', '{"services": [{"id": "a", "model": "m"}]}'));
    const shared = await show(await folder.write('llmservices.json', '{"services": [{"id": "a", "model": "n"}, {"id": "b"}]}'));
    const found = await diagnosticsOf(shared.uri, (all) => all.length === 2);
    assert.deepEqual(found.map(({ code, severity, range, message }) => [code, severity, shared.getText(range), message]), [
      ['local_differs', vscode.DiagnosticSeverity.Warning, '"a"', 'llmservices.local.json, which is in force, says something else of this service: model.'],
      ['local_lacks_service', vscode.DiagnosticSeverity.Warning, '"b"', 'llmservices.local.json, which is in force, does not have this service.'],
    ]);
    assert.deepEqual(vscode.languages.getDiagnostics(local.uri), []);
    await replaceIn(local, '"m"', '"n"');
    await diagnosticsOf(shared.uri, ([first, ...more]) => first?.code === 'local_lacks_service' && more.length === 0);
    await replaceIn(shared, ', {"id": "b"}', '');
    await diagnosticsOf(shared.uri, (all) => all.length === 0);
  });

  it('ends with the local file', async () => {
    const local = await folder.write('llmservices.local.json', '{"services": []}');
    const shared = await show(await folder.write('llmservices.json', '{"services": [{"id": "a"}]}'));
    await diagnosticsOf(shared.uri, ([first]) => first?.code === 'local_lacks_service');
    await rm(local.fsPath);
    await replaceIn(shared, '"a"', '"b"');
    await diagnosticsOf(shared.uri, (all) => all.length === 0);
  });
});
