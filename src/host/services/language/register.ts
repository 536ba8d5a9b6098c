import * as vscode from 'vscode';
import type { DataRoots } from '../../roots/open-root.ts';
import { OpenDocuments } from './open-documents.ts';

/** What the language features work with. */
export interface LanguageDependencies {
  readonly roots: DataRoots;
}

/** Model service configurations, as files and while they are not saved yet. */
export const SERVICES_SELECTOR: vscode.DocumentSelector = ['json', 'jsonc'].map((language) => ({ language, pattern: '**/llmservices*.json' }));

/** The features themselves: a chunk of its own, loaded when an editor first asks for one of them. */
const features = () => import('./features.ts');

/** Registers what editors offer in `llmservices.json`. */
export function registerLanguage(_dependencies: LanguageDependencies): vscode.Disposable {
  return vscode.Disposable.from(
    new OpenDocuments(async (recheck) => new (await features()).FileWatch(recheck)),
    vscode.commands.registerCommand('agentArtifacts.internal.moveKey', async (uri: vscode.Uri, offset: number, version: number) => (await features()).moveKey(uri, offset, version)),
    vscode.languages.registerCodeActionsProvider(
      SERVICES_SELECTOR,
      {
        provideCodeActions: async (document, _range, context, token) => (await features()).provideQuickFixes(document, context, token),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}
