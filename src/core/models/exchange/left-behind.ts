import type { Node } from 'jsonc-parser';
import type { Inference } from '../catalogue/inference.ts';
import type { Catalogue } from '../catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../schema.ts';
import type { ImportOutcome, NotCarried } from './exchange.ts';
import { addressAt, declaresNothing, isElsewhere, type MergedService } from './merge-services.ts';

/**
 * The reports that remain when these services are merged: those about filled-in values and assumed addresses that aren't used are dropped,
 * conflicts with an assumed address are added.
 *
 * @param taken the existing services by id
 */
export function leftBehind(
  outcome: Extract<ImportOutcome, { readonly ok: true }>,
  merged: readonly MergedService[],
  taken: ReadonlyMap<string, Node>,
): readonly NotCarried[] {
  const filledIn = new Set<string>();
  const addressed = new Set<NotCarried['path']>();
  const elsewhere: NotCarried[] = [];
  for (const { service, ifTaken, known } of merged) {
    const there = ifTaken === 'replace' ? taken.get(service.id) : undefined;
    const assumed = outcome.assumedAddresses.get(service.id);
    const leaves = there !== undefined && assumed !== undefined && isElsewhere(there, service);
    if (leaves) elsewhere.push({ path: assumed, code: 'other_address', params: {} });
    if (there && assumed && (leaves || addressAt(there) !== undefined)) addressed.add(assumed);
    if (known && (there === undefined || (declaresNothing(there) && !leaves))) filledIn.add(service.id);
  }
  const still = stillNotCarried(outcome.notCarried, outcome.services, filledIn).filter(
    ({ code, path }) => code !== 'address_assumed' || !addressed.has(path),
  );
  return [...still, ...elsewhere];
}

/**
 * What is known about the models of imported services without declarations, by service id. Guesses are excluded. Each model is looked up
 * once.
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

/** The reports that remain after capabilities are filled in. */
export function stillNotCarried(
  notCarried: readonly NotCarried[],
  services: readonly LlmServiceConfig[],
  filledIn: ReadonlySet<string>,
): readonly NotCarried[] {
  // one report per service without declarations, in order
  const undeclared = services.filter(({ capabilities }) => capabilities === undefined).values();
  return notCarried.filter(({ code }) => code !== 'capabilities_undeclared' || !filledIn.has(undeclared.next().value?.id ?? ''));
}
