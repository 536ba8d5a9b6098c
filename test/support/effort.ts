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

/**
 * The runs of a property: a tenth, but at least 20 where there are as many, when it shall be quick, and twenty times as many in a soak.
 * @param usual the runs in `npm test`
 */
export function runs(usual: number): number {
  return byEffort({ quick: Math.min(usual, Math.max(20, Math.ceil(usual / 10))), usual, soak: usual * 20 });
}
