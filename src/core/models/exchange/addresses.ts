import { own } from '../../io/own.ts';
import { trimEndOf } from '../../io/trim-end.ts';
import { redactUrl } from '../api-key.ts';
import { geminiApiOf } from '../wire-api.ts';
import type { Report } from './exchange.ts';

const HOST = /^(?:[a-z][a-z0-9+.-]*:)?[\\/]*(?:[^\\/?#]*@)?([a-z0-9[][a-z0-9.:[\]-]*)(?=$|[\\/?#])/i;

/** Host and port of an address in lower case; the redacted address when it has no host. */
export function hostOf(baseURL: string): string {
  return HOST.exec(baseURL.trimStart())?.[1]?.toLowerCase() ?? redactUrl(baseURL);
}

const REQUEST_PATHS: Readonly<Record<string, RegExp>> = {
  anthropic: /(?<!\/)\/+messages$/,
  'openai-responses': /(?<!\/)\/+responses$/,
  gemini: /(?<!\/)\/+models\/[^/]+:generateContent$/,
  'gemini-2': /(?<!\/)\/+models\/[^/]+:generateContent$/,
  cohere: /(?<!\/)\/+chat$/,
  'bedrock-converse': /(?<!\/)\/+model\/[^/]+\/converse(?:-stream)?$/,
  'bedrock-invoke': /(?<!\/)\/+model\/[^/]+\/invoke(?:-with-response-stream)?$/,
  ollama: /(?<!\/)\/+api(?:\/chat)?$/,
};
const CHAT_COMPLETIONS = /(?<!\/)\/+chat\/completions$/;

/** The address without the request path of its API, which other programs append themselves: the reverse of `requestUrl`. */
export function requestBase(api: unknown, baseURL: string): string {
  const path = (typeof api === 'string' ? own(REQUEST_PATHS, api) : undefined) ?? CHAT_COMPLETIONS;
  const trimmed = trimEndOf(baseURL, '/');
  return path?.test(trimmed) ? trimmed.replace(path, '') : baseURL;
}

/** Anthropic's base address without `/v1`, for programs that append `/v1/messages`. Other versions stay. */
export function anthropicRoot(baseURL: string): string {
  return withoutSlash(requestBase('anthropic', baseURL)).replace(/\/v1$/, '');
}

/** The address of an Ollama server, for programs that append `/api/chat`. */
export function ollamaRoot(baseURL: string): string {
  return withoutSlash(requestBase('ollama', baseURL));
}

/**
 * Anthropic's base address including its version, which a service may omit. An address ending in a variable stays, since its value may
 * include the version.
 */
export function anthropicBase(baseURL: string): string {
  const base = withoutSlash(requestBase('anthropic', baseURL));
  return /\/v\d+$/.test(base) || ENDS_IN_VARIABLE.test(base) ? base : `${base}/v1`;
}

const ENDS_IN_VARIABLE = /\$\{[^}]*\}$/;

/** Whether only a variable's value determines if the address includes Anthropic's version. */
export function isVersionOpen(api: unknown, baseURL: string): boolean {
  return api === 'anthropic' && ENDS_IN_VARIABLE.test(withoutSlash(requestBase(api, baseURL)));
}

/**
 * The base address for a program that only speaks OpenAI's chat completions, which Ollama and Google offer too: docs.ollama.com/openai,
 * ai.google.dev/gemini-api/docs/openai.
 */
export function compatibleBase(api: unknown, baseURL: string): string {
  const base = withoutSlash(requestBase(api, baseURL));
  if (api === 'ollama') return base.endsWith('/v1') ? base : `${base}/v1`;
  const isGoogle = (api === 'gemini' || api === 'gemini-2') && hostOf(base) === 'generativelanguage.googleapis.com';
  return isGoogle && !base.endsWith('/openai') ? `${base}/openai` : base;
}

function withoutSlash(address: string): string {
  return trimEndOf(address, '/');
}

type Path = readonly (string | number)[];

/** How another program writes environment variables in addresses. */
export interface VariableForm {
  /** Global; the name is the first group. */
  readonly pattern: RegExp;
  /** Other references of that program. */
  readonly foreign: RegExp;
  readonly write: (name: string) => string;
  /** A reference must be the whole address. */
  readonly isWhole?: true;
}

/** A variable is only supported at the beginning: after the host it could be a secret. */
const BEGINNING = /^\s*\$\{\w+\}/;
const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)\}/g;

/**
 * An imported address, with a variable at its beginning as `${NAME}`. Null for other references, which are reported: the service has an
 * address, so none is assumed.
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
 * An address with variables in the other program's form; undefined when impossible, which is reported.
 *
 * @param path of the service
 * @param field the other program's name for the address
 * @param form undefined when its addresses have no variables
 */
export function exportAddress(address: string, path: Path, report: Report, field: string, form?: VariableForm): string | undefined {
  if (!address.includes('${')) return address;
  const theirs = form && address.replace(VARIABLE, (_, name: string) => form.write(name));
  const isReferred = !address.replace(VARIABLE, '').includes('${') && (form?.isWhole !== true || /^\s*\$\{[^}]*\}\s*$/.test(address));
  if (theirs !== undefined && isReferred) return theirs;
  report('value_to_fill_in', [...path, 'baseURL'], { field });
  return undefined;
}

/** The `api` for another program's protocol. It has one word for Gemini's API, so the model selects the format. */
export function apiNamedBy(protocol: string | undefined, model: string): string | undefined {
  return protocol === 'gemini' ? (geminiApiOf(model) ?? protocol) : protocol;
}

export function wordFor(words: Readonly<Record<string, string>>, api: unknown): string | undefined {
  const protocol = api === 'gemini-2' ? 'gemini' : api;
  return Object.entries(words).find(([, each]) => each === protocol)?.[0];
}
