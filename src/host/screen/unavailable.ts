import * as vscode from 'vscode';
import type { DataRoots } from '../roots/open-root.ts';
import { runCommand } from './commands.ts';
import { type Action, notify } from './notify.ts';

/**
 * Says that a command has no artifact to act on and what to do next: open a data root where there is none, else choose one.
 *
 * @param sentence what to choose
 */
export async function tellToSelect(roots: DataRoots, sentence: string): Promise<void> {
  if (await isWithoutRoots(roots)) return;
  const show = { title: vscode.l10n.t('Show Artifacts'), run: () => runCommand('agentArtifacts.artifacts.focus') };
  const goTo = { title: vscode.l10n.t('Go to Artifact…'), run: () => runCommand('agentArtifacts.goToArtifact') };
  notify('information', sentence, show, goTo);
}

/** Whether no data root is open; then it has been said, with the ways to one. */
export async function isWithoutRoots(roots: DataRoots): Promise<boolean> {
  await roots.ready();
  if (roots.roots.length > 0) return false;
  const sample = { title: vscode.l10n.t('Create Sample…'), run: () => runCommand('agentArtifacts.createSample') };
  notify(
    'information',
    vscode.l10n.t('No data root is open. A data root is a folder with the artifacts and workspaces of LLM agents.'),
    addDataRootAction(),
    ...(vscode.workspace.isTrusted ? [sample] : []),
  );
  return true;
}

/** A button that asks for a folder with artifacts. */
export function addDataRootAction(): Action {
  return { title: vscode.l10n.t('Add Data Root Folder'), run: () => runCommand('agentArtifacts.addDataRoot') };
}

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
  return vscode.l10n.t('Nothing can be changed in Restricted Mode. Trust the workspace to edit.');
}

/** Says why something is refused in Restricted Mode, and offers the way out. */
export function offerTrust(sentence: string): void {
  const manage = { title: vscode.l10n.t('Manage Workspace Trust'), run: () => vscode.commands.executeCommand('workbench.trust.manage') };
  notify('warning', sentence, manage);
}
