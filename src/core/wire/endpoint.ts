import { OFFICIAL_ADDRESSES } from '../services/official-addresses.ts';
import type { WireApi } from './api.ts';
import { addressOf, AZURE_HOSTS } from './service-address.ts';

/** The APIs that requests are sent to; nobody sends the answer of an MCP tool. */
export type SendableApi = Exclude<WireApi, 'mcp'>;

/** A header: its name and value. */
export type Header = readonly [name: string, value: string];

/** An API's address, and the headers its requests have. */
export interface Endpoint {
  /** Where the API is offered when a service names no address; `openai-compatible` has an example only. */
  readonly baseURL: string;
  /** Follows the base address. */
  readonly path: (model: string) => string;
  readonly headers: readonly Header[];
  readonly keyHeader: (key: string) => Header;
  /** Servers of this API usually want no key. */
  readonly isKeyOptional?: true;
  /** The provider's own host, and the variable its documentation names; no other host is to get that key. */
  readonly own?: { readonly provider: string; readonly host: string; readonly variable: string };
}

const bearer = (key: string): Header => ['Authorization', `Bearer ${key}`];
const OPENAI = {
  baseURL: OFFICIAL_ADDRESSES['openai-chat'],
  headers: [],
  keyHeader: bearer,
  own: { provider: 'OpenAI', host: 'api.openai.com', variable: 'OPENAI_API_KEY' },
} as const;
const gemini: Endpoint = {
  baseURL: OFFICIAL_ADDRESSES.gemini,
  path: (model) => `/models/${encodeURIComponent(model.replace(/^models\//, '').toWellFormed())}:generateContent`,
  headers: [],
  keyHeader: (key) => ['x-goog-api-key', key],
  own: { provider: 'Gemini API', host: 'generativelanguage.googleapis.com', variable: 'GEMINI_API_KEY' },
};

const ENDPOINTS: Readonly<Record<SendableApi, Endpoint>> = {
  'openai-chat': { ...OPENAI, path: () => '/chat/completions' },
  'openai-responses': { ...OPENAI, path: () => '/responses' },
  anthropic: {
    baseURL: OFFICIAL_ADDRESSES.anthropic,
    path: () => '/messages',
    headers: [['anthropic-version', '2023-06-01']],
    keyHeader: (key) => ['x-api-key', key],
    own: { provider: 'Anthropic', host: 'api.anthropic.com', variable: 'ANTHROPIC_API_KEY' },
  },
  gemini,
  'gemini-2': gemini,
  'openai-compatible': { baseURL: 'https://api.example.com/v1', path: () => '/chat/completions', headers: [], keyHeader: bearer },
  ollama: { baseURL: OFFICIAL_ADDRESSES.ollama, path: () => '/api/chat', headers: [], keyHeader: bearer, isKeyOptional: true },
};

/** How an API is reached at a base address: Azure OpenAI has a header of its own for the key, wherever OpenAI's APIs are spoken. */
export function endpointFor(api: SendableApi, base: string): Endpoint {
  const endpoint = ENDPOINTS[api];
  return endpoint.own?.host === OPENAI.own.host && isAzure(base) ? { ...endpoint, keyHeader: (key) => ['api-key', key] } : endpoint;
}

/** Address and host are read alike by everybody only without `\\` and `@`; without https the key would be sent in the open. */
const PLAIN_HTTPS = /^https:\/\/[^\\@]*$/i;

/** The variable with the key of the provider whose own host this is; undefined for every other host. */
export function ownVariable({ own }: Endpoint, base: string): string | undefined {
  return own && PLAIN_HTTPS.test(base) && addressOf(base)?.isAt(own.host) === true ? own.variable : undefined;
}

/** Whether an address is one of Azure OpenAI. */
export function isAzure(base: string): boolean {
  const address = addressOf(base);
  return address !== undefined && AZURE_HOSTS.some(address.isAt);
}

/**
 * The address of a request. The base address may end with the path already, or lack the version Anthropic has in it.
 * @param base without query
 */
export function requestUrl(api: SendableApi, base: string, path: string): string {
  const trimmed = base.replace(/\/+$/, '');
  if (trimmed.endsWith(path)) return trimmed;
  if (api === 'anthropic' && !/\/v\d+$/.test(trimmed)) return `${trimmed}/v1${path}`;
  if (api === 'ollama' && trimmed.endsWith('/api')) return `${trimmed}${path.slice('/api'.length)}`;
  return trimmed + path;
}
