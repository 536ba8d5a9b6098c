import type { CellChange } from '../capability-cells.ts';
import type { ServiceProblem } from '../problems.ts';
import type { LlmServiceConfig } from '../schema.ts';

/** Import formats in display order. */
export const IMPORT_FORMATS = ['vscode', 'litellm', 'openrouter', 'opencode', 'continue'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Export formats. OpenRouter's list is a server's answer; nobody asked for Continue's. */
export const EXPORT_FORMATS = ['vscode', 'litellm', 'opencode'] as const satisfies readonly ImportFormat[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Display names of the formats (not translated), with their usual file names. */
export const FORMAT_NAMES: Readonly<Record<ImportFormat, { readonly name: string; readonly file: string }>> = {
  vscode: { name: 'VS Code', file: 'chatLanguageModels.json' },
  litellm: { name: 'LiteLLM', file: 'config.yaml' },
  openrouter: { name: 'OpenRouter', file: 'models.json' },
  opencode: { name: 'opencode', file: 'opencode.json' },
  continue: { name: 'Continue', file: 'config.yaml' },
};

/** Why something was not carried over, as English templates. */
export const NOT_CARRIED_SENTENCES = {
  literal_key: 'The key is left out: keys are never copied between files. Use an environment variable: "${NAME}".',
  key_reference: 'The other program stores the key or asks for it; it cannot be referenced.',
  url_credentials: 'A possible key in the address is left out.',
  capabilities_undeclared: 'The model’s capabilities are missing; infer them from its name, or declare them.',
  capability_without_place: 'The capability "{capability}" has no equivalent.',
  field_without_place: '"{field}" has no equivalent.',
  wrong_type: '"{field}" has the wrong type.',
  entry_unusable: 'The entry is malformed.',
  model_missing: 'The entry has no model.',
  models_not_listed: 'The entry lists no models; the other program asks the provider for them.',
  block_reference: 'The entry refers to a block of the hub, which is not in this file.',
  wildcard_model: 'The entry stands for many models.',
  not_a_chat_model: 'The model does not answer in text.',
  provider_without_place: 'The protocol of the provider "{provider}" is not supported; the service is treated as OpenAI-compatible.',
  base_url_unknown: 'The address is missing; the other program derives it from the provider name.',
  other_address: 'The existing service with this ID has another address; it is not changed.',
  address_assumed: 'The address is missing; {address} is assumed.',
  address_reference: 'The other program stores the address; it cannot be referenced.',
  address_version: 'The other program appends "{path}" to the address: check that the value of the variable fits.',
  address_variable_within: 'An environment variable can only be the beginning of an address; this one is left out.',
  id_changed: 'The ID here is "{to}"; "{from}" is taken.',
  id_repeated: 'The ID "{from}" occurs twice; the first one is used.',
  id_without_place: 'The ID "{from}" is not allowed there; it becomes "{to}".',
  value_to_fill_in: 'The other program needs "{field}", which is unknown here: fill it in.',
} as const satisfies Record<string, string>;

export type NotCarriedCode = keyof typeof NOT_CARRIED_SENTENCES;

/** Something lost or changed in an import or export. Never contains a value that could be a key. */
export interface NotCarried {
  /** Names and indices from the top of the file (import) or list of services (export). */
  readonly path: readonly (string | number)[];
  readonly code: NotCarriedCode;
  readonly params: Readonly<Record<string, string>>;
}

/** Reports something that is not carried over. */
export type Report = (code: NotCarriedCode, path: readonly (string | number)[], params?: Readonly<Record<string, string>>) => void;

/** Stated capabilities by service id, present or absent. Others are unknown. */
export type SaidCapabilities = ReadonlyMap<string, readonly CellChange[]>;

/** The result of an import. The service ids are unique. */
export type ImportOutcome =
  | {
      readonly ok: true;
      readonly format: ImportFormat;
      readonly services: readonly LlmServiceConfig[];
      readonly says: SaidCapabilities;
      readonly assumedAddresses: ReadonlyMap<string, NotCarried['path']>;
      readonly notCarried: readonly NotCarried[];
    }
  | ({ readonly ok: false; readonly reason: ImportFailure } & Unreadable);

/** Why a text cannot be read. */
interface Unreadable {
  /** In English. */
  readonly detail?: string;
  /** The JSON problem. */
  readonly problem?: ServiceProblem;
  /** Position of a YAML error, 1-based. */
  readonly place?: { readonly line: number; readonly column: number };
}

export type ImportFailure = 'too_large' | 'unreadable' | 'unknown_format';

export interface ExportOutcome {
  readonly text: string;
  readonly notCarried: readonly NotCarried[];
}

export interface NotCarriedKind {
  readonly first: NotCarried;
  readonly count: number;
}

/** Groups reports by kind with counts; the same report for each element of a list is one kind. */
export function groupNotCarried(notCarried: readonly NotCarried[]): readonly NotCarriedKind[] {
  const kinds = new Map<string, { readonly first: NotCarried; count: number }>();
  for (const item of notCarried) {
    const place = item.path.map((step) => (typeof step === 'number' ? '*' : step));
    const key = JSON.stringify([item.code, item.params, place]);
    const kind = kinds.get(key);
    if (kind) kind.count++;
    else kinds.set(key, { first: item, count: 1 });
  }
  return [...kinds.values()];
}

/** `models[0].apiKey`; empty for the file as a whole. */
export function writePath(path: NotCarried['path']): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${step}`)).join('');
}

/** The English sentence for a report. */
export function describeNotCarried({ code, params }: NotCarried): string {
  return NOT_CARRIED_SENTENCES[code].replace(/(?<!\$)\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? (params[name] ?? whole) : whole,
  );
}

/** The name with the first number that makes it unique; an empty one stays. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; wanted !== '' && taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}

/** Makes names unique by appending numbers. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /** The name itself, or the first free of `name-2`, `name-3`, …. */
  take(wanted: string): string {
    let name = wanted;
    let number = this.#next.get(wanted) ?? 2;
    for (; this.#taken.has(name); number++) name = `${wanted}-${number}`;
    this.#next.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}
