import type { ModelKnowledge } from '../../../core/services/catalogue/load-catalogue.ts';
import { modelDoubt } from '../../../core/services/catalogue/model-doubt.ts';
import type { LlmServiceRegistry } from '../../../core/services/registry.ts';
import type { LlmServiceConfig } from '../../../core/services/schema.ts';
import { wireFor } from '../wire/wired.ts';
import type { Routed } from './routed.ts';
import { kindCapability, withDoubts } from './routed-arrival.ts';

/**
 * Of the services that declare what a content needs, those whose models are not known not to take it: nothing else is offered
 * as a way out.
 *
 * @param withAllCapabilities what a model would get that takes everything
 */
export function capableServices(
  { verdict }: Routed,
  withAllCapabilities: Routed,
  services: LlmServiceRegistry,
  catalogue: ModelKnowledge,
): string[] {
  const isDoubtful = (service: LlmServiceConfig): boolean => {
    if (verdict.outcome === 'message') {
      const { attachments } = withDoubts(withAllCapabilities, wireFor(withAllCapabilities, service, services), service, catalogue);
      // Of one whose type is not known, only the capability it needs can be asked for.
      return attachments.some(
        ({ outcome, capability, doubt }) =>
          doubt ?? (outcome === 'failed' && modelDoubt(service.model, { declared: capability }, catalogue)),
      );
    }
    const [declared] = verdict.capabilities.filter((type) => services.hasCapability(service.id, type));
    return declared !== undefined && modelDoubt(service.model, { declared, kind: kindCapability(verdict) }, catalogue) !== null;
  };
  return verdict.capable.filter((id) => {
    const service = services.getServiceById(id);
    return service && !isDoubtful(service);
  });
}
