import { problem, type ServiceProblem } from './problems.ts';
import type { LlmServiceConfig } from './schema.ts';
import type { ServiceEntry, ValidatedServices } from './validate.ts';

/** The key is what a local file is for. */
const OWN_OF_LOCAL: ReadonlySet<string> = new Set(['apiKey']);

/**
 * Where a configuration that is not in force says something else than the one that is: services that differ, and
 * services that the one in force lacks. Names of fields are told, never values. Nothing while either cannot be used.
 */
export function differencesFromInForce(entries: ValidatedServices, inForce: ValidatedServices): ServiceProblem[] {
  if (!entries.usable || !inForce.usable) return [];
  const counting = new Map<string, ServiceEntry>();
  for (const entry of inForce.entries) if (entry.config) counting.set(entry.config.id, entry);
  return entries.entries.flatMap((entry) => {
    const { config, index, anchor } = entry;
    if (!config) return [];
    const place = { service: config.id, index, path: ['services', index], range: anchor };
    const other = counting.get(config.id);
    if (!other?.config) return [problem('local_lacks_service', place)];
    const fields = differingFields(entry, config, other, other.config);
    return fields.length > 0 ? [problem('local_differs', place, { fields: fields.join(', ') })] : [];
  });
}

function differingFields(entry: ServiceEntry, config: LlmServiceConfig, other: ServiceEntry, otherConfig: LlmServiceConfig): string[] {
  const names = [...new Set([...Object.keys(config), ...Object.keys(otherConfig)])];
  return names.filter((name) => {
    if (OWN_OF_LOCAL.has(name)) return false;
    if (name === 'capabilities') return !sameCapabilities(entry, other);
    return !sameValue(config[name], otherConfig[name]);
  });
}

/** What holds, in whatever order. */
function sameCapabilities({ capabilities: a }: ServiceEntry, { capabilities: b }: ServiceEntry): boolean {
  const sorted = (list: readonly string[]): string => JSON.stringify([...new Set(list)].sort());
  return sorted(a.input) === sorted(b.input) && sorted(a.output) === sorted(b.output);
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => sameValue((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]));
}
