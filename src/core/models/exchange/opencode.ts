import { isRecord, own } from '../../io/own.ts';
import type { CellChange } from '../capability-cells.ts';
import type { LlmServiceConfig } from '../schema.ts';
import {
  anthropicBase,
  apiNamedBy,
  compatibleBase,
  exportAddress,
  importAddress,
  isVersionOpen,
  requestBase,
  type VariableForm,
  wordFor,
} from './addresses.ts';
import { type Carried, carriedServices, declaredWords, Fields, groupByProvider, providerNames, saidByFlag, saidByWords } from './carry.ts';
import type { Report } from './exchange.ts';
import { importKey, type ServiceDraft } from './service-draft.ts';

/**
 * The configuration of opencode, `opencode.json`, with comments allowed.
 *
 * - Version 1: `provider.{id}` = `{npm?, name?, env?, api?, options?: {baseURL?, apiKey?, …}, models?: {key: {id?, name?, tool_call?,
 *   attachment?, modalities?: {input?, output?}, limit?: {context, output}, …}}}`. Modalities: text, audio, image, video, pdf. The key is the
 *   model's name unless `id` says another. `limit` needs both numbers. Version 2 reads this form too, so it is what is written.
 * - Version 2: `providers.{id}` = `{package?, name?, env?, settings?: {baseURL?, apiKey?, …}, models?: {key: {modelID?, name?,
 *   capabilities?: {tools?, input?, output?}, limit?, …}}}`.
 * - `{env:NAME}` in a value stands for an environment variable, `{file:PATH}` for the content of a file.
 *
 * Sources: anomalyco/opencode, packages/opencode/src/config/provider.ts (1) and packages/schema/src/config/provider.ts with
 * packages/core/src/v1/config/migrate.ts (2), October 2026; opencode.ai/docs/config for the variables.
 */

const VOCABULARY = {
  input: { vision: 'image', audio: 'audio', video: 'video', file: 'pdf' },
  output: { audio: 'audio', video: 'video', file: 'pdf', tool_calling: 'tools' },
} as const;
const MODALITIES_OUT = { audio: 'audio', video: 'video', file: 'pdf' } as const;

/** Packages for a protocol, and their `api`. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@ai-sdk/anthropic': 'anthropic',
  '@ai-sdk/google': 'gemini',
  '@ai-sdk/openai': 'openai-responses',
};
const COMPATIBLE = '@ai-sdk/openai-compatible';

const ENV_REFERENCE = /^\s*\{env:([A-Za-z_]\w*)\}\s*$/;
const FILE_REFERENCE = /^\s*\{file:/;
/** Also within a longer value. */
const VARIABLES: VariableForm = { pattern: /\{env:([A-Za-z_]\w*)\}/g, foreign: /\{(?:env|file):/, write: (name) => `{env:${name}}` };

export function importOpenCode(value: Readonly<Record<string, unknown>>, report: Report): ServiceDraft[] {
  const file = new Fields(value, [], report);
  file.ignore('$schema');
  const drafts = (['provider', 'providers'] as const).flatMap((name) => {
    const providers = file.record(name) ?? {};
    return Object.entries(providers).flatMap(([id, provider]) => importProvider(provider, [name, id], report));
  });
  file.reportRest();
  return drafts;
}

function importProvider(value: unknown, path: readonly (string | number)[], report: Report): ServiceDraft[] {
  if (!isRecord(value)) return unusable(path, report);
  const provider = new Fields(value, path, report);
  const options = provider.object(path[0] === 'provider' ? 'options' : 'settings');
  const [variable] = provider.strings('env') ?? [];
  const key = options.string('apiKey') ?? (variable === undefined ? undefined : `{env:${variable}}`);
  const shared = {
    provider: String(path[1]),
    baseURL: importAddress(options.string('baseURL') ?? provider.string('api'), [...path, 'baseURL'], report, VARIABLES),
    package: provider.string('npm') ?? provider.string('package'),
    apiKey: importKey(key, [...path, 'apiKey'], report, [ENV_REFERENCE], FILE_REFERENCE),
  };
  if (!provider.has('models')) report('models_not_listed', path);
  const models = provider.record('models') ?? {};
  provider.ignore('name');
  for (const fields of [options, provider]) fields.reportRest();
  return Object.entries(models).flatMap(([key_, model]) => importModel(key_, model, [...path, 'models', key_], shared, report));
}

interface Shared {
  readonly provider: string;
  readonly baseURL: string | null | undefined;
  readonly package: string | undefined;
  readonly apiKey: string | undefined;
}

function importModel(key: string, value: unknown, path: readonly (string | number)[], shared: Shared, report: Report): ServiceDraft[] {
  if (!isRecord(value) || key.trim() === '') return unusable(path, report);
  const model = new Fields(value, path, report);
  const provider = model.object('provider');
  const address = importAddress(provider.string('api'), [...provider.path, 'api'], report, VARIABLES);
  const sdk = provider.string('npm') ?? model.string('package') ?? shared.package ?? '';
  const limit = model.object('limit');
  const draft = {
    id: key,
    model: model.string('id') ?? model.string('modelID') ?? key,
    path,
    name: model.string('name'),
    provider: shared.provider,
    // an address that cannot be imported still counts as one
    baseURL: address === undefined ? shared.baseURL : address,
    api: own(PACKAGES, sdk),
    isCompatible: sdk === COMPATIBLE,
    apiKey: shared.apiKey,
    says: saidBy(model, report),
    maxTokens: limit.count('output'),
  };
  for (const fields of [limit, provider, model]) fields.reportRest();
  return [draft];
}

function saidBy(model: Fields, report: Report): CellChange[] {
  const modalities = model.object(model.has('capabilities') ? 'capabilities' : 'modalities');
  const tools = model.boolean('tool_call') ?? (model.has('capabilities') ? modalities.boolean('tools') : undefined);
  const [input, output] = [modalities.strings('input'), modalities.strings('output')];
  // redundant with the modalities
  if (input !== undefined) model.ignore('attachment');
  modalities.reportRest();
  return [
    ...(input ? saidByWords('input', input, VOCABULARY.input, [...modalities.path, 'input'], report) : []),
    ...(output ? saidByWords('output', output, MODALITIES_OUT, [...modalities.path, 'output'], report) : []),
    ...saidByFlag('output', 'tool_calling', tools),
  ];
}

function unusable(path: readonly (string | number)[], report: Report): [] {
  report('entry_unusable', path);
  return [];
}

export function exportOpenCode(services: readonly LlmServiceConfig[], report: Report): unknown {
  const nameFor = providerNames();
  const ids = new Set<string>();
  const carried = carriedServices(services, ['name', 'api'], report).filter(({ service, path }) => {
    const isNew = !ids.has(service.id);
    ids.add(service.id);
    if (!isNew) report('id_repeated', path, { from: service.id });
    return isNew;
  });
  const providers = groupByProvider(carried).map((group) => {
    const [{ baseURL, keyName, service }] = group;
    const sdk = wordFor(PACKAGES, service['api']) ?? COMPATIBLE;
    const [base] = group.map(({ path }) =>
      baseURL === undefined ? undefined : exportAddress(baseFor(sdk, service['api'], baseURL), path, report, 'baseURL', VARIABLES),
    );
    for (const { path } of base !== undefined && isVersionOpen(service['api'], baseURL ?? '') ? group : [])
      report('address_version', [...path, 'baseURL'], { path: '/messages' });
    const options = { ...(base === undefined ? {} : { baseURL: base }), ...(keyName === undefined ? {} : { apiKey: `{env:${keyName}}` }) };
    const models = group.map((each) => [each.service.id, exportModel(each, sdk, report)] as const);
    return [nameFor(baseURL), { npm: sdk, options, models: ownEntries(models) }] as const;
  });
  return { $schema: 'https://opencode.ai/config.json', provider: ownEntries(providers) };
}

/** The packages append the request path; Anthropic's appends only `/messages`, without version. */
function baseFor(sdk: string, api: unknown, baseURL: string): string {
  if (sdk === COMPATIBLE) return compatibleBase(api, baseURL);
  return api === 'anthropic' ? anthropicBase(baseURL) : requestBase(api, baseURL);
}

/** An object from entries; `__proto__` is an ordinary name. */
function ownEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

function exportModel(carried: Carried, sdk: string, report: Report): unknown {
  const { service, model, path, baseURL } = carried;
  if (service['api'] !== undefined && service['api'] !== apiNamedBy(own(PACKAGES, sdk), model))
    report('field_without_place', [...path, 'api'], { field: 'api' });
  if (baseURL === undefined) report('base_url_unknown', path);
  const words = declaredWords(carried, VOCABULARY, report);
  return {
    ...(model === service.id ? {} : { id: model }),
    ...(service.name === undefined ? {} : { name: service.name }),
    ...(words === undefined
      ? {}
      : {
          attachment: words.input.length > 0,
          tool_call: words.output.includes('tools'),
          modalities: { input: ['text', ...words.input], output: ['text', ...words.output.filter((word) => word !== 'tools')] },
        }),
  };
}
