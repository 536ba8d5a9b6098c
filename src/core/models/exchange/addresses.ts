import { redactUrl } from '../api-key.ts';
import { geminiApiOf } from '../wire-api.ts';
import type { Report } from './exchange.ts';

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

type Path = readonly (string | number)[];

/** How another program refers to an environment variable in an address. */
export interface VariableForm {
  /** Global, the name in the first group. */
  readonly pattern: RegExp;
  /** What else in an address is a reference of that program, and no address. */
  readonly foreign: RegExp;
  readonly write: (name: string) => string;
  /** A reference is the whole address, or none. */
  readonly isWhole?: true;
}

/** A reference where a service may have one: behind the host it could be a secret, within the host nobody reads it. */
const BEGINNING = /^\s*\$\{\w+\}/;
/** A reference to an environment variable as services write it. */
const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)\}/g;

/**
 * An address as a service may hold it, with a reference to an environment variable at its beginning as `${NAME}`. Null where it
 * refers to something else, or further in, which is told: there is an address then, and no other one is to be assumed.
 */
export function importAddress(
  address: string | undefined,
  path: Path,
  report: Report,
  { pattern, foreign }: VariableForm,
): string | null | undefined {
  const ours = address?.replace(pattern, '${$1}');
  if (ours === undefined) return undefined;
  const isForeign = foreign.test(ours);
  if (!isForeign && !ours.replace(BEGINNING, '').includes('${')) return ours;
  report(isForeign ? 'address_reference' : 'address_variable_within', path);
  return null;
}

/**
 * An address with references to environment variables as the other program writes them; undefined where it cannot, which is told.
 *
 * @param path of the service
 * @param field what the other program calls its address
 * @param form undefined where addresses hold no references
 */
export function exportAddress(address: string, path: Path, report: Report, field: string, form?: VariableForm): string | undefined {
  if (!address.includes('${')) return address;
  const theirs = form && address.replace(VARIABLE, (_, name: string) => form.write(name));
  const isReferred = !address.replace(VARIABLE, '').includes('${') && (form?.isWhole !== true || /^\s*\$\{[^}]*\}\s*$/.test(address));
  if (theirs !== undefined && isReferred) return theirs;
  report('value_to_fill_in', [...path, 'baseURL'], { field });
  return undefined;
}

/** The `api` of a service that another program's protocol stands for: it has one word for Gemini's API, and the model tells which of the two formats is meant. */
export function apiMeant(protocol: string | undefined, model: string): string | undefined {
  return protocol === 'gemini' ? (geminiApiOf(model) ?? protocol) : protocol;
}

/** What another program calls the protocol of a service; undefined where it has no word for it. */
export function wordFor(words: Readonly<Record<string, string>>, api: unknown): string | undefined {
  const protocol = api === 'gemini-2' ? 'gemini' : api;
  return Object.entries(words).find(([, each]) => each === protocol)?.[0];
}
