import * as vscode from 'vscode';
import type { CapabilityChange } from '../../../core/services/catalogue/propose-capabilities.ts';
import type { ProblemCode } from '../../../core/services/problems.ts';
import { setCapabilityCells } from '../../../core/services/matrix/set-capability.ts';
import { stateOf } from '../services-state.ts';
import { disagreementsOf, HINTS_SETTING } from './catalogue-hints.ts';

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
    const title = vscode.l10n.t('Declare what is known of {0}', String(found.problem.params['model']));
    actions.push(await changeAction(document, Number(index), title, everything));
  }
  const silence = new vscode.CodeAction(vscode.l10n.t('Turn off hints from the catalogue of models…'), vscode.CodeActionKind.QuickFix);
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
