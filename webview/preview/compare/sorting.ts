import type { ComparedRow } from '../../../src/shared/preview-state.ts';
import type { PreviewViewState } from '../../../src/shared/preview-view-state.ts';
import { displayLanguage } from '../../l10n.ts';
import type { Arrival, Route, WireOutcome } from '../outcome.ts';

export type Sort = PreviewViewState['sort'];
export type Column = Sort['column'];

/** From best to worst. */
const ROUTES: readonly Route[] = ['image_url', 'file', 'text', 'message', 'description', 'failed', 'not_found'];
const ARRIVALS: readonly Arrival[] = ['arrives', 'doubtful', 'partly', 'described', 'dropped', 'failed', 'refused', 'nothing'];
const OUTCOMES: readonly WireOutcome[] = ['sent', 'converted', 'rehomed', 'rejected', 'dropped'];

/** The rows in order. What is not known comes last in either direction, and equals keep the order they came in. */
export function sortRows(rows: readonly ComparedRow[], { column, descending }: Sort): ComparedRow[] {
  const key = KEYS[column];
  const collator = new Intl.Collator(displayLanguage(), { numeric: true });
  const direction = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return direction * (typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : Number(a) - Number(b));
  });
}

const KEYS: Record<Column, (row: ComparedRow) => string | number | null> = {
  name: (row) => row.name,
  api: (row) => row.apiName,
  route: (row) => ARRIVALS.indexOf(row.arrival) * ROUTES.length + ROUTES.indexOf(row.route),
  wire: (row) => (row.wire === null ? null : OUTCOMES.indexOf(row.wire)),
  bytes: (row) => row.bytes,
  tokens: (row) => row.tokens && (row.tokens.low + row.tokens.high) / 2,
};
