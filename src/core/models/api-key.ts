import type { Node } from 'jsonc-parser';
import { memberOf } from '../json/node.ts';
import type { LlmServiceConfig } from './schema.ts';

/** Key prefixes of known providers, longer ones first, with the variable their SDKs read. */
const PREFIXES: readonly (readonly [prefix: string, variable?: string])[] = [
  ['sk-ant-', 'ANTHROPIC_API_KEY'],
  ['sk-or-', 'OPENROUTER_API_KEY'],
  ['sk-proj-', 'OPENAI_API_KEY'],
  ['sk-svcacct-', 'OPENAI_API_KEY'],
  ['sk-'],
  ['AIza', 'GEMINI_API_KEY'],
  ['gsk_', 'GROQ_API_KEY'],
  ['xai-', 'XAI_API_KEY'],
  ['pplx-', 'PERPLEXITY_API_KEY'],
  ['hf_', 'HF_TOKEN'],
  ['nvapi-', 'NVIDIA_API_KEY'],
];
/** Minimum characters of the secret part after a known prefix, and of a key without one. */
const SHORTEST = 20;
const SHORTEST_UNKNOWN = 32;
/** Shannon entropy in bits per character: hexadecimal digits have up to 4, words and repetitions far less. */
const LEAST_ENTROPY = 3;
const PLACEHOLDER =
  /\$\{|[<>{}\s*]|\.\.\.|…|your|example|placeholder|change[_-]?me|dummy|fake|test[_-]?key|x{6,}|1234567890|0123456789|abcdefgh/i;
const SECRET = /^[\w.\-+/=]+$/;

/** Whether a text looks like a real key, not a placeholder, variable reference or word. */
export function looksLikeApiKey(text: string): boolean {
  if (text.length > 1000 || !SECRET.test(text) || PLACEHOLDER.test(text) || !/[a-z]/i.test(text) || !/\d/.test(text)) return false;
  const prefix = PREFIXES.find(([beginning]) => text.startsWith(beginning))?.[0];
  const secret = text.slice(prefix?.length ?? 0);
  return secret.length >= (prefix === undefined ? SHORTEST_UNKNOWN : SHORTEST) && entropy(secret) >= LEAST_ENTROPY;
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** A key found in a service. */
export interface FoundKey {
  /** Index in `services`, 0-based. */
  readonly index: number;
  /** The string node with the key. */
  readonly node: Node;
}

/** The services whose `apiKey` looks real. */
export function findApiKeys(root: Node): FoundKey[] {
  const services = memberOf(root, 'services')?.value;
  return (services?.type === 'array' ? (services.children ?? []) : []).flatMap((service, index) => {
    const node = memberOf(service, 'apiKey')?.value;
    return node && typeof node.value === 'string' && looksLikeApiKey(node.value) ? [{ index, node }] : [];
  });
}

/** The environment variable for a key: from its prefix, otherwise from the address or the service's id. */
export function variableFor({ apiKey, baseURL, id }: { readonly apiKey: string; readonly baseURL?: string; readonly id?: string }): string {
  const known = PREFIXES.find(([prefix]) => apiKey.startsWith(prefix))?.[1];
  if (known) return known;
  const host = /^https?:\/\/(?:[^/@]*@)?([a-z\d.-]+)/i.exec(baseURL ?? '')?.[1] ?? '';
  const labels = /^[\d.]+$/.test(host) ? [] : host.split('.');
  const provider = labels.length > 1 ? labels.at(-2) : undefined;
  const word = (provider || id || 'provider')
    .normalize('NFKD')
    .replace(/[^a-z\d]+/gi, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 40)
    .toUpperCase();
  return `${/^[A-Z]/.test(word) ? word : 'PROVIDER'}_API_KEY`;
}

/** Replaces hidden parts. */
export const HIDDEN = '•••';

/** Fields that may be shown. Never `apiKey` or unknown fields: they may hold secrets. */
const SHOWN_FIELDS = ['id', 'name', 'baseURL', 'api', 'model', 'capabilityTags', 'capabilities', 'description', 'maxTokens'] as const;

/** A service without its key and unknown fields, safe to show. */
export type RedactedService = Pick<LlmServiceConfig, (typeof SHOWN_FIELDS)[number]>;

/** Removes secrets before a service goes to a screen, webview or model: keeps known fields and a redacted address. */
export function redactService(service: LlmServiceConfig): RedactedService {
  const kept = SHOWN_FIELDS.filter((field) => service[field] !== undefined);
  const shown = Object.fromEntries(kept.map((field) => [field, service[field]])) as unknown as RedactedService;
  return shown.baseURL === undefined ? shown : { ...shown, baseURL: redactUrl(shown.baseURL) };
}

/** The part before an address's path. With or without a scheme. */
const BEFORE_PATH = /^(\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]*[^\\/]*)/i;

/**
 * Removes credentials, query, fragment and key-like path segments from an address. The scheme may be missing while the address is being
 * typed.
 * @param placeholder replaces a key in the path
 */
export function redactUrl(url: string, placeholder: string = HIDDEN): string {
  const plain = url.replace(/^(\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]+)?[^\\/?#]*@/i, '$1').split(/[?#]/, 1)[0] ?? '';
  const before = BEFORE_PATH.exec(plain)?.[0] ?? '';
  return before + plain.slice(before.length).replace(/[^\\/]+/g, (segment) => (holdsKey(segment) ? placeholder : segment));
}

/** Whether a path segment contains a key, whole or as a part such as `bot7:KEY` or `key=KEY`, as some gateways have. */
export function holdsKey(segment: string): boolean {
  return [segment, decoded(segment)].some((text) => [text, ...text.split(/[:;=,@!~$&]/)].some(looksLikeApiKey));
}

/** Percent-decodes a part of an address; unchanged if invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
