import * as z from 'zod/mini';
import type { ModelCapabilities } from './capability.ts';
import { WIRE_APIS, type WireApi } from './wire-api.ts';

/**
 * The shape of `llmservices.json`. Only what routing needs is required: a service's `id`. Everything the
 * runtime knows besides is optional, unknown fields are kept, and null stands for "not given", as programs
 * write it, so that every existing file loads. What people read of each field is in `json-schema.ts`.
 */

/** Strings with something other than white space in them. */
const filled = () => z.string().check(z.regex(/\S/));

export const capabilitiesSchema = z
  .looseObject({ input: z.optional(z.array(filled())), output: z.optional(z.array(filled())) })
  .check(z.refine((value) => 'input' in value || 'output' in value));

export const serviceSchema = z.looseObject({
  id: filled(),
  name: z.nullish(filled()),
  // an address, or a variable that holds one; without flags, which a JSON schema cannot say
  baseURL: z.nullish(z.string().check(z.regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/\S|\$\{/))),
  api: z.nullish(z.enum(WIRE_APIS)),
  model: z.nullish(z.string()),
  apiKey: z.nullish(z.string()),
  capabilityTags: z.nullish(z.array(z.string())),
  capabilities: z.optional(capabilitiesSchema),
  description: z.nullish(z.string()),
  maxTokens: z.nullish(z.number().check(z.int(), z.positive())),
});

export const servicesFileSchema = z.looseObject({
  $schema: z.nullish(z.string()),
  services: z.array(serviceSchema),
});

/** The fields of a service that have a meaning here. */
export const SERVICE_FIELDS = [
  'id',
  'name',
  'baseURL',
  'api',
  'model',
  'apiKey',
  'capabilityTags',
  'capabilities',
  'description',
  'maxTokens',
] as const;

/** One service as configured; fields of a wrong type are left out, unknown ones kept. */
export interface LlmServiceConfig {
  readonly id: string;
  readonly name?: string;
  readonly baseURL?: string;
  readonly api?: WireApi;
  readonly model?: string;
  readonly apiKey?: string;
  readonly capabilityTags?: readonly string[];
  /** As written; use the registry's `getCapabilities` for what holds. */
  readonly capabilities?: Partial<ModelCapabilities>;
  readonly description?: string;
  /** Tokens. */
  readonly maxTokens?: number;
  readonly [extra: string]: unknown;
}
