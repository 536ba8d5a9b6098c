import type { catalogueModelIds, inferCapabilities } from './infer-capabilities.ts';

export interface Catalogue {
  readonly inferCapabilities: typeof inferCapabilities;
  readonly catalogueModelIds: typeof catalogueModelIds;
}

export type ModelKnowledge = Pick<Catalogue, 'inferCapabilities'>;

/** Loads the catalogue on first use; it is a separate chunk. */
export function loadCatalogue(): Promise<Catalogue> {
  return import('./infer-capabilities.ts');
}
