import type { Report } from './exchange.ts';

type Path = readonly (string | number)[];

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the members of one object of a file that anybody may have written: each is taken by its name and type, what has
 * another type is told of, and so is, in the end, every member nobody asked for. `null` counts as not there.
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

  /** A string with something in it; an empty one is not there. */
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

  /** The strings of a list; undefined when there is none. */
  strings(name: string): readonly string[] | undefined {
    return this.#take(name, (each) => Array.isArray(each) && each.every((item) => typeof item === 'string')) as
      readonly string[] | undefined;
  }

  list(name: string): readonly unknown[] {
    return (this.#take(name, Array.isArray) as readonly unknown[] | undefined) ?? [];
  }

  /** The members of an object; those of an empty one when there is none. */
  object(name: string): Fields {
    return new Fields(this.record(name) ?? {}, [...this.path, name], this.#report);
  }

  record(name: string): Readonly<Record<string, unknown>> | undefined {
    return this.#take(name, isRecord) as Readonly<Record<string, unknown>> | undefined;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#value, name) && this.#value[name] !== undefined && this.#value[name] !== null;
  }

  /** The names of all members. */
  names(): readonly string[] {
    return Object.keys(this.#value);
  }

  /** Members that mean nothing elsewhere and are worth no word. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#asked.add(name);
  }

  /** Tells of every member nobody asked for. */
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
