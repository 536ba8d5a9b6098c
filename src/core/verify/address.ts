import { looksLikeApiKey } from '../services/api-key.ts';
import type { LlmServiceConfig } from '../services/schema.ts';
import { addressOf, isLoopback } from '../wire/service-address.ts';
import { endpointFor, requestUrl, type SendableApi } from '../wire/endpoint.ts';
import type { ServiceApi } from '../wire/service-api.ts';
import type { Environment } from './key.ts';
import { HIDDEN } from './scrub.ts';

/** Where requests go. */
export interface RequestAddress {
  /** With its query, which may hold secrets. */
  readonly url: string;
  /** The same without query and what looks like a key in the path; ends with `?…` where a query was left out. Fit for a screen. */
  readonly shown: string;
  /** In lower case. */
  readonly host: string;
  /** The provider whose official address was taken, because the service names none. */
  readonly official?: string;
  /** Whoever listens on the way can read everything, the key too. */
  readonly isOpen: boolean;
  /** Parts of the query and the path that are not to be shown. */
  readonly secrets: readonly string[];
}

/** Why there is no address requests could go to. */
export type AddressProblem = { readonly code: 'no_address' | 'address_unusable' | 'address_has_credentials' | 'variable_unset'; readonly name?: string };

/** A variable may be the beginning of an address, never a part behind the host: it could be a secret, carried away by the address. */
const BEGINNING = /^\$\{(?:env:)?([A-Za-z_]\w*)\}/;
const HTTP = /^(https?):\/\/([^\\/?#]+)([^\\?#]*)(?:\?([^#]*))?(?:#.*)?$/i;

/** The address of a service's requests: below its own `baseURL`; without one, the official address where the API is declared and has one. */
export function requestAddress({ baseURL, model = '' }: Pick<LlmServiceConfig, 'baseURL' | 'model'>, api: SendableApi, certainty: ServiceApi['certainty'], environment: Environment): RequestAddress | AddressProblem {
  const written = baseURL?.trim() ?? '';
  const own = endpointFor(api, '').own;
  if (written === '') {
    if (!own || certainty === 'guessed') return { code: 'no_address' };
    return { ...below(endpointFor(api, '').baseURL, api, model), official: own.provider } as RequestAddress;
  }
  const name = BEGINNING.exec(written)?.[1];
  if (name === undefined) return below(written, api, model);
  const value = environment(name)?.trim();
  return value ? below(written.replace(BEGINNING, () => value), api, model) : { code: 'variable_unset', name };
}

function below(base: string, api: SendableApi, model: string): RequestAddress | AddressProblem {
  const [, scheme = '', authority = '', path = '', query = ''] = HTTP.exec(base) ?? [];
  if (authority.includes('@')) return { code: 'address_has_credentials' };
  const plain = `${scheme.toLowerCase()}://${authority}${path}`;
  const address = addressOf(plain);
  if (scheme === '' || !address || base.includes('${') || /\s/.test(base)) return { code: 'address_unusable' };
  const url = requestUrl(api, plain, endpointFor(api, plain).path(model));
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const keys = path.split('/').filter(holdsKey);
  const withoutKeys = url.split('/').map((segment) => (keys.includes(segment) ? HIDDEN : segment)).join('/');
  return {
    host: address.host,
    url: query === '' ? url : `${url}?${query}`,
    shown: query === '' ? withoutKeys : `${withoutKeys}?…`,
    isOpen: scheme.toLowerCase() === 'http' && !isLoopback(address.host),
    secrets: [...values, ...keys].flatMap((value) => [value, decoded(value)]).filter((value) => value.length >= 8),
  };
}

/** Gateways have keys in the path: as a segment, or as a part of one such as `bot7:KEY` or `key=KEY`. */
function holdsKey(segment: string): boolean {
  return [segment, decoded(segment)].some((text) => [text, ...text.split(/[:;=,@!~$&]/)].some(looksLikeApiKey));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
