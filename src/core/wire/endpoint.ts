import { trimEndOf } from '../io/trim-end.ts';
import { redactUrl } from '../models/api-key.ts';
import { OFFICIAL_ADDRESSES } from '../models/wire-api.ts';
import { bodySize } from './shortened-body.ts';
import { MODEL_PLACEHOLDER } from './to-wire.ts';
import type { WireApi, WireResult } from './verdict.ts';

/** The APIs for requests; MCP results are not sent. */
export type SendableApi = Exclude<WireApi, 'mcp'>;

/** A header: its name and value. */
type Header = readonly [name: string, value: string];

/** An API's address and headers. */
interface Endpoint {
  /** The default address; `openai-compatible` only has an example. */
  readonly baseURL: string;
  /** Appended to the base address. */
  readonly path: (model: string) => string;
  readonly headers: readonly Header[];
  readonly keyHeader: (key: string) => Header;
  /** Servers usually need no key. */
  readonly isKeyOptional?: true;
  /** The provider's own host and its documented key variable; no other host may get that key. */
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

/** Bedrock of the region that its documentation begins with; each has an address of its own. */
const bedrock = (operation: string): Endpoint => ({
  baseURL: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  path: (model) => `/model/${encodeURIComponent(model.toWellFormed())}/${operation}`,
  headers: [],
  // docs.aws.amazon.com/bedrock, "Use an Amazon Bedrock API key" (2026-11)
  keyHeader: bearer,
});

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
  mistral: {
    baseURL: OFFICIAL_ADDRESSES.mistral,
    path: () => '/chat/completions',
    headers: [],
    keyHeader: bearer,
    own: { provider: 'Mistral', host: 'api.mistral.ai', variable: 'MISTRAL_API_KEY' },
  },
  cohere: {
    baseURL: OFFICIAL_ADDRESSES.cohere,
    path: () => '/chat',
    headers: [],
    keyHeader: bearer,
    own: { provider: 'Cohere', host: 'api.cohere.com', variable: 'CO_API_KEY' },
  },
  'bedrock-converse': bedrock('converse'),
  'bedrock-invoke': bedrock('invoke'),
  'openai-compatible': { baseURL: 'https://api.example.com/v1', path: () => '/chat/completions', headers: [], keyHeader: bearer },
  ollama: { baseURL: OFFICIAL_ADDRESSES.ollama, path: () => '/api/chat', headers: [], keyHeader: bearer, isKeyOptional: true },
};

/**
 * The endpoint of an API at a base address: Azure OpenAI uses its own key header; clouds have the model of Anthropic and Google in the path, and
 * take a token as the key: docs.cloud.google.com/vertex-ai, "Use Claude models"; docs.aws.amazon.com/bedrock, "InvokeModel" (2026-11).
 */
export function endpointFor(api: SendableApi, base: string): Endpoint {
  const endpoint = ENDPOINTS[api];
  const address = addressOf(base);
  if (address && api === 'anthropic' && isBedrock(address)) return ENDPOINTS['bedrock-invoke'];
  if (address && isVertex(address)) {
    if (api === 'anthropic') return vertex(address, 'anthropic', 'rawPredict');
    if (api === 'gemini' || api === 'gemini-2') return vertex(address, 'google', 'generateContent');
  }
  return endpoint.own?.host === OPENAI.own.host && isAzure(base) ? { ...endpoint, keyHeader: (key) => ['api-key', key] } : endpoint;
}

/** A model of Vertex AI, below the address of a project or of a publisher in it. */
function vertex({ path }: Address, publisher: string, method: string): Endpoint {
  const folder = /\/publishers\/[^/]+$/.test(path) ? '' : `/publishers/${publisher}`;
  return {
    baseURL: 'https://aiplatform.googleapis.com/v1/projects/PROJECT/locations/global',
    path: (model) => `${folder}/models/${encodeURIComponent(model.toWellFormed())}:${method}`,
    headers: [],
    keyHeader: bearer,
  };
}

/** Whether an address is that of Vertex AI. */
function isVertex({ host, isAt }: Address): boolean {
  return isAt('aiplatform.googleapis.com') || host.endsWith('-aiplatform.googleapis.com');
}

/** Without `\\` and `@`, which parsers treat differently, and with https, so that the key is encrypted. */
const PLAIN_HTTPS = /^https:\/\/[^\\@]*$/i;

/** The key variable of the provider whose host this is, if any. */
export function ownVariable({ own }: Endpoint, base: string): string | undefined {
  return own && PLAIN_HTTPS.test(base) && addressOf(base)?.isAt(own.host) === true ? own.variable : undefined;
}

function isAzure(base: string): boolean {
  const address = addressOf(base);
  return address !== undefined && AZURE_HOSTS.some(address.isAt);
}

/**
 * The request URL. The base address may already end with the path, or lack Anthropic's version.
 * @param base without query
 */
export function requestUrl(api: SendableApi, base: string, path: string): string {
  const trimmed = trimEndOf(base, '/');
  if (trimmed.endsWith(path)) return trimmed;
  if (path === '/messages' && !/\/v\d+$/.test(trimmed)) return `${trimmed}/v1${path}`;
  if (api === 'ollama' && trimmed.endsWith('/api')) return `${trimmed}${path.slice('/api'.length)}`;
  return trimmed + path;
}

/** An address without credentials, query and fragment. */
export interface Address {
  /** In lower case. */
  readonly host: string;
  /** Digits; empty if absent. */
  readonly port: string;
  /** In lower case, without trailing slash; empty if absent. */
  readonly path: string;
  /** Whether the host is this domain or a subdomain. */
  readonly isAt: (domain: string) => boolean;
}

/** Hosts of Azure OpenAI; each resource is a subdomain. */
export const AZURE_HOSTS = ['openai.azure.com', 'services.ai.azure.com', 'cognitiveservices.azure.com'] as const;

/** Whether an address is that at which Amazon Bedrock runs models. */
export function isBedrock({ host }: Pick<Address, 'host'>): boolean {
  return /^bedrock-runtime[a-z-]*\./.test(host) && /\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/.test(host);
}

const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]*([^\\/?#]*)([^?#]*)/i;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::([0-9]+))?$/;

/** Undefined when there is no readable host, such as `${BASE_URL}`. */
export function addressOf(url: string): Address | undefined {
  const [, authority = '', path = ''] = ADDRESS.exec(url.slice(0, 2000)) ?? [];
  const [, host, port = ''] = HOST.exec(authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()) ?? [];
  if (host === undefined) return undefined;
  return {
    host,
    port,
    path: trimEndOf(path.replaceAll('\\', '/').trim(), '/').toLowerCase(),
    isAt: (domain) => host === domain || host.endsWith(`.${domain}`),
  };
}

/** Maximum length of a host name (RFC 1035 §2.3.4). */
const LONGEST_HOST = 253;

/**
 * A host as used for requests: lower case, numeric addresses normalised. Undefined when it is not just a host. @param host a name, an IPv4
 * address, or an IPv6 address in brackets
 */
export function canonicalHost(host: string): string | undefined {
  if (host.length > LONGEST_HOST || HOST.exec(host.toLowerCase())?.[1]?.length !== host.length) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/** This machine itself (RFC 6761 §6.3; RFC 1122 §3.2.1.3; RFC 4291 §2.5.3). @param host in lower case */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** For keys not known to be the provider's. */
const ANY_KEY = '$API_KEY';

/** Replaces a key in the path. */
const PATH_KEY = 'REDACTED';

/** Linux allows arguments up to 128 KiB (MAX_ARG_STRLEN, execve(2)); a screen shows much less. */
const LONGEST_INLINE = 16 * 1024;

export interface CurlOptions {
  /** The service's address, if it uses this API; otherwise the API's own. */
  readonly baseURL?: string | undefined;
  readonly model?: string | undefined;
  /** Bytes of the body, when they are known. */
  readonly size?: number | undefined;
}

/**
 * The bash command that sends a body. Keys are variables of the shell, never those of a service: a provider's variable
 * for its own host only, `$API_KEY` for every other. Credentials and query of an address are left out, and a key in its path; Azure's
 * `api-version` is a placeholder. A body too long for a command is read from `body.json`.
 */
export function curlCommand(
  result: WireResult,
  api: WireApi,
  { baseURL = '', model = MODEL_PLACEHOLDER, size = bodySize(result) }: CurlOptions = {},
): string {
  if (api === 'mcp') return '# The result of an MCP tool is an answer of the server: nobody sends it with curl.\n';
  const named = redactUrl(baseURL, PATH_KEY).trim();
  const endpoint = endpointFor(api, named);
  const base = named || endpoint.baseURL;
  const url = requestUrl(api, base, endpoint.path(model)) + (isAzure(base) && needsVersion(baseURL) ? '?api-version=API_VERSION' : '');
  const headers = [['Content-Type', 'application/json'] as const, ...endpoint.headers, ...keyHeader(base, endpoint)];
  const isInline = size <= LONGEST_INLINE;
  const lines = [
    `curl --url ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    isInline ? `--data-raw ${quoted(JSON.stringify(result.body))}` : '--data-binary @body.json',
  ];
  const comment = isInline ? '' : `# The body (${size} bytes) is read from body.json: save it there first.\n`;
  return `${comment}${lines.join(' \\\n  ')}\n`;
}

function keyHeader(base: string, endpoint: Endpoint): Header[] {
  if (endpoint.isKeyOptional) return [];
  const own = ownVariable(endpoint, base);
  return [endpoint.keyHeader(own === undefined ? ANY_KEY : `$${own}`)];
}

/** Below `/openai/v1` the version may be left out; a version that was in the query stays, as a placeholder. */
function needsVersion(baseURL: string): boolean {
  return /[?&]api-version=/i.test(baseURL) || !/^\/openai\/v1(?:\/|$)/.test(addressOf(baseURL)?.path ?? '');
}

/** In single quotes of bash nothing is special but their end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
