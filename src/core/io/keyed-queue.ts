/** Runs tasks one after the other for each key, and tasks of different keys side by side. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs the task once those given before it for the key have settled; its outcome is passed on. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const outcome = before.then(task);
    const tail = outcome.then(ignore, ignore).then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    this.#tails.set(key, tail);
    return outcome;
  }
}

function ignore(): void {}
