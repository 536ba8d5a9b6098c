/** Pixels of one row of tiles, with the space below it. */
export const TILE_HEIGHT = 180;
/** Pixels of the narrowest tile with the space beside it: two of them stand side by side in a narrow side bar. */
const NARROWEST = 140;

/** How tiles lie on the screen. */
export interface TileGrid {
  readonly count: number;
  readonly columns: number;
  /** Whole rows that are seen at once, at least one. */
  readonly rows: number;
}

/** How many tiles are beside each other. @param width of the list without its padding, in pixels */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor(width / NARROWEST));
}

/**
 * Where a key leads from a tile: by column and row as the tiles lie, at the borders no further.
 *
 * @param at the tile the keyboard is on; -1 for none, from which every key leads to an end
 * @returns undefined when it is no key that moves
 */
export function tileAfter(key: string, at: number, { count, columns, rows }: TileGrid): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const from = (to: number): number => (at < 0 ? 0 : to);
  switch (key) {
    case 'ArrowRight':
      return from(Math.min(last, at + 1));
    case 'ArrowLeft':
      return from(Math.max(0, at - 1));
    case 'ArrowDown':
      return from(rowsDown(at, 1, columns, last));
    case 'ArrowUp':
      return from(rowsUp(at, 1, columns));
    case 'PageDown':
      return from(rowsDown(at, rows, columns, last));
    case 'PageUp':
      return from(rowsUp(at, rows, columns));
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** In the same column; where the last row ends before it, on its last tile. */
function rowsDown(at: number, rows: number, columns: number, last: number): number {
  const lastRow = Math.floor(last / columns);
  const row = Math.min(lastRow, Math.floor(at / columns) + rows);
  return row === Math.floor(at / columns) ? at : Math.min(last, row * columns + (at % columns));
}

function rowsUp(at: number, rows: number, columns: number): number {
  const row = Math.max(0, Math.floor(at / columns) - rows);
  return row * columns + (at % columns);
}
