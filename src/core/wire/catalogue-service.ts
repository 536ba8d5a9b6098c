import type { ModelCapabilities } from '../models/capability.ts';
import type { Inference } from '../models/catalogue/inference.ts';
import type { Catalogue } from '../models/catalogue/load-catalogue.ts';
import type { Retirement } from '../models/catalogue/retirements.ts';
import { idOfModel, modelNameIn } from '../models/catalogue/model-id.ts';
import { canonicalName, withDashes } from '../models/catalogue/model-name.ts';
import { isCertain } from '../models/catalogue/propose-capabilities.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import { editDistance, simplify } from '../models/spelling.ts';
import { MAKER_NAMES } from './providers.ts';
import { type ResolvedModel, resolveModel } from './resolve-model.ts';
import { apiOfService } from './service-api.ts';

/**
 * Every name in the catalogue is of these characters, and people write blanks, Claude Code a context in brackets; others would be markup,
 * lines or marks of a file.
 */
const NAME = /^[\w@~:.+/ -]+(?:\[\w+\])?$/;
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

/**
 * Why a name is no model: it is no name at all, or nothing is known of what it takes; then the nearest names, the nearest first, and what its maker
 * says of its end; or no request of a chat is written for it, such as for one that draws.
 */
export type ModelRefusal =
  | { readonly code: 'model_name_invalid' }
  | { readonly code: 'model_unknown'; readonly nearest: readonly string[]; readonly retirement?: Retirement; readonly isNoChat?: true };

/**
 * A model by its name as one types it (`gpt-5.2`, `openai/gpt-5.2`, `openrouter/openai/gpt-5.2`), as a service of its maker, or of the
 * host that is named before it or names it so; the id of such a service is a name too. One that the catalogue does not have, also under another
 * spelling or date, is what is common in its family, where that is known: its `inference` says so. Never throws.
 */
export function catalogueService(name: string, catalogue: Catalogue): CatalogueService | ModelRefusal {
  const asked = typeof name === 'string' ? (modelNameIn(name) ?? name).trim() : '';
  const typed = canonicalName(asked);
  if (typed === undefined || !NAME.test(typed)) return { code: 'model_name_invalid' };
  const resolved = resolveModel(asked);
  const { key, model, host } = whereabouts(resolved, catalogue) ?? { key: typed, model: typed };
  if ((resolved.host === 'OpenAI' || resolved.host === 'Mistral') && resolved.api === null)
    return { code: 'model_unknown', nearest: [], isNoChat: true };
  const { retirement } = resolved;
  const answering = retirement?.state === 'forwarded' ? [retirement.successor] : [];
  const inference = inferred([...answering, model, ...weightsOf(resolved)], catalogue);
  if (inference === undefined)
    return { code: 'model_unknown', nearest: nearestModels(typed, catalogue), ...(retirement && { retirement }) };
  return {
    config: {
      id: idOfModel(key),
      name: model,
      model,
      ...(host && addressed(host, model)),
      capabilities: inference.capabilities,
    },
    capabilities: inference.capabilities,
    inference,
    provider: host?.name,
  };
}

/** What is known of the first of these names that the catalogue has, else of the family of the first that has one. */
function inferred(names: readonly string[], { inferCapabilities }: Catalogue): Inference | undefined {
  const known = names.flatMap((name) => inferCapabilities(name) ?? []);
  return known.find(({ match }) => isCertain(match)) ?? known.find(({ match }) => match === 'family');
}

/** A size of a model as tags of Ollama and names of weights have it: `11b`, `e4b`. */
const SIZE = /^(?:e?\d+(?:\.\d+)?b)(?=-|$)/;

/**
 * What the weights are called by their maker that Ollama's library has under this name: `llama3.2-vision:11b` is `llama-3.2-11b-vision-instruct`
 * (ollama.com/library, where each model names its source). Only the names that a tag with a size makes certain.
 */
function weightsOf({ host, model, variant }: ResolvedModel): readonly string[] {
  const [size] = SIZE.exec(variant ?? '') ?? [];
  if (host !== 'Ollama' || size === undefined) return [];
  const [, family = model, kind = ''] =
    /^(.*\d(?:\.\d)?)-?(vl|vision|mini|coder)?$/.exec(model.replace(/^(llama|gemma|phi|granite)(?=\d)/, '$1-')) ?? [];
  const names = kind === '' ? [`${family}-${size}`] : [`${family}-${size}-${kind}`, `${family}-${kind}-${size}`];
  return names.flatMap((name) => [`${name}-instruct`, `${name}-it`, name]);
}

/** The address of a host, and its API where the address does not say it. */
function addressed({ baseURL, api }: Whereabouts['host'], model: string): Pick<LlmServiceConfig, 'baseURL' | 'api'> {
  const isSaid = baseURL !== null && apiOfService({ baseURL, model }).api === api;
  return { ...(baseURL !== null && { baseURL }), ...(api !== null && !isSaid && { api }) };
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
  /** As the host names it. */
  readonly model: string;
  readonly host: Pick<ResolvedModel, 'baseURL' | 'api'> & { readonly name: string };
}

/** Who serves a model of this name, and what it is called there; undefined where the name does not say. */
function whereabouts(
  { name, host, maker, model: plain, served, api, baseURL }: ResolvedModel,
  catalogue: Catalogue,
): Whereabouts | undefined {
  if (host === null) return undefined;
  const model = isMaker(host) && host === maker ? makersSpelling(plain, host, catalogue) : served.toLowerCase();
  // A prefix that changes nothing is not part of the key.
  const key = resolveModel(model).host === host ? model : (canonicalName(name) ?? name);
  return { key, model, host: { name: host, baseURL, api } };
}

function isMaker(host: string): boolean {
  return MAKER_NAMES.includes(host);
}

/**
 * The spelling that the maker uses, where the catalogue has it: versions are written with dashes by Anthropic, with dots by all others; and
 * a model of which there is only a preview is often called without that word.
 */
function makersSpelling(name: string, maker: string, { catalogueModelIds }: Catalogue): string {
  const ids = catalogueModelIds();
  if (maker !== 'Anthropic' && ids.includes(name)) return name;
  const spelt = maker === 'Anthropic' ? withDashes(name) : name.replace(/(?<!\d)(\d)-(\d{1,2})(?!\d)/, '$1.$2');
  return [spelt, `${name}-preview`, `${spelt}-preview`].find((each) => ids.includes(each)) ?? name;
}

/** The names in the catalogue that are probably meant, the nearest first: those that contain it, then those with the fewest slips. */
export function nearestModels(name: string, { catalogueModelIds }: Catalogue): readonly string[] {
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
