import * as vscode from 'vscode';

/** Whether a command that writes may do so here; where it may not, says why and offers the way out. */
export function mayWrite(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void explain();
  return false;
}

async function explain(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const message = vscode.l10n.t('In Restricted Mode llmservices.json is not changed by commands. Trust the workspace first.');
  if ((await vscode.window.showWarningMessage(message, manage)) === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
