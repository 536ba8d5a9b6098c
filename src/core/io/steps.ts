import { takeTurns } from './turns.ts';

/** Work in small steps: whoever runs it may pause, or give up, between any two of them. */
export type Steps<Result> = Generator<void, Result>;

/** Does it all at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Does it in turns: others that wait for the thread run in between.
 *
 * @param isWanted asked after every pause; when it says no, the work is given up and undefined comes back
 */
export function runInTurns<Result>(steps: Steps<Result>): Promise<Result>;
export function runInTurns<Result>(steps: Steps<Result>, isWanted: () => boolean): Promise<Result | undefined>;
export async function runInTurns<Result>(steps: Steps<Result>, isWanted: () => boolean = () => true): Promise<Result | undefined> {
  const pause = takeTurns();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const paused = pause();
    if (paused === undefined) continue;
    await paused;
    if (!isWanted()) return undefined;
  }
}
