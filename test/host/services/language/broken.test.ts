import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ServiceTree } from '../../../../src/host/services/register.ts';
import { childrenOf, topNodes } from '../../../../src/host/services/service-nodes.ts';
import { RememberedPreviewService } from '../../../../src/host/services/preview-service.ts';
import { diagnosticsOf, folderForEach, openRoot, replaceIn, rootsOf } from '../services-fixture.ts';
import { applyFix, codeActionsAt, show, undo } from './language-fixture.ts';

const TEXT = '{\n  "services": [\n    { "id": "a", "name": "A", "model": "m-1" }\n\n    { "id": "b" }\n  ]\n}\n';

describe('llmservices.json while it is not JSON', () => {
  const folder = folderForEach();

  it('has a quick fix for what is missing, at the error that VS Code shows', async () => {
    const document = await show(await folder.write('llmservices.json', TEXT));
    const [error] = await diagnosticsOf(document.uri, (all) => all.length > 0);
    assert.ok(error);
    const [fix] = await codeActionsAt(document.uri, error.range);
    assert.equal(fix?.title, 'Insert ","');
    assert.equal(fix.isPreferred, true);
    await applyFix(fix);
    assert.equal(document.getText(), TEXT.replace('"m-1" }', '"m-1" },'));
    await diagnosticsOf(document.uri, (all) => all.length === 0);
    await undo(document);
    assert.equal(document.getText(), TEXT);
  });

  it('keeps its CodeLenses and symbols', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', TEXT));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 10);
    assert.deepEqual(
      lenses.map(({ command, range }) => [command?.title, range.start.line]),
      [2, 4].flatMap((line) => [
        ['Edit capabilities', line],
        ['Verify…', line],
      ]),
    );
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    assert.deepEqual(
      symbols.filter(({ kind }) => kind === vscode.SymbolKind.Module).map(({ name }) => name),
      ['A', 'b'],
    );
    await replaceIn(document, '"b" }\n  ]\n}', '"b", ');
    const open = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    assert.deepEqual(
      open.filter(({ kind }) => kind === vscode.SymbolKind.Module).map(({ name }) => name),
      ['A', 'b'],
    );
  });

  it('tells in the view what is wrong, and where; further errors do not push the services away', async () => {
    await folder.write('llmservices.json', '{"services": [{"id": "a"}]}');
    const root = await openRoot(folder.uri);
    await folder.write('llmservices.json', '{\n"services": [{"id": "a" "b": }, {"c" 1}, {"d": 01} {\n');
    await root.services.load();
    const tree = new ServiceTree(
      rootsOf(root),
      new RememberedPreviewService({ get: () => ({}), keys: () => [], update: async () => undefined } as unknown as vscode.Memento),
    );
    try {
      const nodes = topNodes([root]);
      const shown = (await Promise.all(nodes.map((node) => tree.getTreeItem(node)))).map(({ label, description }) => [label, description]);
      const more = Number(root.services.state.problems.length) - 1;
      assert.ok(more > 2);
      assert.deepEqual(shown, [
        ['Not valid JSON: comma expected.', 'line 2'],
        [`More problems: ${more}`, undefined],
        ['Using the last valid configuration', undefined],
        ['a', 'text'],
      ]);
      const others = await Promise.all((nodes[1] ? childrenOf(nodes[1]) : []).map((node) => tree.getTreeItem(node)));
      assert.deepEqual(others.map(({ label }) => label).slice(0, 2), [
        'Not valid JSON: value expected.',
        'Not valid JSON: colon expected.',
      ]);
      assert.equal(new Set(others.map(({ id }) => id)).size, more);
    } finally {
      tree.dispose();
    }
  });
});
