import * as z from 'zod/mini';
import type { ModelCapabilities } from './capability.ts';
import { WIRE_APIS, type WireApi } from './wire-api.ts';

/**
 * The shape of `llmservices.json`. Only what routing needs is required: a service's `id`. Everything the
 * runtime knows besides is optional, and unknown fields are kept, so that every existing file loads.
 * The descriptions become the hovers and completions of the JSON schema.
 */

/** Strings with something other than white space in them. */
const filled = z.string().check(z.regex(/\S/));

const capabilityList = z.array(filled);

export const capabilitiesSchema = z.looseObject({
  input: z.optional(capabilityList.check(z.describe('What the model takes. Without it: text only.'))),
  output: z.optional(capabilityList.check(z.describe('What the model gives. Without it: text only.'))),
}).check(
  z.refine((value) => 'input' in value || 'output' in value),
  z.describe(
    'What the model takes and gives. It decides how artifacts reach the model: as text, as an image, as a file, or as a description. Without it: text in, text out.',
  ),
);

export const serviceSchema = z.looseObject({
  id: filled.check(z.describe('The name by which roles and the routing refer to this service. Must be unique.')),
  name: z.optional(filled.check(z.describe('The name people read. Without it: the id.'))),
  baseURL: z.optional(
    z.string().check(z.regex(/^https?:\/\/\S|\$\{/i), z.describe('Address of the API, up to and including its version: https://api.example.com/v1')),
  ),
  api: z.optional(
    z.enum(WIRE_APIS).check(z.describe('The request format of the API, by which the preview shows what is really sent. Without it, it is inferred from the address and the model.')),
  ),
  model: z.optional(z.string().check(z.describe('The model name sent to the API.'))),
  apiKey: z.optional(z.string().check(z.describe('The key sent to the API. It is never shown, logged or sent anywhere else by this extension.'))),
  capabilityTags: z.optional(
    z.array(z.string()).check(z.describe('Free words by which the runtime chooses a model. They do not decide the routing: `capabilities` does.')),
  ),
  capabilities: z.optional(capabilitiesSchema),
  description: z.optional(z.string().check(z.describe('What the service is good for, for people and for agents choosing a model.'))),
  maxTokens: z.optional(z.number().check(z.int(), z.positive(), z.describe('The most tokens the model may answer with.'))),
});

export const servicesFileSchema = z.looseObject({
  $schema: z.optional(z.string().check(z.describe('The JSON schema of this file.'))),
  services: z.array(serviceSchema).check(z.describe('The model services. Of two with the same id the first counts.')),
});

/** The fields of a service that have a meaning here. */
export const SERVICE_FIELDS = ['id', 'name', 'baseURL', 'api', 'model', 'apiKey', 'capabilityTags', 'capabilities', 'description', 'maxTokens'] as const;

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
