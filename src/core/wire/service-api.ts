import { optionsOf } from '../io/arguments.ts';
import { sentence, type Sentence } from '../io/errors.ts';
import { modelNameIn } from '../models/catalogue/model-id.ts';
import { geminiApiOf } from '../models/wire-api.ts';
import { API_NAMES, isWireApi, type WireApi } from './verdict.ts';
import { addressOf, AZURE_HOSTS, type Address, isBedrock, isLoopback } from './endpoint.ts';

/** The API of a service, and how it is known. */
export interface ServiceApi {
  readonly api: WireApi;
  /** `declared` by the service; `inferred` from its documented address or its model; `guessed` when nothing is known. */
  readonly certainty: 'declared' | 'inferred' | 'guessed';
  /** It names only a known provider of an address, because addresses may contain keys. */
  readonly because: Sentence;
}

/** The fields of a service that determine its API. */
export interface ServiceFacts {
  readonly id?: unknown;
  readonly api?: unknown;
  readonly baseURL?: unknown;
  readonly model?: unknown;
}

export const SERVICE_API_SENTENCES = {
  declared: 'The service declares its API: {0}.',
  model: 'Requests for this model use {0} by default.',
  provider: 'The address belongs to {0}.',
  path: 'The path of the address belongs to {0}.',
  gemini: 'The address belongs to {0}, and the model is Gemini 3 or later.',
  gemini2: 'The address belongs to {0}, and the model is older than Gemini 3.',
  geminiUnknown: 'The address belongs to {0}; the model’s generation is unknown, so the newer one is assumed.',
  ollama: 'The port is Ollama’s.',
  ollamaCompatible: 'The port is Ollama’s, and the path that of its OpenAI-compatible endpoint.',
  local: 'The port on this machine is that of {0}.',
  unknownAddress: 'Unknown provider; assuming OpenAI-compatible. Set "api" to override.',
  noAddress: 'The service has no address; assuming OpenAI-compatible. Set "api" to override.',
} as const;

/** Provider hosts whose servers use OpenAI Chat Completions by default. */
const COMPATIBLE_HOSTS = [
  'openrouter.ai',
  'aliyuncs.com',
  'api.deepseek.com',
  'api.groq.com',
  'api.x.ai',
  'api.together.xyz',
  'api.together.ai',
  'api.fireworks.ai',
  'api.moonshot.cn',
  'api.moonshot.ai',
  'open.bigmodel.cn',
  'api.z.ai',
  'api.minimax.io',
  'api.minimaxi.com',
  'api.siliconflow.cn',
  'api.siliconflow.com',
  'volces.com',
  'api.perplexity.ai',
  'integrate.api.nvidia.com',
  'router.huggingface.co',
  'api.cerebras.ai',
  'api.sambanova.ai',
  'api.deepinfra.com',
  'models.github.ai',
  'api.stepfun.com',
  'api.baichuan-ai.com',
  'api.lingyiwanwu.com',
  'qianfan.baidubce.com',
  'api.hunyuan.cloud.tencent.com',
  'api.novita.ai',
] as const;
const OLLAMA_PORT = '11434';
/** At its default port LM Studio serves Chat Completions: lmstudio.ai/docs/developer (2026-11). */
const LM_STUDIO_PORT = '1234';

/** The API of a service: declared, otherwise from address and model, otherwise OpenAI-compatible as a guess. Never throws. */
export function apiOfService(service: ServiceFacts): ServiceApi {
  const { id, api, baseURL, model } = optionsOf(service, ['id', 'api', 'baseURL', 'model']);
  if (isWireApi(api)) {
    // Nobody has declared it for a model of the catalogue.
    if (typeof id === 'string' && modelNameIn(id) !== undefined) return inferred(api, SERVICE_API_SENTENCES.model, API_NAMES[api]);
    return { api, certainty: 'declared', because: sentence(SERVICE_API_SENTENCES.declared, API_NAMES[api]) };
  }
  const address = typeof baseURL === 'string' ? addressOf(baseURL) : undefined;
  if (typeof baseURL !== 'string' || baseURL.trim() === '') return guessed(SERVICE_API_SENTENCES.noAddress);
  if (!address) return guessed(SERVICE_API_SENTENCES.unknownAddress);
  return byPath(address) ?? byHost(address, typeof model === 'string' ? model : '') ?? guessed(SERVICE_API_SENTENCES.unknownAddress);
}

function guessed(text: string): ServiceApi {
  return { api: 'openai-compatible', certainty: 'guessed', because: sentence(text) };
}

function inferred(api: WireApi, text: string, ...args: readonly string[]): ServiceApi {
  return { api, certainty: 'inferred', because: sentence(text, ...args) };
}

/** Paths that identify the API on any host: gateways and clouds serve several APIs. */
function byPath({ path }: Address): ServiceApi | undefined {
  const named = (api: WireApi): ServiceApi => inferred(api, SERVICE_API_SENTENCES.path, API_NAMES[api]);
  if (/\/responses$/.test(path)) return named('openai-responses');
  if (/\/(?:v1\/messages|anthropic(?:\/v1)?)$/.test(path) || /\/publishers\/anthropic(?:\/|$)/.test(path)) return named('anthropic');
  if (/\/model\/[^/]+\/converse(?:-stream)?$/.test(path)) return named('bedrock-converse');
  if (/\/model\/[^/]+\/invoke(?:-with-response-stream)?$/.test(path)) return named('bedrock-invoke');
  if (/\/api\/chat$/.test(path)) return named('ollama');
  return undefined;
}

function byHost(address: Address, model: string): ServiceApi | undefined {
  const { port, path, isAt } = address;
  const ofItsOwn = byOwnApi(address);
  if (ofItsOwn) return ofItsOwn;
  if (isAt('api.openai.com')) return inferred('openai-chat', SERVICE_API_SENTENCES.provider, 'OpenAI');
  const azure = AZURE_HOSTS.find(isAt);
  if (azure !== undefined) return inferred('openai-chat', SERVICE_API_SENTENCES.provider, 'Azure OpenAI');
  if (isAt('api.anthropic.com')) {
    return path.endsWith('/chat/completions')
      ? inferred('openai-compatible', SERVICE_API_SENTENCES.path, API_NAMES['openai-compatible'])
      : inferred('anthropic', SERVICE_API_SENTENCES.provider, 'Anthropic');
  }
  if (isAt('generativelanguage.googleapis.com')) return google(address, model, 'Gemini API');
  if (isAt('aiplatform.googleapis.com') || address.host.endsWith('-aiplatform.googleapis.com')) return google(address, model, 'Vertex AI');
  if (port === OLLAMA_PORT || isAt('ollama.com')) {
    return /\/v1(?:\/|$)/.test(path)
      ? inferred('openai-compatible', SERVICE_API_SENTENCES.ollamaCompatible)
      : inferred('ollama', SERVICE_API_SENTENCES.ollama);
  }
  if (port === LM_STUDIO_PORT && isLoopback(address.host) && /^\/v1(?:\/|$)/.test(path))
    return inferred('openai-compatible', SERVICE_API_SENTENCES.local, 'LM Studio');
  const compatible = COMPATIBLE_HOSTS.find(isAt);
  return compatible === undefined ? undefined : inferred('openai-compatible', SERVICE_API_SENTENCES.provider, compatible);
}

/** Hosts with an API of their own beside that of OpenAI, at another path. */
function byOwnApi(address: Address): ServiceApi | undefined {
  const { path, isAt } = address;
  const at = (api: WireApi, provider: string): ServiceApi =>
    inferred(/\/(?:openai|compatibility)(?:\/|$)/.test(path) ? 'openai-compatible' : api, SERVICE_API_SENTENCES.provider, provider);
  if (isAt('api.mistral.ai')) return at('mistral', 'Mistral');
  if (isAt('api.cohere.com') || isAt('api.cohere.ai')) return at('cohere', 'Cohere');
  return isBedrock(address) ? at('bedrock-converse', 'Amazon Bedrock') : undefined;
}

/** Gemini is offered natively and in OpenAI's format; the native one has two generations. */
function google({ path }: Address, model: string, provider: string): ServiceApi {
  if (/\/(?:openai|openapi)(?:\/|$)/.test(path))
    return inferred('openai-compatible', SERVICE_API_SENTENCES.path, API_NAMES['openai-compatible']);
  const known = geminiApiOf(model);
  if (known !== undefined)
    return inferred(known, known === 'gemini' ? SERVICE_API_SENTENCES.gemini : SERVICE_API_SENTENCES.gemini2, provider);
  return { api: 'gemini', certainty: 'guessed', because: sentence(SERVICE_API_SENTENCES.geminiUnknown, provider) };
}

/** APIs that are not of the family that others take a service for which says nothing. */
const NATIVE: ReadonlySet<WireApi> = new Set([
  'anthropic',
  'bedrock-converse',
  'bedrock-invoke',
  'cohere',
  'gemini',
  'gemini-2',
  'mistral',
  'ollama',
  'openai-responses',
]);

/** Adds the API if it is not declared but certain by the address, for readers that ignore addresses. */
export function withInferredApi<Service extends ServiceFacts>(service: Service): Service {
  const { api, certainty } = apiOfService(service);
  return certainty === 'inferred' && NATIVE.has(api) ? { ...service, api } : service;
}
