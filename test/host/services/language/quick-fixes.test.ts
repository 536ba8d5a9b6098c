import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RememberedPreviewService } from '../../../../src/host/services/preview-service.ts';
import { ServicesDiagnostics } from '../../../../src/host/services/diagnostics.ts';
import { childrenOf, topNodes } from '../../../../src/host/services/service-nodes.ts';
import { ServiceTree } from '../../../../src/host/services/register.ts';
import { diagnosticsOf, folderForEach, rootsOf, rootWithRoles } from '../services-fixture.ts';
import { applyFix, fixesOf, show, undo } from './language-fixture.ts';

const service = (fields: string): string => `{\r\n\t// kept\r\n\t"services": [\r\n\t\t{ ${fields} },\r\n\t],\r\n}\r\n`;

describe('quick fixes of llmservices.json', () => {
  const folder = folderForEach();

  it('are offered at the problem, and one of several edits is one step of undo', async () => {
    const before = service('"id": "a", "capabilities": { "input": ["text"], "output": ["text", "vision"] }');
    const document = await show(await folder.write('llmservices.json', before));
    const fix = (await fixesOf(document, 'capability_wrong_direction')).find(({ title }) => title === 'Move "vision" to "input"');
    assert.ok(fix?.isPreferred);
    await applyFix(fix);
    assert.equal(document.getText(), service('"id": "a", "capabilities": { "input": ["text", "vision"], "output": ["text"] }'));
    await diagnosticsOf(document.uri, (all) => all.length === 0);
    await undo(document);
    assert.equal(document.getText(), before);
  });

  it('are there in llmservices.local.json, and not in another file', async () => {
    const text = service('"id": "a", "api": "claude"');
    const local = await vscode.workspace.openTextDocument(await folder.write('llmservices.local.json', text));
    assert.deepEqual((await fixesOf(local, 'api_unknown')).filter(({ title }) => title.includes('anthropic')).length, 1);
    const other = await vscode.workspace.openTextDocument(await folder.write('services.json', text));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      other.uri,
      new vscode.Range(0, 0, 5, 0),
    );
    assert.deepEqual(
      actions.filter(({ title }) => title.includes('anthropic')),
      [],
    );
  });

  it('the roles of the root: what they name and what they leave, in the file in force and in the view', async () => {
    const { root, uri } = await rootWithRoles(folder);
    const diagnostics = new ServicesDiagnostics(rootsOf(root));
    const tree = new ServiceTree(
      rootsOf(root),
      new RememberedPreviewService({ get: () => ({}), keys: () => [], update: async () => undefined } as unknown as vscode.Memento),
    );
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const found = await diagnosticsOf(uri, (all) => all.length === 2);
      assert.deepEqual(
        found.map(({ code, severity, message, range }) => [code, severity, message, document.getText(range)]),
        [
          ['service_unused', vscode.DiagnosticSeverity.Information, 'No role uses this service.', '"spare"'],
          [
            'role_service_missing',
            vscode.DiagnosticSeverity.Warning,
            'No valid service has the ID "gone". Roles that use it: painter.',
            '',
          ],
        ],
      );
      const [first, , spare] = topNodes([root]);
      assert.equal(first && (await tree.getTreeItem(first)).label, 'No valid service has the ID "gone". Roles that use it: painter.');
      const below = await Promise.all((spare ? childrenOf(spare) : []).map((node) => tree.getTreeItem(node)));
      assert.ok(below.some(({ label }) => label === 'No role uses this service.'));
      const local = await vscode.workspace.openTextDocument(await folder.write('llmservices.local.json', '{"services": [{"id": "gone"}]}'));
      assert.deepEqual(vscode.languages.getDiagnostics(local.uri), []);
    } finally {
      tree.dispose();
      diagnostics.dispose();
    }
  });
});
