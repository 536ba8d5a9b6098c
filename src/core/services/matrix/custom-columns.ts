import { standardCapabilitiesFor, type CapabilityList, type CapabilityType, type ModelCapabilities } from '../capability.ts';
import type { CapabilityCell } from './set-capability.ts';

/** Longest name of a capability that gets a column, in UTF-16 code units. */
export const LONGEST_CAPABILITY = 200;
/** Most columns of custom capabilities on each side: a screen, not the file, is the limit. */
export const MOST_CUSTOM_COLUMNS = 50;

const LISTS: readonly CapabilityList[] = ['input', 'output'];

/** Gathers the columns a file needs beside the standard ones, in the order of their first service. */
export class CustomColumns {
  readonly #found = { input: new Set<CapabilityType>(), output: new Set<CapabilityType>() };
  readonly #hidden = { input: new Set<CapabilityType>(), output: new Set<CapabilityType>() };

  /** Looks at what one service declares. */
  add(capabilities: ModelCapabilities): void {
    for (const list of LISTS) {
      for (const type of capabilities[list]) {
        if (STANDARD[list].has(type) || this.#found[list].has(type)) continue;
        const fits = type.length <= LONGEST_CAPABILITY && this.#found[list].size < MOST_CUSTOM_COLUMNS;
        (fits ? this.#found : this.#hidden)[list].add(type);
      }
    }
  }

  /** The columns, inputs first. */
  get columns(): readonly CapabilityCell[] {
    return LISTS.flatMap((list) => [...this.#found[list]].map((type) => ({ list, type })));
  }

  /** How many capabilities have no column: too many, or too long. */
  get hidden(): number {
    return this.#hidden.input.size + this.#hidden.output.size;
  }

  /** Whether a capability has a column. */
  has(list: CapabilityList, type: CapabilityType): boolean {
    return STANDARD[list].has(type) || this.#found[list].has(type);
  }
}

const STANDARD: Readonly<Record<CapabilityList, ReadonlySet<string>>> = {
  input: new Set<string>(standardCapabilitiesFor('input')),
  output: new Set<string>(standardCapabilitiesFor('output')),
};
