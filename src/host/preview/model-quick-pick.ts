import * as vscode from 'vscode';
import { type Catalogue, loadCatalogue, loadPrices } from '../../core/models/catalogue/load-catalogue.ts';
import type { Rate } from '../../core/models/price.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { isCertain } from '../../core/models/catalogue/propose-capabilities.ts';
import { catalogueService } from '../../core/wire/catalogue-service.ts';
import { flagshipModels } from '../../core/wire/flagship-models.ts';
import { priceOfService } from '../../core/wire/price.ts';
import { apiOfService } from '../../core/wire/service-api.ts';
import { showPick, showPickByName } from '../screen/quick-pick.ts';
import { modelsInOrder } from '../services/models-in-order.ts';
import type { PreviewService } from '../services/preview-service.ts';
import type { PreviewModels } from './content-source.ts';
import { modelFinder } from './similar-models.ts';

interface ModelItem extends vscode.QuickPickItem {
  /** Undefined is "text only". */
  readonly serviceId?: string | undefined;
  /** Leads to all models of the catalogue. */
  readonly isAny?: true;
}

/** Remembers which model was chosen. */
type ModelChooser = Pick<PreviewService, 'selectedServiceId' | 'select' | 'recentModels'>;

/** What a model is chosen for, in the words of the screen. */
interface ModelQuestion {
  readonly title: string;
  readonly placeHolder: string;
  /** The choice of no service. */
  readonly without: { readonly label: string; readonly description: string };
}

function forPreview(): ModelQuestion {
  return {
    title: vscode.l10n.t('Select the Model for the Preview'),
    placeHolder: vscode.l10n.t('The preview shows what this model would receive'),
    without: { label: vscode.l10n.t('Text only (no service)'), description: vscode.l10n.t('A model that reads only text') },
  };
}

/** Lets a person pick a model: a service of a root, a recently used model, or any of the catalogue. */
export async function pickModel(models: PreviewModels, previewService: ModelChooser, question = forPreview()): Promise<void> {
  const { services } = models;
  const detailOf = await modelDetails();
  const recent = previewService.recentModels();
  await services.ensure(recent);
  const selected = previewService.selectedServiceId(models);
  const iconOf = (serviceId: string | undefined): vscode.ThemeIcon => new vscode.ThemeIcon(serviceId === selected ? 'check' : 'blank');
  const itemOf = (id: string): ModelItem[] => {
    const service = services.getServiceById(id);
    if (!service || services.isForgotten(id)) return [];
    return [
      {
        label: service.name || id,
        iconPath: iconOf(id),
        description: services.modelOf(id) ? '' : (service.model ?? ''),
        detail: [vscode.l10n.t('input: {0}', (services.getCapabilities(id)?.input ?? ['text']).join(', ')), ...detailOf(service)].join(
          ' · ',
        ),
        serviceId: id,
      },
    ];
  };
  const used = recent.flatMap(itemOf);
  const items: ModelItem[] = [
    {
      ...question.without,
      iconPath: iconOf(undefined),
      serviceId: undefined,
    },
    ...services.getServices().flatMap(({ id }) => itemOf(id)),
    ...(used.length > 0 ? [separator(vscode.l10n.t('Recently used models')), ...used] : []),
    separator(vscode.l10n.t('Catalogue')),
    {
      label: vscode.l10n.t('Any Model…'),
      iconPath: new vscode.ThemeIcon('search'),
      description: vscode.l10n.t('Choose from the catalogue'),
      isAny: true,
    },
  ];
  const picked = await showPick(items, {
    title: question.title,
    placeHolder: question.placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.isAny) await pickAnyModel(models, previewService);
  else if (picked) previewService.select(models, picked.serviceId);
}

/** Lets a person pick any model of the catalogue for the previews. */
export async function pickAnyModel(models: PreviewModels, previewService: Pick<PreviewService, 'select'>): Promise<void> {
  const [items, catalogue] = await Promise.all([catalogueItems(), loadCatalogue()]);
  const picked = await showPickByName(items, {
    title: vscode.l10n.t('Select a Model from the Catalogue'),
    placeHolder: vscode.l10n.t('Type a name, a provider or an input: gpt, anthropic, audio'),
    meant: (typed) => modelMeant(typed, items, catalogue),
    similar: modelFinder(items, catalogue),
  });
  if (picked?.name === undefined) return;
  const service = await models.services.add(picked.name);
  if (!('code' in service)) previewService.select(models, service.config.id);
}

/**
 * The model that is meant by another name of it, as on the command line: `gemini-3-pro-preview` by `gemini-3-pro`; or one that the catalogue does
 * not have, by what is common in its family.
 */
function modelMeant(typed: string, items: readonly CatalogueItem[], catalogue: Catalogue): CatalogueItem | undefined {
  if (typed === '' || items.some(({ label }) => label === typed)) return undefined;
  const service = catalogueService(typed, catalogue);
  if ('code' in service) return undefined;
  const { config, inference, provider = '' } = service;
  if (isCertain(inference.match)) return items.find(({ serviceId }) => serviceId === config.id);
  // What is still being typed is the beginning of a name that is in the list.
  if (items.some(({ label }) => label.includes(typed.toLowerCase()))) return undefined;
  const description = [provider, vscode.l10n.t('not in the catalogue, family {0}', inference.entry)].filter(Boolean).join(' · ');
  return { label: config.name, description, name: typed, serviceId: config.id };
}

/** A model of the catalogue; a separator has no name. */
export interface CatalogueItem extends vscode.QuickPickItem {
  readonly name?: string;
  /** The id of the service it is. */
  readonly serviceId?: string;
}

let known: { readonly of: Catalogue; readonly items: readonly CatalogueItem[] } | undefined;
/** What is made of the catalogue in one go: a few milliseconds. */
const AT_ONCE = 50;

/** Every model of the catalogue once, by who offers it; the newest of well-known makers first. Made when a catalogue is first asked for them. */
export async function catalogueItems(): Promise<readonly CatalogueItem[]> {
  const catalogue = await loadCatalogue();
  if (known?.of === catalogue) return known.items;
  const [prices, detailOf] = await Promise.all([loadPrices(), modelDetails()]);
  // the first of a maker is the one that a first comparison has
  const flagships = flagshipModels(catalogue, prices);
  const ids = [...new Set([...flagships, ...(await modelsInOrder()).map(({ id }) => id)])];
  const groups = new Map<string, Map<string, CatalogueItem>>();
  for (const [at, id] of ids.entries()) {
    if (at % AT_ONCE === 0) await pause();
    const found = itemOfModel(id, catalogue, detailOf);
    if (!found) continue;
    const [provider, key, item] = found;
    const group = groups.get(provider) ?? new Map<string, CatalogueItem>();
    groups.set(provider, group);
    if (!group.has(key)) group.set(key, item);
  }
  const others = groups.get('');
  groups.delete('');
  const named = [...groups].flatMap(([provider, items]) => [separator(provider), ...items.values()]);
  const items = others ? [...named, separator(vscode.l10n.t('Other models')), ...others.values()] : named;
  known = { of: catalogue, items };
  return items;
}

function itemOfModel(
  name: string,
  catalogue: Catalogue,
  detailOf: DetailOf,
): [provider: string, key: string, item: CatalogueItem] | undefined {
  const service = catalogueService(name, catalogue);
  if ('code' in service) return undefined;
  const { provider = '', config, capabilities } = service;
  const description = [provider, capabilities.input.join(', ')].filter(Boolean).join(' · ');
  return [provider, config.id, { label: config.name, description, detail: detailOf(config).join(' · '), name, serviceId: config.id }];
}

/** What a model costs and holds, in words. */
type DetailOf = (service: LlmServiceConfig) => string[];

async function modelDetails(): Promise<DetailOf> {
  const [{ modelLimits }, prices] = await Promise.all([loadCatalogue(), loadPrices()]);
  const dollars = new Intl.NumberFormat(vscode.env.language, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  return (service) => {
    const rates = priceOfService(service, apiOfService(service).api, prices)?.rates;
    const rateOf = (rate: Rate | undefined): string => (rate ? `$${dollars.format(rate.base)}` : vscode.l10n.t('unknown'));
    const context = service.model === undefined ? undefined : modelLimits(service.model).context;
    return [
      rates?.input
        ? vscode.l10n.t('{0} input, {1} output per million tokens', rateOf(rates.input), rateOf(rates.output))
        : vscode.l10n.t('price unknown'),
      ...(context ? [vscode.l10n.t('context of {0} tokens', context.tokens.toLocaleString(vscode.env.language))] : []),
    ];
  };
}

function separator(label: string): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Lets the window do something else in between. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
