import type { Inference } from '../catalogue/inference.ts';
import type { Catalogue } from '../catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../schema.ts';
import type { NotCarried } from './exchange.ts';

/**
 * What is known of the models of imported services that declare nothing, by the ids of the services. A guess from a word
 * in the name is not knowledge enough to be written.
 */
export function inferUndeclared(services: readonly LlmServiceConfig[], { inferCapabilities }: Pick<Catalogue, 'inferCapabilities'>): ReadonlyMap<string, Inference> {
  return new Map(
    services.flatMap(({ id, model, capabilities }) => {
      const inference = capabilities === undefined && model !== undefined ? inferCapabilities(model) : null;
      return inference === null || inference.match === 'guess' ? [] : [[id, inference] as const];
    }),
  );
}

/** What is left behind still when what these services can do is filled in. */
export function stillNotCarried(notCarried: readonly NotCarried[], services: readonly LlmServiceConfig[], filledIn: ReadonlySet<string>): readonly NotCarried[] {
  // one is told for each service that declares nothing, in their order
  const undeclared = services.filter(({ capabilities }) => capabilities === undefined).values();
  return notCarried.filter(({ code }) => code !== 'capabilities_undeclared' || !filledIn.has(undeclared.next().value?.id ?? ''));
}
