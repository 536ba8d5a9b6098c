import * as vscode from 'vscode';

/**
 * Whether a command or a fix that writes may do so here: the one place that decides it for all of them. Where it may
 * not, it says why and offers the way out.
 */
export function mayWrite(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void offerTrust(restrictedSentence());
  return false;
}

/** Why nothing is written. */
export function restrictedSentence(): string {
  return vscode.l10n.t('In Restricted Mode nothing is changed. Trust the workspace to edit.');
}

/** Says why something is refused in Restricted Mode, and offers the way out. */
export async function offerTrust(sentence: string): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  if ((await vscode.window.showWarningMessage(sentence, manage)) === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
