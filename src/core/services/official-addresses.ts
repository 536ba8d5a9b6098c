import type { WireApi } from './wire-api.ts';

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
