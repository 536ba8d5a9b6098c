import * as vscode from 'vscode';
import { notifyError } from './notify.ts';

/**
 * Registers a command. One that fails says so once, in a notification; if it rejected, VS Code would show what the error
 * says with the links in it.
 */
export function onCommand<Arguments extends unknown[]>(command: string, run: (...args: Arguments) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(command, async (...args: unknown[]) => {
    try {
      return await run(...(args as Arguments));
    } catch (error) {
      return notifyError(error);
    }
  });
}
