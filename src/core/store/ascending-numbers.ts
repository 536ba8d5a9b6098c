/** Marking takes one byte for each number up to the largest; beyond so many times the number of names it would waste memory. */
const DENSE_FACTOR = 16;

/** Each value that is not negative once, in order. Ids given out one after the other are marked, not sorted: that is ten times as fast. */
export function uniqueAscending(values: Float64Array): Float64Array {
  // Loops by position: an iterator over a typed array takes several times as long.
  let largest = -1;
  for (let at = 0; at < values.length; at++) if ((values[at] as number) > largest) largest = values[at] as number;
  if (largest >= values.length * DENSE_FACTOR) return sortedOnce(values);
  const isPresent = new Uint8Array(largest + 1);
  for (let at = 0; at < values.length; at++) if ((values[at] as number) >= 0) isPresent[values[at] as number] = 1;
  const result = new Float64Array(Math.min(largest + 1, values.length));
  let count = 0;
  for (let value = 0; value <= largest; value++) if (isPresent[value] === 1) result[count++] = value;
  return result.subarray(0, count);
}

function sortedOnce(values: Float64Array): Float64Array {
  const result = values.toSorted();
  let count = 0;
  for (const value of result) if (value >= 0 && (count === 0 || result[count - 1] !== value)) result[count++] = value;
  return result.subarray(0, count);
}
