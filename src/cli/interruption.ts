/** As shells count a process ended by SIGINT. */
export const INTERRUPTED = 130;

/** Does work that the first Ctrl+C ends by its signal; a second one ends the process. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const onInterrupt = (): void => interruption.abort();
  process.once('SIGINT', onInterrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}
