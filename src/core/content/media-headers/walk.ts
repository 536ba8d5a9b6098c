import { takeTurns } from '../../io/turns.ts';

/** Steps a walk may take at most: an MP3 of a hundred hours, a GIF of half a gigabyte. */
const MAX_STEPS = 1 << 21;

/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 1 << 10;

/** The walk took more steps than it may: what it looked for stays unknown. */
export class WalkTooLong extends Error {}

/**
 * Counts the steps of whoever walks through the structure of a file, so that no file keeps anybody busy for ever, and
 * gives way to others in between.
 */
export class Walk {
  /** Steps taken so far. */
  steps = 0;
  readonly #limit: number;
  readonly #giveWay = takeTurns();

  /** @param limit steps it may take */
  constructor(limit: number = MAX_STEPS) {
    this.#limit = limit;
  }

  /**
   * Takes a step. The promise, when there is one, is to be awaited before going on.
   * @throws WalkTooLong when the steps are used up
   */
  step(): Promise<void> | undefined {
    if (++this.steps > this.#limit) throw new WalkTooLong();
    return this.steps % STEPS_PER_LOOK === 0 ? this.#giveWay() : undefined;
  }
}
