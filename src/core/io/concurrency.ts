/**
 * Runs `task` over every item with at most `width` of them under way, keeping the order of results.
 * The first rejection rejects the whole; tasks not yet begun are then left out.
 */
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
 * What is loaded when it is first asked for, and then kept. What could not be loaded is tried again the next time.
 *
 * @returns a function that gives what is loaded, with `started`: that, as far as somebody has asked for it
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
