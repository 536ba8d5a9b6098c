import { loadCatalogue, loadPrices } from '../models/catalogue/load-catalogue.ts';
import type { ModelLimits } from '../models/catalogue/infer-capabilities.ts';
import type { ModelPrice, PriceSource } from '../models/price.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import type { WireApi } from '../models/wire-api.ts';
import { largestInput } from './context-window.ts';
import { costOfEstimates, priceOfService, type Range, shareOfContext } from './price.ts';
import { answeringModel } from './retirement-of-service.ts';
import type { TokenEstimate } from './tokens/model-family.ts';

/** What a content, or a whole message, costs the model as input, each an estimate; null where it is not known. */
export interface Cost {
  readonly tokens: Range | null;
  /** US dollars as input. */
  readonly price: (Range & { readonly source: string }) | null;
  /** The share of the context window, 1 for all of it; `window` in tokens, those of the input where it has less. */
  readonly context: (Range & { readonly window: number; readonly source: string }) | null;
}

/** The cost of what is refused, or has a part without a formula. */
const NOTHING_KNOWN: Cost = { tokens: null, price: null, context: null };

/** What is known of a model by which tokens become dollars and a share. */
export interface CostRates {
  /** Null where it is not known. */
  readonly price: ModelPrice | null;
  readonly limits: ModelLimits;
}

/** Looks up what is known of a service's model; without a service nothing is, and nothing is loaded. */
export async function ratesOf(service: Pick<LlmServiceConfig, 'model' | 'baseURL' | 'price'> | null, api: WireApi): Promise<CostRates> {
  if (!service) return { price: null, limits: {} };
  const [prices, { modelLimits }] = await Promise.all([loadPrices(), loadCatalogue()]);
  const model = answeringModel({ ...service, api });
  return { price: priceOfService(service, api, prices), limits: model === undefined ? {} : modelLimits(model) };
}

/** Adds up what is sent. @param estimates of everything that is sent; null when a part of it is not known */
export function totalCost(estimates: readonly TokenEstimate[] | null, { price, limits }: CostRates): Cost {
  if (estimates === null) return NOTHING_KNOWN;
  const sum = (end: 'low' | 'high'): number => estimates.reduce((total, estimate) => total + estimate[end], 0);
  const tokens = { low: sum('low'), high: sum('high') };
  const dollars = price && costOfEstimates(price, estimates);
  const share = shareOfContext(tokens, limits);
  const context = largestInput(limits);
  return {
    tokens,
    price: price && dollars && { ...dollars, source: priceSource(price.source) },
    context:
      context && share ? { ...share, window: context.tokens, source: [context.source.package, context.source.date].join(', ') } : null,
  };
}

/** The days of the sources of a price and of a context window; undefined for the price of a service, and where nothing is known. */
export function sourceDays({ price, limits }: CostRates): { readonly price: string | undefined; readonly context: string | undefined } {
  return {
    price: price?.source.kind === 'catalogue' ? price.source.date : undefined,
    context: largestInput(limits)?.source.date,
  };
}

/** Whose price it is, of which day, and whether of this hour alone. */
export function priceSource(source: PriceSource): string {
  if (source.kind === 'service') return 'llmservices.json';
  return `${source.provider}, ${source.entry}${source.isHourly ? ' at this hour' : ''}: ${source.package}, ${source.date}`;
}
