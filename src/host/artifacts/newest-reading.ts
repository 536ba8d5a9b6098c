/**
 * Reads what can change while it is read: one reading at a time, and for the newest state. The first that a change
 * overtakes is given up for another; that one is read to its end, so that there is an answer under constant change too.
 */
export class NewestReading<T> {
  readonly #read: (isOutdated: () => boolean) => Promise<T>;
  readonly #onOutdated: () => void;
  #isRunning = false;
  #isOutdated = false;

  /**
   * @param read may end early, with anything, once it is outdated
   * @param onOutdated an answer was given that a change had overtaken: it is time to ask again
   */
  constructor(read: (isOutdated: () => boolean) => Promise<T>, onOutdated: () => void) {
    this.#read = read;
    this.#onOutdated = onOutdated;
  }

  /** To be called only when none is running. */
  async run(): Promise<T> {
    this.#isRunning = true;
    try {
      const first = await this.#once(() => this.#isOutdated);
      return this.#isOutdated ? await this.#once(() => false) : first;
    } finally {
      this.#isRunning = false;
      if (this.#isOutdated) this.#onOutdated();
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

  #once(isOutdated: () => boolean): Promise<T> {
    this.#isOutdated = false;
    return this.#read(isOutdated);
  }
}
