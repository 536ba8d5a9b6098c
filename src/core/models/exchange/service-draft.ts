import { redactUrl } from '../api-key.ts';
import type { CellChange } from '../capability-cells.ts';
import type { CapabilityList } from '../capability.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { apiMeant } from './addresses.ts';
import { type ImportFormat, type Report, type SaidCapabilities, UniqueNames } from './exchange.ts';

type Path = readonly (string | number)[];

/** Where another program reaches a provider that it knows by its name alone, and its API where the address does not tell it; `api` is the protocol where that is said. */
export type OfficialAddress = (
  provider: string,
  of: { readonly program: ImportFormat; readonly model: string; readonly api?: string | undefined },
) => { readonly baseURL: string; readonly api?: string | undefined } | undefined;

/** A service as it was found in another program's configuration. */
export interface ServiceDraft {
  /** By what the other program calls the model; made unique among all. */
  readonly id: string;
  readonly name?: string | undefined;
  /** Null where there is one that cannot be carried, which was told already. */
  readonly baseURL?: string | null | undefined;
  /** What the other program calls the provider; it counts where there is no address. */
  readonly provider?: string | undefined;
  /** The protocol, where it is not that of OpenAI's chat completions: a word of a service's `api` field; `gemini` for all of Google's. */
  readonly api?: string | undefined;
  /** It is said that the protocol is that of OpenAI's chat completions. */
  readonly isCompatible?: boolean;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** What is said of its capabilities besides text: that it has them, or has them not. Of the others nothing is known. */
  readonly says: readonly CellChange[];
  readonly description?: string | undefined;
  readonly maxTokens?: number | undefined;
  /** Of its entry. */
  readonly path: Path;
}

/** Services, what is said of their capabilities, and the ids of those whose address is not said but known of the provider, with the paths of their entries. */
export interface FinishedServices {
  readonly services: readonly LlmServiceConfig[];
  readonly says: SaidCapabilities;
  readonly assumedAddresses: ReadonlyMap<string, Path>;
}

/**
 * Services out of drafts: ids unique, nothing undefined, no key in an address, official addresses where only the
 * provider is named; and what is said of their capabilities.
 */
export function finishServices(
  drafts: readonly ServiceDraft[],
  program: ImportFormat,
  report: Report,
  officialAddress: OfficialAddress = () => undefined,
): FinishedServices {
  const ids = new UniqueNames();
  const says = new Map<string, readonly CellChange[]>();
  const services: LlmServiceConfig[] = [];
  const assumedAddresses = new Map<string, Path>();
  for (const draft of drafts) {
    const id = ids.take(draft.id);
    says.set(id, draft.says);
    if (id !== draft.id) report('id_changed', draft.path, { from: draft.id, to: id });
    const api = apiMeant(draft.api, draft.model);
    const official =
      draft.baseURL === undefined && draft.provider
        ? officialAddress(draft.provider, { program, model: draft.model, api: draft.isCompatible ? 'openai-compatible' : api })
        : undefined;
    if (official) {
      assumedAddresses.set(id, draft.path);
      report('address_assumed', draft.path, { address: official.baseURL });
    }
    const own = draft.baseURL ?? undefined;
    const baseURL = own === undefined ? official?.baseURL : redactUrl(own);
    if (own !== undefined && baseURL !== own) report('url_credentials', draft.path);
    if (baseURL === undefined && draft.baseURL !== null) report('base_url_unknown', draft.path);
    const capabilities = capabilitiesOf(draft.says);
    if (capabilities === undefined) report('capabilities_undeclared', draft.path);
    const service = {
      id,
      name: draft.name === id ? undefined : draft.name,
      baseURL,
      api: api ?? official?.api,
      model: draft.model,
      apiKey: draft.apiKey,
      capabilities,
      description: draft.description,
      maxTokens: draft.maxTokens,
    };
    services.push(Object.fromEntries(Object.entries(service).filter(([, value]) => value !== undefined)) as unknown as LlmServiceConfig);
  }
  return { services, says, assumedAddresses };
}

/** Of a service that is new: a side of which nothing is said is absent. */
function capabilitiesOf(says: readonly CellChange[]): LlmServiceConfig['capabilities'] {
  if (says.length === 0) return undefined;
  const side = (list: CapabilityList): Partial<Record<CapabilityList, string[]>> => {
    const own = says.filter((each) => each.list === list);
    return own.length === 0
      ? {}
      : { [list]: [...new Set(['text', ...own.filter(({ isDeclared }) => isDeclared).map(({ type }) => type)])] };
  };
  return { ...side('input'), ...side('output') };
}

/** A reference to an environment variable as services write it. */
const REFERENCE = /^\s*\$\{(?:env:)?([A-Za-z_]\w*)\}\s*$/;

/**
 * A key as a service may hold it: a reference to an environment variable, `${NAME}`. A key itself is a secret that would
 * land in one more file, perhaps one that is tracked: it is left out and told of.
 *
 * @param patterns how the other program refers to an environment variable, its name in the first group
 * @param foreign how it refers to a place of its own
 */
export function importKey(
  key: string | undefined,
  path: Path,
  report: Report,
  patterns: readonly RegExp[] = [],
  foreign?: RegExp,
): string | undefined {
  if (key === undefined) return undefined;
  for (const pattern of [...patterns, REFERENCE]) {
    const name = pattern.exec(key)?.[1];
    if (name !== undefined) return `\${${name}}`;
  }
  report(foreign?.test(key) ? 'key_reference' : 'literal_key', path);
  return undefined;
}

/** The name of the environment variable that a service's key refers to; a key itself is left out and told of. */
export function exportKeyName(service: LlmServiceConfig, path: Path, report: Report): string | undefined {
  const { apiKey } = service;
  if (apiKey === undefined || apiKey.trim() === '') return undefined;
  const name = REFERENCE.exec(apiKey)?.[1];
  if (name === undefined) report('literal_key', [...path, 'apiKey']);
  return name;
}
