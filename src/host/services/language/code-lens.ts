import * as vscode from 'vscode';
import type { TextRange } from '../../../core/json/node.ts';
import type { OpenRoot } from '../../roots/open-root.ts';
import { commandItem } from '../../screen/commands.ts';
import { isServicesFile } from '../services-document.ts';
import { stateOf } from '../services-state.ts';
import { rootsInForce } from '../services-usage.ts';
import { type LanguageDependencies, stillWanted } from './dependencies.ts';

/** Above each service, also while the text is not JSON, so that lines stay where they are: preview with it, edit its capabilities, verify them, and, in the file in force, how many agents use it. */
export async function provideCodeLenses(
  { roots }: LanguageDependencies,
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<vscode.CodeLens[]> {
  if (!isServicesFile(document.uri) || !(await stillWanted(token))) return [];
  await roots.ready();
  if (token.isCancellationRequested) return [];
  const [root] = rootsInForce(roots, document.uri);
  const users = root && usersOf(root);
  const { found } = await stateOf(document);
  if (token.isCancellationRequested) return [];
  return found.flatMap(({ config, range }) => {
    if (!config) return [];
    const start = document.positionAt(range.offset);
    const lens = (command: vscode.Command): vscode.CodeLens => new vscode.CodeLens(new vscode.Range(start, start), command);
    const file = { uri: document.uri, serviceId: config.id };
    const edit = lens(commandItem('agentArtifacts.editCapabilities', vscode.l10n.t('Edit capabilities'), file));
    const verify = lens(commandItem('agentArtifacts.verifyCapabilities', vscode.l10n.t('Verify…'), file));
    if (!root) return [edit, verify];
    const preview = lens(commandItem('agentArtifacts.internal.previewWith', vscode.l10n.t('Preview with this model'), file));
    return [preview, edit, verify, ...(users ? [lens({ command: '', title: usersInWords(users.get(config.id) ?? 0) })] : [])];
  });
}

/** How many living agents work with each service; undefined where no agents are known. */
function usersOf({ agents }: OpenRoot): ReadonlyMap<string, number> | undefined {
  const living = agents.getAgents();
  if (living.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { id } of living) {
    const service = agents.getServiceIdForAgent(id);
    if (service !== null) counts.set(service, (counts.get(service) ?? 0) + 1);
  }
  return counts;
}

function usersInWords(count: number): string {
  if (count === 0) return vscode.l10n.t('No agent uses it');
  return count === 1 ? vscode.l10n.t('1 agent uses it') : vscode.l10n.t('{0} agents use it', count.toLocaleString(vscode.env.language));
}

/** A symbol for each service, left out ones too. */
export async function provideSymbols(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.DocumentSymbol[]> {
  if (!isServicesFile(document.uri) || !(await stillWanted(token))) return [];
  const rangeOf = ({ offset, length }: TextRange): vscode.Range =>
    new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const { found } = await stateOf(document);
  if (token.isCancellationRequested) return [];
  return found.map(({ id, name, index, config, capabilities, range, anchor }) => {
    const label = name || id || vscode.l10n.t('Service number {0}', index + 1);
    const detail = config ? [config.model, capabilities.input.join(', ')].filter(Boolean).join(' · ') : vscode.l10n.t('ignored');
    return new vscode.DocumentSymbol(label, detail, vscode.SymbolKind.Module, rangeOf(range), rangeOf(anchor));
  });
}
