import { sortSteps } from '../io/sort-in-turns.ts';
import type { Steps } from '../io/steps.ts';
import { uuidTime, UUID_LENGTH } from './id-order.ts';

/** Ids told apart, or names sorted as they stand, in a step: about a millisecond. */
const STEP = 1024;

/** Digits of a sort by digits, as so many values. */
const DIGIT = 2048;

/**
 * The ids among a folder's names that are UUIDs with a time, in order, and the names of each.
 *
 * Built for folders of hundreds of thousands of them: no text is made or compared but where two share a millisecond, as the
 * files of one id do.
 */
export class UuidIndex {
  readonly #names: readonly string[];
  /** Oldest first, by id within a millisecond; the names of one id stand together. */
  readonly #order: Uint32Array;
  /** For each id where its names begin in {@link #order}. */
  readonly #starts: readonly number[];
  /** Of each name. */
  readonly #times: readonly number[];

  private constructor(names: readonly string[], times: readonly number[], order: Uint32Array, starts: readonly number[]) {
    this.#names = names;
    this.#times = times;
    this.#order = order;
    this.#starts = starts;
  }

  /**
   * @param names in a folder, each beginning with a UUID that has a time
   * @param times of each, as {@link uuidTime} tells them
   */
  static *of(names: readonly string[], times: readonly number[]): Steps<UuidIndex> {
    const order = yield* orderOf(times);
    const starts: number[] = [];
    const nameAt = (at: number): string => names[order[at] as number] as string;
    let steps = 0;
    for (let at = 0; at < names.length;) {
      const time = times[order[at] as number];
      let end = at + 1;
      let isOne = true;
      for (; end < names.length && times[order[end] as number] === time; end++) {
        isOne &&= isSameId(nameAt(at), nameAt(end));
        if (++steps % STEP === 0) yield;
      }
      starts.push(at);
      if (!isOne) {
        order.set(yield* sortSteps([...order.subarray(at, end)], (a, b) => ((names[a] as string) < (names[b] as string) ? -1 : 1)), at);
        for (let next = at + 1; next < end; next++) {
          if (!isSameId(nameAt(next - 1), nameAt(next))) starts.push(next);
          if (++steps % STEP === 0) yield;
        }
      }
      if (++steps % STEP === 0) yield;
      at = end;
    }
    return new UuidIndex(names, times, order, starts);
  }

  /** How many ids there are. */
  get length(): number {
    return this.#starts.length;
  }

  /** The id at a position, oldest first. */
  at(position: number): string {
    return this.#nameAt(this.#starts[position] as number).slice(0, UUID_LENGTH);
  }

  /** The names of an id; none when it is not among these. */
  namesOf(id: string): string[] {
    const time = uuidTime(id);
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const ahead = (this.#times[this.#order[this.#starts[middle] as number] as number] as number) - time;
      if (ahead < 0 || (ahead === 0 && this.at(middle) < id)) low = middle + 1;
      else high = middle;
    }
    if (low === this.length || this.at(low) !== id) return [];
    const names: string[] = [];
    for (let at = this.#starts[low] as number; at < (this.#starts[low + 1] ?? this.#order.length); at++) names.push(this.#nameAt(at));
    return names;
  }

  #nameAt(at: number): string {
    return this.#names[this.#order[at] as number] as string;
  }
}

function isSameId(a: string, b: string): boolean {
  // From the end: what begins alike differs there.
  for (let at = UUID_LENGTH - 1; at >= 0; at--) if (a.charCodeAt(at) !== b.charCodeAt(at)) return false;
  return true;
}

/** The places of the times in ascending order, sorted digit by digit from the last on: ten times as fast as by comparing. */
function* orderOf(times: readonly number[]): Steps<Uint32Array> {
  let least = Infinity;
  let most = 0;
  for (const time of times) {
    if (time < least) least = time;
    if (time > most) most = time;
  }
  let order = new Uint32Array(times.length);
  for (let at = 0; at < order.length; at++) order[at] = at;
  for (let unit = 1; unit <= most - least; unit *= DIGIT) {
    yield;
    order = byDigit(order, (at) => Math.floor(((times[at] as number) - least) / unit) % DIGIT);
  }
  return order;
}

/** Sorted by one digit, equals in the order they came in. */
function byDigit(order: Uint32Array, digitOf: (at: number) => number): Uint32Array<ArrayBuffer> {
  const ends = new Uint32Array(DIGIT);
  const digits = new Uint16Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const digit = digitOf(order[at] as number);
    digits[at] = digit;
    ends[digit] = (ends[digit] as number) + 1;
  }
  for (let digit = 1; digit < DIGIT; digit++) ends[digit] = (ends[digit] as number) + (ends[digit - 1] as number);
  const sorted = new Uint32Array(order.length);
  for (let at = order.length - 1; at >= 0; at--) {
    const place = (ends[digits[at] as number] as number) - 1;
    ends[digits[at] as number] = place;
    sorted[place] = order[at] as number;
  }
  return sorted;
}
