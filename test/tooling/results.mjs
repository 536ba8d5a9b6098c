/**
 * The record of a mocha run as lines of JSON in a file, written while it runs: it survives a crash, and it comes out of
 * places that have no output, such as VS Code's extension host.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {object} Result
 * @property {'begin' | 'pass' | 'fail' | 'pending' | 'end'} event `end` is the last line of a run that came to its end
 * @property {string} [title] with the titles of its suites
 * @property {number} [duration] milliseconds
 * @property {string} [error] message and stack
 */

/**
 * Follows a run.
 * @param {import('mocha').Runner} runner from mocha.run()
 * @param {string} file replaced
 */
export function recordResults(runner, file) {
  writeFileSync(file, '');
  const write = (/** @type {Result} */ result) => appendFileSync(file, `${JSON.stringify(result)}\n`);
  const title = (/** @type {import('mocha').Runnable} */ test) => test.titlePath().join(' › ');
  runner.on('test', (test) => write({ event: 'begin', title: title(test) }));
  runner.on('pass', (test) => write({ event: 'pass', title: title(test), duration: test.duration ?? 0 }));
  runner.on('pending', (test) => write({ event: 'pending', title: title(test) }));
  runner.on('fail', (test, error) => {
    write({ event: 'fail', title: title(test), error: String(error?.stack ?? error?.message ?? error) });
  });
  runner.on('end', () => write({ event: 'end' }));
}

/**
/** @param {string} file @returns {Result[]} nothing when the run never began */
function readLines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/**
 * Reads a record. A run without an end has one failure more: what it was doing when it stopped.
 * @param {string} file
 * @returns {{passed: number, pending: number, failures: Result[]}}
 */
export function readResults(file) {
  const results = readLines(file);
  const failures = results.filter(({ event }) => event === 'fail');
  const last = results.at(-1);
  if (last?.event !== 'end') {
    const at = last ? `${last.event === 'begin' ? 'during' : 'after'} "${last.title}"` : 'before its first test';
    failures.push({ event: 'fail', title: 'The run', error: `ended ${at}.` });
  }
  return {
    passed: results.filter(({ event }) => event === 'pass').length,
    pending: results.filter(({ event }) => event === 'pending').length,
    failures,
  };
}

/** Prints a record the way mocha's own reporter shows one. @param {string} file */
export function printResults(file) {
  for (const result of readLines(file)) {
    if (result.event === 'pass') console.log(`  ✔ ${result.title}${(result.duration ?? 0) > 500 ? ` (${result.duration} ms)` : ''}`);
    if (result.event === 'pending') console.log(`  - ${result.title}`);
    if (result.event === 'fail') console.log(`  ✖ ${result.title}\n      ${result.error?.replaceAll('\n', '\n      ')}`);
  }
}

/** Prints the ten tests that took longest. @param {readonly string[]} files records of one suite */
export function printSlowest(files) {
  const passed = files.flatMap(readLines).filter(({ event }) => event === 'pass');
  const slowest = passed
    .sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0))
    .slice(0, 10)
    .filter(({ duration = 0 }) => duration >= 1000);
  if (slowest.length > 0)
    console.log(
      `  slowest:\n${slowest.map(({ title, duration = 0 }) => `  ${(duration / 1000).toFixed(1).padStart(6)} s  ${title}`).join('\n')}`,
    );
}
