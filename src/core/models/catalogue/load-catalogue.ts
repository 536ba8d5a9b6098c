import type { CatalogueFile } from './catalogue-file.ts';
import type { catalogueModelIds, inferCapabilities, modelLimits } from './infer-capabilities.ts';
import type { priceOf } from './model-prices.ts';

export interface Catalogue {
  readonly inferCapabilities: typeof inferCapabilities;
  readonly catalogueModelIds: typeof catalogueModelIds;
  readonly modelLimits: typeof modelLimits;
}

export type ModelKnowledge = Pick<Catalogue, 'inferCapabilities'>;

export interface Prices {
  readonly priceOf: typeof priceOf;
}

/** A catalogue, and the file it was read from; none for the bundled one. */
export interface PlacedCatalogue {
  readonly file: CatalogueFile;
  readonly place: string | undefined;
}

/** Finds the catalogue that takes the place of the bundled one; undefined where the bundled one stays. */
export type CatalogueProvider = () => Promise<PlacedCatalogue | undefined>;

let provider: CatalogueProvider | undefined;
let provided: Promise<Decoded | undefined> | undefined;

interface Decoded {
  readonly placed: PlacedCatalogue;
  readonly catalogue: Catalogue;
  readonly prices: Prices;
}

/**
 * Says once for the process where its catalogue comes from, which every program does where it begins, and again where a person fetches a
 * newer one. It is asked when the catalogue is first needed. What was loaded before stays what it was.
 */
export function provideCatalogue(newProvider: CatalogueProvider | undefined): void {
  provider = newProvider;
  provided = undefined;
}

/** Loads the catalogue on first use; it is a separate chunk. */
export async function loadCatalogue(): Promise<Catalogue> {
  return (await inPlace())?.catalogue ?? import('./infer-capabilities.ts');
}

/** Loads the prices on first use; they are a separate chunk. */
export async function loadPrices(): Promise<Prices> {
  return (await inPlace())?.prices ?? import('./model-prices.ts');
}

/** The catalogue that is in use, as it is in its file. */
export async function catalogueInUse(): Promise<PlacedCatalogue> {
  return (await inPlace())?.placed ?? { file: await bundledCatalogue(), place: undefined };
}

function inPlace(): Promise<Decoded | undefined> {
  return (provided ??= provider ? decoded(provider) : Promise.resolve(undefined));
}

async function decoded(find: CatalogueProvider): Promise<Decoded | undefined> {
  const placed = await find();
  if (!placed) return undefined;
  const { models, prices } = placed.file;
  const [{ modelsOf }, { pricesOf }] = await Promise.all([import('./infer-capabilities.ts'), import('./model-prices.ts')]);
  return { placed, catalogue: modelsOf(models), prices: pricesOf(prices) };
}

/** The catalogue that comes with the product. */
export async function bundledCatalogue(): Promise<CatalogueFile> {
  const [{ BUNDLED_MODELS }, { BUNDLED_PRICES }] = await Promise.all([import('./infer-capabilities.ts'), import('./model-prices.ts')]);
  return { format: 'agent-artifacts-catalogue/1', models: BUNDLED_MODELS, prices: BUNDLED_PRICES };
}
