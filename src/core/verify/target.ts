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

/** Why a service cannot be verified. */
export type TargetProblemCode =
  'no_address' | 'address_unusable' | 'address_has_credentials' | 'variable_unset' | 'key_unusable' | 'no_model' | 'not_a_model';

/** What each problem says, in English. `{0}` is a variable's name. */
export const TARGET_SENTENCES: Readonly<Record<TargetProblemCode, string>> = {
  no_address: 'The service has no address (baseURL).',
  address_unusable: 'The service’s baseURL is not a valid address for requests.',
  address_has_credentials: 'The service’s baseURL contains a user name or a password; put the key into apiKey.',
  variable_unset: 'The environment variable {0} is not set.',
  key_unusable: 'The key is too long or contains characters that no key has.',
  no_model: 'The service has no model.',
  not_a_model: 'The service is an MCP server, not a model.',
};

/** A problem as a value. */
export interface TargetProblem {
  readonly code: TargetProblemCode;
  readonly because: Sentence;
}

/** How a target is found. */
export interface TargetOptions {
  readonly environment: Environment;
  /** A variable a person named for the key; it wins over what the service has. */
  readonly variable?: string | undefined;
}

/**
 * A service as it is sent requests. Its key is private to it: what is printed, copied or posted of a target has no key in
 * it.
 */
export class VerifyTarget {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly api: SendableApi;
  readonly certainty: ServiceApi['certainty'];
  readonly declared: ModelCapabilities;
  /** Fit for a screen. */
  readonly address: string;
  /** The provider whose official address was taken, because the service names none. */
  readonly official: string | undefined;
  /** The host requests go to, in lower case, numbers in their usual form. */
  readonly host: string;
  readonly hostKind: HostKind;
  /** False for a key from a variable that is not known to belong to this host: it could be any secret of whoever runs this. */
  readonly isKnownPair: boolean;
  /** The provider whose own variable the key is taken from, where requests go to somebody else. */
  readonly keyOwner: string | undefined;
  /** The key would travel in the open. */
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
   * @param declared what the service takes and gives, as it holds
   * @throws CodedError `arguments_invalid` for what is no service, no capabilities or no environment
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

  /** Whether a value is a target. */
  static is(value: unknown): value is VerifyTarget {
    return isObject(value) && #url in value;
  }

  /** The variable with the key of the provider this address is of, for a person to choose when the service has no key. */
  get providerVariable(): string | undefined {
    return ownVariable(endpointFor(this.api, this.#url), this.#url);
  }

  /** Whether requests go to the same address, query and all, with the same key: an agreement to one holds for the other. */
  isSameAs(other: VerifyTarget): boolean {
    if (!VerifyTarget.is(other)) return false;
    const facts = (target: VerifyTarget): string => JSON.stringify([target.#url, target.#headers, target.model, target.api, target.key]);
    return facts(this) === facts(other);
  }

  requestFor(body: Readonly<Record<string, unknown>>): OutgoingRequest {
    return { url: this.#url, headers: this.#headers, body: jsonOf(body) };
  }

  /** Words of the server as they may be shown: without the key and what else is secret. */
  shown(words: string): string | undefined {
    return typeof words === 'string' ? shownWords(words, this.#secrets) : undefined;
  }
}

/** What an environment holds; nothing where it fails. */
function valueOf(environment: TargetOptions['environment'], name: string): string | undefined {
  try {
    const value: unknown = environment(name);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The fields that are looked at, as far as they are texts. @throws CodedError `arguments_invalid` */
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

/** @throws CodedError `arguments_invalid` for what JSON has no word for */
function jsonOf(body: Readonly<Record<string, unknown>>): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(body);
  } catch {
    // a circle, a number of any length
  }
  checkArgument(json !== undefined && isObject(body), 'body');
  return json;
}

function problem(code: TargetProblemCode, name?: string): TargetProblem {
  return { code, because: name === undefined ? sentence(TARGET_SENTENCES[code]) : sentence(TARGET_SENTENCES[code], name) };
}

/** Where requests go. */
interface RequestAddress {
  /** With its query, which may hold secrets. */
  readonly url: string;
  /** The same without query and what looks like a key in the path; ends with `?…` where a query was left out. Fit for a screen: one line of bounded length. */
  readonly shown: string;
  /** In lower case, numbers in their usual form. */
  readonly host: string;
  readonly hostKind: HostKind;
  /** The provider whose official address was taken, because the service names none. */
  readonly official?: string;
  /** Whoever listens on the way can read everything, the key too. */
  readonly isOpen: boolean;
  /** Parts of the query and the path that are not to be shown. */
  readonly secrets: readonly string[];
}

/** Why there is no address requests could go to. */
export type AddressProblem = {
  readonly code: 'no_address' | 'address_unusable' | 'address_has_credentials' | 'variable_unset';
  readonly name?: string;
};

/** A variable may be the beginning of an address, never a part behind the host: it could be a secret, carried away by the address. */
const BEGINNING = /^\$\{(?:env:)?([A-Za-z_]\w*)\}/;
const HTTP = /^(https?):\/\/([^\\/?#]+)([^\\?#]*)(?:\?([^#]*))?(?:#.*)?$/i;

/** The address of a service's requests: below its own `baseURL`; without one, the official address where the API is declared and has one. */
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
  // what follows must not go on with the host: the value would be a name below that of somebody else, who gets to know it
  const isHostWhole = addressOf(value)?.host === addressOf(full)?.host;
  const found = below(full, api, model);
  return 'code' in found || isHostWhole ? found : { code: 'address_unusable' };
}

/** White space, controls and invisible characters: no address has them, and they could forge what a person agrees to. */
const UNFIT = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Characters of an address that servers take at least (RFC 9110 §4.1). */
const LONGEST = 8000;
/** Characters of an address that are shown; the host is among the first. */
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

/** The value of an environment variable; undefined when it is not set. */
export type Environment = (name: string) => string | undefined;

/** Where a key comes from. The key itself is nowhere else than here. */
type KeyChoice =
  | { readonly from: 'file'; readonly key: string }
  | { readonly from: 'variable'; readonly name: string; readonly key: string }
  | { readonly from: 'none' };

/** Why there is no key to be used. */
export type KeyProblem = { readonly code: 'variable_unset' | 'key_unusable'; readonly name?: string };

/** `${NAME}`, as the key is left behind when it moves to an environment variable, and the `${env:NAME}` of VS Code. */
const REFERENCE = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/;

/** The variable that a value of a configuration names; undefined when it is the value itself. */
export function variableIn(value: string): string | undefined {
  return REFERENCE.exec(value.trim())?.[1];
}

/**
 * The key of a service: as it stands in the configuration, or of the variable it names there, or of the one a person names.
 * @param variable named by a person; it wins
 */
function keyOf({ apiKey }: Pick<LlmServiceConfig, 'apiKey'>, environment: Environment, variable?: string): KeyChoice | KeyProblem {
  const written = typeof apiKey === 'string' ? apiKey.trim() : '';
  const name = variable ?? variableIn(written);
  const key = name === undefined ? written : environment(name)?.trim();
  if (name !== undefined && !key) return { code: 'variable_unset', name };
  if (!key) return { from: 'none' };
  // what else would stand there cannot be a header, or would be another one (RFC 9110, field-vchar); servers take no longer ones
  if (!/^[\x21-\x7e]{1,8000}$/.test(key) || key.includes('${')) return { code: 'key_unusable', ...(name !== undefined && { name }) };
  return name === undefined ? { from: 'file', key } : { from: 'variable', name, key };
}
