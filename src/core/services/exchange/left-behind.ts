import type { Node } from 'jsonc-parser';
import type { ImportOutcome, NotCarried } from './exchange.ts';
import { stillNotCarried } from './infer-undeclared.ts';
import { addressAt, declaresNothing, isElsewhere, type MergedService } from './merge-services.ts';

/**
 * What is left behind of an import when these of its services are merged with those that are there: what is filled in is
 * not, no address is assumed where one is, and one that stands against an assumed one is told.
 *
 * @param taken the services that are there, by their ids
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
