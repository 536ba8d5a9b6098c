import * as vscode from 'vscode';
import { onCommand, runCommand } from '../../screen/commands.ts';
import { Debounced } from '../../../platform/debounced.ts';
import { isServicesFile, SERVICES_SELECTOR } from '../services-document.ts';
import type { LanguageDependencies } from './dependencies.ts';

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
      const { rootsInForce } = await import('../services-usage.ts');
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

/** Says something about open configurations. */
interface DocumentCheck extends vscode.Disposable {
  check(document: vscode.TextDocument): Promise<void>;
  clear(uri: vscode.Uri): void;
}

/** Follows the open configurations and has them checked, by a part that is loaded with the first of them. */
class OpenDocuments implements vscode.Disposable {
  readonly #load: (recheck: () => void) => Promise<DocumentCheck>;
  readonly #quiet: number;
  readonly #pending = new Map<string, Debounced>();
  readonly #disposable: vscode.Disposable;
  #check: Promise<DocumentCheck> | undefined;

  /** @param quiet milliseconds after a keystroke */
  constructor(quiet: number, load: (recheck: () => void) => Promise<DocumentCheck>) {
    this.#quiet = quiet;
    this.#load = load;
    const { workspace } = vscode;
    this.#disposable = vscode.Disposable.from(
      workspace.onDidOpenTextDocument((document) => this.#soon(document)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || !isServicesFile(document.uri)) return;
        // the other file of the folder is compared with it
        const folder = folderOf(document.uri);
        for (const each of workspace.textDocuments) if (folderOf(each.uri) === folder) this.#soon(each);
      }),
      // rules that leave a file out may have changed
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith('/.gitignore')) this.recheck();
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.recheck()),
      workspace.onDidCreateFiles(() => this.recheck()),
      workspace.onDidDeleteFiles(() => this.recheck()),
      workspace.onDidCloseTextDocument(({ uri }) => void this.#closed(uri)),
    );
    this.recheck();
  }

  /** Checks all of them again. */
  recheck(): void {
    for (const document of vscode.workspace.textDocuments) this.#soon(document);
  }

  dispose(): void {
    for (const pending of this.#pending.values()) pending.dispose();
    this.#disposable.dispose();
    void this.#check?.then((check) => check.dispose());
  }

  #soon(document: vscode.TextDocument): void {
    if (!isServicesFile(document.uri)) return;
    const key = document.uri.toString();
    const pending =
      this.#pending.get(key) ??
      new Debounced(() => void this.#run(document.uri), { quiet: this.#quiet, longest: Number.POSITIVE_INFINITY });
    this.#pending.set(key, pending);
    pending.call();
  }

  async #run(uri: vscode.Uri): Promise<void> {
    this.#check ??= this.#load(() => this.recheck());
    const check = await this.#check;
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (document) await check.check(document);
  }

  async #closed(uri: vscode.Uri): Promise<void> {
    this.#pending.get(uri.toString())?.dispose();
    this.#pending.delete(uri.toString());
    (await this.#check)?.clear(uri);
  }
}

function folderOf(uri: vscode.Uri): string {
  return vscode.Uri.joinPath(uri, '..').toString();
}
