import assert from 'node:assert/strict';
import path from 'node:path';
import { ESLint } from 'eslint';
import { repository } from './sources.ts';

const rule = 'no-restricted-syntax';

/** Ways to show a text with links and icons in it, past the folder that takes them out. */
const direct = [
  "void vscode.window.showInformationMessage('a');",
  "void vscode.window.showWarningMessage('a', { modal: true });",
  "const { showErrorMessage } = vscode.window; void showErrorMessage('a');",
  "void vscode.window['showErrorMessage']('a');",
  "void vscode.window.withProgress({ location: 15, title: 'a' }, async () => undefined);",
  "vscode.window.setStatusBarMessage('a', 1);",
  "void vscode.window.showQuickPick(['a']);",
  "void vscode.window.showInputBox({ prompt: 'a' });",
  "vscode.commands.registerCommand('a', () => Promise.reject(new Error('a')));",
];

describe('The lint rule for what is shown', () => {
  let eslint: ESLint;

  before(() => {
    eslint = new ESLint({
      cwd: repository,
      // The files are not on disk, so the rules that ask the type checker cannot run on them.
      overrideConfig: { languageOptions: { parserOptions: { project: null } } },
      ruleFilter: ({ ruleId }) => ruleId === rule,
    });
  });

  async function isRefused(file: string, statement: string): Promise<boolean> {
    const [result] = await eslint.lintText(`import * as vscode from 'vscode';\n${statement}\n`, { filePath: path.join(repository, file) });
    const messages = result?.messages ?? [];
    assert.deepEqual(
      messages.filter(({ fatal }) => fatal),
      [],
    );
    return messages.some(({ ruleId }) => ruleId === rule);
  }

  it('[E-2] refuses the direct calls everywhere in the host but in the one folder that makes texts harmless', async () => {
    for (const statement of direct) {
      assert.ok(await isRefused('src/host/preview/probe.ts', statement), statement);
      assert.ok(await isRefused('src/host/probe.ts', statement), statement);
      assert.ok(!(await isRefused('src/host/screen/probe.ts', statement)), statement);
    }
    assert.ok(!(await isRefused('src/host/probe.ts', "notify('information', 'a');")));
  });
});
