import { own } from '../io/own.ts';
import type { ImportFormat } from '../models/exchange/exchange.ts';
import { addressOf, endpointFor, isLoopback, type SendableApi } from './endpoint.ts';
import { apiOfService } from './service-api.ts';
import { API_NAMES, type WireApi } from './verdict.ts';

/** Somebody whose API models are reached through, as their documentation has it (November 2026). */
export interface Provider {
  /** Not translated. */
  readonly name: string;
  /** Up to and including the version. */
  readonly baseURL: string;
  /** The environment variable that the documentation names for the key; absent where no key is wanted. */
  readonly variable?: string;
  /** Used when the address does not say. */
  readonly api?: WireApi;
}

/** The address and the variable that the wire layer has for an API. */
function official(api: SendableApi): Omit<Provider, 'name'> {
  const { baseURL, own } = endpointFor(api, '');
  return own ? { baseURL, variable: own.variable } : { baseURL };
}

/** Makers of models, the best known first. Another address of one of them follows it. */
const MAKERS: readonly Provider[] = [
  { name: 'OpenAI', ...official('openai-chat') },
  { name: 'Anthropic', ...official('anthropic') },
  // Google offers its models in the format of OpenAI too: ai.google.dev/gemini-api/docs/openai
  { name: 'Google', ...official('gemini') },
  { name: 'Google', ...official('gemini'), baseURL: `${official('gemini').baseURL}/openai` },
  { name: 'xAI', baseURL: 'https://api.x.ai/v1', variable: 'XAI_API_KEY' },
  { name: 'Mistral', ...official('mistral') },
  {
    name: 'DeepSeek',
    baseURL: 'https://api.deepseek.com/v1',
    variable: 'DEEPSEEK_API_KEY',
  },
  {
    name: 'Alibaba Cloud',
    baseURL: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    variable: 'DASHSCOPE_API_KEY',
  },
  { name: 'Moonshot', baseURL: 'https://api.moonshot.ai/v1', variable: 'MOONSHOT_API_KEY' },
  { name: 'Z.ai', baseURL: 'https://api.z.ai/api/paas/v4', variable: 'ZAI_API_KEY' },
  { name: 'MiniMax', baseURL: 'https://api.minimax.io/v1', variable: 'MINIMAX_API_KEY' },
  { name: 'Perplexity', baseURL: 'https://api.perplexity.ai', variable: 'PERPLEXITY_API_KEY' },
  { name: 'Cohere', ...official('cohere') },
];

/** Programs that serve models on this machine, at the ports they have by default. Ollama offers the format of OpenAI beside its own: docs.ollama.com/openai */
export const LOCAL: readonly Provider[] = [
  { name: 'Ollama', baseURL: `${official('ollama').baseURL}/v1` },
  { name: 'Ollama', baseURL: official('ollama').baseURL },
  { name: 'LM Studio', baseURL: 'http://localhost:1234/v1', api: 'openai-compatible' },
  { name: 'vLLM', baseURL: 'http://localhost:8000/v1', api: 'openai-compatible' },
];

/** Those that offer models of many makers. */
export const HOSTS: readonly Provider[] = [
  { name: 'OpenRouter', baseURL: 'https://openrouter.ai/api/v1', variable: 'OPENROUTER_API_KEY' },
  { name: 'Groq', baseURL: 'https://api.groq.com/openai/v1', variable: 'GROQ_API_KEY' },
  { name: 'Together AI', baseURL: 'https://api.together.xyz/v1', variable: 'TOGETHER_API_KEY' },
  { name: 'Fireworks AI', baseURL: 'https://api.fireworks.ai/inference/v1', variable: 'FIREWORKS_API_KEY' },
  { name: 'Cerebras', baseURL: 'https://api.cerebras.ai/v1', variable: 'CEREBRAS_API_KEY' },
  { name: 'NVIDIA', baseURL: 'https://integrate.api.nvidia.com/v1', variable: 'NVIDIA_API_KEY' },
  { name: 'Hugging Face', baseURL: 'https://router.huggingface.co/v1', variable: 'HF_TOKEN' },
];

/** All that are known. */
export const PROVIDERS: readonly Provider[] = [...MAKERS, ...LOCAL, ...HOSTS];

/** The names of makers, the best known first. */
export const MAKER_NAMES: readonly string[] = [...new Set(MAKERS.map(({ name }) => name))];

/**
 * The provider whose address this is. Of several addresses at one host the longest that it begins with, and where it
 * begins with none of them, the first.
 */
export function providerAt(baseURL: string): Provider | undefined {
  const address = addressOf(baseURL);
  if (address === undefined) return undefined;
  let found: { provider: Provider; length: number } | undefined;
  for (const provider of PROVIDERS) {
    const own = addressOf(provider.baseURL);
    if (own?.host !== address.host || own.port !== address.port) continue;
    const length = `${address.path}/`.startsWith(`${own.path}/`) ? own.path.length : -1;
    if (found === undefined || length > found.length) found = { provider, length };
  }
  return found?.provider;
}

/** Whether an address is that of a program of {@link LOCAL}; that of Ollama is known by its port on any machine. */
export function isLocalProgram(baseURL: string): boolean {
  const address = addressOf(baseURL);
  return LOCAL.some(
    ({ name, baseURL: own }) => addressOf(own)?.port === address?.port && (name === 'Ollama' || isLoopback(address?.host ?? '')),
  );
}

/** Whether an address is that of a maker, who offers models of its own only. */
export function isOfMaker(baseURL: string): boolean {
  const name = providerAt(baseURL)?.name;
  return name !== undefined && MAKER_NAMES.includes(name);
}

/** How a provider is spoken to, in the words of the provider of that format. */
export function apiNameOf({ api, baseURL }: Pick<Provider, 'api' | 'baseURL'>, model: string): string {
  return API_NAMES[api ?? apiOfService({ baseURL, model }).api];
}

/** A provider as another program names it, and what else identifies its address. */
export interface NamedModel {
  readonly program: ImportFormat;
  readonly model: string;
  /** The protocol where it is said: a word of a service's `api` field. */
  readonly api?: string | undefined;
}

/** A name of {@link PROVIDERS}, or an address that is not there. */
type Meaning = string | { readonly baseURL: string };

/** These mean the same in all programs. */
const SHARED: Readonly<Record<string, Meaning>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  xai: 'xAI',
  mistral: 'Mistral',
  deepseek: 'DeepSeek',
  openrouter: 'OpenRouter',
  groq: 'Groq',
  cerebras: 'Cerebras',
};

/**
 * What each program calls the providers that are known, where its own address for them is the one that is known here. In lower case.
 * Sources: VS Code documentation, "AI language models in VS Code"; docs.litellm.ai, "Providers"; anomalyco/models.dev,
 * providers/{name}/provider.toml, from which opencode has its addresses; continuedev/continue, core/llm/llms (November 2026).
 */
const NAMES: Readonly<Record<ImportFormat, Readonly<Record<string, Meaning>>>> = {
  vscode: { ...SHARED, gemini: 'Google', ollama: 'Ollama' },
  litellm: {
    ...SHARED,
    gemini: 'Google',
    dashscope: 'Alibaba Cloud',
    moonshot: 'Moonshot',
    zai: 'Z.ai',
    minimax: 'MiniMax',
    perplexity: 'Perplexity',
    lm_studio: 'LM Studio',
    together_ai: 'Together AI',
    fireworks_ai: 'Fireworks AI',
    nvidia_nim: 'NVIDIA',
    huggingface: 'Hugging Face',
    ollama: 'Ollama',
    ollama_chat: 'Ollama',
  },
  openrouter: {},
  opencode: {
    ...SHARED,
    google: 'Google',
    alibaba: 'Alibaba Cloud',
    moonshotai: 'Moonshot',
    zai: 'Z.ai',
    minimax: { baseURL: 'https://api.minimax.io/anthropic/v1' },
    perplexity: 'Perplexity',
    lmstudio: 'LM Studio',
    togetherai: 'Together AI',
    'fireworks-ai': 'Fireworks AI',
    nvidia: 'NVIDIA',
    huggingface: 'Hugging Face',
  },
  continue: {
    ...SHARED,
    gemini: 'Google',
    moonshot: { baseURL: 'https://api.moonshot.cn/v1' },
    zai: 'Z.ai',
    minimax: 'MiniMax',
    lmstudio: 'LM Studio',
    together: 'Together AI',
    fireworks: 'Fireworks AI',
    nvidia: 'NVIDIA',
    ollama: 'Ollama',
  },
};

/**
 * Where a program reaches the provider that it calls so; undefined where that differs from user to user, as in clouds, and where
 * the protocol that is said is not that of the address.
 */
export function providerNamed(name: string, { program, model, api }: NamedModel): Pick<Provider, 'baseURL' | 'api'> | undefined {
  const lower = name.toLowerCase();
  const names = NAMES[program];
  const meaning = own(names, lower);
  // by Ollama's name its own format is meant, which is not at the first of its addresses
  const provider =
    typeof meaning === 'string'
      ? PROVIDERS.find((each) => each.name === meaning && (meaning !== 'Ollama' || !each.baseURL.endsWith('/v1')))
      : meaning;
  if (provider === undefined || isRouted(program, lower, model)) return undefined;
  const spoken = apiOfService({ ...provider, model }).api;
  const fits = api === undefined || api === spoken || (spoken === 'openai-chat' && api === 'openai-responses');
  return fits ? provider : undefined;
}

/** Whether the program has another address for this model than for others of the provider. */
function isRouted(program: ImportFormat, name: string, model: string): boolean {
  // continuedev/continue, core/llm/llms/Mistral.ts
  if (program === 'continue' && name === 'mistral') return /codestral/.test(model) && !/mamba/.test(model);
  // `huggingface/{who serves it}/{owner}/{model}`: BerriAI/litellm, litellm/llms/huggingface/chat/transformation.py
  return program === 'litellm' && name === 'huggingface' && model.split('/').length !== 2;
}
