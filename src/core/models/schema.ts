import * as z from 'zod/mini';
import type { ModelCapabilities } from './capability.ts';
import type { OwnPrice } from './price.ts';
import { WIRE_APIS, type WireApi } from './wire-api.ts';

/**
 * The schema of `llmservices.json`. Only a service's `id` is required. Other known fields are optional, unknown fields are kept, and null
 * means "not given", so that existing files load. Field descriptions are in `json-schema.ts`.
 */

/** Non-blank strings. */
const filled = () => z.string().check(z.regex(/\S/));

export const capabilitiesSchema = z
  .looseObject({ input: z.optional(z.array(filled())), output: z.optional(z.array(filled())) })
  .check(z.refine((value) => 'input' in value || 'output' in value));

const dollars = () => z.number().check(z.gte(0));

export const priceSchema = z.looseObject({ input: dollars(), cached: z.nullish(dollars()), output: z.nullish(dollars()) });

export const serviceSchema = z.looseObject({
  id: filled(),
  name: z.nullish(filled()),
  // an address, or a variable with one; no regex flags, since JSON Schema has none
  baseURL: z.nullish(z.string().check(z.regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/\S|\$\{/))),
  api: z.nullish(z.enum(WIRE_APIS)),
  model: z.nullish(z.string()),
  apiKey: z.nullish(z.string()),
  capabilityTags: z.nullish(z.array(z.string())),
  capabilities: z.optional(capabilitiesSchema),
  description: z.nullish(z.string()),
  maxTokens: z.nullish(z.number().check(z.int(), z.positive())),
  price: z.optional(priceSchema),
});

export const servicesFileSchema = z.looseObject({
  $schema: z.nullish(z.string()),
  services: z.array(serviceSchema),
});

/** The known fields of a service. */
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
  'price',
] as const;

/** A configured service; invalid fields are omitted, unknown ones kept. */
export interface LlmServiceConfig {
  readonly id: string;
  readonly name?: string;
  readonly baseURL?: string;
  readonly api?: WireApi;
  readonly model?: string;
  readonly apiKey?: string;
  readonly capabilityTags?: readonly string[];
  /** As written; see the registry's `getCapabilities` for the effective ones. */
  readonly capabilities?: Partial<ModelCapabilities>;
  readonly description?: string;
  /** Tokens. */
  readonly maxTokens?: number;
  /** Wins over the catalogue's prices. */
  readonly price?: OwnPrice;
  readonly [extra: string]: unknown;
}
