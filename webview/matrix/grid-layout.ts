/** The widths of a grid, in pixels. */
export interface GridLayout {
  /** Of the names of the rows. */
  readonly name: number;
  readonly column: number;
  /** The titles of the columns stand upright: there is no room for them to lie. */
  readonly isTurned: boolean;
}

/** A column whose title lies; the longest word of the standard ones fits. */
const COLUMN = 68;
/** A column of marks alone: the two of a doubtful cell side by side. */
const LEAST_COLUMN = 30;
/** As wide as names may become, and as narrow while titles lie. */
const NAME = { most: 240, lying: 180, least: 120 };

/**
 * How wide names and columns are where there is so much room: as many columns as can be are to be seen. Names give way
 * first, then the titles of the columns are turned, and what still does not fit is scrolled to.
 *
 * @param width of the grid, in pixels
 * @param columns how many there are beside the names
 */
export function gridLayout(width: number, columns: number): GridLayout {
  const rest = width - columns * COLUMN;
  if (rest >= NAME.lying) return { name: Math.min(NAME.most, rest), column: COLUMN, isTurned: false };
  const name = Math.round(Math.max(NAME.least, Math.min(NAME.lying, width * 0.3)));
  const column = Math.max(LEAST_COLUMN, Math.min(COLUMN, Math.floor((width - name) / columns)));
  return { name, column, isTurned: true };
}
