import * as vscode from 'vscode';
import { type ArtifactFilter, DISPLAY_KINDS } from './artifact-filter.ts';
import type { FilterOutcome } from './artifact-tree.ts';
import type { DisplayKind } from './display-kind.ts';

interface KindItem extends vscode.QuickPickItem {
  readonly artifactKind: DisplayKind;
}

const ICONS: Readonly<Record<DisplayKind, string>> = {
  image: 'file-media',
  audio: 'unmute',
  video: 'device-camera-video',
  document: 'book',
  text: 'file-code',
  other: 'file-binary',
};

/**
 * Asks for a filter: the text in the input, the kinds as boxes to tick below it.
 * @returns undefined when the person leaves it as it was
 */
export function pickFilter(current: ArtifactFilter | undefined): Promise<ArtifactFilter | undefined> {
  const pick = vscode.window.createQuickPick<KindItem>();
  pick.title = vscode.l10n.t('Filter Artifacts');
  pick.placeholder = vscode.l10n.t('Filter by name, ID, path or agent');
  pick.canSelectMany = true;
  // The text is the filter's, not one for this list: nothing in a label that could match and be moved up.
  pick.items = DISPLAY_KINDS.map((kind) => ({
    artifactKind: kind,
    label: `$(${ICONS[kind]})`,
    description: kindName(kind),
    alwaysShow: true,
  }));
  pick.selectedItems = pick.items.filter(({ artifactKind }) => current?.kinds.has(artifactKind));
  pick.value = current?.text ?? '';
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve({ text: pick.value, kinds: new Set(pick.selectedItems.map(({ artifactKind }) => artifactKind)) });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** The name of a kind, as one offers many of them. */
function kindName(kind: DisplayKind): string {
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
  if (outcome.isStopped) return vscode.l10n.t('{0}: {1} found, search stopped', words, found);
  if (outcome.found === 0) return vscode.l10n.t('{0}: nothing found', words);
  return outcome.hasMore ? vscode.l10n.t('{0}: the newest {1} shown', words, found) : vscode.l10n.t('{0}: {1} found', words, found);
}
