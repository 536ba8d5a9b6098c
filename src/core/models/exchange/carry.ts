import { isRecord, own } from '../../io/own.ts';
import { redactUrl } from '../api-key.ts';
import type { CellChange } from '../capability-cells.ts';
import { type CapabilityList, type CapabilityType, TEXT_ONLY } from '../capability.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { type Report, UniqueNames } from './exchange.ts';
import { exportKeyName } from './service-draft.ts';

type Path = readonly (string | number)[];

/** Another program's words for capabilities. */
export interface Vocabulary {
  readonly input: Readonly<Record<CapabilityType, string>>;
  readonly output: Readonly<Record<CapabilityType, string>>;
}

/** A service's capabilities in another program's words. */
export interface DeclaredWords {
  readonly input: readonly string[];
  readonly output: readonly string[];
}

/** A service with a model, usable by another program. */
export interface Carried {
  readonly service: LlmServiceConfig;
  readonly model: string;
  readonly path: Path;
  readonly baseURL: string | undefined;
  /** The environment variable of the key. */
  readonly keyName: string | undefined;
}

/**
 * The services that can be exported, without secrets. Unsupported fields are reported.
 *
 * @param fields the service fields the other program supports
 */
export function carriedServices(services: readonly LlmServiceConfig[], fields: readonly string[], report: Report): Carried[] {
  const known = new Set(['id', 'model', 'baseURL', 'apiKey', 'capabilities', ...fields]);
  return services.flatMap((service, index) => {
    const path = ['services', index];
    const { model } = service;
    if (typeof model !== 'string' || model.trim() === '') {
      report('model_missing', path);
      return [];
    }
    for (const [field, value] of Object.entries(service)) {
      if (!known.has(field) && value !== undefined) report('field_without_place', [...path, field], { field });
    }
    const baseURL = service.baseURL === undefined || service.baseURL.trim() === '' ? undefined : redactUrl(service.baseURL);
    if (baseURL !== undefined && baseURL !== service.baseURL) report('url_credentials', [...path, 'baseURL']);
    return [{ service, model, path, baseURL, keyName: exportKeyName(service, path, report) }];
  });
}

/** The declared capabilities; undefined when there are none. Capabilities without a word are reported. */
export function declaredWords({ service, path }: Carried, vocabulary: Vocabulary, report: Report): DeclaredWords | undefined {
  const { capabilities } = service;
  if (capabilities === undefined) return undefined;
  const words = (side: 'input' | 'output'): string[] =>
    [...new Set(capabilities[side] ?? TEXT_ONLY[side])].flatMap((capability) => {
      const word = own(vocabulary[side], capability);
      if (word !== undefined) return [word];
      if (capability !== 'text') report('capability_without_place', [...path, 'capabilities', side], { capability });
      return [];
    });
  return { input: words('input'), output: words('output') };
}

/**
 * The capabilities of one side from another program's words: those listed are present, its other words absent. Unknown words are reported.
 */
export function saidByWords(
  list: CapabilityList,
  words: readonly string[],
  side: Readonly<Record<CapabilityType, string>>,
  path: Path,
  report: Report,
): CellChange[] {
  const byWord = new Map(Object.entries(side).map(([capability, word]) => [word, capability]));
  const said = [...new Set(words)].flatMap((word) => {
    const type = byWord.get(word);
    if (type === undefined && word !== 'text') report('capability_without_place', path, { capability: word });
    return type === undefined ? [] : [{ list, type, isDeclared: true }];
  });
  return [
    ...said,
    ...Object.entries(side)
      .filter(([, word]) => !words.includes(word))
      .map(([type]) => ({ list, type, isDeclared: false })),
  ];
}

export function saidByFlag(list: CapabilityList, type: CapabilityType, flag: boolean | undefined): CellChange[] {
  return flag === undefined ? [] : [{ list, type, isDeclared: flag }];
}

/** Groups services by address, protocol and key, in order of first use. */
export function groupByProvider(carried: readonly Carried[]): (readonly [Carried, ...Carried[]])[] {
  const groups = new Map<string, [Carried, ...Carried[]]>();
  for (const each of carried) {
    const key = JSON.stringify([each.baseURL, each.service['api'], each.keyName]);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

/** Names providers by host, with a number when repeated. */
export function providerNames(): (baseURL: string | undefined) => string {
  const names = new UniqueNames();
  return (baseURL) => names.take(/^[a-z][a-z0-9+.-]*:\/\/(?:www\.)?([^/:?#]+)/i.exec(baseURL ?? '')?.[1]?.toLowerCase() ?? 'services');
}

/**
 * Reads the members of an untrusted object by name and type. Wrong types are reported, and so are unread members at the end. `null` counts
 * as absent.
 */
export class Fields {
  readonly path: Path;
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #report: Report;
  readonly #asked = new Set<string>();

  constructor(value: Readonly<Record<string, unknown>>, path: Path, report: Report) {
    this.#value = value;
    this.path = path;
    this.#report = report;
  }

  /** A non-empty string. */
  string(name: string): string | undefined {
    const value = this.#take(name, (each) => typeof each === 'string');
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  }

  boolean(name: string): boolean | undefined {
    return this.#take(name, (each) => typeof each === 'boolean') as boolean | undefined;
  }

  /** A positive whole number, such as a number of tokens. */
  count(name: string): number | undefined {
    return this.#take(name, (each) => Number.isSafeInteger(each) && (each as number) > 0) as number | undefined;
  }

  strings(name: string): readonly string[] | undefined {
    return this.#take(name, (each) => Array.isArray(each) && each.every((item) => typeof item === 'string')) as
      | readonly string[]
      | undefined;
  }

  list(name: string): readonly unknown[] {
    return (this.#take(name, Array.isArray) as readonly unknown[] | undefined) ?? [];
  }

  /** An object's members; empty when absent. */
  object(name: string): Fields {
    return new Fields(this.record(name) ?? {}, [...this.path, name], this.#report);
  }

  record(name: string): Readonly<Record<string, unknown>> | undefined {
    return this.#take(name, isRecord) as Readonly<Record<string, unknown>> | undefined;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#value, name) && this.#value[name] !== undefined && this.#value[name] !== null;
  }

  names(): readonly string[] {
    return Object.keys(this.#value);
  }

  /** Skips members that mean nothing elsewhere. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#asked.add(name);
  }

  /** Reports all unread members. */
  reportRest(): void {
    for (const name of this.names()) {
      if (!this.#asked.has(name) && this.has(name)) this.#report('field_without_place', [...this.path, name], { field: name });
    }
  }

  #take(name: string, fits: (value: unknown) => boolean): unknown {
    this.#asked.add(name);
    if (!this.has(name)) return undefined;
    const value = this.#value[name];
    if (fits(value)) return value;
    this.#report('wrong_type', [...this.path, name], { field: name });
    return undefined;
  }
}
