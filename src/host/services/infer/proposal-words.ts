import * as vscode from 'vscode';
import type { InferenceSource } from '../../../core/services/catalogue/inference.ts';
import type { CapabilityChange } from '../../../core/services/catalogue/propose-capabilities.ts';

/** How something was found, and where: `exact: gpt-4o, @langchain/openai 1.6.0`. */
export function sourceWords({ match, entry, package: from }: InferenceSource): string {
  return from === undefined ? matchWords(match, entry) : `${matchWords(match, entry)}, ${from}`;
}

function matchWords(match: InferenceSource['match'], entry: string): string {
  switch (match) {
    case 'exact':
      return vscode.l10n.t('exact: {0}', entry);
    case 'alias':
      return vscode.l10n.t('alias: {0}', entry);
    case 'family':
      return vscode.l10n.t('family: {0}', entry);
    case 'guess':
      return vscode.l10n.t('guess: {0}', entry);
  }
}

/** What changes, with a sign before each; what is taken away first, so that nothing cuts it off. */
export function changeWords(changes: readonly CapabilityChange[]): string {
  return changes
    .toSorted((a, b) => Number(a.isDeclared) - Number(b.isDeclared))
    .map(({ type, isDeclared }) => `${isDeclared ? '+' : '−'}${type}`)
    .join(' ');
}

/** The sources of changes that can be seen; what each of them says only where there are several. */
export function sourcesInShort(changes: readonly CapabilityChange[]): string {
  const bySource = Map.groupBy(changes, ({ source }) => sourceWords(source));
  return bySource.size === 1
    ? [...bySource.keys()].join()
    : [...bySource].map(([source, own]) => `${source}: ${changeWords(own)}`).join('; ');
}
