/**
 * The request formats of the providers' APIs that artifacts are sent through, in the order in which they are offered.
 * `gemini` is generateContent of Gemini 3 and later, `gemini-2` of the models before it, which take no media inside a
 * function response. `mcp` is not a model's API but the tool result an MCP server answers with.
 */
export const WIRE_APIS = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
  'gemini-2',
  'openai-compatible',
  'ollama',
  'mcp',
] as const;

/** One of {@link WIRE_APIS}; the value of a service's `api` field and of `--api`. */
export type WireApi = (typeof WIRE_APIS)[number];

/** Whether a word from outside names an API. */
export function isWireApi(value: unknown): value is WireApi {
  return typeof value === 'string' && (WIRE_APIS as readonly string[]).includes(value);
}

/** The names of the APIs as their providers write them. Names are not translated. */
export const API_NAMES: Readonly<Record<WireApi, string>> = {
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini generateContent',
  'gemini-2': 'Gemini generateContent (before Gemini 3)',
  'openai-compatible': 'OpenAI-compatible',
  ollama: 'Ollama chat',
  mcp: 'MCP tool result',
};

/**
 * Which of the two formats of Gemini's API a model takes, by its name: since Gemini 3 the result of a tool holds media.
 * Undefined for a name that does not tell, as `gemini-flash-latest`. Gemma is served in the older one.
 */
export function geminiApiOf(model: string): 'gemini' | 'gemini-2' | undefined {
  const generation = /\bgemini-(\d+)/i.exec(model)?.[1];
  if (generation !== undefined) return Number(generation) >= 3 ? 'gemini' : 'gemini-2';
  return /\bgemma\b/i.test(model) ? 'gemini-2' : undefined;
}

/** Where requests of an API go when a service names no address: the provider's own, for Ollama that of this machine. APIs that many offer have none. */
export const OFFICIAL_ADDRESSES = {
  'openai-chat': 'https://api.openai.com/v1',
  'openai-responses': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
  'gemini-2': 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://localhost:11434',
} as const satisfies Partial<Record<WireApi, string>>;

/** That of the API a service declares; undefined where it has none. */
export function officialAddressOf(api: unknown): string | undefined {
  return typeof api === 'string' && Object.hasOwn(OFFICIAL_ADDRESSES, api)
    ? OFFICIAL_ADDRESSES[api as keyof typeof OFFICIAL_ADDRESSES]
    : undefined;
}
