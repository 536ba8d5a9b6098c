import { numberOf } from './pdf-dictionary.ts';

/**
 * Undoes the PNG predictors (ISO 32000-2 §7.4.4.4) that cross-reference streams are written with.
 * @param dictionary with its `/DecodeParms`
 */
export function withoutPredictor(data: Uint8Array, dictionary: string): Uint8Array {
  if ((numberOf(dictionary, 'Predictor') ?? 1) < 10) return data;
  const columns = Math.min(numberOf(dictionary, 'Columns') ?? 1, 1024);
  const rows = Math.floor(data.length / (columns + 1));
  const plain = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = row * (columns + 1);
    const to = row * columns;
    const filter = data[from];
    for (let column = 0; column < columns; column++) {
      const left = column > 0 ? (plain[to + column - 1] ?? 0) : 0;
      const up = row > 0 ? (plain[to + column - columns] ?? 0) : 0;
      const upLeft = row > 0 && column > 0 ? (plain[to + column - columns - 1] ?? 0) : 0;
      plain[to + column] = (data[from + 1 + column] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  return plain;
}

/** What a filter of PNG (third edition §9.2) expects of a byte; one byte a pixel. */
function predicted(filter: number | undefined, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - upLeft;
      const [toLeft, toUp, toUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
      if (toLeft <= toUp && toLeft <= toUpLeft) return left;
      return toUp <= toUpLeft ? up : upLeft;
    }
    default:
      return 0;
  }
}
