/** Rows of texts as they are packed and read again; see `Grid`. */
import type { Grid } from './document-node.ts';

/** Rows of a grid: as many as a sheet of Excel has, and as many as a page can scroll through. */
const MAX_ROWS = 1_048_576;
/** Cells of a row that are kept: as many as a sheet of Excel has. */
const MAX_COLUMNS = 16_384;
/** Cells of a grid, empty ones included: 50 columns of 100,000 rows. */
const MAX_CELLS = 5_000_000;
/** Characters of a grid: a text that thousands of cells of a workbook share counts for each of them. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Takes cells row by row. */
export class GridBuilder {
  readonly #texts: string[] = [];
  readonly #cellEnds: number[] = [];
  readonly #rowEnds: number[] = [];
  #length = 0;
  #columns = 0;
  #isCut = false;

  /** Nothing more is taken. */
  get isFull(): boolean {
    return this.#isCut;
  }

  get rows(): number {
    return this.#rowEnds.length;
  }

  /** @returns whether there was room for it */
  addRow(row: readonly string[]): boolean {
    const cells = this.#fitting(row);
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    const isTooMuch = this.rows >= MAX_ROWS || this.#cellEnds.length + cells.length > MAX_CELLS || this.#length + length > MAX_CHARACTERS;
    if (isTooMuch) this.#isCut = true;
    if (this.#isCut) return false;
    for (const cell of cells) {
      if (cell !== '') this.#texts.push(cell);
      this.#length += cell.length;
      this.#cellEnds.push(this.#length);
    }
    this.#rowEnds.push(this.#cellEnds.length);
    this.#columns = Math.max(this.#columns, row.length);
    return true;
  }

  /** The cells of a row that are kept; of a first row with more characters than there is room for those before that, so that no file seems empty. */
  #fitting(row: readonly string[]): readonly string[] {
    const cells = row.length > MAX_COLUMNS ? row.slice(0, MAX_COLUMNS) : row;
    if (this.rows > 0) return cells;
    let length = 0;
    const tooLong = cells.findIndex((cell) => (length += cell.length) > MAX_CHARACTERS);
    return tooLong < 0 ? cells : cells.slice(0, tooLong);
  }

  /** @param isCut there is more than was given */
  build({ isCut = false } = {}): Grid {
    const grid = {
      text: this.#texts.join(''),
      cellEnds: Uint32Array.from(this.#cellEnds),
      rowEnds: Uint32Array.from(this.#rowEnds),
      columns: this.#columns,
      isCut: isCut || this.#isCut,
    };
    return { ...grid, hasHeader: isHeader(rowOf(grid, 0), grid.rowEnds.length) };
  }
}

/** The cells of a row; it may have fewer than there are columns. */
export function rowOf({ text, cellEnds, rowEnds }: Pick<Grid, 'text' | 'cellEnds' | 'rowEnds'>, row: number): string[] {
  const begin = row === 0 ? 0 : (rowEnds[row - 1] ?? 0);
  const end = rowEnds[row] ?? begin;
  return Array.from(cellEnds.subarray(begin, end), (cellEnd, at) => text.slice(begin + at === 0 ? 0 : cellEnds[begin + at - 1], cellEnd));
}

/** Names of columns: each has one, all differ, and none is a number. */
function isHeader(cells: readonly string[], rows: number): boolean {
  return (
    rows > 1 && cells.length > 0 && new Set(cells).size === cells.length && cells.every((cell) => cell.trim() !== '' && !isNumber(cell))
  );
}

/** Whether a cell is a number as people write it in tables. */
export function isNumber(cell: string): boolean {
  return cell.length < 40 && /^[-+(]?[$€£¥]?\s?\d[\d.,' ]*(?:e[-+]?\d+)?\s?%?\)?$/i.test(cell.trim());
}
