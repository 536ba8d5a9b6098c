import { redactUrl } from '../services/schema.ts';
import type { WireApi } from './api.ts';
import { bodySize } from './shortened-body.ts';
import { MODEL_PLACEHOLDER } from './to-wire.ts';
import type { WireResult } from './verdict.ts';

/** An APIs' address, and the variable a shell has its key in, as its provider's documentation names it. */
interface Endpoint {
  readonly baseURL: string;
  /** Follows the base address. */
  readonly path: (model: string) => string;
  readonly headers: readonly string[];
}

const bearer = (variable: string): string => `Authorization: Bearer $${variable}`;
const gemini: Endpoint = {
  baseURL: 'https://generativelanguage.googleapis.com/v1beta',
  path: (model) => `/models/${encodeURIComponent(model.replace(/^models\//, '').toWellFormed())}:generateContent`,
  headers: ['x-goog-api-key: $GEMINI_API_KEY'],
};

const ENDPOINTS: Readonly<Record<Exclude<WireApi, 'mcp'>, Endpoint>> = {
  'openai-chat': { baseURL: 'https://api.openai.com/v1', path: () => '/chat/completions', headers: [bearer('OPENAI_API_KEY')] },
  'openai-responses': { baseURL: 'https://api.openai.com/v1', path: () => '/responses', headers: [bearer('OPENAI_API_KEY')] },
  anthropic: { baseURL: 'https://api.anthropic.com/v1', path: () => '/messages', headers: ['x-api-key: $ANTHROPIC_API_KEY', 'anthropic-version: 2023-06-01'] },
  gemini,
  'gemini-2': gemini,
  'openai-compatible': { baseURL: 'https://api.example.com/v1', path: () => '/chat/completions', headers: [bearer('API_KEY')] },
  ollama: { baseURL: 'http://localhost:11434', path: () => '/api/chat', headers: [] },
};

/** Linux takes no argument above 128 KiB (MAX_ARG_STRLEN, execve(2)); a screen shows much less. */
const LONGEST_INLINE = 16 * 1024;

/**
 * The bash command that sends a body. Keys are variables of the shell, never those of a service; credentials and query
 * of an address are left out. A body too long for a command is read from `body.json`.
 */
export function curlCommand(result: WireResult, api: WireApi, { baseURL, model = MODEL_PLACEHOLDER }: { readonly baseURL?: string | undefined; readonly model?: string | undefined } = {}): string {
  if (api === 'mcp') return '# The result of an MCP tool is an answer of the server: nobody sends it with curl.\n';
  const { path, headers, ...endpoint } = ENDPOINTS[api];
  const base = baseURL === undefined || redactUrl(baseURL).trim() === '' ? endpoint.baseURL : redactUrl(baseURL).trim();
  const size = bodySize(result);
  const isInline = size <= LONGEST_INLINE;
  const lines = [
    `curl ${quoted(urlOf(base, path(model), api))}`,
    ...['Content-Type: application/json', ...headers].map((header) => `-H "${header}"`),
    isInline ? `--data-raw ${quoted(JSON.stringify(result.body))}` : '--data-binary @body.json',
  ];
  const comment = isInline ? '' : `# The body (${size} bytes) is read from body.json: save it there first.\n`;
  return `${comment}${lines.join(' \\\n  ')}\n`;
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
