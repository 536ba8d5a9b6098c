import type { Inference } from '../catalogue/inference.ts';
import type { Catalogue } from '../catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../schema.ts';
import type { NotCarried } from './exchange.ts';

/**
 * What is known of the models of imported services that declare nothing, by the ids of the services. A guess from a word
 * in the name is not knowledge enough to be written. Each model is looked up once.
 */
export function inferUndeclared(
  services: readonly LlmServiceConfig[],
  { inferCapabilities }: Pick<Catalogue, 'inferCapabilities'>,
): ReadonlyMap<string, Inference> {
  const byModel = new Map<string, Inference | null>();
  const known = new Map<string, Inference>();
  for (const { id, model, capabilities } of services) {
    if (capabilities !== undefined || model === undefined) continue;
    let inference = byModel.get(model);
    if (inference === undefined) byModel.set(model, (inference = inferCapabilities(model)));
    if (inference !== null && inference.match !== 'guess') known.set(id, inference);
  }
  return known;
}

/** What is left behind still when what these services can do is filled in. */
export function stillNotCarried(
  notCarried: readonly NotCarried[],
  services: readonly LlmServiceConfig[],
  filledIn: ReadonlySet<string>,
): readonly NotCarried[] {
  // one is told for each service that declares nothing, in their order
  const undeclared = services.filter(({ capabilities }) => capabilities === undefined).values();
  return notCarried.filter(({ code }) => code !== 'capabilities_undeclared' || !filledIn.has(undeclared.next().value?.id ?? ''));
}
