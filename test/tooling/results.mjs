/**
 * The record of a mocha run as lines of JSON in a file, written while it runs: it survives a crash, and it comes out of
 * places that have no output, such as VS Code's extension host.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {object} Result
 * @property {'start' | 'begin' | 'pass' | 'fail' | 'pending' | 'end'} event `start` is the first line, `end` the last one of a run
 *   that came to its end
 * @property {number} [total] of a `start`: how many tests there are
 * @property {string} [title] with the titles of its suites
 * @property {number} [duration] milliseconds
 * @property {string} [error] message and stack
 *
 * @typedef {{title: string, error: string}} Failure
 *
 * @typedef {object} Progress
 * @property {number} total how many tests there are; 0 as long as that is not known
 * @property {number} done
 * @property {string[]} failed titles
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
  write({ event: 'start', total: runner.total });
  runner.on('test', (test) => write({ event: 'begin', title: title(test) }));
  runner.on('pass', (test) => write({ event: 'pass', title: title(test), duration: test.duration ?? 0 }));
  runner.on('pending', (test) => write({ event: 'pending', title: title(test) }));
  runner.on('fail', (test, error) => {
    // What a property found is the cause of its failure.
    const said = [error, error?.cause].filter(Boolean).map((each) => String(each?.stack ?? each?.message ?? each));
    write({ event: 'fail', title: title(test), error: said.join('\nCause: ') });
  });
  runner.on('end', () => write({ event: 'end' }));
}

/** @param {string} file @returns {Result[]} nothing when the run never began; its last line may be still unwritten */
function readLines(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** How far some runs of one suite are. @param {readonly string[]} files their records @returns {Progress} */
export function readProgress(files) {
  const lines = files.flatMap(readLines);
  return {
    total: lines.reduce((sum, { total = 0 }) => sum + total, 0),
    done: lines.filter(({ event }) => event === 'pass' || event === 'pending' || event === 'fail').length,
    failed: lines.filter(({ event }) => event === 'fail').map(({ title = '' }) => title),
  };
}

/**
 * Reads a record. A run without an end has one failure more: what it was doing when it stopped.
 * @param {string} file
 * @returns {{passed: {title: string, duration: number}[], pending: number, failures: Failure[]}}
 */
export function readResults(file) {
  const results = readLines(file);
  const failures = results.filter(({ event }) => event === 'fail').map(({ title = '', error = '' }) => ({ title, error }));
  const last = results.at(-1);
  if (last?.event !== 'end') {
    const at = last?.title ? `${last.event === 'begin' ? 'during' : 'after'} "${last.title}"` : 'before its first test';
    failures.push({ title: 'The run', error: `ended ${at}.` });
  }
  return {
    passed: results.filter(({ event }) => event === 'pass').map(({ title = '', duration = 0 }) => ({ title, duration })),
    pending: results.filter(({ event }) => event === 'pending').length,
    failures,
  };
}
