import * as z from 'zod/mini';
import { CAPABILITY_SENTENCES, type CapabilityList, fitsList, STANDARD_CAPABILITIES, standardCapabilitiesFor } from './capability.ts';
import { capabilitiesSchema, priceSchema, serviceSchema, servicesFileSchema } from './schema.ts';

/** The used part of a JSON schema. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  [keyword: string]: unknown;
}

/** Keywords used only for validation. */
const CONSTRAINTS = [
  'type',
  'required',
  'pattern',
  'enum',
  'const',
  'not',
  'additionalProperties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
];

const CAPABILITIES =
  'What the model takes and gives. It decides how artifacts reach the model: as text, as an image, as a file, or as a description. Without it: text in, text out.';

/** Field descriptions by schema. */
const words = z
  .registry<{ title?: string; description: string }>()
  .add(servicesFileSchema, {
    title: 'Model services of an agent runtime',
    description: 'The models that agents use, and what each of them takes and gives.',
  })
  .add(servicesFileSchema.shape.$schema, { description: 'The JSON schema of this file.' })
  .add(servicesFileSchema.shape.services, { description: 'The model services. Of two with the same id the first counts.' })
  .add(serviceSchema.shape.id, { description: 'The name by which roles and the routing refer to this service. Must be unique.' })
  .add(serviceSchema.shape.name, { description: 'The name people read. Without it: the id.' })
  .add(serviceSchema.shape.baseURL, { description: 'Address of the API, up to and including its version: https://api.example.com/v1' })
  .add(serviceSchema.shape.api, {
    description:
      'The request format of the API, by which the preview shows what is really sent. Without it, it is inferred from the address and the model.',
  })
  .add(serviceSchema.shape.model, { description: 'The model name sent to the API.' })
  .add(serviceSchema.shape.apiKey, {
    description: 'The key sent to the API. It is never shown, logged or sent anywhere else by Agent Artifacts.',
  })
  .add(serviceSchema.shape.capabilityTags, {
    description: 'Free words by which the runtime chooses a model. They do not decide the routing: `capabilities` does.',
  })
  .add(serviceSchema.shape.capabilities, { description: CAPABILITIES })
  .add(serviceSchema.shape.description, { description: 'What the service is good for, for people and for agents choosing a model.' })
  .add(serviceSchema.shape.maxTokens, { description: 'The most tokens the model may answer with.' })
  .add(serviceSchema.shape.price, {
    description: 'What the model costs, in US dollars for a million tokens. It wins over the prices that are known of the model.',
  })
  .add(priceSchema.shape.input, { description: 'US dollars for a million tokens of input.' })
  .add(priceSchema.shape.cached, { description: 'US dollars for a million tokens of input read from a cache. Without it: as other input.' })
  .add(priceSchema.shape.output, { description: 'US dollars for a million tokens of output.' })
  .add(capabilitiesSchema.shape.input, { description: 'What the model takes. Without it: text only.' })
  .add(capabilitiesSchema.shape.output, { description: 'What the model gives. Without it: text only.' });

/**
 * The JSON schema of `llmservices.json` (draft 7, no custom keywords), for other editors and tools: it rejects exactly the structural
 * errors of our own validation (problems with source `schema`).
 */
export function llmServicesJsonSchema(): object {
  const schema = z.toJSONSchema(servicesFileSchema, { target: 'draft-7', unrepresentable: 'any', metadata: words }) as Schema;
  oneTypeEach(schema);
  const capabilities = capabilitiesOf(schema);
  // the zod refinement, which JSON Schema cannot derive
  capabilities.anyOf = ['input', 'output'].map((list) => ({ properties: { [list]: {} }, required: [list] }));
  for (const list of ['input', 'output'] as const) {
    const items = member(capabilities, list).items ?? {};
    member(capabilities, list).items = { anyOf: capabilityWords(list, items) };
  }
  return schema;
}

/** Turns a list of types into `anyOf`: strict validators refuse a list. */
function oneTypeEach(schema: Schema): void {
  const { type } = schema;
  if (Array.isArray(type)) {
    schema.anyOf = type.map((each: unknown) => ({ type: each }));
    delete schema['type'];
  }
  for (const below of Object.values(schema.properties ?? {})) oneTypeEach(below);
  if (schema.items) oneTypeEach(schema.items);
}

/** The known words for this list, and any others except those of the other list. */
function capabilityWords(list: CapabilityList, own: Schema): Schema[] {
  const elsewhere = STANDARD_CAPABILITIES.map(({ type }) => type).filter((type) => !fitsList(type, list));
  const standard = standardCapabilitiesFor(list).map((type) => ({ const: type, description: CAPABILITY_SENTENCES[type] }));
  return [...standard, { ...own, not: { enum: elsewhere }, description: 'A capability of your own.' }];
}

/**
 * The variant for VS Code with this extension: completions, snippets and hovers only. It has no constraints, because our own validation
 * reports problems once, translated, and without the JSON extension. Capabilities, APIs and services have their own completions, which know
 * the file.
 */
export function llmServicesEditorSchema(): object {
  const schema = withoutConstraints(llmServicesJsonSchema() as Schema);
  const services = member(schema, 'services');
  const service = services.items ?? {};
  const capabilities = capabilitiesOf(schema);
  for (const list of ['input', 'output']) member(capabilities, list)['defaultSnippets'] = [{ label: '["text"]', body: ['text$1'] }];
  capabilities['defaultSnippets'] = capabilitySnippets();
  services['defaultSnippets'] = [{ label: 'services', body: [serviceSnippet()] }];
  for (const name of ['id', 'name', 'baseURL', 'model', 'apiKey', 'description'])
    member(service, name)['defaultSnippets'] = [{ label: '""', body: '$1' }];
  member(service, 'capabilityTags')['defaultSnippets'] = [{ label: '[]', body: ['$1'] }];
  member(service, 'maxTokens')['examples'] = [4096];
  member(service, 'price')['defaultSnippets'] = [{ label: 'price', body: { input: '^${1:3}', cached: '^${2:0.3}', output: '^${3:15}' } }];
  return { ...schema, allowComments: true, allowTrailingCommas: true };
}

function capabilitiesOf(schema: Schema): Schema {
  return member(member(schema, 'services').items ?? {}, 'capabilities');
}

function member(schema: Schema, name: string): Schema {
  const found = schema.properties?.[name];
  if (found === undefined) throw new Error(`the schema has no "${name}"`);
  return found;
}

function withoutConstraints({ properties, items, anyOf: _, ...schema }: Schema): Schema {
  const kept: Schema = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !CONSTRAINTS.includes(keyword)));
  if (properties)
    kept.properties = Object.fromEntries(Object.entries(properties).map(([name, below]) => [name, withoutConstraints(below)]));
  if (items) kept.items = withoutConstraints(items);
  return kept;
}

function capabilitySnippets(): object[] {
  const snippet = (label: string, input: string[], output: string[]): object => ({ label, body: { input, output } });
  return [
    snippet('text model', ['text'], ['text', 'structured_output', 'tool_calling']),
    snippet('vision model', ['text', 'vision'], ['text', 'structured_output', 'tool_calling']),
    snippet('multimodal model', ['text', 'vision', 'audio', 'file'], ['text', 'structured_output', 'tool_calling']),
  ];
}

function serviceSnippet(): object {
  return {
    id: '${1:my-model}',
    name: '${2:My model}',
    baseURL: '${3:https://api.example.com/v1}',
    model: '${4:model-name}',
    apiKey: '$5',
    capabilityTags: [],
    capabilities: { input: ['text'], output: ['text'] },
    description: '$6',
  };
}
