/**
 * How often work lets others have their turn, however fast the machine is: every look at the clock finds that the turn is
 * over, and every pause is counted as it begins. The work must not wait for timers of other kinds.
 */
export async function pausesDuring(work: () => Promise<unknown>): Promise<number> {
  const { setTimeout } = globalThis;
  const { now } = Date;
  let pauses = 0;
  let time = now();
  Date.now = () => (time += 1000);
  globalThis.setTimeout = ((callback: () => void, delay?: number) => {
    pauses++;
    return setTimeout(callback, delay);
  }) as typeof setTimeout;
  try {
    await work();
  } finally {
    Date.now = now;
    globalThis.setTimeout = setTimeout;
  }
  return pauses;
}
