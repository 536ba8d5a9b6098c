import type { Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { Inference } from '../../../core/models/catalogue/inference.ts';
import { TEXT_ONLY } from '../../../core/models/capability.ts';
import { keyMovesTo, type TakenAction } from '../../../core/models/exchange/merge-services.ts';
import type { LlmServiceConfig } from '../../../core/models/schema.ts';
import { showPick } from '../../screen/quick-pick.ts';
import type { PickedService } from './import-services.ts';

/** Asks which services to import; those whose id is taken are not ticked. Undefined when the person changed their mind. */
export async function chooseImports(
  services: readonly LlmServiceConfig[],
  taken: ReadonlyMap<string, Node>,
  known: ReadonlyMap<string, Inference>,
): Promise<readonly PickedService[] | undefined> {
  const items = services.map((service) => itemOf(service, !taken.has(service.id), known.get(service.id)));
  const fresh = items.filter(({ service }) => !taken.has(service.id));
  const present = items.filter(({ service }) => taken.has(service.id));
  const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const fillIn: Item = {
    label: vscode.l10n.t('Fill in what is known about the models'),
    description: vscode.l10n.t('for services that declare nothing: {0}', known.size),
    picked: true,
  };
  const picked = await pickMany(
    [
      ...fresh,
      ...(present.length > 0 ? [separator(vscode.l10n.t('Already exists with the same ID')), ...present] : []),
      ...(known.size > 0 ? [separator(vscode.l10n.t('Capabilities')), fillIn] : []),
    ],
    vscode.l10n.t('Import Model Services'),
    vscode.l10n.t('Which services should be added? You see the changes first.'),
  );
  if (picked === undefined) return undefined;
  const chosen = picked.flatMap(({ service }) => service ?? []);
  const again = chosen.filter(({ id }) => taken.has(id));
  const ifTaken = again.length === 0 ? 'rename' : await askIfTaken(again, taken);
  if (ifTaken === undefined) return undefined;
  return (
    chosen
      .filter(({ id }) => ifTaken !== 'skip' || !taken.has(id))
      // the answer was given for those that are there now, not for one that comes to be there before the change is made
      .map((service) => ({
        service,
        ifTaken: ifTaken === 'replace' && taken.has(service.id) ? 'replace' : 'rename',
        inference: picked.includes(fillIn) ? known.get(service.id) : undefined,
      }))
  );
}

async function askIfTaken(
  services: readonly LlmServiceConfig[],
  taken: ReadonlyMap<string, Node>,
): Promise<TakenAction | 'skip' | undefined> {
  const { l10n } = vscode;
  const hosts = new Set(services.flatMap((service) => keyMovesTo(taken.get(service.id), service) ?? []));
  const replaced =
    hosts.size === 0
      ? l10n.t('The key and everything else stay; imported values replace existing ones.')
      : l10n.t('The keys stay and will be sent to {0}; imported values replace existing ones.', [...hosts].join(', '));
  // the first is taken by Enter: the one that changes least
  const items = [
    { label: l10n.t('Skip them'), detail: l10n.t('Existing services stay as they are.'), action: 'skip' as const },
    { label: l10n.t('Add with another ID'), detail: l10n.t('A number is appended to the ID.'), action: 'rename' as const },
    { label: l10n.t('Update existing services'), detail: replaced, action: 'replace' as const },
  ];
  const ids = services.map(({ id }) => id).join(', ');
  return (await showPick(items, { title: l10n.t('Import Model Services'), placeHolder: l10n.t('Already exists: {0}', ids) }))?.action;
}

/** Asks which services to export; all are ticked. */
export async function chooseExports(services: readonly LlmServiceConfig[]): Promise<readonly LlmServiceConfig[] | undefined> {
  const picked = await pickMany(
    services.map((service) => itemOf(service, true)),
    vscode.l10n.t('Export Model Services'),
    vscode.l10n.t('Which services should be exported?'),
  );
  return picked?.flatMap(({ service }) => service ?? []);
}

type Item = vscode.QuickPickItem & { readonly service?: LlmServiceConfig };

function pickMany(items: readonly Item[], title: string, placeHolder: string): Promise<readonly Item[] | undefined> {
  return showPick(items, { title, placeHolder, canPickMany: true, matchOnDescription: true, matchOnDetail: true });
}

function itemOf(service: LlmServiceConfig, picked: boolean, known?: Inference): Item & { readonly service: LlmServiceConfig } {
  const { id, name, model, capabilities } = service;
  return {
    label: name || id,
    description: [...new Set([name ? id : '', model ?? ''])].filter(Boolean).join(' · '),
    detail: capabilityWords(capabilities, known),
    picked,
    service,
  };
}

function capabilityWords(declared: LlmServiceConfig['capabilities'], known: Inference | undefined): string {
  if (declared)
    return vscode.l10n.t(
      'input: {0}; output: {1}',
      (declared.input ?? TEXT_ONLY.input).join(', '),
      (declared.output ?? TEXT_ONLY.output).join(', '),
    );
  if (known === undefined) return vscode.l10n.t('No capabilities declared');
  return vscode.l10n.t(
    'No capabilities declared; known: {0}',
    [...known.capabilities.input, ...known.capabilities.output].filter((type) => type !== 'text').join(', ') || 'text',
  );
}
