import * as vscode from 'vscode';
import { notify } from './screen/notify.ts';

/**
 * Whether a command or a fix that writes may do so here: the one place that decides it for all of them. Where it may
 * not, it says why and offers the way out.
 */
export function mayWrite(): boolean {
  if (vscode.workspace.isTrusted) return true;
  offerTrust(restrictedSentence());
  return false;
}

/** Why nothing is written. */
export function restrictedSentence(): string {
  return vscode.l10n.t('In Restricted Mode nothing is changed. Trust the workspace to edit.');
}

/** Says why something is refused in Restricted Mode, and offers the way out. */
export function offerTrust(sentence: string): void {
  const manage = { title: vscode.l10n.t('Manage Workspace Trust'), run: () => vscode.commands.executeCommand('workbench.trust.manage') };
  notify('warning', sentence, manage);
}
