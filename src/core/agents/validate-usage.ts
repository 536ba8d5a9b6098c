import { problem, type ServiceProblem } from '../models/problems.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import type { ValidatedServices } from '../models/validate.ts';
import type { DefaultModel } from './organisation.ts';

/** Which services an organisation uses. */
export interface ServiceUse {
  /** Living roles; a role without a service uses the default model. */
  readonly roles: readonly { readonly name: string; readonly serviceId: string | null }[];
  readonly defaultModel?: DefaultModel;
}

/** Maximum number of roles listed in a message. */
const MOST_NAMED = 5;

/**
 * Compares an organisation with a configuration: services that no role uses, and services that roles name but that are missing. Empty when
 * there are no roles or the configuration is unusable.
 */
export function checkUsage(
  { usable, entries }: Pick<ValidatedServices, 'usable' | 'entries'>,
  { roles, defaultModel }: ServiceUse,
): ServiceProblem[] {
  if (!usable || roles.length === 0) return [];
  const rolesOf = rolesByService(roles);
  const problems: ServiceProblem[] = [];
  const present = new Set<string>();
  for (const { config, index, anchor } of entries) {
    if (!config) continue;
    present.add(config.id);
    if (rolesOf.has(config.id) || (defaultModel && isDefaultModel(config, defaultModel))) continue;
    problems.push(problem('service_unused', { service: config.id, index, path: ['services', index], range: anchor }));
  }
  for (const [id, naming] of rolesOf) {
    if (present.has(id)) continue;
    const names = naming.slice(0, MOST_NAMED).join(', ');
    problems.push(
      problem('role_service_missing', { path: ['services'] }, { id, roles: naming.length > MOST_NAMED ? `${names}, …` : names }),
    );
  }
  return problems;
}

/** The names of the roles that name each service. */
function rolesByService(roles: ServiceUse['roles']): Map<string, string[]> {
  const rolesOf = new Map<string, string[]>();
  for (const { name, serviceId } of roles) {
    if (serviceId !== null && !rolesOf.get(serviceId)?.push(name)) rolesOf.set(serviceId, [name]);
  }
  return rolesOf;
}

/** Whether a service matches the default model: same address and model. */
function isDefaultModel({ baseURL, model }: LlmServiceConfig, wanted: DefaultModel): boolean {
  return model === wanted.model && baseURL !== undefined && trimSlash(baseURL) === trimSlash(wanted.baseURL);
}

function trimSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
