import { toFailure } from '../io/errors.ts';
import type { Logger } from '../io/logger.ts';

/** The part of the service registry that routing asks. */
export interface CapabilitySource {
  hasCapability(serviceId: string, capabilityType: string, direction?: 'input' | 'output' | 'both'): boolean;
  getServiceById(serviceId: string): unknown;
}

/** Whether the model of a service takes an input; false whenever that cannot be determined (specification 1, requirement 8.4). */
export function takesInput(services: CapabilitySource | undefined, serviceId: unknown, capability: string, logger: Logger): boolean {
  if (typeof serviceId !== 'string' || serviceId === '' || !services) return false;
  try {
    return services.hasCapability(serviceId, capability, 'input') === true;
  } catch (error) {
    logger.warn(`capability query failed: ${toFailure(error).code}`);
    return false;
  }
}

/** Whether there is such a service; false whenever that cannot be determined. */
export function isKnownService(services: CapabilitySource | undefined, serviceId: unknown): boolean {
  if (typeof serviceId !== 'string' || serviceId === '' || !services) return false;
  try {
    return Boolean(services.getServiceById(serviceId));
  } catch {
    return false;
  }
}
