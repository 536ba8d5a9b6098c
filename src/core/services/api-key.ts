import type { Node } from 'jsonc-parser';
import { memberOf } from '../json/node.ts';

/** How keys of well-known providers begin, the longer beginnings first, and the variable their SDKs read. */
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
/** The shortest secret part behind a known beginning, and the shortest key without one; in characters. */
const SHORTEST = 20;
const SHORTEST_UNKNOWN = 32;
/** Bits of Shannon entropy for each character: hexadecimal digits have up to 4, words and repetitions far less. */
const LEAST_ENTROPY = 3;
const PLACEHOLDER =
  /\$\{|[<>{}\s*]|\.\.\.|…|your|example|placeholder|change[_-]?me|dummy|fake|test[_-]?key|x{6,}|1234567890|0123456789|abcdefgh/i;
const SECRET = /^[\w.\-+/=]+$/;
const LETTER_AND_DIGIT = /[a-z][^]*\d|\d[^]*[a-z]/i;

/** Whether a text is a key as providers give them, not a placeholder, a reference to a variable or a word. */
export function looksLikeApiKey(text: string): boolean {
  if (text.length > 1000 || !SECRET.test(text) || PLACEHOLDER.test(text) || !LETTER_AND_DIGIT.test(text)) return false;
  const prefix = PREFIXES.find(([beginning]) => text.startsWith(beginning))?.[0];
  const secret = text.slice(prefix?.length ?? 0);
  return secret.length >= (prefix === undefined ? SHORTEST_UNKNOWN : SHORTEST) && entropy(secret) >= LEAST_ENTROPY;
}

/** Shannon entropy in bits for each character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** A service with a key in it. */
export interface FoundKey {
  /** Position in `services`, 0-based. */
  readonly index: number;
  /** The string with the key. */
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

/** The name of the environment variable a key would come from: that of its provider, by its beginning, the address, or the service's id. */
export function variableFor({ apiKey, baseURL, id }: { readonly apiKey: string; readonly baseURL?: string; readonly id?: string }): string {
  const known = PREFIXES.find(([prefix]) => apiKey.startsWith(prefix))?.[1];
  if (known) return known;
  const host = /^https?:\/\/(?:[^/@]*@)?([a-z\d.-]+)/i.exec(baseURL ?? '')?.[1] ?? '';
  const labels = /^[\d.]+$/.test(host) ? [] : host.split('.');
  const provider = labels.length > 1 ? labels.at(-2) : undefined;
  const word = (provider || id || 'provider')
    .normalize('NFKD')
    .replace(/[^a-z\d]+/gi, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
    .toUpperCase();
  return `${/^[A-Z]/.test(word) ? word : 'PROVIDER'}_API_KEY`;
}
