import * as vscode from 'vscode';
import { setCapabilityCells } from '../../../core/models/capability-cells.ts';
import { checkCatalogue, type Disagreement } from '../../../core/models/catalogue/check-catalogue.ts';
import { loadCatalogue } from '../../../core/models/catalogue/load-catalogue.ts';
import type { CapabilityChange } from '../../../core/models/catalogue/propose-capabilities.ts';
import type { ProblemCode } from '../../../core/models/problems.ts';
import { problemMessage } from '../../screen/sentence-text.ts';
import { onDidChangeCatalogue } from '../catalogue-in-use.ts';
import { isServicesFile } from '../services-document.ts';
import { stateOf } from '../services-state.ts';

/** The setting that turns the hints off. */
export const HINTS_SETTING = 'agentArtifacts.catalogueHints';

/** Where a document disagrees with the catalogue. */
async function disagreementsOf(document: vscode.TextDocument): Promise<readonly Disagreement[]> {
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
      onDidChangeCatalogue(recheck),
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

/** What the model is known not to have makes requests fail, so it is a problem; a missed chance is only a hint. */
function toDiagnostic(document: vscode.TextDocument, { problem }: Disagreement): vscode.Diagnostic {
  const { offset, length } = problem.range ?? { offset: 0, length: 0 };
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const severity = problem.code === 'capability_contradicted' ? vscode.DiagnosticSeverity.Information : vscode.DiagnosticSeverity.Hint;
  const diagnostic = new vscode.Diagnostic(range, problemMessage(problem), severity);
  diagnostic.source = 'Agent Artifacts';
  diagnostic.code = problem.code;
  return diagnostic;
}

const CATALOGUE_CODES: ReadonlySet<unknown> = new Set<ProblemCode>(['capability_contradicted', 'capability_undeclared']);

/** Whether a diagnostic is a disagreement with the catalogue. */
export function isDisagreement({ code }: vscode.Diagnostic): boolean {
  return CATALOGUE_CODES.has(code);
}

/** What can be done about a disagreement: take over what is meant, all that is known of the service, or no more such hints. */
export async function catalogueFixes(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): Promise<vscode.CodeAction[]> {
  const all = await disagreementsOf(document);
  const start = document.offsetAt(diagnostic.range.start);
  const found = all.find(({ problem }) => problem.code === diagnostic.code && problem.range?.offset === start);
  if (found === undefined) return [];
  const { index } = found.problem;
  const own = all.filter(({ problem }) => problem.index === index);
  const everything = own.flatMap(({ changes }) => changes);
  const actions = [await changeAction(document, Number(index), titleOf(found.changes), found.changes)];
  if (own.length > 1) {
    const title = vscode.l10n.t('Declare what is known about {0}', String(found.problem.params['model']));
    actions.push(await changeAction(document, Number(index), title, everything));
  }
  const silence = new vscode.CodeAction(vscode.l10n.t('Turn off catalogue hints…'), vscode.CodeActionKind.QuickFix);
  silence.command = { command: 'workbench.action.openSettings', title: silence.title, arguments: [`@id:${HINTS_SETTING}`] };
  for (const action of [...actions, silence]) action.diagnostics = [diagnostic];
  return [...actions, silence];
}

function titleOf(changes: readonly CapabilityChange[]): string {
  const [{ type, list, isDeclared } = { type: 'text', list: 'input', isDeclared: true }, ...more] = changes;
  if (!isDeclared) return vscode.l10n.t('Remove "{0}"', type);
  return more.length === 0
    ? vscode.l10n.t('Add "{0}" to "{1}"', type, list)
    : vscode.l10n.t('Declare {0}', changes.map((change) => change.type).join(', '));
}

async function changeAction(
  document: vscode.TextDocument,
  index: number,
  title: string,
  changes: readonly CapabilityChange[],
): Promise<vscode.CodeAction> {
  const { text, validated } = await stateOf(document);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  const entry = validated.entries[index];
  if (entry === undefined) return action;
  for (const { offset, length, newText } of setCapabilityCells(text, entry.range, changes)) {
    action.edit.replace(document.uri, new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)), newText);
  }
  return action;
}
