import * as vscode from 'vscode';
import type { ProblemCode } from '../../../core/services/problems.ts';
import type { DataRoots } from '../../roots/open-root.ts';
import { commandItem } from '../../screen/commands.ts';
import { nameOf } from '../services-document.ts';
import { rootsInForce } from '../services-usage.ts';
import { activeConfigOf } from './active-config.ts';

const OTHER_FILE: ReadonlySet<unknown> = new Set<ProblemCode>(['local_differs', 'local_lacks_service']);
const ROLES: ReadonlySet<unknown> = new Set<ProblemCode>(['service_unused', 'role_service_missing']);

/**
 * What can be done about a problem that another file has a part in: to go there, or to see both. Undefined for every
 * other problem.
 */
export async function surroundingsFixes(
  roots: DataRoots,
  { uri }: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
): Promise<vscode.CodeAction[] | undefined> {
  const actions = OTHER_FILE.has(diagnostic.code)
    ? await otherFileActions(uri)
    : ROLES.has(diagnostic.code)
      ? rolesActions(roots, uri)
      : undefined;
  for (const action of actions ?? []) action.diagnostics = [diagnostic];
  return actions;
}

async function otherFileActions(uri: vscode.Uri): Promise<vscode.CodeAction[]> {
  const active = await activeConfigOf(uri);
  if (active.inForce || !active.instead) return [];
  const { instead } = active;
  return [
    commandAction({
      command: 'vscode.diff',
      title: vscode.l10n.t('Compare with {0}', nameOf(instead)),
      arguments: [uri, instead, `${nameOf(uri)} ↔ ${nameOf(instead)}`],
    }),
    commandAction({ command: 'vscode.open', title: vscode.l10n.t('Open {0}', nameOf(instead)), arguments: [instead] }),
  ];
}

function rolesActions(roots: DataRoots, uri: vscode.Uri): vscode.CodeAction[] {
  return rootsInForce(roots, uri).map((root) =>
    commandAction(commandItem('agentArtifacts.internal.openOrganisation', vscode.l10n.t('Open the roles of {0}', root.name), { root })),
  );
}

function commandAction(command: vscode.Command): vscode.CodeAction {
  const action = new vscode.CodeAction(command.title, vscode.CodeActionKind.QuickFix);
  action.command = command;
  return action;
}
