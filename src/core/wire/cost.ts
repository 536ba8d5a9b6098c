import { loadCatalogue, loadPrices } from '../models/catalogue/load-catalogue.ts';
import type { PriceSource } from '../models/price.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import type { WireApi } from '../models/wire-api.ts';
import { costOfEstimates, priceOfService, type Range, shareOfContext } from './price.ts';
import type { TokenEstimate } from './tokens/model-family.ts';

/** What a content, or a whole message, costs the model as input, each an estimate; null where it is not known. */
export interface Cost {
  readonly tokens: Range | null;
  /** US dollars as input. */
  readonly price: (Range & { readonly source: string }) | null;
  /** Of the context window, 1 for all of it; `window` in tokens. */
  readonly context: (Range & { readonly window: number; readonly source: string }) | null;
}

/** Of what is refused, or of which a part has no formula. */
const NOTHING_KNOWN: Cost = { tokens: null, price: null, context: null };

/** @param estimates of everything that is sent; null when a part of it is not known */
export async function requestCost(
  estimates: readonly TokenEstimate[] | null,
  service: Pick<LlmServiceConfig, 'model' | 'baseURL' | 'price'> | null,
  api: WireApi,
): Promise<Cost> {
  if (estimates === null) return NOTHING_KNOWN;
  const sum = (end: 'low' | 'high'): number => estimates.reduce((total, estimate) => total + estimate[end], 0);
  const tokens = { low: sum('low'), high: sum('high') };
  if (!service) return { tokens, price: null, context: null };
  const price = priceOfService(service, api, await loadPrices());
  const dollars = price && costOfEstimates(price, estimates);
  const limits = service.model === undefined ? {} : (await loadCatalogue()).modelLimits(service.model);
  const share = shareOfContext(tokens, limits);
  const { context } = limits;
  return {
    tokens,
    price: price && dollars && { ...dollars, source: priceSource(price.source) },
    context:
      context && share ? { ...share, window: context.tokens, source: [context.source.package, context.source.date].join(', ') } : null,
  };
}

/** Whose price it is, and of which day. */
export function priceSource(source: PriceSource): string {
  if (source.kind === 'service') return 'llmservices.json';
  return `${source.provider}, ${source.entry}: ${source.package}, ${source.date}`;
}
