import * as z from 'zod/mini';
import { servicesFileSchema } from './schema.ts';

/** A JSON schema, as far as it is decorated here. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  [keyword: string]: unknown;
}

/** Keywords that only say what is wrong. */
const CONSTRAINTS = ['type', 'required', 'pattern', 'additionalProperties', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/**
 * The JSON schema (draft 7, with the additions of VS Code) by which editors offer completions, snippets and
 * hovers in `llmservices.json`. It has no constraints: what is wrong with a file, and what follows from
 * it, is said by our own validation, once, in the language of the screen, and without the JSON extension too. Nor does it
 * list capabilities, APIs or services: our own completions do, which know what is there already.
 */
export function llmServicesJsonSchema(): object {
  const schema = z.toJSONSchema(servicesFileSchema, { target: 'draft-7', unrepresentable: 'any' }) as Schema;
  withoutConstraints(schema);
  const services = member(schema, 'services');
  const service = services.items ?? {};
  const capabilities = member(service, 'capabilities');
  for (const list of ['input', 'output']) decorateList(member(capabilities, list));
  capabilities['defaultSnippets'] = capabilitySnippets();
  services['defaultSnippets'] = [{ label: 'services', body: [serviceSnippet()] }];
  for (const name of ['id', 'name', 'baseURL', 'model', 'apiKey', 'description']) member(service, name)['defaultSnippets'] = [{ label: '""', body: '$1' }];
  delete member(service, 'api')['enum'];
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

/** Any word is as good for the schema. */
function decorateList(list: Schema): void {
  list.items = {};
  list['defaultSnippets'] = [{ label: '["text"]', body: ['text$1'] }];
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
