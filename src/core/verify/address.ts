import { decoded, HIDDEN, holdsKey } from '../services/redact.ts';
import type { LlmServiceConfig } from '../services/schema.ts';
import { endpointFor, requestUrl, type SendableApi } from '../wire/endpoint.ts';
import { hostKind, type HostKind } from '../wire/host-kind.ts';
import { addressOf, canonicalHost, isLoopback } from '../wire/service-address.ts';
import type { ServiceApi } from '../wire/service-api.ts';
import type { Environment } from './key.ts';

/** Where requests go. */
export interface RequestAddress {
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
export function requestAddress(
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
