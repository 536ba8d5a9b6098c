import type { catalogueModelIds, inferCapabilities, modelLimits } from './infer-capabilities.ts';
import type { priceOf } from './model-prices.ts';

export interface Catalogue {
  readonly inferCapabilities: typeof inferCapabilities;
  readonly catalogueModelIds: typeof catalogueModelIds;
  readonly modelLimits: typeof modelLimits;
}

export type ModelKnowledge = Pick<Catalogue, 'inferCapabilities'>;

/** Loads the catalogue on first use; it is a separate chunk. */
export function loadCatalogue(): Promise<Catalogue> {
  return import('./infer-capabilities.ts');
}

export interface Prices {
  readonly priceOf: typeof priceOf;
}

/** Loads the prices on first use; they are a separate chunk. */
export function loadPrices(): Promise<Prices> {
  return import('./model-prices.ts');
}
