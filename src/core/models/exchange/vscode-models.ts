import { isRecord, own } from '../../io/own.ts';
import { trimEndOf } from '../../io/trim-end.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { anthropicBase, compatibleBase, exportAddress, requestBase } from './addresses.ts';
import { type Carried, carriedServices, declaredWords, Fields, groupByProvider, providerNames, saidByFlag } from './carry.ts';
import type { Report } from './exchange.ts';
import { importKey, type ServiceDraft } from './service-draft.ts';

/**
 * VS Code's `chatLanguageModels.json`: a list of providers, `{name, vendor, apiKey?, apiType?, url?, models?}`, each with
 * its models, `{id, name, url, apiType?, toolCalling, vision, maxInputTokens, maxOutputTokens, …}`.
 *
 * - `id` is sent to the API; `url` is the full endpoint. Without an API path in it VS Code appends that of the API type,
 *   and `/v1` before it where the address does not end in a version.
 * - `vendor` is `customendpoint`, or a provider that VS Code knows the address of.
 * - `apiType` is `chat-completions` (default), `responses` or `messages`; that of a model wins over its provider's.
 * - `apiKey` is `${input:NAME}`: VS Code asks for it once and keeps it; no environment variable can be named.
 * - `toolCalling` and `vision` are true where the model has them.
 * - `maxInputTokens` is needed besides `maxOutputTokens`.
 *
 * Source: VS Code documentation, "AI language models in VS Code", Model configuration reference and Custom Endpoint
 * configuration reference (microsoft/vscode-docs, docs/agent-customization/language-models.md, July 2026).
 */

const API_TYPES: Readonly<Record<string, { readonly api?: string; readonly path: string }>> = {
  'chat-completions': { path: '/chat/completions' },
  responses: { api: 'openai-responses', path: '/responses' },
  messages: { api: 'anthropic', path: '/messages' },
};
const API_PATH = /\/(?:chat\/completions|responses|messages)\/?$/;
/** Protocols of VS Code's own providers other than OpenAI's. */
const VENDOR_APIS: Readonly<Record<string, string>> = { anthropic: 'anthropic', gemini: 'gemini', ollama: 'ollama' };

const VOCABULARY = { input: { vision: 'vision' }, output: { tool_calling: 'toolCalling' } } as const;

export function importVsCode(value: readonly unknown[], report: Report): ServiceDraft[] {
  return value.flatMap((entry, index) => {
    if (!isRecord(entry)) return unusable([index], report);
    const provider = new Fields(entry, [index], report);
    provider.ignore('name');
    const key = importKey(provider.string('apiKey'), [index, 'apiKey'], report, [], /^\s*\$\{input:/);
    const vendor = provider.string('vendor') ?? '';
    const apiType = provider.string('apiType');
    if (!provider.has('models')) report('models_not_listed', [index]);
    const models = provider.list('models');
    provider.reportRest();
    return models.flatMap((model, at) => importModel(model, [index, 'models', at], { vendor, apiType, key }, report));
  });
}

interface Provider {
  readonly vendor: string;
  readonly apiType: string | undefined;
  readonly key: string | undefined;
}

function importModel(model: unknown, path: readonly (string | number)[], provider: Provider, report: Report): ServiceDraft[] {
  if (!isRecord(model)) return unusable(path, report);
  const fields = new Fields(model, path, report);
  const id = fields.string('id');
  const url = fields.string('url');
  const apiType = fields.string('apiType') ?? provider.apiType ?? apiTypeOf(url);
  const draft = {
    name: fields.string('name'),
    provider: provider.vendor,
    baseURL: url === undefined ? undefined : baseOf(url),
    api: own(API_TYPES, apiType)?.api ?? own(VENDOR_APIS, provider.vendor),
    apiKey: provider.key,
    says: [
      ...saidByFlag('input', 'vision', fields.boolean('vision')),
      ...saidByFlag('output', 'tool_calling', fields.boolean('toolCalling')),
    ],
    maxTokens: fields.count('maxOutputTokens'),
    path,
  };
  fields.reportRest();
  if (id !== undefined) return [{ id, model: id, ...draft }];
  report('model_missing', path);
  return [];
}

function unusable(path: readonly (string | number)[], report: Report): [] {
  report('entry_unusable', path);
  return [];
}

function apiTypeOf(url: string | undefined): string {
  const found = Object.entries(API_TYPES).find(([, { path }]) => url?.split(/[?#]/, 1)[0]?.replace(/\/$/, '').endsWith(path));
  return found?.[0] ?? 'chat-completions';
}

/** The endpoint without its API path. */
function baseOf(url: string): string {
  const [address = ''] = url.split(/[?#]/, 1);
  const rest = url.slice(address.length);
  if (API_PATH.test(address)) return address.replace(API_PATH, '') + rest;
  const plain = address.replace(/\/$/, '');
  return (/\/v\d\w*$/.test(plain) || /\.azure\.com$/.test(plain) ? plain : `${plain}/v1`) + rest;
}

/** The full endpoint of requests: VS Code appends nothing to a path, so Anthropic's missing version is added. */
function endpointOf(api: unknown, baseURL: string, apiType: string): string {
  const base =
    apiType === 'messages' ? anthropicBase(baseURL) : apiType === 'responses' ? requestBase(api, baseURL) : compatibleBase(api, baseURL);
  return trimEndOf(base, '/') + (own(API_TYPES, apiType)?.path ?? '');
}

export function exportVsCode(services: readonly LlmServiceConfig[], report: Report): unknown {
  const nameFor = providerNames();
  const groups = groupByProvider(carriedServices(services, ['name', 'api', 'maxTokens'], report));
  const seen = new Set<string>();
  for (const { service, model, path } of groups.flat()) {
    // the model is the only id, and of several with the same one only the first can be identified
    if (service.id !== model || seen.has(model)) report('id_without_place', [...path, 'id'], { from: service.id, to: model });
    seen.add(model);
  }
  return groups.map((group) => {
    const [{ baseURL, keyName, service }] = group;
    const apiType =
      Object.entries(API_TYPES).find(([, each]) => each.api !== undefined && each.api === service['api'])?.[0] ?? 'chat-completions';
    return {
      name: nameFor(baseURL),
      vendor: 'customendpoint',
      ...(keyName === undefined ? {} : { apiKey: `\${input:${keyName}}` }),
      apiType,
      models: group.map((each) => exportModel(each, apiType, report)),
    };
  });
}

function exportModel(carried: Carried, apiType: string, report: Report): unknown {
  const { service, model, path, baseURL, keyName } = carried;
  const words = declaredWords(carried, VOCABULARY, report);
  const api = service['api'];
  const url = baseURL === undefined ? undefined : exportAddress(endpointOf(api, baseURL, apiType), path, report, 'url');
  if (api !== undefined && own(API_TYPES, apiType)?.api !== api) report('field_without_place', [...path, 'api'], { field: 'api' });
  if (keyName !== undefined) report('key_reference', [...path, 'apiKey']);
  if (baseURL === undefined) report('value_to_fill_in', path, { field: 'url' });
  if (words === undefined) report('capabilities_undeclared', path);
  for (const [field, isKnown] of [
    ['maxInputTokens', false],
    ['maxOutputTokens', service.maxTokens !== undefined],
  ] as const) {
    if (!isKnown) report('value_to_fill_in', path, { field });
  }
  return {
    id: model,
    name: service.name ?? service.id,
    ...(url === undefined ? {} : { url }),
    ...(words === undefined ? {} : { toolCalling: words.output.includes('toolCalling'), vision: words.input.includes('vision') }),
    ...(service.maxTokens === undefined ? {} : { maxOutputTokens: service.maxTokens }),
  };
}
