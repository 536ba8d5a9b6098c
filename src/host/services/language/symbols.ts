import * as vscode from 'vscode';
import type { TextRange } from '../../../core/json/node.ts';
import { isServicesFile } from '../services-document.ts';
import { stateOf } from '../services-state.ts';
import { stillWanted } from './still-wanted.ts';

/** A symbol for each service, left out ones too. */
export async function provideSymbols(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.DocumentSymbol[]> {
  if (!isServicesFile(document.uri) || !(await stillWanted(token))) return [];
  const rangeOf = ({ offset, length }: TextRange): vscode.Range =>
    new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const { found } = await stateOf(document);
  if (token.isCancellationRequested) return [];
  return found.map(({ id, name, index, config, capabilities, range, anchor }) => {
    const label = name || id || vscode.l10n.t('Service number {0}', index + 1);
    const detail = config ? [config.model, capabilities.input.join(', ')].filter(Boolean).join(' · ') : vscode.l10n.t('left out');
    return new vscode.DocumentSymbol(label, detail, vscode.SymbolKind.Module, rangeOf(range), rangeOf(anchor));
  });
}
