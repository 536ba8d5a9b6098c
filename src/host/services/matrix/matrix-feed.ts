import type { InferenceSource } from '../../../core/models/catalogue/inference.ts';
import type { MatrixHostMessage, MatrixRow, MatrixSource } from '../../../shared/matrix-protocol.ts';

/** Numbers the sources of what is known of models, from 1 on: thousands of rows share a few. Numbers are never reused. */
export class KnownSources {
  readonly #numbers = new Map<string, number>();
  readonly #sources: MatrixSource[] = [];

  numberOf({ match, entry, ...rest }: InferenceSource): number {
    const from = rest.package ?? null;
    const key = JSON.stringify([match, entry, from]);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#sources.push({ match, entry, package: from });
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** Those from a number on. */
  since(first: number): readonly MatrixSource[] {
    return this.#sources.slice(first - 1);
  }

  get count(): number {
    return this.#sources.length;
  }
}

/** Brings a page's rows up to date by sending what differs. */
export class MatrixFeed {
  readonly #post: (message: MatrixHostMessage) => void;
  /** What the page has: its rows as JSON, and how many sources. */
  #sent: readonly string[] = [];
  #sources = 0;

  constructor(post: (message: MatrixHostMessage) => void) {
    this.#post = post;
  }

  /** The page was reloaded and has nothing. */
  reset(): void {
    this.#sent = [];
    this.#sources = 0;
  }

  send(rows: readonly MatrixRow[], known: KnownSources): void {
    if (known.count > this.#sources) {
      this.#post({ type: 'sources', from: this.#sources + 1, sources: [...known.since(this.#sources + 1)] });
      this.#sources = known.count;
    }
    const texts = rows.map((row) => JSON.stringify(row));
    for (const { start, remove, from, end } of rowDifferences(this.#sent, texts)) {
      this.#post({ type: 'rows', start, remove, rows: rows.slice(from, end) });
    }
    this.#sent = texts;
  }
}

/** Rows to put in the place of others. */
export interface RowSplice {
  readonly start: number;
  readonly remove: number;
  /** From where to where, in the new rows; `end` not included. */
  readonly from: number;
  readonly end: number;
}

/**
 * How rows become others, each identified by its text: runs of changed ones where their number stays, one splice between the
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

/** A drawing that takes longer than this is not made for every one of many changes. Milliseconds. */
const QUICK = 30;
/** Changes that follow each other faster than this are one burst, drawn when it pauses. Milliseconds. */
const PAUSE = 150;

/** When to draw what has changed: at once, but for a large file in the midst of a burst of changes, such as typing. */
export class DrawingPace {
  /** What the last drawing took, in milliseconds. */
  cost = 0;
  #lastChange = -Infinity;

  /** @param now milliseconds @returns how long to wait for another change before this one is drawn, in milliseconds */
  waitAfter(now: number): number {
    const isInBurst = now - this.#lastChange < PAUSE;
    this.#lastChange = now;
    return isInBurst && this.cost > QUICK ? PAUSE : 0;
  }
}
