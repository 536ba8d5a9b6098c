/** A cell of the grid by its place: column -1 is the name of the row. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** How far the grid goes, in cells. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page moves. */
  readonly page: number;
}

/** Where a key leads, as in every grid (ARIA Authoring Practices, "Grid"); undefined for other keys. */
export function placeAfter(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  at: GridPlace,
  { rows, columns, page }: GridSize,
): GridPlace | undefined {
  if (altKey || shiftKey) return undefined;
  const far = ctrlKey || metaKey;
  const row = (to: number): GridPlace => ({ ...at, row: Math.max(0, Math.min(rows - 1, to)) });
  const column = (to: number): GridPlace => ({ ...at, column: Math.max(-1, Math.min(columns - 1, to)) });
  switch (key) {
    case 'ArrowUp':
      return row(far ? 0 : at.row - 1);
    case 'ArrowDown':
      return row(far ? rows - 1 : at.row + 1);
    case 'ArrowLeft':
      return column(far ? -1 : at.column - 1);
    case 'ArrowRight':
      return column(far ? columns - 1 : at.column + 1);
    case 'PageUp':
      return row(at.row - page);
    case 'PageDown':
      return row(at.row + page);
    case 'Home':
      return far ? { row: 0, column: -1 } : column(-1);
    case 'End':
      return far ? { row: rows - 1, column: columns - 1 } : column(columns - 1);
    default:
      return undefined;
  }
}
