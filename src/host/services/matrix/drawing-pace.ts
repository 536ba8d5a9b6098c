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
