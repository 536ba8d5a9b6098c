import * as vscode from 'vscode';
import { onCommand, runCommand } from '../../screen/commands.ts';
import { rootsInForce } from '../services-usage.ts';
import type { LanguageDependencies } from './dependencies.ts';
import { OpenDocuments } from './open-documents.ts';
import { SERVICES_SELECTOR } from './selector.ts';

/** The features themselves: a chunk of its own, loaded when an editor first asks for one of them. */
const features = () => import('./features.ts');

/** With the diagnostics of the text itself, and after them; milliseconds after a keystroke. */
const HINTS_AFTER = 10;
const SURROUNDINGS_AFTER = 250;

/** Registers what editors offer in `llmservices.json`. */
export function registerLanguage(dependencies: LanguageDependencies): vscode.Disposable {
  const { roots, previewService } = dependencies;
  const { languages } = vscode;
  const lensesChanged = new vscode.EventEmitter<void>();
  const documents = new OpenDocuments(SURROUNDINGS_AFTER, async (recheck) => {
    const { FileWatch, ActiveConfigStatus } = await features();
    return new FileWatch({ recheck, status: new ActiveConfigStatus(roots) });
  });
  const hints = new OpenDocuments(HINTS_AFTER, async (recheck) => new (await features()).CatalogueHints({ recheck }));
  return vscode.Disposable.from(
    lensesChanged,
    documents,
    hints,
    roots.onDidChange(() => lensesChanged.fire()),
    roots.onDidChangeServices(() => {
      lensesChanged.fire();
      documents.recheck();
    }),
    onCommand('agentArtifacts.internal.moveKey', async (uri, offset, version) => (await features()).moveKey(uri, offset, version)),
    onCommand('agentArtifacts.internal.previewWith', async (service) => {
      for (const root of rootsInForce(roots, service.uri)) previewService.select(root, service.serviceId);
      await runCommand('agentArtifacts.openPreview');
    }),
    languages.registerCodeActionsProvider(
      SERVICES_SELECTOR,
      {
        provideCodeActions: async (document, range, context, token) =>
          (await features()).provideQuickFixes(roots, document, range, context, token),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    languages.registerCompletionItemProvider(
      SERVICES_SELECTOR,
      {
        provideCompletionItems: async (document, position, token) => (await features()).provideCompletions(document, position, token),
        resolveCompletionItem: async (item) => (await features()).resolveCompletion(item),
      },
      '"',
    ),
    languages.registerHoverProvider(SERVICES_SELECTOR, {
      provideHover: async (document, position, token) => (await features()).provideHover(dependencies, document, position, token),
    }),
    languages.registerDocumentSymbolProvider(
      SERVICES_SELECTOR,
      { provideDocumentSymbols: async (document, token) => (await features()).provideSymbols(document, token) },
      { label: 'Agent Artifacts' },
    ),
    languages.registerCodeLensProvider(SERVICES_SELECTOR, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: async (document, token) => (await features()).provideCodeLenses(dependencies, document, token),
    }),
  );
}
