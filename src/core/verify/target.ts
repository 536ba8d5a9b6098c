import { checkArgument, isObject, optionsOf, textArgument } from '../io/arguments.ts';
import { sentence, type Sentence } from '../io/errors.ts';
import { decoded, HIDDEN, holdsKey } from '../models/api-key.ts';
import type { ModelCapabilities } from '../models/capability.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import { addressOf, canonicalHost, endpointFor, isLoopback, ownVariable, requestUrl, type SendableApi } from '../wire/endpoint.ts';
import { type HostKind, hostKind, isKnownPair, ownerElsewhere } from '../wire/key-home.ts';
import { apiOfService, type ServiceApi } from '../wire/service-api.ts';
import type { OutgoingRequest } from './sender.ts';
import { shownWords } from './server-words.ts';

export type TargetProblemCode =
  | 'no_address'
  | 'address_unusable'
  | 'address_has_credentials'
  | 'variable_unset'
  | 'key_unusable'
  | 'no_model'
  | 'not_a_model';

/** English messages by problem. `{0}` is a variable's name. */
export const TARGET_SENTENCES: Readonly<Record<TargetProblemCode, string>> = {
  no_address: 'The service has no address (baseURL).',
  address_unusable: 'The service’s baseURL is not a valid address for requests.',
  address_has_credentials: 'The service’s baseURL contains a user name or a password; put the key into apiKey.',
  variable_unset: 'The environment variable {0} is not set.',
  key_unusable: 'The key is too long or contains characters that no key has.',
  no_model: 'The service has no model.',
  not_a_model: 'The service is an MCP server, not a model.',
};

export interface TargetProblem {
  readonly code: TargetProblemCode;
  readonly because: Sentence;
}

export interface TargetOptions {
  readonly environment: Environment;
  /** A variable chosen for the key; overrides the service's own. */
  readonly variable?: string | undefined;
}

/** A service prepared for requests. Its key is private, so printing, copying or posting a target doesn't reveal it. */
export class VerifyTarget {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly api: SendableApi;
  readonly certainty: ServiceApi['certainty'];
  readonly declared: ModelCapabilities;
  /** Safe to show. */
  readonly address: string;
  /** The provider whose official address is used, if the service has none. */
  readonly official: string | undefined;
  /** The request host in lower case, numeric addresses normalised. */
  readonly host: string;
  readonly hostKind: HostKind;
  /** False when a variable's key is not known to belong to this host: it could be any secret. */
  readonly isKnownPair: boolean;
  /** The provider whose variable holds the key, if requests go to someone else. */
  readonly keyOwner: string | undefined;
  /** The key would be sent unencrypted. */
  readonly isOpen: boolean;
  readonly key: { readonly from: KeyChoice['from']; readonly variable?: string };
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #secrets: readonly string[];

  private constructor(
    service: LlmServiceConfig,
    declared: ModelCapabilities,
    { api, certainty }: { api: SendableApi; certainty: ServiceApi['certainty'] },
    address: RequestAddress,
    key: KeyChoice,
  ) {
    const { headers, keyHeader } = endpointFor(api, address.url);
    this.id = service.id;
    this.name = service.name || service.id;
    this.model = service.model ?? '';
    this.api = api;
    this.certainty = certainty;
    this.declared = declared;
    this.address = address.shown;
    this.official = address.official;
    this.host = address.host;
    this.hostKind = address.hostKind;
    this.isKnownPair = key.from !== 'variable' || isKnownPair(key.name, address.url);
    this.keyOwner = key.from === 'variable' ? ownerElsewhere(key.name, address.url) : undefined;
    this.isOpen = address.isOpen && key.from !== 'none';
    this.key = { from: key.from, ...(key.from === 'variable' && { variable: key.name }) };
    this.#url = address.url;
    this.#headers = Object.fromEntries([
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
      ...headers,
      ...(key.from === 'none' ? [] : [keyHeader(key.key)]),
    ]);
    this.#secrets = [...(key.from === 'none' ? [] : [key.key]), ...address.secrets];
  }

  /**
   * @param declared the service's effective capabilities
   * @throws CodedError `arguments_invalid` for an invalid service, capabilities or environment
   */
  static of(service: LlmServiceConfig, declared: ModelCapabilities, options: TargetOptions): VerifyTarget | TargetProblem {
    const { environment, variable } = optionsOf(options, ['environment', 'variable']);
    checkArgument(typeof environment === 'function', 'environment');
    checkArgument(variable === undefined || typeof variable === 'string', 'variable');
    return VerifyTarget.#of(knownFields(service), capabilitiesIn(declared), {
      environment: (name) => valueOf(environment, name),
      variable,
    });
  }

  static #of(
    service: LlmServiceConfig,
    declared: ModelCapabilities,
    { environment, variable }: TargetOptions,
  ): VerifyTarget | TargetProblem {
    const { api, certainty } = apiOfService(service);
    if (api === 'mcp') return problem('not_a_model');
    if (!service.model?.trim()) return problem('no_model');
    const address = requestAddress(service, api, certainty, environment);
    if ('code' in address) return problem(address.code, address.name);
    const key = keyOf(service, environment, variable);
    return 'code' in key ? problem(key.code, key.name) : new VerifyTarget(service, declared, { api, certainty }, address, key);
  }

  static is(value: unknown): value is VerifyTarget {
    return isObject(value) && #url in value;
  }

  /** The variable for this provider's key, offered when the service has no key. */
  get providerVariable(): string | undefined {
    return ownVariable(endpointFor(this.api, this.#url), this.#url);
  }

  /** Whether requests go to the same URL with the same key, so that consent to one covers the other. */
  isSameAs(other: VerifyTarget): boolean {
    if (!VerifyTarget.is(other)) return false;
    const facts = (target: VerifyTarget): string => JSON.stringify([target.#url, target.#headers, target.model, target.api, target.key]);
    return facts(this) === facts(other);
  }

  requestFor(body: Readonly<Record<string, unknown>>): OutgoingRequest {
    return { url: this.#url, headers: this.#headers, body: jsonOf(body) };
  }

  /** A server's words, safe to show: without the key and other secrets. */
  shown(words: string): string | undefined {
    return typeof words === 'string' ? shownWords(words, this.#secrets) : undefined;
  }
}

/** An environment variable's value; undefined if reading fails. */
function valueOf(environment: TargetOptions['environment'], name: string): string | undefined {
  try {
    const value: unknown = environment(name);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The used string fields. @throws CodedError `arguments_invalid` */
function knownFields(service: LlmServiceConfig): LlmServiceConfig {
  const fields = optionsOf(service, ['id', 'name', 'baseURL', 'api', 'model', 'apiKey']);
  const id = textArgument(fields.id, 'service.id');
  return {
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')) as Partial<LlmServiceConfig>),
    id,
  };
}

/** @throws CodedError `arguments_invalid` */
function capabilitiesIn(declared: ModelCapabilities): ModelCapabilities {
  const { input, output } = optionsOf(declared, ['input', 'output']);
  checkArgument(Array.isArray(input) && Array.isArray(output), 'declared');
  return { input, output };
}

/** @throws CodedError `arguments_invalid` when it cannot be serialised */
function jsonOf(body: Readonly<Record<string, unknown>>): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(body);
  } catch {
    // circular, or a bigint
  }
  checkArgument(json !== undefined && isObject(body), 'body');
  return json;
}

function problem(code: TargetProblemCode, name?: string): TargetProblem {
  return { code, because: name === undefined ? sentence(TARGET_SENTENCES[code]) : sentence(TARGET_SENTENCES[code], name) };
}

interface RequestAddress {
  /** With its query, which may contain secrets. */
  readonly url: string;
  /** Safe to show: without query and key-like path segments, one line, limited length; ends with `?…` if a query was removed. */
  readonly shown: string;
  /** In lower case, numeric addresses normalised. */
  readonly host: string;
  readonly hostKind: HostKind;
  /** The provider whose official address is used, if the service has none. */
  readonly official?: string;
  /** Unencrypted: the key can be read on the way. */
  readonly isOpen: boolean;
  /** Parts of query and path that must not be shown. */
  readonly secrets: readonly string[];
}

type AddressProblem = {
  readonly code: 'no_address' | 'address_unusable' | 'address_has_credentials' | 'variable_unset';
  readonly name?: string;
};

/** A variable may only be at the start of an address: after the host it could be a secret sent to it. */
const BEGINNING = /^\$\{(?:env:)?([A-Za-z_]\w*)\}/;
const HTTP = /^(https?):\/\/([^\\/?#]+)((?:\/[^\\?#]*)?)(?:\?([^#]*))?(?:#.*)?$/i;

/** The request URL below the service's `baseURL`, or the declared API's official address. */
function requestAddress(
  { baseURL, model = '' }: Pick<LlmServiceConfig, 'baseURL' | 'model'>,
  api: SendableApi,
  certainty: ServiceApi['certainty'],
  environment: Environment,
): RequestAddress | AddressProblem {
  const written = baseURL?.trim() ?? '';
  const own = endpointFor(api, '').own;
  if (written === '') {
    if (!own || certainty === 'guessed') return { code: 'no_address' };
    return { ...below(endpointFor(api, '').baseURL, api, model), official: own.provider } as RequestAddress;
  }
  const name = BEGINNING.exec(written)?.[1];
  if (name === undefined) return below(written, api, model);
  const value = environment(name)?.trim();
  if (!value) return { code: 'variable_unset', name };
  const full = written.replace(BEGINNING, () => value);
  // the rest must not extend the host: the value would become a subdomain of another host, which would learn it
  const isHostWhole = addressOf(value)?.host === addressOf(full)?.host;
  const found = below(full, api, model);
  return 'code' in found || isHostWhole ? found : { code: 'address_unusable' };
}

/** White space, control and invisible characters: never in addresses, and could spoof the consent question. */
const UNFIT = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Minimum URL length servers must support (RFC 9110 §4.1). */
const LONGEST = 8000;
/** Maximum characters of an address shown; the host is among the first. */
const LONGEST_SHOWN = 500;

function below(base: string, api: SendableApi, model: string): RequestAddress | AddressProblem {
  const [, scheme = '', authority = '', path = '', query = ''] = HTTP.exec(base) ?? [];
  if (authority.includes('@')) return { code: 'address_has_credentials' };
  const address = addressOf(`${scheme}://${authority}${path}`);
  const host = address && canonicalHost(address.host);
  if (
    scheme === '' ||
    !address ||
    host === undefined ||
    base.length > LONGEST ||
    base.includes('${') ||
    base.includes(HIDDEN) ||
    UNFIT.test(base)
  )
    return { code: 'address_unusable' };
  const plain = `${scheme.toLowerCase()}://${host}${address.port === '' ? '' : `:${address.port}`}${path}`;
  const url = requestUrl(api, plain, endpointFor(api, plain).path(model));
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const keys = path.split('/').filter(holdsKey);
  const withoutKeys = url
    .split('/')
    .map((segment) => (keys.includes(segment) ? HIDDEN : segment))
    .join('/');
  return {
    host,
    hostKind: hostKind(host),
    url: query === '' ? url : `${url}?${query}`,
    shown: shortened(withoutKeys) + (query === '' ? '' : '?…'),
    isOpen: scheme.toLowerCase() === 'http' && !isLoopback(host),
    secrets: [...values, ...keys].flatMap((value) => [value, decoded(value)]).filter((value) => value.length >= 8),
  };
}

function shortened(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}

export type Environment = (name: string) => string | undefined;

/** The source of a key; the only place that holds the key itself. */
type KeyChoice =
  | { readonly from: 'file'; readonly key: string }
  | { readonly from: 'variable'; readonly name: string; readonly key: string }
  | { readonly from: 'none' };

type KeyProblem = { readonly code: 'variable_unset' | 'key_unusable'; readonly name?: string };

/** `${NAME}`, as written when a key is moved to a variable, and VS Code's `${env:NAME}`. */
const REFERENCE = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/;

/** The variable a configured value refers to; undefined for a literal value. */
export function variableIn(value: string): string | undefined {
  return REFERENCE.exec(value.trim())?.[1];
}

/**
 * The service's key: literal, from its variable, or from a chosen variable.
 * @param variable a chosen one; overrides the service's
 */
function keyOf({ apiKey }: Pick<LlmServiceConfig, 'apiKey'>, environment: Environment, variable?: string): KeyChoice | KeyProblem {
  const written = typeof apiKey === 'string' ? apiKey.trim() : '';
  const name = variable ?? variableIn(written);
  const key = name === undefined ? written : environment(name)?.trim();
  if (name !== undefined && !key) return { code: 'variable_unset', name };
  if (!key) return { from: 'none' };
  // other characters cannot be in a header (RFC 9110, field-vchar), and servers refuse longer keys
  if (!/^[\x21-\x7e]{1,8000}$/.test(key) || key.includes('${')) return { code: 'key_unusable', ...(name !== undefined && { name }) };
  return name === undefined ? { from: 'file', key } : { from: 'variable', name, key };
}
