import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import type { Logger } from '../../core/io/logger.ts';
import { environmentVariable } from '../../platform/host-platform.node.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { onCommand } from '../screen/commands.ts';

/** What the verification of services works with. */
export interface VerifyRegistration {
  readonly roots: DataRoots;
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
}

/** Registers *Verify Capabilities…*; all of it is loaded when it is first run. */
export function registerVerify({ roots, extensionUri, logger }: VerifyRegistration): vscode.Disposable {
  const disposables: vscode.Disposable[] = [];
  const verifier = loadOnce(async () => {
    const [{ Verifier }, { screenDialogue }, { httpSender }] = await Promise.all([
      import('./verify-capabilities.ts'),
      import('./dialogue.ts'),
      import('../../platform/http-sender.ts'),
    ]);
    const createPanel = () =>
      vscode.window.createWebviewPanel('agentArtifacts.verify', '', vscode.ViewColumn.Active, { enableFindWidget: true });
    const loaded = new Verifier({
      roots,
      extensionUri,
      logger,
      createPanel,
      environment: environmentVariable,
      dialogue: screenDialogue,
      send: httpSender(),
    });
    disposables.push(loaded);
    return loaded;
  });
  disposables.push(onCommand('agentArtifacts.verifyCapabilities', async (argument: unknown) => (await verifier()).verify(argument)));
  return new vscode.Disposable(() => disposables.forEach((disposable) => void disposable.dispose()));
}
