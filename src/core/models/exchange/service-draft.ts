import { redactUrl } from '../api-key.ts';
import type { CellChange } from '../capability-cells.ts';
import type { CapabilityList } from '../capability.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { apiNamedBy } from './addresses.ts';
import { type ImportFormat, type Report, type SaidCapabilities, UniqueNames } from './exchange.ts';

type Path = readonly (string | number)[];

/** The address of a provider named without one, and its API if the address doesn't determine it; `api` is the stated protocol. */
export type OfficialAddress = (
  provider: string,
  of: { readonly program: ImportFormat; readonly model: string; readonly api?: string | undefined },
) => { readonly baseURL: string; readonly api?: string | undefined } | undefined;

/** A service as found in another program's configuration. */
export interface ServiceDraft {
  /** From the other program's name for the model; made unique later. */
  readonly id: string;
  readonly name?: string | undefined;
  /** Null when there is one that cannot be imported (already reported). */
  readonly baseURL?: string | null | undefined;
  /** The other program's name of the provider; used when there is no address. */
  readonly provider?: string | undefined;
  /** A service's `api` value when it isn't OpenAI's chat completions; `gemini` for all of Google's. */
  readonly api?: string | undefined;
  /** OpenAI's chat completions are explicitly stated. */
  readonly isCompatible?: boolean;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Stated capabilities besides text, present or absent. Others are unknown. */
  readonly says: readonly CellChange[];
  readonly description?: string | undefined;
  readonly maxTokens?: number | undefined;
  /** Path of its entry. */
  readonly path: Path;
}

/** Services, their stated capabilities, and the ids of those with an assumed official address, with entry paths. */
export interface FinishedServices {
  readonly services: readonly LlmServiceConfig[];
  readonly says: SaidCapabilities;
  readonly assumedAddresses: ReadonlyMap<string, Path>;
}

/**
 * Completes drafts: unique ids, no undefined fields, no keys in addresses, official addresses for known providers; and the stated
 * capabilities.
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
    const api = apiNamedBy(draft.api, draft.model);
    const official =
      draft.baseURL === undefined && draft.provider
        ? officialAddress(draft.provider, { program, model: draft.model, api: draft.isCompatible ? 'openai-compatible' : api })
        : undefined;
    if (official) {
      assumedAddresses.set(id, draft.path);
      report('address_assumed', draft.path, { address: official.baseURL });
    }
    const baseURL = addressOf(draft, official?.baseURL, report);
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

/** The draft's own address without its keys, otherwise the official one. */
function addressOf({ baseURL, path }: ServiceDraft, official: string | undefined, report: Report): string | undefined {
  if (typeof baseURL === 'string') {
    const redacted = redactUrl(baseURL);
    if (redacted !== baseURL) report('url_credentials', path);
    return redacted;
  }
  if (official === undefined && baseURL !== null) report('base_url_unknown', path);
  return official;
}

/** For a new service: a side without statements is absent. */
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

const REFERENCE = /^\s*\$\{(?:env:)?([A-Za-z_]\w*)\}\s*$/;

/**
 * An imported key as a reference to an environment variable, `${NAME}`. A literal key is a secret that would be copied to another, perhaps
 * tracked, file: it is omitted and reported.
 *
 * @param patterns the other program's variable references, name in the first group
 * @param foreign its references to other places
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

/** The environment variable of a service's key; a literal key is omitted and reported. */
export function exportKeyName(service: LlmServiceConfig, path: Path, report: Report): string | undefined {
  const { apiKey } = service;
  if (apiKey === undefined || apiKey.trim() === '') return undefined;
  const name = REFERENCE.exec(apiKey)?.[1];
  if (name === undefined) report('literal_key', [...path, 'apiKey']);
  return name;
}
