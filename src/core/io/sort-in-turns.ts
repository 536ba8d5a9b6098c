import { runInTurns, type Steps } from './steps.ts';

/** Sorted or merged at once: well under a millisecond of comparisons, also of costly ones. */
const PIECE = 256;

/** As `toSorted`, stable too, for so many items that others must have their turn meanwhile. */
export function sortInTurns<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  return runInTurns(sortSteps(items, compare));
}

/** The same in steps: merge sort from small pieces up. */
export function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += PIECE) {
    runs.push(items.slice(at, at + PIECE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergeSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<T>(first: readonly T[], second: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  let [one, two] = [0, 0];
  while (one < first.length && two < second.length) {
    merged.push(compare(first[one] as T, second[two] as T) <= 0 ? (first[one++] as T) : (second[two++] as T));
    if (merged.length % PIECE === 0) yield;
  }
  return merged.concat(first.slice(one), second.slice(two));
}
