import type { TextEdit } from '../json/edit.ts';
import { type CapabilityCell, setCapabilityCells } from './capability-cells.ts';
import { type CapabilityList, type CapabilityType, type ModelCapabilities, standardCapabilitiesFor } from './capability.ts';
import type { ServiceProblem } from './problems.ts';
import type { ServiceEntry, ValidatedServices } from './validate.ts';

/** Most of an id that is carried to a screen and compared, in UTF-16 code units. */
export const LONGEST_ID = 1000;

/** Which service something is about, as it was drawn: its place in `services`, and its id when it had one. */
export interface ServiceIdentity {
  readonly index: number;
  readonly id: string | null;
}

/** Why a service that was drawn cannot be told in the text as it is now. */
export type LostService = 'unusable_text' | 'service_not_found' | 'service_ambiguous' | 'service_not_object';

/** The id by which a service is told, cut to what is carried. */
export function identityOf({ id }: Pick<ServiceEntry, 'id'>): string | null {
  return id === undefined ? null : id.slice(0, LONGEST_ID);
}

/**
 * The service that was drawn. In the text it was drawn from, that is the one at its place; in a later one its id decides,
 * and only when it is the only one with it: an edit of the wrong service is worse than none.
 */
export function findDrawnService(
  { usable, entries }: ValidatedServices,
  { index, id }: ServiceIdentity,
  isFresh: boolean,
): ServiceEntry | LostService {
  if (!usable) return 'unusable_text';
  if (isFresh) {
    const entry = entries[index];
    return entry && identityOf(entry) === id ? entry : 'service_not_found';
  }
  if (id === null) return 'service_ambiguous';
  const [found, second] = entries.filter((entry) => identityOf(entry) === id);
  if (found === undefined) return 'service_not_found';
  return second === undefined ? found : 'service_ambiguous';
}

/** What a click on a cell does to the text; no edits when it says so already. */
export type CellEdit =
  | { readonly ok: true; readonly entry: ServiceEntry; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly reason: LostService };

/**
 * The edit for a click on a cell, made for the text as it is now.
 *
 * @param validated of this very text
 * @param isFresh whether the cell was drawn from this very text
 */
export function editCell(
  text: string,
  validated: ValidatedServices,
  service: ServiceIdentity,
  isFresh: boolean,
  cell: CapabilityCell,
  declared: boolean,
): CellEdit {
  const entry = findDrawnService(validated, service, isFresh);
  if (typeof entry === 'string') return { ok: false, reason: entry };
  if (text[entry.range.offset] !== '{') return { ok: false, reason: 'service_not_object' };
  return { ok: true, entry, edits: setCapabilityCells(text, entry.range, [{ ...cell, isDeclared: declared }]) };
}

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

/** The cell a problem of a service concerns; undefined when it concerns the service as a whole. */
export function cellOfProblem({ code, params, path }: Pick<ServiceProblem, 'code' | 'params' | 'path'>): CapabilityCell | undefined {
  if (code === 'text_input_missing') return { list: 'input', type: 'text' };
  const { capability } = params;
  // where it is, not where it should be; what a tag speaks of is where the capability would be
  const list = path[2] === 'capabilities' ? path[3] : params['list'];
  if (typeof capability !== 'string' || (list !== 'input' && list !== 'output')) return undefined;
  return { list, type: capability };
}
