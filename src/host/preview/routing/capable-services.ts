import { takeTurns } from '../../../core/io/turns.ts';
import type { ModelKnowledge } from '../../../core/services/catalogue/load-catalogue.ts';
import { modelDoubt } from '../../../core/services/catalogue/model-doubt.ts';
import type { LlmServiceRegistry } from '../../../core/services/registry.ts';
import type { Routed } from './routed.ts';
import { kindCapability } from './routed-arrival.ts';

/**
 * Of the services that declare what a content needs, those whose models are not known not to take it: nothing else is offered
 * as a way out. Gives way to others: there may be thousands.
 */
export async function capableServices({ verdict }: Routed, services: LlmServiceRegistry, catalogue: ModelKnowledge): Promise<string[]> {
  const giveWay = takeTurns();
  const capable: string[] = [];
  for (const id of verdict.capable) {
    await giveWay();
    const { model } = services.getServiceById(id) ?? {};
    const used = verdict.outcome === 'message' ? verdict.capabilities : verdict.capabilities.filter((type) => services.hasCapability(id, type)).slice(0, 1);
    if (used.every((declared) => !modelDoubt(model, { declared, kind: kindCapability(verdict) }, catalogue))) capable.push(id);
  }
  return capable;
}
