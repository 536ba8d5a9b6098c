import { PROVIDERS, type Provider } from './providers.ts';

/**
 * What other programs call the providers that are known: LiteLLM before a model's name (docs.litellm.ai, "Providers"), opencode as
 * the key of a provider (models.dev), Continue in `provider` (docs.continue.dev, "Model Providers"). In lower case.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  OpenAI: ['openai'],
  Anthropic: ['anthropic'],
  Google: ['gemini', 'google'],
  xAI: ['xai'],
  Mistral: ['mistral'],
  DeepSeek: ['deepseek'],
  'Alibaba Cloud': ['dashscope', 'alibaba'],
  Moonshot: ['moonshot', 'moonshotai'],
  'Z.ai': ['zai'],
  MiniMax: ['minimax'],
  Perplexity: ['perplexity'],
  'LM Studio': ['lmstudio', 'lm_studio'],
  OpenRouter: ['openrouter'],
  Groq: ['groq'],
  'Together AI': ['together_ai', 'together', 'togetherai'],
  'Fireworks AI': ['fireworks_ai', 'fireworks', 'fireworks-ai'],
  Cerebras: ['cerebras'],
  NVIDIA: ['nvidia_nim', 'nvidia'],
  'Hugging Face': ['huggingface'],
};
/** By these names the server's own format is meant, which is not at the first of its addresses. */
const OWN_FORMAT: ReadonlySet<string> = new Set(['ollama', 'ollama_chat']);

const BY_NAME = new Map(Object.entries(NAMES).flatMap(([provider, names]) => names.map((name) => [name, provider] as const)));

/** The provider that another program calls so, at its official address; undefined where that differs from user to user, as in clouds. */
export function providerNamed(name: string): Provider | undefined {
  const lower = name.toLowerCase();
  if (OWN_FORMAT.has(lower)) return PROVIDERS.find(({ name: own, baseURL }) => own === 'Ollama' && !baseURL.endsWith('/v1'));
  const own = BY_NAME.get(lower);
  return own === undefined ? undefined : PROVIDERS.find((provider) => provider.name === own);
}
