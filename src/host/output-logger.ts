import type * as vscode from 'vscode';
import type { Logger } from '../core/io/logger.ts';

/** The core's logger on an output channel, which is made when the first line is written. */
export function outputLogger(createChannel: () => vscode.LogOutputChannel): Logger & vscode.Disposable {
  let channel: vscode.LogOutputChannel | undefined;
  const open = () => (channel ??= createChannel());
  return {
    debug: (message) => open().debug(message),
    info: (message) => open().info(message),
    warn: (message) => open().warn(message),
    error: (message) => open().error(message),
    dispose: () => channel?.dispose(),
  };
}
