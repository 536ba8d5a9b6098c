import type * as vscode from 'vscode';
import { onCommand } from './commands.ts';

/** Registers *Learn More…*, which opens a page of the documentation. */
export function registerLearnMore(extensionUri: vscode.Uri): vscode.Disposable {
  return onCommand('agentArtifacts.learnMore', async (page) => {
    const { openDocumentation } = await import('./documentation.ts');
    return openDocumentation(extensionUri, page);
  });
}
