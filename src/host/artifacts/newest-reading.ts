/** A reading of the store, and its progress. */
export interface ReadingOptions<T> {
  /** May end early, with anything, once it is outdated; and with what it has, once it is stopped. */
  readonly read: (isOutdated: () => boolean) => Promise<T>;
  /** Whether a person wants no more reading: what was read until then is the answer, overtaken or not. */
  readonly isStopped: () => boolean;
  /** An answer was given that a change had overtaken: it is time to ask again. */
  readonly onOutdated: () => void;
}

/**
 * Reads what can change while it is read: one reading at a time, and for the newest state. The first that a change
 * overtakes is given up for another; that one is read to its end, so that there is an answer under constant change too.
 */
export class NewestReading<T> {
  readonly #options: ReadingOptions<T>;
  #isRunning = false;
  #isOutdated = false;

  constructor(options: ReadingOptions<T>) {
    this.#options = options;
  }

  /** To be called only when none is running. */
  async run(): Promise<T> {
    this.#isRunning = true;
    try {
      const first = await this.#once(() => this.#isOutdated);
      return this.#isOvertaken ? await this.#once(() => false) : first;
    } finally {
      this.#isRunning = false;
      if (this.#isOvertaken) this.#options.onOutdated();
    }
  }

  /**
   * Something changed.
   * @returns whether a reading is running, which takes care of it
   */
  invalidate(): boolean {
    this.#isOutdated = true;
    return this.#isRunning;
  }

  get #isOvertaken(): boolean {
    return this.#isOutdated && !this.#options.isStopped();
  }

  #once(isOutdated: () => boolean): Promise<T> {
    this.#isOutdated = false;
    return this.#options.read(isOutdated);
  }
}
