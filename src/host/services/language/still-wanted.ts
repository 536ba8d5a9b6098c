import type * as vscode from 'vscode';

/**
 * Lets what came in meanwhile go first (the next keystroke takes back what was asked before), and tells whether an
 * answer is still wanted.
 */
export async function stillWanted(token: vscode.CancellationToken): Promise<boolean> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
  return !token.isCancellationRequested;
}
