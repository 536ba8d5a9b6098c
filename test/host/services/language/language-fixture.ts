import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnosticsOf } from '../services-fixture.ts';

export const OURS = 'Agent Artifacts';

/** Opens a text as a configuration in an editor. */
export async function show(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** The quick fixes at the diagnostic of ours with this code, once it is there. */
export async function fixesOf(document: vscode.TextDocument, code: string): Promise<vscode.CodeAction[]> {
  const isWanted = (each: vscode.Diagnostic): boolean => each.code === code && each.source === OURS;
  const range = (await diagnosticsOf(document.uri, (all) => all.some(isWanted))).find(isWanted)?.range;
  assert.ok(range);
  return codeActionsAt(document.uri, range);
}

/** VS Code gives up a question while another extension registers its code actions: like an editor, asks again. */
export async function codeActionsAt(uri: vscode.Uri, range: vscode.Range): Promise<vscode.CodeAction[]> {
  try {
    return await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === 'Canceled')) throw error;
    return codeActionsAt(uri, range);
  }
}

/** Applies a quick fix as the editor does. */
export async function applyFix({ edit, command }: vscode.CodeAction): Promise<void> {
  if (edit) assert.ok(await vscode.workspace.applyEdit(edit));
  if (command) await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
}

export async function undo(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('undo');
}
