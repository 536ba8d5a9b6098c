import type { Node } from 'jsonc-parser';
import { asOneEdit, editItems, editMembers, type TextEdit } from '../json/edit.ts';
import { detectLayout, formatList, type Layout } from '../json/layout.ts';
import { memberOf, parseAt, type TextRange } from '../json/node.ts';
import {
  type CapabilityList,
  type CapabilityType,
  fitsList,
  type ModelCapabilities,
  standardCapabilitiesFor,
  TEXT_ONLY,
} from './capability.ts';
import { capabilitiesChange } from './edits.ts';
import type { ServiceProblem } from './problems.ts';
import type { ServiceEntry, ValidatedServices } from './validate.ts';

/** One cell of the matrix: a capability on one side of a model. */
export interface CapabilityCell {
  readonly list: CapabilityList;
  readonly type: CapabilityType;
}

/** The new value of a cell: declared or not. */
export interface CellChange extends CapabilityCell {
  readonly isDeclared: boolean;
}

/**
 * The edits, at most one per list, that declare or remove capabilities. Unlike `setCapabilitiesAt` it changes only the given capabilities
 * in their lists and leaves other mistakes. A missing list or `capabilities` is written with its default.
 *
 * @param service range of the service in the text, which must be valid
 * @param changes applied in order
 */
export function setCapabilityCells(
  text: string,
  service: TextRange,
  changes: readonly CellChange[],
  layout: Layout = detectLayout(text),
): readonly TextEdit[] {
  const node = parseAt(text, service);
  if (node?.type !== 'object') return [];
  const capabilities = memberOf(node, 'capabilities')?.value;
  if (capabilities?.type === 'object') return cellEdits(text, capabilities, changes, layout);
  const before = { input: wordsOf(capabilities, 'input'), output: wordsOf(capabilities, 'output') };
  const both = withCells(before, changes);
  return both === before ? [] : editMembers(text, node, [capabilitiesChange(text, node, both, layout)], layout);
}

/** Applies changes in order; returns the same object when nothing changes. */
export function withCells(before: ModelCapabilities, changes: readonly CellChange[]): ModelCapabilities {
  const after = (list: CapabilityList): readonly string[] => {
    const { removed, added } = changesOf(before[list], list, changes);
    return removed.size + added.length === 0 ? before[list] : [...before[list].filter((word) => !removed.has(word)), ...added];
  };
  const [input, output] = [after('input'), after('output')];
  return input === before.input && output === before.output ? before : { input, output };
}

export function cellEdits(text: string, capabilities: Node, changes: readonly CellChange[], layout: Layout): TextEdit[] {
  const missing: string[] = [];
  const edits = [...new Set(changes.map(({ list }) => list))].flatMap((list) => {
    const value = memberOf(capabilities, list)?.value;
    const written = wordsOf(capabilities, list);
    const { removed, added } = changesOf(written, list, changes);
    if (removed.size + added.length === 0) return [];
    const wanted = formatList([...written.filter((word) => !removed.has(word)), ...added]);
    if (value === undefined) missing.push(`"${list}": ${wanted}`);
    if (value === undefined) return [];
    if (value.type !== 'array') return [{ offset: value.offset, length: value.length, newText: wanted }];
    const remove = (value.children ?? []).flatMap((item, index) => (removed.has(item.value as string) ? [index] : []));
    const items = added.map((word) => JSON.stringify(word));
    return asOneEdit(text, editItems(text, value, { remove, insert: [{ items }] }, layout));
  });
  return [...edits, ...editItems(text, capabilities, { insert: [{ items: missing }] }, layout)].sort((a, b) => a.offset - b.offset);
}

function changesOf(
  words: readonly string[],
  list: CapabilityList,
  changes: readonly CellChange[],
): { readonly removed: ReadonlySet<string>; readonly added: readonly string[] } {
  const removed = new Set<string>();
  let added: readonly string[] = [];
  for (const { type, isDeclared } of changes.filter((change) => change.list === list)) {
    if (isDeclared === (added.includes(type) || (words.includes(type) && !removed.has(type)))) continue;
    if (isDeclared) added = [...added, type];
    else if (added.includes(type)) added = added.filter((word) => word !== type);
    else removed.add(type);
  }
  return { removed, added };
}

/**
 * The declared capabilities without duplicates, with defaults for missing lists. When invalid `capabilities` make a service text only, the
 * words written there, since those are what a person edits.
 */
export function writtenCapabilities(text: string, entry: Pick<ServiceEntry, 'origin' | 'capabilities' | 'range'>): ModelCapabilities {
  const { origin, capabilities, range } = entry;
  if (origin !== 'invalid') return { input: [...new Set(capabilities.input)], output: [...new Set(capabilities.output)] };
  const service = parseAt(text, range);
  const written = service && memberOf(service, 'capabilities')?.value;
  return { input: wordsOf(written, 'input'), output: wordsOf(written, 'output') };
}

/** The words in a list of `capabilities`, valid or not; `text` for a missing list. */
export function wordsOf(capabilities: Node | undefined, list: CapabilityList): string[] {
  // a single list instead of two: output-only capabilities count as output
  if (capabilities?.type === 'array')
    return [...new Set([...TEXT_ONLY[list], ...stringsIn(capabilities).filter((word) => fitsList(word, 'input') === (list === 'input'))])];
  const value = capabilities?.type === 'object' ? memberOf(capabilities, list)?.value : undefined;
  return value === undefined ? [...TEXT_ONLY[list]] : stringsIn(value);
}

function stringsIn(value: Node): string[] {
  const items = value.type === 'array' ? (value.children ?? []) : [value];
  const words = items.map((item): unknown => item.value).filter((word): word is string => typeof word === 'string' && /\S/.test(word));
  return [...new Set(words)];
}

/** Maximum characters of an id sent to the UI and compared, in UTF-16 code units. */
export const LONGEST_ID = 1000;

/** Identifies a service as drawn: its index in `services`, and its id if it had one. */
export interface ServiceIdentity {
  readonly index: number;
  readonly id: string | null;
}

/** Why a drawn service cannot be found in the current text. */
export type LostService = 'unusable_text' | 'service_not_found' | 'service_ambiguous' | 'service_not_object';

/** The id, shortened to {@link LONGEST_ID}. */
export function identityOf({ id }: Pick<ServiceEntry, 'id'>): string | null {
  return id === undefined ? null : id.slice(0, LONGEST_ID);
}

/**
 * Finds the drawn service: by index in the same text; in a later text by its id, only if that is unique, because editing the wrong service
 * is worse than not editing.
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

/** The result of a click on a cell; without edits when nothing changes. */
export type CellEdit =
  | { readonly ok: true; readonly entry: ServiceEntry; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly reason: LostService };

/**
 * The edit for a click on a cell in the current text.
 *
 * @param validated of this text
 * @param isFresh the cell was drawn from this text
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

/** Maximum length of a capability with a column, in UTF-16 code units. */
export const LONGEST_CAPABILITY = 200;
/** Maximum custom columns per side, limited by the screen. */
export const MOST_CUSTOM_COLUMNS = 50;

const LISTS: readonly CapabilityList[] = ['input', 'output'];

/** Collects the columns for custom capabilities, in order of first use. */
export class CustomColumns {
  readonly #found = { input: new Set<CapabilityType>(), output: new Set<CapabilityType>() };
  readonly #hidden = { input: new Set<CapabilityType>(), output: new Set<CapabilityType>() };

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

  /** Number of capabilities without a column: too many or too long. */
  get hidden(): number {
    return this.#hidden.input.size + this.#hidden.output.size;
  }

  has(list: CapabilityList, type: CapabilityType): boolean {
    return STANDARD[list].has(type) || this.#found[list].has(type);
  }
}

const STANDARD: Readonly<Record<CapabilityList, ReadonlySet<string>>> = {
  input: new Set<string>(standardCapabilitiesFor('input')),
  output: new Set<string>(standardCapabilitiesFor('output')),
};

/** The cell of a problem; undefined when it concerns the whole service. */
export function cellOfProblem({ code, params, path }: Pick<ServiceProblem, 'code' | 'params' | 'path'>): CapabilityCell | undefined {
  if (code === 'text_input_missing') return { list: 'input', type: 'text' };
  const { capability } = params;
  // where it is written; for a tag, where the capability would be
  const list = path[2] === 'capabilities' ? path[3] : params['list'];
  if (typeof capability !== 'string' || (list !== 'input' && list !== 'output')) return undefined;
  return { list, type: capability };
}
