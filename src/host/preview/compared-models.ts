import * as vscode from 'vscode';
import { loadCatalogue, loadPrices } from '../../core/models/catalogue/load-catalogue.ts';
import { idOfModel } from '../../core/models/catalogue/model-id.ts';
import { flagshipModels } from '../../core/wire/flagship-models.ts';
import { runCommand } from '../screen/commands.ts';
import { notify } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import type { PreviewService } from '../services/preview-service.ts';
import { type CatalogueItem, catalogueItems } from './model-quick-pick.ts';

const KEY = 'agentArtifacts.comparedModels';
/** What choices are made of. */
interface Choices {
  readonly memory?: vscode.Memento | undefined;
  readonly previewService: Pick<PreviewService, 'recentModels'>;
}

/** So many are compared beside the services of the configuration: what a person can look through. */
const MOST_COMPARED = 50;

/** Ids of the models of the catalogue that are compared beside the services: those a person chose, else the newest of each big maker. */
export async function comparedModels(memory: vscode.Memento | undefined): Promise<readonly string[]> {
  const chosen = memory?.get<readonly string[]>(KEY, []) ?? [];
  return chosen.length > 0 ? chosen.slice(0, MOST_COMPARED) : firstSet();
}

async function firstSet(): Promise<readonly string[]> {
  return flagshipModels(await loadCatalogue(), await loadPrices()).map(idOfModel);
}

const didChoose = new vscode.EventEmitter<void>();
/** Other models are compared from now on. */
export const onDidChooseComparedModels = didChoose.event;

/**
 * Lets a person choose the models that every comparison has beside the services; none brings the first set back.
 *
 * @param showComparison shows what was chosen; where there is nothing to show, as it returns, the person is told where it will be
 */
export async function chooseComparedModels({ memory, previewService }: Choices, showComparison: () => boolean): Promise<void> {
  const chosen = await comparedModels(memory);
  const picked = await showPick(inOrder(await catalogueItems(), chosen, previewService.recentModels()), {
    title: vscode.l10n.t('Choose Models to Compare'),
    placeHolder: vscode.l10n.t('Select up to {0} models, or none to compare the newest of the major providers', MOST_COMPARED),
    matchOnDescription: true,
    canPickMany: true,
    // what is ticked so far outlives a look elsewhere, and a page that takes the focus late
    ignoreFocusOut: true,
  });
  if (!picked) return;
  const ids = picked.flatMap(({ serviceId }) => serviceId ?? []);
  if (ids.length > MOST_COMPARED) notify('warning', vscode.l10n.t('Only the first {0} models are compared.', MOST_COMPARED));
  // the first set stays the newest, also with the next catalogue
  const first = await firstSet();
  const isFirst = ids.length === first.length && first.every((id) => ids.includes(id));
  await memory?.update(KEY, isFirst ? [] : ids.slice(0, MOST_COMPARED));
  didChoose.fire();
  void vscode.commands.executeCommand('setContext', 'agentArtifacts.modelsChosen', true);
  if (showComparison()) return;
  const preview = { title: vscode.l10n.t('Preview a File…'), run: () => runCommand('agentArtifacts.previewFile') };
  notify('information', vscode.l10n.t('The models are compared in the preview of a file, on its “Compare” tab.'), preview);
}

/** Each model once: those that are compared now, those used of late, all others by provider. */
function inOrder(items: readonly CatalogueItem[], chosen: readonly string[], recent: readonly string[]): readonly CatalogueItem[] {
  const byId = new Map(items.flatMap((item) => (item.serviceId === undefined ? [] : [[item.serviceId, item] as const])));
  const take = (id: string): CatalogueItem[] => {
    const item = byId.get(id);
    byId.delete(id);
    return item ? [item] : [];
  };
  const compared = chosen.flatMap(take).map((item) => ({ ...item, picked: true }));
  const used = recent.flatMap(take);
  const others = items.filter(({ serviceId }) => serviceId === undefined || byId.has(serviceId));
  return [
    ...group(vscode.l10n.t('Compared'), compared),
    ...group(vscode.l10n.t('Recently used models'), used),
    // a provider of whom all are above has nothing left
    ...others.filter((item, at) => item.serviceId !== undefined || others[at + 1]?.serviceId !== undefined),
  ];
}

function group(label: string, items: readonly CatalogueItem[]): readonly CatalogueItem[] {
  return items.length > 0 ? [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items] : [];
}
