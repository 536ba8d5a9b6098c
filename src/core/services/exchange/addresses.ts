import { redactUrl } from '../redact.ts';

const HOST = /^\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]*(?:[^\\/?#]*@)?([a-z0-9[][a-z0-9.:[\]-]*)(?=$|[\\/?#])/i;

/** Host and port of an address, in lower case; the address without its secrets where no host can be told. */
export function hostOf(baseURL: string): string {
  return HOST.exec(baseURL)?.[1]?.toLowerCase() ?? redactUrl(baseURL);
}

const REQUEST_PATHS: Readonly<Record<string, RegExp>> = {
  anthropic: /\/+messages$/,
  'openai-responses': /\/+responses$/,
  gemini: /\/+models\/[^/]+:generateContent$/,
  'gemini-2': /\/+models\/[^/]+:generateContent$/,
  ollama: /\/+api(?:\/chat)?$/,
};
const CHAT_COMPLETIONS = /\/+chat\/completions$/;

/** The address without the path of its API's requests, which a service may have in it and other programs add by themselves: what `requestUrl` of the wire layer does, undone. */
export function requestBase(api: unknown, baseURL: string): string {
  const path = typeof api === 'string' && Object.hasOwn(REQUEST_PATHS, api) ? REQUEST_PATHS[api] : CHAT_COMPLETIONS;
  const trimmed = baseURL.replace(/\/+$/, '');
  return path?.test(trimmed) ? trimmed.replace(path, '') : baseURL;
}

/** The base address of Anthropic's API without version 1: for programs that add `/v1/messages` by themselves. An address of another version stays. */
export function anthropicRoot(baseURL: string): string {
  return withoutSlash(requestBase('anthropic', baseURL)).replace(/\/v1$/, '');
}

/** The address of a server of Ollama, for programs that add `/api/chat` by themselves. */
export function ollamaRoot(baseURL: string): string {
  return withoutSlash(requestBase('ollama', baseURL));
}

/** The base address of Anthropic's API up to and including its version, which a service may leave out. The value of a variable may end in it: one at the end stays as it is. */
export function anthropicBase(baseURL: string): string {
  const base = withoutSlash(requestBase('anthropic', baseURL));
  return /\/v\d+$/.test(base) || ENDS_IN_VARIABLE.test(base) ? base : `${base}/v1`;
}

const ENDS_IN_VARIABLE = /\$\{[^}]*\}$/;

/** Whether only the value of a variable tells if Anthropic's version is in the address. */
export function isVersionOpen(api: unknown, baseURL: string): boolean {
  return api === 'anthropic' && ENDS_IN_VARIABLE.test(withoutSlash(requestBase(api, baseURL)));
}

/**
 * The base address for a program that speaks the format of OpenAI's chat completions only. Ollama and Google offer that beside
 * their own: docs.ollama.com/openai, ai.google.dev/gemini-api/docs/openai.
 */
export function compatibleBase(api: unknown, baseURL: string): string {
  const base = withoutSlash(requestBase(api, baseURL));
  if (api === 'ollama') return base.endsWith('/v1') ? base : `${base}/v1`;
  const isGoogle = (api === 'gemini' || api === 'gemini-2') && hostOf(base) === 'generativelanguage.googleapis.com';
  return isGoogle && !base.endsWith('/openai') ? `${base}/openai` : base;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
