import * as vscode from 'vscode';
import type { ArtifactFilter } from './artifact-filter.ts';
import { DISPLAY_KINDS, type DisplayKind } from './display-kind.ts';
import type { FilterOutcome } from './artifact-tree.ts';

/** The name of a kind, as one offers many of them. */
export function kindName(kind: DisplayKind): string {
  switch (kind) {
    case 'image':
      return vscode.l10n.t('Images');
    case 'audio':
      return vscode.l10n.t('Audio');
    case 'video':
      return vscode.l10n.t('Video');
    case 'document':
      return vscode.l10n.t('Documents');
    case 'text':
      return vscode.l10n.t('Text and Code');
    case 'other':
      return vscode.l10n.t('Other');
  }
}

/** A filter in words: `“chart” · Images`. */
export function filterInWords({ text, kinds }: ArtifactFilter): string {
  const named = DISPLAY_KINDS.filter((kind) => kinds.has(kind)).map(kindName);
  const list = new Intl.ListFormat(vscode.env.language, { type: 'unit', style: 'short' }).format(named);
  return [text.trim() === '' ? undefined : vscode.l10n.t('“{0}”', text.trim()), list].filter((part) => part).join(' · ');
}

/** The line above the tree while a filter is in force. */
export function outcomeInWords(filter: ArtifactFilter, outcome: FilterOutcome | undefined): string {
  const words = filterInWords(filter);
  if (!outcome) return vscode.l10n.t('Filtering by {0}…', words);
  const found = outcome.found.toLocaleString(vscode.env.language);
  if (outcome.isStopped) return vscode.l10n.t('{0}: {1} found, the search was stopped', words, found);
  if (outcome.found === 0) return vscode.l10n.t('{0}: nothing found', words);
  return outcome.hasMore ? vscode.l10n.t('{0}: the newest {1} shown', words, found) : vscode.l10n.t('{0}: {1} found', words, found);
}
