/**
 * Gathers bursts of calls into one: runs when `quiet` milliseconds have passed without another call, and
 * at the latest `longest` milliseconds after the first.
 */
export class Debounced {
  readonly #run: () => void;
  readonly #quiet: number;
  readonly #longest: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstCall = 0;

  constructor(run: () => void, times: { quiet: number; longest: number }) {
    this.#run = run;
    this.#quiet = times.quiet;
    this.#longest = times.longest;
  }

  call(): void {
    const now = Date.now();
    if (this.#timer === undefined) this.#firstCall = now;
    else clearTimeout(this.#timer);
    const wait = Math.max(0, Math.min(this.#quiet, this.#firstCall + this.#longest - now));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, wait);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
