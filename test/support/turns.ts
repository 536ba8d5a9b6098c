/**
 * How many turns others get while something is done, however fast the machine is: every look at the clock finds that the
 * turn is over.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const look = (): void => {
    turns++;
    waiting = setTimeout(look, 0);
  };
  // In line with the pauses of the work, so that it looks once in every one of them.
  let waiting = setTimeout(look, 0);
  const now = Date.now;
  let time = now();
  Date.now = () => (time += 1000);
  try {
    await work();
  } finally {
    Date.now = now;
    clearTimeout(waiting);
  }
  return turns;
}
