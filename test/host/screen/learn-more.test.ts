import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Learn More', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  for (const page of ['preview', 'conversations', 'artifacts', 'services', 'programs', 'tools', 'ci', 'limits']) {
    it(`opens the page that a link names: ${page}`, async () => {
      const opened = new Promise<string>((resolve) => {
        const listener = vscode.window.tabGroups.onDidChangeTabs(({ opened: [tab] }) => {
          if (!tab) return;
          listener.dispose();
          resolve(tab.label);
        });
      });
      await vscode.commands.executeCommand('agentArtifacts.learnMore', page);
      assert.match(await opened, new RegExp(`${page}\\.md`));
    });
  }
});
