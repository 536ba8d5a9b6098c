import { STANDARD_COLUMNS, knownAt } from '../../src/shared/matrix-columns.ts';
import type { MatrixRow } from '../../src/shared/matrix-state.ts';
import type { MatrixViewState } from '../../src/shared/matrix-view-state.ts';

export type Shown = MatrixViewState['show'];

/** Columns that models are known by, and where in `known`. */
const KNOWN = STANDARD_COLUMNS.map((column) => ({ column, at: knownAt(column) })).filter(({ at }) => at >= 0);

/**
 * The places of the rows that are shown. Every word of the filter must be in the name, the id, the model or a declared
 * capability; case does not count.
 *
 * @param kept places that stay whatever they have become: they were clicked since the filter was set
 */
export function shownRows(rows: readonly MatrixRow[], filter: string, show: Shown, kept: ReadonlySet<number>): number[] {
  const words = filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (kept.has(index) || (isWanted(row, show) && hasWords(row, words))) shown.push(index);
  }
  return shown;
}

function isWanted(row: MatrixRow, show: Shown): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'problems':
      return row.problems.length > 0;
    case 'disagreeing':
      return disagreesSomewhere(row);
  }
}

/** Whether the catalogue says otherwise than the file of any capability. */
export function disagreesSomewhere(row: MatrixRow): boolean {
  return KNOWN.some(({ column, at }) => {
    const number = row.known[at] ?? 0;
    return number !== 0 && number > 0 !== row[column.list].includes(column.type);
  });
}

function hasWords(row: MatrixRow, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = textOf(row);
  return words.every((word) => text.includes(word));
}

function textOf({ name, id, model, input, output }: MatrixRow): string {
  return [name, id ?? '', model, ...input, ...output].join('\n').toLocaleLowerCase();
}
