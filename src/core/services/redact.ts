import { looksLikeApiKey } from './api-key.ts';
import type { LlmServiceConfig } from './schema.ts';

/** Stands for what was taken out. */
export const HIDDEN = '•••';

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

/** Of an address: what stands before its path, and the path. With or without a scheme. */
const BEFORE_PATH = /^(\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]*[^\\/]*)(.*)$/is;

/**
 * An address without credentials, query and fragment, and without what looks like a key in its path. With or without a scheme: an
 * address that is being written may lack it, and holds the key all the same.
 * @param placeholder stands where a key was in the path
 */
export function redactUrl(url: string, placeholder: string = HIDDEN): string {
  const plain = url.replace(/^(\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]+)?[^\\/?#]*@/i, '$1').replace(/[?#].*$/s, '');
  const [, before = '', path = ''] = BEFORE_PATH.exec(plain) ?? [];
  return before + path.replace(/[^\\/]+/g, (segment) => (holdsKey(segment) ? placeholder : segment));
}

/** Whether a segment of a path holds a key: gateways have them there, whole or as a part of one such as `bot7:KEY` or `key=KEY`. */
export function holdsKey(segment: string): boolean {
  return [segment, decoded(segment)].some((text) => [text, ...text.split(/[:;=,@!~$&]/)].some(looksLikeApiKey));
}

/** A part of an address without its percent-encoding; as it is where that is wrong. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
