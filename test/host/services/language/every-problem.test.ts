import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MAX_CONFIG_LENGTH } from '../../../../src/core/io/limits.ts';
import { provideQuickFixes } from '../../../../src/host/services/language/features.ts';
import { usageProblems } from '../../../../src/host/services/services-usage.ts';
import { stateOf } from '../../../../src/host/services/services-state.ts';
import { diagnosticsOf, folderForEach, rootsOf, rootWithRoles } from '../services-fixture.ts';
import { fixesOf, OURS } from './language-fixture.ts';

describe('every problem of llmservices.json', () => {
  const folder = folderForEach();

  it('is marked where it is, as grave as it is, and is told of also where it has no place', async () => {
    const { Error: Problem, Warning, Information, Hint } = vscode.DiagnosticSeverity;
    const text =
      '{"services": [{"id": ""}, {"id": "a", "modle": "m"}, {"id": "b", "model": "gpt-4o", "capabilities": {"input": ["file"]}}]}';
    const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', text));
    const found = await diagnosticsOf(document.uri, (all) => all.length === 4);
    assert.deepEqual(
      found.map(({ code, severity, range, source }) => [code, severity, document.getText(range), source]),
      [
        ['id_empty', Problem, '""', OURS],
        ['field_misspelt', Warning, '"modle"', OURS],
        ['text_input_missing', Information, '["file"]', OURS],
        ['capability_undeclared', Hint, '"gpt-4o"', OURS],
      ],
    );
    const uri = await folder.write('llmservices.large.json', `{"services": []}${' '.repeat(MAX_CONFIG_LENGTH)}`);
    await vscode.workspace.openTextDocument(uri);
    const [large] = await diagnosticsOf(uri, (all) => all.length > 0);
    assert.deepEqual([large?.code, large?.severity, large?.range.start.line], ['too_large', Problem, 0]);
  });

  it('what differs from the file in force leads there', async () => {
    await folder.write('llmservices.local.json', '{"services": [{"id": "a", "model": "m"}]}');
    const document = await vscode.workspace.openTextDocument(
      await folder.write('llmservices.json', '{"services": [{"id": "a", "model": "n"}, {"id": "b"}]}'),
    );
    for (const code of ['local_differs', 'local_lacks_service']) {
      const titles = (await fixesOf(document, code)).map(({ title }) => title);
      for (const title of ['Compare with llmservices.local.json', 'Open llmservices.local.json'])
        assert.ok(titles.includes(title), titles.join('\n'));
    }
    const open = (await fixesOf(document, 'local_differs')).find(({ title }) => title === 'Open llmservices.local.json')?.command;
    assert.ok(open);
    await vscode.commands.executeCommand(open.command, ...(open.arguments as unknown[]));
    assert.match(String(vscode.window.activeTextEditor?.document.uri), /llmservices\.local\.json$/);
  });

  it('what roles have a part in leads to the roles', async () => {
    const { root, uri } = await rootWithRoles(folder);
    const document = await vscode.workspace.openTextDocument(uri);
    const problems = usageProblems(rootsOf(root), uri, (await stateOf(document)).validated);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['service_unused', 'role_service_missing'],
    );
    for (const { code, message } of problems) {
      const diagnostic = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message);
      Object.assign(diagnostic, { code, source: OURS });
      const context = { diagnostics: [diagnostic], only: undefined, triggerKind: vscode.CodeActionTriggerKind.Invoke };
      const [action] = await provideQuickFixes(
        rootsOf(root),
        document,
        diagnostic.range,
        context,
        new vscode.CancellationTokenSource().token,
      );
      assert.equal(action?.title, `Open the roles of ${root.name}`);
      await vscode.commands.executeCommand(action.command?.command ?? '', ...((action.command?.arguments ?? []) as unknown[]));
      assert.match(String(vscode.window.activeTextEditor?.document.uri), /org\.json$/);
    }
  });
});
