import type * as vscode from 'vscode';
import type { ArtifactPreview, ArtifactsView } from '../artifacts/register.ts';
import { isWithoutRoots } from '../screen/unavailable.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { onCommand } from '../screen/commands.ts';

/** What going to an artifact needs. */
export interface ReferencesDependencies {
  readonly roots: DataRoots;
  readonly artifacts: Pick<ArtifactsView, 'reveal'>;
  readonly preview: ArtifactPreview;
}

/** Registers the command that goes to an artifact by its reference. */
export function registerReferences({ roots, artifacts, preview }: ReferencesDependencies): vscode.Disposable {
  return onCommand('agentArtifacts.goToArtifact', async () => {
    if (await isWithoutRoots(roots)) return;
    // loaded on first use
    const { askForArtifact } = await import('./go-to-artifact.ts');
    const chosen = await askForArtifact(roots);
    if (!chosen) return;
    await artifacts.reveal(chosen.root, chosen.reference);
    await preview.show(chosen.root, chosen.reference, {});
  });
}
