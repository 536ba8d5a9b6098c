import type { ImportFormat } from '../services/exchange/exchange.ts';
import { PROVIDERS, type Provider } from './providers.ts';
import { apiOfService } from './service-api.ts';

/** A provider as another program names it, and what else tells which of its addresses is meant. */
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
  const meaning = Object.hasOwn(names, lower) ? names[lower] : undefined;
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
