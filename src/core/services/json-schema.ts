import * as z from 'zod/mini';
import { standardCapabilitiesFor, type CapabilityList, type StandardCapability } from './capability.ts';
import { servicesFileSchema } from './schema.ts';
import { API_NAMES, WIRE_APIS } from './wire-api.ts';

/** A JSON schema, as far as it is decorated here. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  [keyword: string]: unknown;
}

/** What each capability opens, by list; the words of hovers and completions. */
const MEANINGS: Readonly<Record<StandardCapability, string>> = {
  text: 'Text: every model has it.',
  vision: 'Images reach the model as images (image_url). Without it, as a description.',
  audio: 'Audio reaches the model as a file; in the output list: the model speaks.',
  video: 'Video reaches the model as a file; in the output list: the model makes video.',
  file: 'PDF, office documents, archives and every other binary file reach the model as a file.',
  tool_result_media: 'The API of this service takes images and files in tool results.',
  structured_output: 'The model can be held to a JSON schema.',
  tool_calling: 'The model can call tools.',
};

/** Keywords that only say what is wrong. */
const CONSTRAINTS = ['type', 'required', 'pattern', 'additionalProperties', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/**
 * The JSON schema (draft 7, with the additions of VS Code) by which editors offer completions, snippets and
 * hovers in `llmservices.json`. It has no constraints: what is wrong with a file, and what follows from
 * it, is said by our own validation, once, in the language of the screen, and without the JSON extension too.
 */
export function llmServicesJsonSchema(): object {
  const schema = z.toJSONSchema(servicesFileSchema, { target: 'draft-7', unrepresentable: 'any' }) as Schema;
  withoutConstraints(schema);
  const services = member(schema, 'services');
  const service = services.items ?? {};
  const capabilities = member(service, 'capabilities');
  for (const list of ['input', 'output'] as const) decorateList(member(capabilities, list), list);
  capabilities['defaultSnippets'] = capabilitySnippets();
  services['defaultSnippets'] = [{ label: 'services', body: [serviceSnippet()] }];
  service['defaultSnippets'] = [{ label: 'service', description: 'A model service', body: serviceSnippet() }];
  for (const name of ['id', 'name', 'baseURL', 'model', 'apiKey', 'description']) member(service, name)['defaultSnippets'] = [{ label: '""', body: '$1' }];
  offerApis(member(service, 'api'));
  member(service, 'capabilityTags')['defaultSnippets'] = [{ label: '[]', body: ['$1'] }];
  member(service, 'maxTokens')['examples'] = [4096];
  return { ...schema, title: 'Model services of an agent runtime', allowComments: true, allowTrailingCommas: true };
}

function member(schema: Schema, name: string): Schema {
  const found = schema.properties?.[name];
  if (found === undefined) throw new Error(`the schema has no "${name}"`);
  return found;
}

function withoutConstraints(schema: Schema): void {
  for (const keyword of CONSTRAINTS) delete schema[keyword];
  for (const below of Object.values(schema.properties ?? {})) withoutConstraints(below);
  if (schema.items) withoutConstraints(schema.items);
}

/** Known types are offered, any other word is as good. */
function decorateList(list: Schema, side: CapabilityList): void {
  const known = standardCapabilitiesFor(side);
  list.items = { anyOf: [{ enum: known, enumDescriptions: known.map((type) => MEANINGS[type]) }, {}] };
  list['defaultSnippets'] = [{ label: '["text"]', body: ['text$1'] }];
}

/** Known APIs are offered; the validation says what any other word does. */
function offerApis(schema: Schema): void {
  delete schema['enum'];
  schema.anyOf = [{ enum: [...WIRE_APIS], enumDescriptions: WIRE_APIS.map((api) => API_NAMES[api]) }, {}];
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
