/**
 * How much the tests with random input, kills and races do. `quick` is for `npm run check`, `usual` for `npm test`, `soak` for
 * `npm run soak`: the same code with larger numbers.
 */
export type Effort = 'quick' | 'usual' | 'soak';

const EFFORTS: readonly Effort[] = ['quick', 'usual', 'soak'];

/** The effort of this run. */
const EFFORT: Effort = EFFORTS.find((effort) => effort === process.env['AGENT_ARTIFACTS_EFFORT']) ?? 'usual';

/** Takes the number that goes with the effort of this run. */
export function byEffort(numbers: Readonly<Record<Effort, number>>): number {
  return numbers[EFFORT];
}

/** A test of megabytes, processes or workers that takes more than half a second, and which `npm run check` leaves to `npm test`. */
export const itWhenThorough = EFFORT === 'quick' ? it.skip : it;

/** A test of gigabytes in a process of its own, which only `--soak` runs. */
export const itWhenSoaked = EFFORT === 'soak' ? it : it.skip;

/**
 * The runs of a property, which `npm test` does not do in full: two fifths of them, but at least 100 where there are as many, when it is as
 * usual; a tenth, but at least 20, when it shall be quick; ten times as many in a soak. The cases are the first of the same ones.
 * @param full as many as have found what such a property finds
 */
export function runs(full: number): number {
  const share = (of: number, least: number): number => Math.min(full, Math.max(least, Math.ceil(full / of)));
  return byEffort({ quick: share(10, 20), usual: share(2.5, 100), soak: full * 10 });
}
