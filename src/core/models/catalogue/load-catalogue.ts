import type { catalogueModelIds, inferCapabilities } from './infer-capabilities.ts';

/** What there is to ask the catalogue. */
export interface Catalogue {
  readonly inferCapabilities: typeof inferCapabilities;
  readonly catalogueModelIds: typeof catalogueModelIds;
}

/** What the catalogue knows of a model by its name. */
export type ModelKnowledge = Pick<Catalogue, 'inferCapabilities'>;

/** Loads the catalogue of models, on first use only; it is a chunk of its own. */
export function loadCatalogue(): Promise<Catalogue> {
  return import('./infer-capabilities.ts');
}
