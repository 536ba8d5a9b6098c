import * as vscode from 'vscode';
import type { DataRoots } from '../roots/open-root.ts';
import { onCommand } from '../screen/commands.ts';
import { mayWrite } from '../screen/unavailable.ts';
import type { SampleDependencies } from './data-root-commands.ts';

/** The commands that bring data roots into the window; what they do is loaded with the first one. */
export function registerRootCommands(deps: SampleDependencies): vscode.Disposable {
  const load = () => import('./data-root-commands.ts');
  return vscode.Disposable.from(
    deps.roots.onDidChange(() => tellWhetherThereAreRoots(deps.roots)),
    onCommand('agentArtifacts.addDataRoot', async () => (await load()).addDataRoot(deps.roots)),
    onCommand('agentArtifacts.createSample', async () => (await load()).createSample(deps)),
    onCommand('agentArtifacts.removeSample', async () => (await load()).removeSamples(deps)),
    onCommand('agentArtifacts.addBucket', async () => {
      if (mayWrite()) await (await import('./add-bucket.ts')).addBucket(deps.roots);
    }),
  );
}

/** Once it is known that there is none, commands that need one leave the palette. One that cannot be used may be looked for again. */
function tellWhetherThereAreRoots({ roots, unusable }: DataRoots): void {
  void vscode.commands.executeCommand('setContext', 'agentArtifacts.hasNoDataRoot', roots.length + unusable.length === 0);
}
