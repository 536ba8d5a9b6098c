import { redactUrl } from '../schema.ts';

const HOST = /^\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]*(?:[^\\/?#]*@)?([a-z0-9[][a-z0-9.:[\]-]*)(?=$|[\\/?#])/i;

/** Host and port of an address, in lower case; the address without its secrets where no host can be told. */
export function hostOf(baseURL: string): string {
  return HOST.exec(baseURL)?.[1]?.toLowerCase() ?? redactUrl(baseURL);
}

/** The base address of Anthropic's API without version 1: for programs that add `/v1/messages` by themselves. An address of another version stays. */
export function anthropicRoot(baseURL: string): string {
  return baseURL.replace(/\/+$/, '').replace(/\/messages$/, '').replace(/\/v1$/, '');
}

/** The address of a server of Ollama, for programs that add `/api/chat` by themselves. */
export function ollamaRoot(baseURL: string): string {
  return baseURL.replace(/\/+$/, '').replace(/\/api(?:\/chat)?$/, '');
}

/** The base address of Anthropic's API up to and including its version, which a service may leave out. */
export function anthropicBase(baseURL: string): string {
  const base = baseURL.replace(/\/+$/, '').replace(/\/messages$/, '');
  return /\/v\d+$/.test(base) ? base : `${base}/v1`;
}
