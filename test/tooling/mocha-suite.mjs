/** Runs compiled test files in this process: node mocha-suite.mjs RESULTS TIMEOUT GREP FILE… */
import fc from 'fast-check';
import Mocha from 'mocha';
import { recordResults } from './results.mjs';

// What was started for the tests is stopped by those who listen to the end of this process.
process.once('SIGINT', () => process.exit(130));

const [results = '', timeout = '10000', grep = '', ...files] = process.argv.slice(2);
// The same cases in every run: what fails was changed, and is found again. Others are found with another seed.
const seed = process.env['AGENT_ARTIFACTS_SEED'] ?? 'random';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
// Where no test ends by a time limit, those that tests and suites set themselves are without effect too.
if (timeout === '0') {
  for (const { prototype } of [Mocha.Context, Mocha.Suite]) {
    prototype.timeout = /** @type {any} */ (
      function (/** @type {number | undefined} */ limit) {
        // @ts-expect-error -- `this` is the suite or the context
        return limit === undefined ? 0 : this;
      }
    );
  }
}
// Whoever follows the record shows what of it is worth showing.
const reporter = process.env['AGENT_ARTIFACTS_REPORTER'] === 'none' ? Mocha.reporters.Base : 'spec';
// A test that is alone by `.only` would hide all others.
const mocha = new Mocha({ reporter, color: process.stdout.isTTY, timeout: Number(timeout), forbidOnly: true, ...(grep ? { grep } : {}) });
for (const file of files) mocha.addFile(file);
await mocha.loadFilesAsync();
recordResults(
  mocha.run((failures) => {
    if (failures === 0) return endWhenNothingIsLeft();
    process.exitCode = 1;
    // A hook that fails keeps those after it from stopping what was started: the end of this process does. First the record gets its end.
    setImmediate(() => process.exit());
  }),
  results,
);

/** A process that something keeps alive behind its last test would be waited for, and nobody would know for what. */
function endWhenNothingIsLeft() {
  const left = () => {
    console.error(`A minute after the last test this is still open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  };
  setTimeout(left, 60_000).unref();
}
