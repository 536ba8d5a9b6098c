import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { FileSystems } from '../../../../src/host/roots/file-systems.ts';
import { activeConfigInWords } from '../../../../src/host/services/language/active-config-status.ts';
import type { OpenRoot } from '../../../../src/host/roots/open-root.ts';
import { diagnosticsOf, folderForEach, openRoot, replaceIn, rootsOf } from '../services-fixture.ts';

const { Error: Problem, Information, Warning } = vscode.LanguageStatusSeverity;

describe('which llmservices.json is in force', () => {
  const folder = folderForEach();

  const words = async (uri: vscode.Uri, ...roots: OpenRoot[]): Promise<unknown[]> => {
    const { text, detail, severity, command } = await activeConfigInWords(uri, new FileSystems(), rootsOf(...roots));
    return [text, detail, severity, command?.title];
  };
  const BY_THIS = 'Agents and previews use this file.';

  it('is said for each file: the local one wins, and other names are not read', async () => {
    const shared = await folder.write('llmservices.json', '{"services": [{"id": "a"}]}');
    assert.deepEqual(await words(shared), ['Model services in use: 1', BY_THIS, Information, undefined]);
    const other = await folder.write('llmservices.old.json', '{"services": [{"id": "a"}]}');
    assert.deepEqual(await words(other), [
      'Not in use',
      'Agents and previews use llmservices.json instead.',
      Warning,
      'Open llmservices.json',
    ]);
    const local = await folder.write('llmservices.local.json', '{"services": [{"id": "a", "apiKey": "k"}]}');
    assert.deepEqual(await words(shared), [
      'Not in use',
      'Agents and previews use llmservices.local.json instead.',
      Warning,
      'Open llmservices.local.json',
    ]);
    assert.deepEqual(await words(local), ['Model services in use: 1', BY_THIS, Information, 'Open llmservices.json']);
    await folder.write('llmservices.local.json', '{"services": [{"id": "a", "model": "m"}]}');
    assert.deepEqual(await words(local), [
      'Model services in use: 1',
      `${BY_THIS} Services that differ from llmservices.json: 1`,
      Warning,
      'Open llmservices.json',
    ]);
  });

  it('is said of a broken one too: what was read before, or nothing, with the way to the problem', async () => {
    const uri = await folder.write('llmservices.json', '{"services": [{"id": "a"}, {"id": "b"}]}');
    const root = await openRoot(folder.uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await replaceIn(document, '"b"', '"c"');
    assert.deepEqual(await words(uri, root), [
      'Model services in use: 2',
      `${BY_THIS} Changes apply once they are saved.`,
      Information,
      undefined,
    ]);
    await replaceIn(document, '}, {', '} {');
    assert.deepEqual(
      (await words(uri, root)).filter((_, at) => at !== 1),
      ['Saved version in use', Warning, 'Go to Problem'],
    );
    assert.ok(await document.save());
    await root.services.load();
    assert.deepEqual(
      (await words(uri, root)).filter((_, at) => at !== 1),
      ['Using the last valid configuration', Problem, 'Go to Problem'],
    );
    const { command } = await activeConfigInWords(uri, new FileSystems(), rootsOf(root));
    assert.deepEqual(
      (command?.arguments?.[1] as { selection: vscode.Range }).selection.start,
      document.positionAt(document.getText().lastIndexOf('{')),
    );
    assert.deepEqual(
      (await words(uri)).filter((_, at) => at !== 1),
      ['No model services in use', Problem, 'Go to Problem'],
    );
  });

  it('is warned of where the other file says something else, and follows both documents', async () => {
    const local = await vscode.workspace.openTextDocument(
      await folder.write('llmservices.local.json', '{"services": [{"id": "a", "model": "m"}]}'),
    );
    const shared = await vscode.workspace.openTextDocument(
      await folder.write('llmservices.json', '{"services": [{"id": "a", "model": "n"}, {"id": "b"}]}'),
    );
    const found = await diagnosticsOf(shared.uri, (all) => all.length === 2);
    assert.deepEqual(
      found.map(({ code, severity, range, message }) => [code, severity, shared.getText(range), message]),
      [
        [
          'local_differs',
          vscode.DiagnosticSeverity.Warning,
          '"a"',
          'llmservices.local.json is used instead, with different values for this service: model.',
        ],
        [
          'local_lacks_service',
          vscode.DiagnosticSeverity.Warning,
          '"b"',
          'llmservices.local.json is used instead and does not have this service.',
        ],
      ],
    );
    assert.deepEqual(vscode.languages.getDiagnostics(local.uri), []);
    await replaceIn(local, '"m"', '"n"');
    await diagnosticsOf(shared.uri, ([first, ...more]) => first?.code === 'local_lacks_service' && more.length === 0);
    await replaceIn(shared, ', {"id": "b"}', '');
    await diagnosticsOf(shared.uri, (all) => all.length === 0);
  });

  it('ends with the local file', async () => {
    const local = await folder.write('llmservices.local.json', '{"services": []}');
    const shared = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', '{"services": [{"id": "a"}]}'));
    await diagnosticsOf(shared.uri, ([first]) => first?.code === 'local_lacks_service');
    await rm(local.fsPath);
    await replaceIn(shared, '"a"', '"b"');
    await diagnosticsOf(shared.uri, (all) => all.length === 0);
  });
});
