import * as vscode from 'vscode';
import { looksLikeApiKey, variableFor } from '../../core/services/api-key.ts';
import { HIDDEN, redactUrl } from '../../core/services/redact.ts';
import type { LlmServiceConfig } from '../../core/services/schema.ts';
import { variableIn } from '../../core/verify/key.ts';
import { apiNameOf, isOfMaker, providerAt, providersFor, type Provider } from '../../core/wire/providers.ts';
import { addressOf, isLoopback } from '../../core/wire/service-address.ts';
import type { OfferedAnswer } from './input-steps.ts';

/**
 * Addresses for a model, each once, with how it is spoken to: those of who offers it, of the services that are there, and of
 * others; none whose path holds a key. Where nobody is known to offer it, what runs on this machine comes first, and never a maker of other models.
 */
export function offeredAddresses(model: string, existing: readonly LlmServiceConfig[]): readonly OfferedAnswer[] {
  const { likely, local, others } = providersFor(model);
  const describe = ({ name, api, baseURL }: Pick<Provider, 'api' | 'baseURL'> & { readonly name?: string | undefined }): string =>
    [name, apiNameOf({ ...(api && { api }), baseURL }, model)].filter(Boolean).join(' · ');
  const offer = (group: string, providers: readonly Provider[]): OfferedAnswer[] =>
    providers.map((provider) => ({ label: provider.baseURL, description: describe(provider), group }));
  const latest = [
    ...new Set(
      existing.flatMap(({ baseURL }) => (baseURL ? [redactUrl(baseURL)].filter((address) => !address.includes(HIDDEN)) : [])).toReversed(),
    ),
  ];
  const used = likely.length > 0 ? latest : latest.toSorted((a, b) => Number(isOfMaker(a)) - Number(isOfMaker(b)));
  const inUse = used.map((baseURL) => ({
    label: baseURL,
    description: describe({ ...providerAt(baseURL), baseURL }),
    group: vscode.l10n.t('Of services that are there'),
  }));
  const elsewhere = offer(vscode.l10n.t('Other addresses'), others);
  const isUnfit = likely.length === 0 && used[0] !== undefined && isOfMaker(used[0]);
  const offered = [
    ...offer(vscode.l10n.t('Fits the name of the model'), likely),
    ...offer(
      vscode.l10n.t('On this machine'),
      local.toSorted((a, b) => Number(used.includes(b.baseURL)) - Number(used.includes(a.baseURL))),
    ),
    ...(isUnfit ? [...elsewhere, ...inUse] : [...inUse, ...elsewhere]),
  ];
  const seen = new Set<string>();
  return offered.filter(({ label }) => !seen.has(label) && seen.add(label));
}

/** Why an address will not do; it may be empty, or hold a variable. */
export function addressProblem(value: string): string | undefined {
  return value === '' || /^https?:\/\/\S/i.test(value) || value.includes('${')
    ? undefined
    : vscode.l10n.t('Enter an address that begins with http:// or https://.');
}

/** The reference to the variable that holds the key: as another service has it for the same host, as the provider names it, or after the host. */
export function proposedKey(baseURL: string, id: string, existing: readonly LlmServiceConfig[]): string {
  const address = addressOf(baseURL);
  const neighbour = existing.findLast(
    (service) =>
      address !== undefined &&
      service.baseURL !== undefined &&
      addressOf(service.baseURL)?.host === address.host &&
      variableIn(service.apiKey ?? '') !== undefined,
  );
  if (neighbour?.apiKey !== undefined) return neighbour.apiKey;
  const provider = providerAt(baseURL);
  if (provider === undefined && (address === undefined || isLoopback(address.host))) return '';
  const variable = provider === undefined ? variableFor({ apiKey: '', baseURL, id }) : provider.variable;
  return variable === undefined ? '' : `\${${variable}}`;
}

/** The name of a variable as those of keys usually are, in capitals and several words: what else is typed could be a key. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** Why an answer is no reference to a key. */
export function keyProblem(value: string): string | undefined {
  if (value === '' || variableIn(value) !== undefined || (VARIABLE.test(value) && !looksLikeApiKey(value))) return undefined;
  return vscode.l10n.t('Name an environment variable, as {0}. The key itself is not asked for here.', '${NAME}');
}

/** A reference, also where only the name was typed. */
export function keyAsWritten(value: string): string {
  return VARIABLE.test(value) ? `\${${value}}` : value;
}
