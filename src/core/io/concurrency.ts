/** Runs `task` for every item, at most `width` at a time; results keep the order. After the first rejection no more tasks start. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  width: number,
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const index = next++;
      try {
        results[index] = await task(items[index] as T, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

/**
 * Loads on first use and caches; a failed load is retried.
 *
 * @returns a function that loads; its `started` is the current load, if any
 */
export function loadOnce<Loaded>(
  load: () => Promise<Loaded>,
): (() => Promise<Loaded>) & { readonly started: () => Promise<Loaded> | undefined } {
  let loaded: Promise<Loaded> | undefined;
  const get = (): Promise<Loaded> =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
  return Object.assign(get, { started: () => loaded });
}

/** Runs tasks with the same key one after another, and others concurrently. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs the task after earlier tasks with the same key have settled. */
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
