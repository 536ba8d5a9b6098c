import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { provideQuickFixes } from '../../../../src/host/services/language/features.ts';
import { usageProblems } from '../../../../src/host/services/services-usage.ts';
import { stateOf } from '../../../../src/host/services/services-state.ts';
import { PROBLEM_EXAMPLES } from '../../../support/problem-examples.ts';
import { diagnosticsOf, folderForEach, rootsOf, rootWithRoles } from '../services-fixture.ts';
import { fixesOf, OURS, show } from './language-fixture.ts';

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
} as const;

/** The examples of problems that are in the text itself; `test/unit/models/every-problem.test.ts` holds that each problem has one. */
const EXAMPLES = Object.entries(PROBLEM_EXAMPLES).flatMap(([code, example]) => ('testedIn' in example ? [] : [{ code, ...example }]));

describe('every problem of llmservices.json', () => {
  const folder = folderForEach();

  for (const { code, text, marked, severity, isHint, fixes } of EXAMPLES.filter(({ fixes }) => fixes.length > 0)) {
    it(`${code} marks what it is about, is as grave as it should be, and has its quick fix`, async () => {
      const document = await vscode.workspace.openTextDocument(await folder.write('llmservices.json', text));
      const titles = (await fixesOf(document, code)).map(({ title }) => title);
      const found = vscode.languages.getDiagnostics(document.uri).find((each) => each.code === code && each.source === OURS);
      assert.ok(found);
      const shown = isHint ? vscode.DiagnosticSeverity.Hint : SEVERITIES[severity];
      assert.deepEqual([document.getText(found.range), found.severity], [marked, shown]);
      for (const title of fixes) assert.ok(titles.includes(title), titles.join('\n'));
    });
  }

  for (const { code, text, severity } of EXAMPLES.filter(({ fixes }) => fixes.length === 0)) {
    it(`${code} is told of where nobody else does, as grave as it should be`, async () => {
      const uri = await folder.write('llmservices.json', text);
      const document = await vscode.workspace.openTextDocument(uri);
      const found = (await diagnosticsOf(document.uri, (all) => all.some((each) => each.code === code))).find((each) => each.code === code);
      assert.deepEqual([found?.severity, found?.source], [SEVERITIES[severity], OURS]);
    });
  }

  it('what differs from the file in force leads there', async () => {
    await folder.write('llmservices.local.json', '{"services": [{"id": "a", "model": "m"}]}');
    const document = await show(await folder.write('llmservices.json', '{"services": [{"id": "a", "model": "n"}, {"id": "b"}]}'));
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
    const document = await show(uri);
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
