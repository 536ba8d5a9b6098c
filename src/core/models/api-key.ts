import type { Node } from 'jsonc-parser';
import { memberOf } from '../json/node.ts';
import type { LlmServiceConfig } from './schema.ts';

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

/**
 * Whether rules of a `.gitignore` cover a file (gitignore(5)): the last rule that matches decides; a rule with a slash
 * before its end counts from the folder of the rules, one without at any depth; a folder's rule covers what is in it.
 *
 * @param path of the file, from the folder of the rules, with `/`
 * @returns undefined when no rule is about it
 */
export function ignoredBy(rules: string, path: string): boolean | undefined {
  const names = path.split('/');
  const above = names.map((_, index) => ({ path: names.slice(0, index + 1).join('/'), isFile: index === names.length - 1 }));
  let verdict: boolean | undefined;
  for (const line of rules.split(/\r?\n/)) {
    const rule = line.replace(/(?<!\\)\s+$/, '');
    if (rule === '' || rule.startsWith('#')) continue;
    const isNegated = rule.startsWith('!');
    const pattern = isNegated ? rule.slice(1) : rule;
    const folderOnly = pattern.endsWith('/');
    const expression = toExpression(folderOnly ? pattern.slice(0, -1) : pattern);
    if (above.some((one) => !(folderOnly && one.isFile) && expression.test(one.path))) verdict = !isNegated;
  }
  return verdict;
}

function toExpression(pattern: string): RegExp {
  const isAnchored = pattern.includes('/');
  const body = pattern.replace(/^\//, '').replace(/\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]]+\]|\\.|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '/**') return '/.*';
    if (token.startsWith('*')) return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.length > 2 && token.startsWith('['))
      return `[${token.startsWith('[!') ? '^' : ''}${token.slice(token.startsWith('[!') ? 2 : 1, -1).replace(/[\\^[]/g, '\\$&')}]`;
    return token.startsWith('\\') && token.length === 2 ? `\\${token[1]}`.replace(/\\(\w)/, '$1') : `\\${token}`;
  });
  try {
    return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${body}$`);
  } catch {
    return /^(?!)/; // a range such as [z-a] matches nothing
  }
}
