import * as vscode from 'vscode';
import { checkCatalogue, type Disagreement } from '../../../core/services/catalogue/check-catalogue.ts';
import { loadCatalogue } from '../../../core/services/catalogue/load-catalogue.ts';
import { problemMessage } from '../problem-message.ts';
import { isServicesFile } from '../services-document.ts';
import { stateOf } from '../services-state.ts';

/** The setting that turns the hints off. */
export const HINTS_SETTING = 'agentArtifacts.catalogueHints';

/** Where a document disagrees with the catalogue. */
export async function disagreementsOf(document: vscode.TextDocument): Promise<readonly Disagreement[]> {
  const catalogue = await loadCatalogue();
  const { root, validated } = await stateOf(document);
  return root === undefined ? [] : checkCatalogue(validated.entries, root, catalogue);
}

/** Tells in open configurations where what is declared and what is known of the models disagree. */
export class CatalogueHints implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('agentArtifacts.services.catalogue');
  readonly #disposable: vscode.Disposable;

  constructor({ recheck }: { readonly recheck: () => void }) {
    this.#disposable = vscode.Disposable.from(
      this.#collection,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(HINTS_SETTING)) recheck();
      }),
    );
  }

  /** Checks a document; what was said of an earlier version goes. */
  async check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const isWanted = isServicesFile(document.uri) && vscode.workspace.getConfiguration(undefined, document.uri).get(HINTS_SETTING, true);
    const found = isWanted ? await disagreementsOf(document) : [];
    if (document.isClosed || document.version !== version) return;
    this.#collection.set(
      document.uri,
      found.map((each) => toDiagnostic(document, each)),
    );
  }

  clear(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

/** What the model is known not to have makes requests fail, so it is told among the problems; a chance missed is only hinted at. */
function toDiagnostic(document: vscode.TextDocument, { problem }: Disagreement): vscode.Diagnostic {
  const { offset, length } = problem.range ?? { offset: 0, length: 0 };
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const severity = problem.code === 'capability_contradicted' ? vscode.DiagnosticSeverity.Information : vscode.DiagnosticSeverity.Hint;
  const diagnostic = new vscode.Diagnostic(range, problemMessage(problem), severity);
  diagnostic.source = 'Agent Artifacts';
  diagnostic.code = problem.code;
  return diagnostic;
}
