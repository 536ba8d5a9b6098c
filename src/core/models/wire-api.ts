/**
 * The supported request formats in display order. `gemini` is generateContent of Gemini 3 and later, `gemini-2` of earlier models, which
 * don't accept media in a function response. `bedrock-invoke` is the body of the model itself, as Claude and Nova have one, `bedrock-converse`
 * the one for all models of Amazon Bedrock. `mcp` is the tool result of an MCP server.
 */
export const WIRE_APIS = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
  'gemini-2',
  'openai-compatible',
  'mistral',
  'cohere',
  'bedrock-converse',
  'bedrock-invoke',
  'ollama',
  'mcp',
] as const;

/** One of {@link WIRE_APIS}; the value of a service's `api` field and of `--api`. */
export type WireApi = (typeof WIRE_APIS)[number];

export function isWireApi(value: unknown): value is WireApi {
  return typeof value === 'string' && (WIRE_APIS as readonly string[]).includes(value);
}

/** Official names of the APIs, not translated. */
export const API_NAMES: Readonly<Record<WireApi, string>> = {
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini generateContent',
  'gemini-2': 'Gemini generateContent (Gemini ≤ 2.5)',
  'openai-compatible': 'OpenAI-compatible',
  mistral: 'Mistral Chat Completions',
  cohere: 'Cohere Chat',
  'bedrock-converse': 'Amazon Bedrock Converse',
  'bedrock-invoke': 'Amazon Bedrock InvokeModel',
  ollama: 'Ollama chat',
  mcp: 'MCP tool result',
};

/**
 * The Gemini format for a model: since Gemini 3 tool results may contain media. Undefined when the name doesn't tell. Gemma uses the older one.
 * `gemini-pro-latest` and `gemini-flash-latest` have been models of Gemini 3 since 2026-01-21: https://ai.google.dev/gemini-api/docs/changelog
 * (2026-02); so has `gemini-flash-lite-latest`, at the latest since Gemini 3.5 Flash-Lite (https://ai.google.dev/gemini-api/docs/whats-new-gemini-3.6,
 * 2026-11).
 */
export function geminiApiOf(model: string): 'gemini' | 'gemini-2' | undefined {
  const generation = /\bgemini-(\d+)/i.exec(model)?.[1];
  if (generation !== undefined) return Number(generation) >= 3 ? 'gemini' : 'gemini-2';
  if (/\bgemini-(?:pro|flash|flash-lite)-latest$/i.test(model)) return 'gemini';
  return /\bgemma\b/i.test(model) ? 'gemini-2' : undefined;
}

/** Default addresses: the provider's own, or this machine for Ollama. APIs offered by many providers have none. */
export const OFFICIAL_ADDRESSES = {
  'openai-chat': 'https://api.openai.com/v1',
  'openai-responses': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
  'gemini-2': 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
  cohere: 'https://api.cohere.com/v2',
  ollama: 'http://localhost:11434',
} as const satisfies Partial<Record<WireApi, string>>;

/** The default address of a service's declared API, if any. */
export function officialAddressOf(api: unknown): string | undefined {
  return typeof api === 'string' && Object.hasOwn(OFFICIAL_ADDRESSES, api)
    ? OFFICIAL_ADDRESSES[api as keyof typeof OFFICIAL_ADDRESSES]
    : undefined;
}
