/** Rows drawn above and below those on the screen, so that slow scrolling meets no gap. */
const OVERSCAN = 6;

/** Which rows of a long list are drawn, and the height of the space for the others. In pixels and indices, `end` not included. */
export interface VisibleRows {
  readonly begin: number;
  readonly end: number;
  readonly above: number;
  readonly below: number;
}

/**
 * The rows to draw of a list of equally high rows.
 *
 * @param top how far the list is scrolled, in pixels
 * @param height of the part that is seen, in pixels
 */
export function visibleRows(count: number, rowHeight: number, top: number, height: number): VisibleRows {
  const shown = Math.ceil(height / rowHeight) + 2 * OVERSCAN;
  const begin = Math.max(0, Math.min(Math.floor(top / rowHeight) - OVERSCAN, count - shown));
  const end = Math.min(count, begin + shown);
  return { begin, end, above: begin * rowHeight, below: (count - end) * rowHeight };
}
