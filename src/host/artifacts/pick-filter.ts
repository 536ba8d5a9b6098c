import * as vscode from 'vscode';
import { DISPLAY_KINDS, type DisplayKind, KIND_ICONS } from '../screen/kinds.ts';
import type { ArtifactFilter } from './artifact-filter.ts';
import { kindName } from './filter-words.ts';

interface KindItem extends vscode.QuickPickItem {
  readonly artifactKind: DisplayKind;
}

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
    label: `$(${KIND_ICONS[kind]})`,
    description: kindName(kind),
    alwaysShow: true,
  }));
  pick.selectedItems = pick.items.filter(({ artifactKind }) => current?.kinds.has(artifactKind));
  pick.value = current?.text ?? '';
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve({ text: pick.value, kinds: new Set(pick.selectedItems.map(({ artifactKind }) => artifactKind)), since: current?.since });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
