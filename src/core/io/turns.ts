/** How long work goes on before others get their turn, in milliseconds: well under the 50 ms that a person notices. */
const TURN_MS = 12;

/**
 * Shares the thread: long work calls the function it gets between its steps. The promise, when there is one, is to be
 * awaited; it lets everything else that waits run first.
 *
 * @param turn milliseconds of work between two pauses
 */
export function takeTurns(turn = TURN_MS): () => Promise<void> | undefined {
  let end = Date.now() + turn;
  return () => {
    if (Date.now() < end) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        end = Date.now() + turn;
        resolve();
      }, 0);
    });
  };
}
