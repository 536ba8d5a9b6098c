import type { ModelCapabilities } from '../models/capability.ts';
import type { Inference } from '../models/catalogue/inference.ts';
import type { Catalogue } from '../models/catalogue/load-catalogue.ts';
import { idOfModel, modelNameIn } from '../models/catalogue/model-id.ts';
import { canonicalName, isVariant, withDashes } from '../models/catalogue/model-name.ts';
import { isCertain } from '../models/catalogue/propose-capabilities.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import { editDistance, simplify } from '../models/spelling.ts';
import { MAKER_NAMES, makerOf, type Provider, PROVIDERS, providerNamed, providersFor } from './providers.ts';

/** Every name in the catalogue is of these characters; others would be markup, lines or marks of a file. */
const NAME = /^[\w@~:.+/-]+$/;
/** Suggestions for a name that is not in the catalogue. */
const MOST_NEAREST = 3;

/** A model of the catalogue as the service it would be. */
export interface CatalogueService {
  /** Its `id` is that of no service of a file; without `baseURL` where no provider of a model of this name is known. */
  readonly config: LlmServiceConfig & { readonly name: string; readonly model: string };
  /** What the catalogue knows that it takes and gives; what it does not know is not here. */
  readonly capabilities: ModelCapabilities;
  /** What is known, what is denied, and who says so. */
  readonly inference: Inference;
  /** The provider: `OpenAI`; undefined when the name does not say. */
  readonly provider: string | undefined;
}

/** Why a name is no model of the catalogue: it is no name at all, or not there; then the nearest names, the nearest first. */
export type ModelRefusal =
  { readonly code: 'model_name_invalid' } | { readonly code: 'model_unknown'; readonly nearest: readonly string[] };

/**
 * A model by its name as one types it (`gpt-5.2`, `openai/gpt-5.2`, `openrouter/openai/gpt-5.2`), as a service of its maker, or of the
 * host that is named before it or names it so; the id of such a service is a name too. Only what the catalogue has, also under another spelling or date: what is merely common in
 * a family is not enough. Never throws.
 */
export function catalogueService(name: string, catalogue: Catalogue): CatalogueService | ModelRefusal {
  const typed = typeof name === 'string' ? canonicalName(modelNameIn(name) ?? name) : undefined;
  if (typed === undefined || !NAME.test(typed)) return { code: 'model_name_invalid' };
  const { key, model, provider } = whereabouts(typed, catalogue);
  const inference = catalogue.inferCapabilities(model);
  if (inference === null || !isCertain(inference.match)) return { code: 'model_unknown', nearest: nearestModels(typed, catalogue) };
  return {
    config: {
      id: idOfModel(key),
      name: model,
      model,
      ...(provider && { baseURL: provider.baseURL, ...(provider.api && { api: provider.api }) }),
      capabilities: inference.capabilities,
    },
    capabilities: inference.capabilities,
    inference,
    provider: provider?.name,
  };
}

/** Who says what a model takes: `@langchain/openai 1.6.0`; undefined where nothing is known of it. */
export function catalogueSource(service: CatalogueService): string | undefined {
  return datedSourceOf(service)?.package;
}

/** The same with the day it was published: `2026-09-27`. */
export function datedSourceOf({ inference }: CatalogueService): { readonly package: string; readonly date: string } | undefined {
  return inference.findings.flatMap((finding) => {
    if (finding.known === 'unknown') return [];
    const { package: from, date } = finding.source;
    return from === undefined || date === undefined ? [] : [{ package: from, date }];
  })[0];
}

interface Whereabouts {
  /** The shortest name that leads here. */
  readonly key: string;
  /** As the provider names it. */
  readonly model: string;
  readonly provider: Provider | undefined;
}

/** Who offers a model of this name, and what it is called there. */
function whereabouts(name: string, catalogue: Catalogue): Whereabouts {
  const behind = behindProvider(name);
  const plain = behind ?? { model: name, provider: providersFor(name).likely[0] };
  const model = isMaker(plain.provider) ? makersSpelling(plain.model, plain.provider, catalogue) : plain.model;
  if (behind === undefined) return { key: model, model, provider: plain.provider };
  // a prefix that changes nothing is not part of the key
  const short = whereabouts(model, catalogue);
  const isSame = short.model === model && short.provider?.name === behind.provider.name;
  return { key: isSame ? short.key : name, model, provider: behind.provider };
}

/** `openai/gpt-5.2`: the provider is written before the name, as opencode, LiteLLM and models.dev do. */
function behindProvider(name: string): { readonly model: string; readonly provider: Provider } | undefined {
  const slash = name.indexOf('/');
  const model = name.slice(slash + 1);
  if (slash < 1 || model === '') return undefined;
  const baseURL = providerNamed(name.slice(0, slash), { program: 'opencode', model })?.baseURL;
  const provider = PROVIDERS.find((each) => each.baseURL === baseURL);
  if (provider === undefined) return undefined;
  // a maker offers what is its own, and no variants of it; the names of others at a host have a slash: `openrouter/auto` is a model's whole name
  const isTheirs = isMaker(provider) ? !model.includes('/') && !isVariant(model) && makerOf(model) === provider.name : model.includes('/');
  return isTheirs ? { model, provider } : undefined;
}

function isMaker(provider: Provider | undefined): provider is Provider {
  return provider !== undefined && MAKER_NAMES.includes(provider.name);
}

/**
 * The spelling that the maker uses, where the catalogue has it: versions are written with dashes by Anthropic, with dots by all others; and
 * a model of which there is only a preview is often called without that word.
 */
function makersSpelling(name: string, { name: maker }: Provider, { catalogueModelIds }: Catalogue): string {
  const ids = catalogueModelIds();
  if (maker !== 'Anthropic' && ids.includes(name)) return name;
  const spelt = maker === 'Anthropic' ? withDashes(name) : name.replace(/(?<!\d)(\d)-(\d{1,2})(?!\d)/, '$1.$2');
  return [spelt, `${name}-preview`, `${spelt}-preview`].find((each) => ids.includes(each)) ?? name;
}

/** The names in the catalogue that are probably meant, the nearest first: those that contain it, then those with the fewest slips. */
function nearestModels(name: string, { catalogueModelIds }: Catalogue): readonly string[] {
  const plain = simplify(name.slice(name.lastIndexOf('/') + 1));
  if (plain === '') return [];
  const most = Math.max(1, Math.floor(plain.length / 3));
  const ranked = catalogueModelIds().flatMap((id) => {
    const other = simplify(id.slice(id.lastIndexOf('/') + 1));
    const hosted = id.includes('/') ? 1 : 0;
    if (other.includes(plain)) return [{ id, rank: hosted + (other.length - plain.length) / 100 }];
    if (Math.abs(other.length - plain.length) > most) return [];
    const distance = editDistance(plain, other);
    return distance <= most ? [{ id, rank: hosted + distance }] : [];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.id.length - b.id.length || (a.id < b.id ? 1 : -1));
  return ranked.slice(0, MOST_NEAREST).map(({ id }) => id);
}
