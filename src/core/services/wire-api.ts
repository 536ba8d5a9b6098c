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
