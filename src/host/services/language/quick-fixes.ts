import * as vscode from 'vscode';
import { fixesOf } from '../../../core/services/fixes.ts';
import type { Fix } from '../../../core/services/fix.ts';
import type { ProblemCode } from '../../../core/services/problems.ts';
import type { DataRoots } from '../../roots/open-root.ts';
import { isServicesFile } from '../services-document.ts';
import { stateOf } from '../services-state.ts';
import { catalogueFixes, isDisagreement } from './catalogue-fixes.ts';
import { MOVE_KEY_COMMAND, moveKeyAction } from './move-key.ts';
import { stillWanted } from './still-wanted.ts';
import { surroundingsFixes } from './surroundings-fixes.ts';
import { syntaxFixes } from './syntax-fixes.ts';

/** Keys are not looked at without the surroundings of the file: see `FileWatch`. */
const KEY_CODES: ReadonlySet<unknown> = new Set<ProblemCode>(['api_key_tracked', 'api_key_maybe_tracked']);
const SOURCE = 'Agent Artifacts';

/** The quick fixes of our problems under the cursor; in Restricted Mode those that change nothing. */
export async function provideQuickFixes(
  roots: DataRoots,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
  token: vscode.CancellationToken,
): Promise<vscode.CodeAction[]> {
  const actions = await quickFixes(roots, document, range, context, token);
  return vscode.workspace.isTrusted
    ? actions
    : actions.filter(({ edit, command }) => edit === undefined && command?.command !== MOVE_KEY_COMMAND);
}

async function quickFixes(
  roots: DataRoots,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
  token: vscode.CancellationToken,
): Promise<vscode.CodeAction[]> {
  const { diagnostics, only } = context;
  const ours = diagnostics.filter(({ source }) => source === SOURCE);
  if (diagnostics.length === 0 || !isServicesFile(document.uri) || (only && !only.contains(vscode.CodeActionKind.QuickFix))) return [];
  if (!(await stillWanted(token))) return [];
  const { text, root, validated } = await stateOf(document);
  if (!root) return syntaxFixes(document, range, diagnostics, token);
  const actions = new Map<string, vscode.CodeAction>();
  for (const diagnostic of ours) {
    const start = document.offsetAt(diagnostic.range.start);
    if (KEY_CODES.has(diagnostic.code)) {
      const action = await moveKeyAction(document, start);
      if (action) {
        action.diagnostics = [diagnostic];
        actions.set(`${start} ${action.title}`, action);
      }
      continue;
    }
    const around = await surroundingsFixes(roots, document, diagnostic);
    if (around) {
      for (const action of around) actions.set(`${start} ${action.title}`, action);
      continue;
    }
    if (isDisagreement(diagnostic)) {
      for (const action of await catalogueFixes(document, diagnostic)) actions.set(`${start} ${action.title}`, action);
      continue;
    }
    const problem = validated.problems.find(({ code, range }) => code === diagnostic.code && range?.offset === start);
    for (const fix of problem ? fixesOf(text, root, problem) : []) {
      const action = toAction(document, diagnostic, fix);
      // the same problem can be told more than once
      if (!actions.has(`${start} ${action.title}`)) actions.set(`${start} ${action.title}`, action);
    }
  }
  // the edits are those of the text as it was
  return token.isCancellationRequested ? [] : [...actions.values()];
}

function toAction(document: vscode.TextDocument, diagnostic: vscode.Diagnostic, fix: Fix): vscode.CodeAction {
  const action = new vscode.CodeAction(titleOf(fix), vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.isPreferred = fix.isPreferred;
  action.edit = new vscode.WorkspaceEdit();
  for (const { offset, length, newText } of fix.edits()) {
    action.edit.replace(document.uri, new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)), newText);
  }
  return action;
}

function titleOf({ kind, params }: Fix): string {
  const at = (name: string): string => params[name] ?? '';
  switch (kind) {
    case 'replace':
      return vscode.l10n.t('Change to "{0}"', at('value'));
    case 'replace_and_move':
      return vscode.l10n.t('Change to "{0}" and move to "{1}"', at('value'), at('list'));
    case 'move':
      return vscode.l10n.t('Move "{0}" to "{1}"', at('capability'), at('list'));
    case 'remove':
      return vscode.l10n.t('Remove "{0}"', at('name'));
    case 'remove_entry':
      return vscode.l10n.t('Remove the entry');
    case 'remove_tag':
      return vscode.l10n.t('Remove the tag');
    case 'add':
      return vscode.l10n.t('Add "{0}" to "{1}"', at('capability'), at('list'));
    case 'rename':
      return vscode.l10n.t('Rename to "{0}"', at('name'));
    case 'add_id':
      return vscode.l10n.t('Use the id "{0}"', at('id'));
    case 'to_list':
      return vscode.l10n.t('Make it a list');
    case 'to_string':
      return vscode.l10n.t('Make it a string');
    case 'to_number':
      return vscode.l10n.t('Make it a number');
    case 'to_object':
      return vscode.l10n.t('Make it lists of inputs and outputs');
    case 'begin_with':
      return vscode.l10n.t('Begin with {0}', at('scheme'));
    case 'add_services':
      return vscode.l10n.t('Add an empty "services" list');
    case 'wrap_services':
      return vscode.l10n.t('Put it into a "services" list');
  }
}
