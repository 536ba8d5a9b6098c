import { standardCapabilitiesFor, type CapabilityList } from '../core/services/capability.ts';
import { INFERRED_CAPABILITIES } from '../core/services/catalogue/inference.ts';
import type { MatrixColumn } from './matrix-state.ts';

/** The columns every matrix has, inputs first. */
export const STANDARD_COLUMNS: readonly MatrixColumn[] = (['input', 'output'] as const).flatMap((list: CapabilityList) =>
  standardCapabilitiesFor(list).map((type) => ({ list, type })),
);

/** Where in a row's `known` a column is answered; -1 where models are not known by it. */
export function knownAt({ list, type }: MatrixColumn): number {
  return INFERRED_CAPABILITIES.findIndex((each) => each.list === list && each.type === type);
}

/** Two columns for the same thing have the same key. */
export function columnKey({ list, type }: MatrixColumn): string {
  return `${list} ${type}`;
}

const STANDARD_KEYS: ReadonlySet<string> = new Set(STANDARD_COLUMNS.map(columnKey));

/** Whether every matrix has a column. */
export function isStandardColumn(column: MatrixColumn): boolean {
  return STANDARD_KEYS.has(columnKey(column));
}
