import * as vscode from 'vscode';
import { DISPLAY_KINDS, type DisplayKind } from '../screen/kinds.ts';
import { timeInWords } from '../screen/plain-text.ts';
import type { ArtifactFilter } from './artifact-filter.ts';

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

/** A filter in words: `“chart” · Images · changed since Nov 23, 2026, 09:00`. */
export function filterInWords({ text, kinds, since }: ArtifactFilter): string {
  const kindNames = DISPLAY_KINDS.filter((kind) => kinds.has(kind)).map(kindName);
  const list = new Intl.ListFormat(vscode.env.language, { type: 'unit', style: 'short' }).format(kindNames);
  const named = text.trim() === '' ? undefined : vscode.l10n.t('“{0}”', text.trim());
  const changed = since === undefined ? undefined : vscode.l10n.t('changed since {0}', timeInWords(since, vscode.env.language));
  return [named, list, changed].filter((part) => part).join(' · ');
}
