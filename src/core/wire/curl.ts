import { redactUrl } from '../services/redact.ts';
import type { WireApi } from './api.ts';
import { endpointFor, isAzure, ownVariable, requestUrl, type Endpoint, type Header } from './endpoint.ts';
import { bodySize } from './shortened-body.ts';
import { addressOf } from './service-address.ts';
import { MODEL_PLACEHOLDER } from './to-wire.ts';
import type { WireResult } from './verdict.ts';

/** The variable of every key that is not known to be the provider's. */
const ANY_KEY = '$API_KEY';

/** Stands in the path where a key was. */
const PATH_KEY = 'REDACTED';

/** Linux takes no argument above 128 KiB (MAX_ARG_STRLEN, execve(2)); a screen shows much less. */
const LONGEST_INLINE = 16 * 1024;

/** What a command is made for. */
export interface CurlOptions {
  /** Address of the service, when the service is spoken to by this API; else the API's own is taken. */
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
