import type { LlmServiceConfig } from './schema.ts';

/** What of a service may be shown. Never `apiKey`; and no fields we do not know: they may hold secrets too. */
const SHOWN_FIELDS = ['id', 'name', 'baseURL', 'api', 'model', 'capabilityTags', 'capabilities', 'description', 'maxTokens'] as const;

/** A service without its key and without fields we do not know: fit for a screen. */
export type RedactedService = Pick<LlmServiceConfig, (typeof SHOWN_FIELDS)[number]>;

/** What of a service may leave the core for a screen, a webview or a model: known fields, and its address without secrets. */
export function redactService(service: LlmServiceConfig): RedactedService {
  const kept = SHOWN_FIELDS.filter((field) => service[field] !== undefined);
  const shown = Object.fromEntries(kept.map((field) => [field, service[field]])) as unknown as RedactedService;
  return shown.baseURL === undefined ? shown : { ...shown, baseURL: redactUrl(shown.baseURL) };
}

/** An address without credentials, query and fragment. With or without a scheme: an address that is being written may lack it, and holds the key all the same. */
export function redactUrl(url: string): string {
  return url.replace(/^(\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]+)?[^\\/?#]*@/i, '$1').replace(/[?#].*$/s, '');
}
