/** What a run says at its end: what failed, what took how long, and the totals. */
import { availableParallelism } from 'node:os';

/** How many of the slowest tests are named, and from how many milliseconds on. */
const most = 10;
const slow = 2000;

/** The steps that have no tests of their own. */
const CHECKS = new Set(['lint', 'typecheck', 'build']);

/**
 * @param {readonly import('./lanes.mjs').Ran[]} ran
 * @param {{seconds: number, grep?: string}} run how long all took; whether a person asked for some titles
 * @returns {boolean} whether all is well
 */
export function printOutcome(ran, { seconds, grep }) {
  const tests = ran.flatMap(({ name, passed }) => passed.map((test) => ({ ...test, title: `${name}: ${test.title}` })));
  if (grep) for (const { title, duration } of tests) console.log(`  ✔ ${title} (${duration} ms)`);
  const slowest = tests.filter(({ duration }) => duration >= slow).sort((a, b) => b.duration - a.duration);
  if (slowest.length > 0 && ran.length > 1) {
    console.log('\nSlowest:');
    for (const { title, duration } of slowest.slice(0, most)) console.log(`${(duration / 1000).toFixed(1).padStart(7)} s  ${title}`);
  }
  printTable(ran, seconds);
  const failures = ran.flatMap(({ name, failures }) => failures.map(({ title, error }) => `✖ ${name}: ${title}\n${error}`));
  const found = ran.filter(({ name }) => !CHECKS.has(name)).reduce((sum, { passed, pending }) => sum + passed.length + pending, 0);
  if (grep && found + failures.length === 0) failures.push(`✖ No test has "${grep}" in its title.`);
  if (failures.length > 0)
    console.log(`\nFailed:\n${failures.map((text) => `  ${text.trimEnd().replaceAll('\n', '\n      ')}`).join('\n')}`);
  console.log(`\n${tests.length} passed, ${failures.length} failed`);
  return failures.length === 0;
}

/** @param {readonly import('./lanes.mjs').Ran[]} ran @param {number} seconds */
function printTable(ran, seconds) {
  const known = ran.map(({ cpu }) => cpu).filter((cpu) => cpu !== undefined);
  const used = known.reduce((sum, cpu) => sum + cpu, 0);
  const count = (/** @type {(one: import('./lanes.mjs').Ran) => number} */ of) => ran.reduce((sum, one) => sum + of(one), 0);
  const rows = [
    ['step', 'passed', 'failed', 'skipped', 'wall s', 'CPU s'],
    ...ran.map(({ name, passed, failures, pending, wall, cpu }) => [
      name,
      passed.length,
      failures.length,
      pending,
      wall.toFixed(1),
      cpu?.toFixed(1) ?? '–',
    ]),
    [
      'all',
      count(({ passed }) => passed.length),
      count(({ failures }) => failures.length),
      count(({ pending }) => pending),
      seconds.toFixed(1),
      known.length > 0 ? used.toFixed(1) : '–',
    ],
  ].map((row) => row.map(String));
  const widths = [0, 1, 2, 3, 4, 5].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  console.log('');
  for (const [name = '', ...cells] of rows)
    console.log(`  ${[name.padEnd(widths[0] ?? 0), ...cells.map((cell, at) => cell.padStart(widths[at + 1] ?? 0))].join('  ')}`);
  const processors = availableParallelism();
  if (known.length > 0) console.log(`  ${Math.round((100 * used) / seconds / processors)} % of ${processors} processors`);
}
