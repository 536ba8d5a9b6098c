import { isRecord, own } from '../../io/own.ts';
import type { CellChange } from '../capability-cells.ts';
import type { LlmServiceConfig } from '../schema.ts';
import {
  anthropicBase,
  anthropicRoot,
  apiNamedBy,
  exportAddress,
  importAddress,
  isVersionOpen,
  ollamaRoot,
  requestBase,
  type VariableForm,
  wordFor,
} from './addresses.ts';
import { type Carried, carriedServices, declaredWords, Fields, saidByFlag } from './carry.ts';
import type { Report } from './exchange.ts';
import { importKey, type ServiceDraft } from './service-draft.ts';

/**
 * LiteLLM's proxy `config.yaml`: `model_list` of `{model_name, litellm_params: {model, api_base?, api_key?, max_tokens?, …},
 * model_info?: {mode?, supports_vision?, …}}`.
 *
 * - `model_name` is what clients ask for, several entries of one name share the load; `litellm_params.model` is
 *   `provider/model`, `*` in it stands for all models of the provider.
 * - `api_key: os.environ/NAME` reads an environment variable, and so does every other value that is such a reference as a whole.
 * - `api_base`: `/v1/messages` is added for Anthropic, `/api/chat` for Ollama, `/models/…` for Gemini, and OpenAI's path (of its Responses API `/responses`) for all others.
 * - `model_info.supports_…` (vision, audio_input, audio_output, pdf_input, function_calling, response_schema) declares what the
 *   model can do; `mode` is `chat` unless said.
 *
 * Sources: docs.litellm.ai, "Config.yaml" and "Using Vision Models"; the flags are those of `ProviderSpecificModelInfo` in
 * BerriAI/litellm, litellm/types/utils.py, the paths those of `get_complete_url` in litellm/llms/{anthropic,ollama}/chat/transformation.py
 * and of `_check_custom_proxy` in litellm/llms/vertex_ai/vertex_llm_base.py (October 2026).
 */

const VOCABULARY = {
  input: { vision: 'supports_vision', audio: 'supports_audio_input', file: 'supports_pdf_input' },
  output: { audio: 'supports_audio_output', structured_output: 'supports_response_schema', tool_calling: 'supports_function_calling' },
} as const;
const SIDES = ['input', 'output'] as const;

/** Providers with another protocol than OpenAI's, and their `api`. */
const APIS: Readonly<Record<string, string>> = { anthropic: 'anthropic', gemini: 'gemini', ollama_chat: 'ollama', ollama: 'ollama' };
/** Provider prefixes of model names: docs.litellm.ai, "Providers". Other prefixes belong to the name. */
const PROVIDERS: ReadonlySet<string> = new Set([
  ...Object.keys(APIS),
  'openai',
  'azure',
  'azure_ai',
  'bedrock',
  'vertex_ai',
  'openrouter',
  'groq',
  'mistral',
  'deepseek',
  'xai',
  'together_ai',
  'fireworks_ai',
  'cohere',
  'cohere_chat',
  'perplexity',
  'cerebras',
  'nvidia_nim',
  'huggingface',
  'moonshot',
  'dashscope',
  'github',
  'watsonx',
  'databricks',
  'zai',
  'minimax',
  'hosted_vllm',
  'vllm',
  'lm_studio',
  'llamafile',
  'xinference',
  'litellm_proxy',
  'custom_openai',
  'openai_like',
  'deepinfra',
  'sambanova',
  'novita',
]);
/** Providers with a protocol that services don't support. */
const OWN_PROTOCOLS: ReadonlySet<string> = new Set(['azure', 'bedrock', 'cohere', 'cohere_chat', 'databricks', 'vertex_ai', 'watsonx']);
const VARIABLES: VariableForm = {
  pattern: /^\s*os\.environ\/([A-Za-z_]\w*)\s*$/g,
  foreign: /^\s*os\.environ\//,
  write: (name) => `os.environ/${name}`,
  isWhole: true,
};
/** Modes of models that answer with text. */
const CHAT_MODES: ReadonlySet<string> = new Set(['chat', 'completion', 'responses']);

export function importLiteLlm(value: Readonly<Record<string, unknown>>, report: Report): ServiceDraft[] {
  const file = new Fields(value, [], report);
  const entries = file.list('model_list');
  file.reportRest();
  return entries.flatMap((entry, index) => {
    const path = ['model_list', index];
    if (isRecord(entry)) return importEntry(new Fields(entry, path, report), report);
    report('entry_unusable', path);
    return [];
  });
}

function importEntry(entry: Fields, report: Report): ServiceDraft[] {
  const { path } = entry;
  const parameters = entry.object('litellm_params');
  const info = entry.object('model_info');
  const routed = parameters.string('model');
  const id = entry.string('model_name') ?? routed;
  const mode = info.string('mode') ?? 'chat';
  const refusal =
    id === undefined || routed === undefined
      ? 'model_missing'
      : /\*/.test(id + routed)
        ? 'wildcard_model'
        : CHAT_MODES.has(mode)
          ? undefined
          : 'not_a_chat_model';
  if (refusal !== undefined || id === undefined || routed === undefined) {
    report(refusal ?? 'model_missing', path);
    return [];
  }
  const { provider, isResponses, model } = parseRoute(routed);
  const field = parameters.has('api_base') ? 'api_base' : 'base_url';
  const base = importAddress(parameters.string(field), [...parameters.path, field], report, VARIABLES);
  const api = isResponses || mode === 'responses' ? 'openai-responses' : own(APIS, provider);
  const draft = {
    id,
    model: provider === 'fireworks_ai' ? atFireworks(model) : model,
    path,
    provider,
    baseURL: typeof base === 'string' && api === 'anthropic' ? anthropicBase(base) : base,
    api,
    apiKey: importKey(parameters.string('api_key'), [...parameters.path, 'api_key'], report, [/^\s*os\.environ\/([A-Za-z_]\w*)\s*$/]),
    says: saidBy(info, report),
    maxTokens: parameters.count('max_tokens') ?? info.count('max_output_tokens'),
  };
  if (OWN_PROTOCOLS.has(provider)) report('provider_without_place', [...parameters.path, 'model'], { provider });
  for (const fields of [info, parameters, entry]) fields.reportRest();
  return [draft];
}

/** `openai/responses/gpt-5` → provider, API and model name. */
function parseRoute(routed: string): { readonly provider: string; readonly isResponses: boolean; readonly model: string } {
  const slash = routed.indexOf('/');
  const provider = routed.slice(0, Math.max(slash, 0));
  if (!PROVIDERS.has(provider) || slash === routed.length - 1) return { provider: '', isResponses: false, model: routed };
  const rest = routed.slice(slash + 1);
  const isResponses = provider === 'openai' && /^responses\/./s.test(rest);
  return { provider, isResponses, model: isResponses ? rest.slice('responses/'.length) : rest };
}

/** Fireworks' model name: litellm/llms/fireworks_ai/chat/transformation.py. */
function atFireworks(model: string): string {
  if (model.startsWith('accounts/') || model.includes('#')) return model;
  return `accounts/fireworks/${model.endsWith('-fast') ? 'routers' : 'models'}/${model}`;
}

function saidBy(info: Fields, report: Report): CellChange[] {
  const says = SIDES.flatMap((side) =>
    Object.entries(VOCABULARY[side]).flatMap(([capability, flag]) => saidByFlag(side, capability, info.boolean(flag))),
  );
  for (const flag of info.names().filter((name) => /^supports_/.test(name))) {
    if (isKnownFlag(flag)) continue;
    if (info.boolean(flag)) report('capability_without_place', [...info.path, flag], { capability: flag.slice('supports_'.length) });
  }
  return says;
}

function isKnownFlag(name: string): boolean {
  return SIDES.some((side) => Object.values<string>(VOCABULARY[side]).includes(name));
}

export function exportLiteLlm(services: readonly LlmServiceConfig[], report: Report): unknown {
  return { model_list: carriedServices(services, ['api', 'maxTokens'], report).map((each) => exportEntry(each, report)) };
}

function exportEntry(carried: Carried, report: Report): unknown {
  const { service, model, path, baseURL, keyName } = carried;
  const api = service['api'];
  const provider = wordFor(APIS, api) ?? (api === 'openai-responses' ? 'openai/responses' : 'openai');
  if (api !== undefined && api !== (api === 'openai-responses' ? api : apiNamedBy(own(APIS, provider), model)))
    report('field_without_place', [...path, 'api'], { field: 'api' });
  if (baseURL === undefined) report('base_url_unknown', path);
  if (/\*/.test(service.id + model)) report('wildcard_model', path);
  const words = declaredWords(carried, VOCABULARY, report);
  const base = baseURL === undefined ? undefined : exportAddress(baseFor(api, baseURL), path, report, 'api_base', VARIABLES);
  if (base !== undefined && isVersionOpen(api, baseURL ?? '')) report('address_version', [...path, 'baseURL'], { path: '/v1/messages' });
  return {
    model_name: service.id,
    litellm_params: {
      model: `${provider}/${model}`,
      ...(base === undefined ? {} : { api_base: base }),
      ...(keyName === undefined ? {} : { api_key: `os.environ/${keyName}` }),
      ...(service.maxTokens === undefined ? {} : { max_tokens: service.maxTokens }),
    },
    ...(words === undefined
      ? {}
      : {
          model_info: Object.fromEntries(
            SIDES.flatMap((side) => Object.values<string>(VOCABULARY[side]).map((flag) => [flag, words[side].includes(flag)])),
          ),
        }),
  };
}

function baseFor(api: unknown, baseURL: string): string {
  if (api === 'anthropic') return anthropicRoot(baseURL);
  return api === 'ollama' ? ollamaRoot(baseURL) : requestBase(api, baseURL);
}
