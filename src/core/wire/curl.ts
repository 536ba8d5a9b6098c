import { redactUrl } from '../services/schema.ts';
import type { WireApi } from './api.ts';
import { bodySize } from './shortened-body.ts';
import { addressOf, AZURE_HOSTS } from './service-address.ts';
import { MODEL_PLACEHOLDER } from './to-wire.ts';
import type { WireResult } from './verdict.ts';

/** An API's address, and the headers its requests have. */
interface Endpoint {
  readonly baseURL: string;
  /** Follows the base address. */
  readonly path: (model: string) => string;
  /** @param key the variable of the shell that has the key, as `$NAME` */
  readonly headers: (key: string) => readonly string[];
  /** The provider's own host, and the variable its documentation names; no other host is to get that key. */
  readonly own?: { readonly host: string; readonly variable: string };
}

const bearer = (key: string): readonly string[] => [`Authorization: Bearer ${key}`];
const OPENAI = { baseURL: 'https://api.openai.com/v1', headers: bearer, own: { host: 'api.openai.com', variable: '$OPENAI_API_KEY' } } as const;
const gemini: Endpoint = {
  baseURL: 'https://generativelanguage.googleapis.com/v1beta',
  path: (model) => `/models/${encodeURIComponent(model.replace(/^models\//, '').toWellFormed())}:generateContent`,
  headers: (key) => [`x-goog-api-key: ${key}`],
  own: { host: 'generativelanguage.googleapis.com', variable: '$GEMINI_API_KEY' },
};

const ENDPOINTS: Readonly<Record<Exclude<WireApi, 'mcp'>, Endpoint>> = {
  'openai-chat': { ...OPENAI, path: () => '/chat/completions' },
  'openai-responses': { ...OPENAI, path: () => '/responses' },
  anthropic: {
    baseURL: 'https://api.anthropic.com/v1',
    path: () => '/messages',
    headers: (key) => [`x-api-key: ${key}`, 'anthropic-version: 2023-06-01'],
    own: { host: 'api.anthropic.com', variable: '$ANTHROPIC_API_KEY' },
  },
  gemini,
  'gemini-2': gemini,
  'openai-compatible': { baseURL: 'https://api.example.com/v1', path: () => '/chat/completions', headers: bearer },
  ollama: { baseURL: 'http://localhost:11434', path: () => '/api/chat', headers: () => [] },
};

/** The variable of every key that is not known to be the provider's. */
const ANY_KEY = '$API_KEY';

/** Linux takes no argument above 128 KiB (MAX_ARG_STRLEN, execve(2)); a screen shows much less. */
const LONGEST_INLINE = 16 * 1024;

/**
 * The bash command that sends a body. Keys are variables of the shell, never those of a service: a provider's variable
 * for its own host only, `$API_KEY` for every other. Credentials and query of an address are left out; Azure's
 * `api-version` is a placeholder. A body too long for a command is read from `body.json`.
 *
 * @param baseURL address of the service, when the service is spoken to by this API; else the API's own is taken
 */
export function curlCommand(result: WireResult, api: WireApi, { baseURL = '', model = MODEL_PLACEHOLDER }: { readonly baseURL?: string | undefined; readonly model?: string | undefined } = {}): string {
  if (api === 'mcp') return '# The result of an MCP tool is an answer of the server: nobody sends it with curl.\n';
  const endpoint = ENDPOINTS[api];
  const base = redactUrl(baseURL).trim() || endpoint.baseURL;
  const azure = isAzure(base);
  const url = urlOf(base, endpoint.path(model), api) + (azure && needsVersion(baseURL) ? '?api-version=API_VERSION' : '');
  const headers = azure && endpoint.own?.host === OPENAI.own.host ? [`api-key: ${ANY_KEY}`] : endpoint.headers(keyVariable(base, endpoint));
  const size = bodySize(result);
  const isInline = size <= LONGEST_INLINE;
  const lines = [
    `curl --url ${quoted(url)}`,
    ...['Content-Type: application/json', ...headers].map((header) => `-H "${header}"`),
    isInline ? `--data-raw ${quoted(JSON.stringify(result.body))}` : '--data-binary @body.json',
  ];
  const comment = isInline ? '' : `# The body (${size} bytes) is read from body.json: save it there first.\n`;
  return `${comment}${lines.join(' \\\n  ')}\n`;
}

/** Address and host are read alike by everybody only without `\\` and `@`; without https the key would be sent in the open. */
const PLAIN_HTTPS = /^https:\/\/[^\\@]*$/i;

function keyVariable(base: string, { own }: Endpoint): string {
  return own && PLAIN_HTTPS.test(base) && addressOf(base)?.isAt(own.host) === true ? own.variable : ANY_KEY;
}

function isAzure(base: string): boolean {
  const address = addressOf(base);
  return address !== undefined && AZURE_HOSTS.some(address.isAt);
}

/** Below `/openai/v1` the version may be left out; a version that was in the query stays, as a placeholder. */
function needsVersion(baseURL: string): boolean {
  return /[?&]api-version=/i.test(baseURL) || !/^\/openai\/v1(?:\/|$)/.test(addressOf(baseURL)?.path ?? '');
}

/** The base address may end with the path already, or lack the version Anthropic has in it. */
function urlOf(base: string, path: string, api: WireApi): string {
  const trimmed = base.replace(/\/+$/, '');
  if (trimmed.endsWith(path)) return trimmed;
  if (api === 'anthropic' && !/\/v\d+$/.test(trimmed)) return `${trimmed}/v1${path}`;
  if (api === 'ollama' && trimmed.endsWith('/api')) return `${trimmed}${path.slice('/api'.length)}`;
  return trimmed + path;
}

/** In single quotes of bash nothing is special but their end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
