import type { CellChange } from '../capability-cells.ts';
import type { ServiceProblem } from '../problems.ts';
import type { LlmServiceConfig } from '../schema.ts';

/** The configurations of other programs that services are read from, in the order in which they are offered. */
export const IMPORT_FORMATS = ['vscode', 'litellm', 'openrouter', 'opencode', 'continue'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Those that services are written as. The list of OpenRouter is the answer of a server: nobody reads one from a file. */
export const EXPORT_FORMATS = ['vscode', 'litellm', 'opencode', 'continue'] as const satisfies readonly ImportFormat[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What the formats are called by people, and the file in which each usually is. Names are not translated. */
export const FORMAT_NAMES: Readonly<Record<ImportFormat, { readonly name: string; readonly file: string }>> = {
  vscode: { name: 'VS Code', file: 'chatLanguageModels.json' },
  litellm: { name: 'LiteLLM', file: 'config.yaml' },
  openrouter: { name: 'OpenRouter', file: 'models.json' },
  opencode: { name: 'opencode', file: 'opencode.json' },
  continue: { name: 'Continue', file: 'config.yaml' },
};

/** Why something was not carried from one configuration into the other, and an English sentence about it; `{name}` stands for a parameter. */
export const NOT_CARRIED_SENTENCES = {
  literal_key: 'The key is left out: keys are never copied between files. Use an environment variable: "${NAME}".',
  key_reference: 'The other program stores the key or asks for it; it cannot be referenced.',
  url_credentials: 'A possible key in the address is left out.',
  capabilities_undeclared: 'The model’s capabilities are not stated; infer them from its name, or declare them.',
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
  base_url_unknown: 'The address is not stated; the other program knows it by the name of the provider.',
  other_address: 'The existing service with this ID has another address; it is not changed.',
  address_assumed: 'The address is not stated; {address} is assumed.',
  address_reference: 'The other program stores the address; it cannot be referenced.',
  address_version: 'The other program appends "{path}" to the address: check that the value of the variable fits.',
  address_variable_within: 'An environment variable can only be the beginning of an address; this one is left out.',
  id_changed: 'The ID here is "{to}"; "{from}" is taken.',
  id_repeated: 'The ID "{from}" occurs twice; the first one is used.',
  id_without_place: 'The ID "{from}" is not possible there; it becomes "{to}".',
  value_to_fill_in: 'The other program needs "{field}", which is unknown here: fill it in.',
} as const satisfies Record<string, string>;

export type NotCarriedCode = keyof typeof NOT_CARRIED_SENTENCES;

/** One thing that was left behind, or changed on the way. Never holds a value that could be a key. */
export interface NotCarried {
  /** Names and indices from the top of what was read: the file for an import, the list of services for an export. */
  readonly path: readonly (string | number)[];
  readonly code: NotCarriedCode;
  readonly params: Readonly<Record<string, string>>;
}

/** Tells of something that is not carried. */
export type Report = (code: NotCarriedCode, path: readonly (string | number)[], params?: Readonly<Record<string, string>>) => void;

/** What is said of the capabilities of services, by their ids: that they have them, or have them not. Of the others nothing is known. */
export type SaidCapabilities = ReadonlyMap<string, readonly CellChange[]>;

/** What an import came to. The ids of the services are unique. */
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

/** What is wrong with a text that cannot be read. */
export interface Unreadable {
  /** In English. */
  readonly detail?: string;
  /** What is wrong with JSON. */
  readonly problem?: ServiceProblem;
  /** Where YAML is wrong; both from 1. */
  readonly place?: { readonly line: number; readonly column: number };
}

export type ImportFailure = 'too_large' | 'unreadable' | 'unknown_format';

/** What an export came to. */
export interface ExportOutcome {
  readonly text: string;
  readonly notCarried: readonly NotCarried[];
}

/** Things of one kind that are not carried. */
export interface NotCarriedKind {
  readonly first: NotCarried;
  readonly count: number;
}

/** Each kind once, with how often it is there: the same at every element of a list is one kind. */
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

/** `models[0].apiKey`; nothing for the file as a whole. */
export function writePath(path: NotCarried['path']): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${step}`)).join('');
}

/** The English sentence about something that is not carried. */
export function describeNotCarried({ code, params }: NotCarried): string {
  return NOT_CARRIED_SENTENCES[code].replace(/(?<!\$)\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? (params[name] ?? whole) : whole,
  );
}

/** The name, with the first number behind it that makes it free; an empty one stays. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; wanted !== '' && taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}

/** Gives names out once: a second asker gets the name with a number behind it. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /** The name itself, or `name-2`, `name-3`, …: the first that nobody has. */
  take(wanted: string): string {
    let name = wanted;
    let number = this.#next.get(wanted) ?? 2;
    for (; this.#taken.has(name); number++) name = `${wanted}-${number}`;
    this.#next.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}
