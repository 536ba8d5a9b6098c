import { takeTurns } from '../../io/turns.ts';

/** Steps a walk may take at most: an MP3 of a hundred hours, a GIF of half a gigabyte. */
const MAX_STEPS = 1 << 21;

/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 1 << 10;

/** Bytes that are read one by one in about the time of a step. */
const BYTES_PER_STEP = 64;

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
  #nextLook = STEPS_PER_LOOK;

  /** @param limit steps it may take */
  constructor(limit: number = MAX_STEPS) {
    this.#limit = limit;
  }

  /**
   * Takes a step, or several. The promise, when there is one, is to be awaited before going on.
   * @throws WalkTooLong when the steps are used up
   */
  step(count = 1): Promise<void> | undefined {
    this.steps += count;
    if (this.steps > this.#limit) throw new WalkTooLong();
    if (this.steps < this.#nextLook) return undefined;
    this.#nextLook = this.steps + STEPS_PER_LOOK;
    return this.#giveWay();
  }

  /** Takes the steps that reading so many bytes is worth; see {@link step}. */
  read(bytes: number): Promise<void> | undefined {
    return this.step(Math.ceil(bytes / BYTES_PER_STEP));
  }
}
