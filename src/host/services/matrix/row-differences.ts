/** Rows to put in the place of others. */
export interface RowSplice {
  readonly start: number;
  readonly remove: number;
  /** From where to where, in the new rows; `end` not included. */
  readonly from: number;
  readonly end: number;
}

/**
 * How rows become others, each told by its text: runs of changed ones where their number stays, one splice between the
 * ends that both share where it does not. In the order of the rows; each counts in what the ones before it have made.
 */
export function rowDifferences(before: readonly string[], after: readonly string[]): RowSplice[] {
  if (before.length === after.length) return changedRuns(before, after);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return [{ start, remove: before.length - same - start, from: start, end: after.length - same }];
}

function changedRuns(before: readonly string[], after: readonly string[]): RowSplice[] {
  const runs: RowSplice[] = [];
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at]) continue;
    const start = at;
    while (at < after.length && before[at] !== after[at]) at++;
    runs.push({ start, remove: at - start, from: start, end: at });
  }
  return runs;
}
