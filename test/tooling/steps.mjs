/** The steps of `npm test`: checks count as one test each, suites by their tests. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runInServer, runOnDesktop } from '../vscode/host-suite.mjs';
import { compileForNode, compileForVsCode } from './compile.mjs';
import { run } from './processes.mjs';
import { packageExtension, repository } from './product.mjs';
import { readProgress, readResults } from './results.mjs';

/**
 * @typedef {object} StepOptions
 * @property {string} [grep]
 * @property {string} seed of tests with random input: a number, or `random`
 * @property {string} vscode
 * @property {{part: number, parts: number}} shard which of how many parts of the test files, from 1
 * @property {boolean} allVsCode
 * @property {boolean} desktop
 * @property {boolean} pictures whether pictures of pages and windows are kept
 * @property {'quick' | 'usual' | 'soak'} effort how much tests with random input, kills and races do
 * @property {import('./reach.mjs').Reach} [reach] what a change reaches: nothing else is looked at
 * @property {number} processes how many may work at once
 *
 * @typedef {object} Outcome
 * @property {{title: string, duration: number}[]} passed durations in milliseconds
 * @property {number} pending
 * @property {import('./results.mjs').Failure[]} failures
 *
 * @typedef {(progress: import('./results.mjs').Progress) => void} Follow
 *
 * @typedef {'built' | 'packaged' | 'vscode' | 'browser' | 'fonts' | 'inspector' | 'conformance'} Need what must be there first: `built`
 *   is dist/ as the sources are, `packaged` that and the packages made of it
 *
 * @typedef {object} Step
 * @property {'computes' | 'waits'} lane whether it keeps a processor busy, or waits for programs, pages and VS Code most of the time
 * @property {Need[]} needs
 * @property {boolean} [isDivisible] its files can be shared among processes
 * @property {(options: StepOptions, follow: Follow) => Promise<Outcome>} run
 */

const eslint = path.join(repository, 'node_modules/eslint/bin/eslint.js');
const oxlint = path.join(repository, 'node_modules/oxlint/bin/oxlint');
const oxfmt = path.join(repository, 'node_modules/oxfmt/bin/oxfmt');

/** In the order in which each lane takes them. @type {Readonly<Record<string, Step>>} */
export const steps = {
  lint: check('computes', async ({ reach }) => {
    const there = (/** @type {string[]} */ files) => files.filter((file) => existsSync(path.join(repository, file)));
    const [linted, formatted] = reach ? [there(reach.code), there(reach.changed)] : [['.'], ['.']];
    const lint = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
      run(process.execPath, [program, ...args], { cwd: repository });
    if (formatted.length > 0) await lint(oxfmt, '--check', '--no-error-on-unmatched-pattern', ...formatted);
    if (linted.length === 0) return;
    await lint(oxlint, '--no-error-on-unmatched-pattern', ...linted);
    await lint(eslint, '--max-warnings', '0', '--no-warn-ignored', ...linted);
  }),
  typecheck: check('computes', async ({ processes, reach }) => {
    const layers = reach?.layers.filter((layer) => layer !== 'all') ?? [];
    const args = [path.join(repository, 'test/typecheck.mjs'), '--processes', String(processes), ...layers];
    await run(process.execPath, args, { cwd: repository });
  }),
  unit: suite('unit', { lane: 'computes', divisible: true, needs: ['built'] }),
  property: suite('property', { lane: 'computes', divisible: true }),
  manifest: suite('manifest', { lane: 'computes', needs: ['packaged'] }),
  protocol: suite('protocol', { lane: 'computes' }),
  mcp: suite('mcp', { lane: 'computes', needs: ['built', 'inspector', 'conformance', 'browser', 'fonts'] }),
  build: check('waits', () => packageExtension()),
  host: { lane: 'waits', needs: ['built', 'vscode', 'browser'], run: runHost },
  e2e: suite('e2e', { lane: 'waits', timeout: 180_000, needs: ['packaged', 'vscode', 'browser', 'fonts'] }),
  webview: suite('webview', { lane: 'waits', needs: ['built', 'browser'] }),
};

/**
 * One check that passes or fails as a whole.
 * @param {Step['lane']} lane
 * @param {(options: StepOptions) => Promise<unknown>} work throws what it has found
 * @returns {Step}
 */
function check(lane, work) {
  return {
    lane,
    needs: [],
    async run(options) {
      try {
        await work(options);
        return { passed: [{ title: 'as a whole', duration: 0 }], pending: 0, failures: [] };
      } catch (error) {
        return { passed: [], pending: 0, failures: [{ title: 'as a whole', error: /** @type {Error} */ (error).message }] };
      }
    },
  };
}

/**
 * A suite that runs in Node, in processes of its own.
 * @param {string} kind the folder under test/
 * @param {{lane: Step['lane'], timeout?: number, divisible?: boolean, needs?: Need[]}} how timeout of one test in milliseconds: it ends
 *   what hangs, on a busy machine too; divisible when its files can be shared among processes
 * @returns {Step}
 */
function suite(kind, { lane, timeout = 120_000, divisible = false, needs = [] }) {
  return {
    lane,
    needs,
    isDivisible: divisible,
    async run(options, follow) {
      const { part, parts } = options.shard;
      const files = (await compileForNode(kind, options.reach?.tests[kind])).filter((_, at) => at % parts === part - 1);
      const processes = divisible ? options.processes : 1;
      const shares = Array.from({ length: processes }, (_, share) => files.filter((_, at) => at % processes === share));
      const records = shares.map((_, number) => path.join(repository, `out/${kind}-results-${number}.jsonl`));
      await Promise.all(records.map((record) => rm(record, { force: true })));
      // A soak ends when it is done.
      const limit = options.effort === 'soak' ? 0 : timeout;
      const outcomes = followed(records, follow, () =>
        Promise.all(shares.map((share, number) => runMocha(share, records[number] ?? '', limit, options))),
      );
      return sum(await outcomes, options);
    },
  };
}

/**
 * Runs compiled test files in one process of mocha.
 * @param {string[]} files
 * @param {string} record
 * @param {number} timeout in milliseconds, 0 for none
 * @param {StepOptions} options
 * @returns {Promise<Outcome>}
 */
async function runMocha(files, record, timeout, { grep = '', vscode, seed, effort, pictures }) {
  if (files.length === 0) return { passed: [], pending: 0, failures: [] };
  const script = path.join(import.meta.dirname, 'mocha-suite.mjs');
  const env = {
    AGENT_ARTIFACTS_VSCODE: vscode,
    AGENT_ARTIFACTS_SEED: seed,
    AGENT_ARTIFACTS_EFFORT: effort,
    AGENT_ARTIFACTS_REPORTER: 'none',
    ...(pictures && { AGENT_ARTIFACTS_PICTURES: 'kept' }),
  };
  // What tests make is short-lived, and most of the code runs a few times: with more room for the one, and the baseline compiler at once for the
  // other, the unit tests take a sixth less of a processor (Node 20).
  const args = ['--enable-source-maps', '--max-semi-space-size=64', '--always-sparkplug', script, record, String(timeout), grep, ...files];
  // What a test prints is shown; what failed is in the record.
  const fault = await run(process.execPath, args, { cwd: repository, show: true, env }).then(
    () => undefined,
    (/** @type {Error} */ error) => error.message,
  );
  const outcome = readResults(record);
  // What breaks behind the last test is in no record.
  if (fault !== undefined && outcome.failures.length === 0) outcome.failures.push({ title: 'The run', error: fault });
  return outcome;
}

/**
 * The suite inside VS Code: one session in a trusted folder, one in Restricted Mode if there are tests for it.
 * @param {StepOptions} options
 * @param {Follow} follow
 * @returns {Promise<Outcome>}
 */
async function runHost(options, follow) {
  const { entry, sessions } = await compileForVsCode();
  const runs = (options.allVsCode ? ['newest', 'oldest'] : [options.vscode]).flatMap((vscode) =>
    sessions.map((session) => ({ vscode, session, record: path.join(repository, `out/host-results-${vscode}-${session}.jsonl`) })),
  );
  const records = runs.map(({ record }) => record);
  await Promise.all(records.map((record) => rm(record, { force: true })));
  const outcomes = await followed(records, follow, async () => {
    /** @type {Outcome[]} */
    const found = [];
    for (const { vscode, session, record } of runs) {
      const log = await (options.desktop ? runOnDesktop : runInServer)({
        entry,
        results: record,
        restricted: session === 'restricted',
        vscode,
        ...(options.grep === undefined ? {} : { grep: options.grep }),
      });
      const outcome = readResults(record);
      if (outcome.failures.length > 0) console.log(`The extension host of the ${vscode} VS Code, ${session}, said:\n${log}`);
      found.push(outcome);
    }
    return found;
  });
  return sum(outcomes, options);
}

/**
 * Says how far a run is while it works.
 * @template T
 * @param {readonly string[]} records
 * @param {Follow} follow
 * @param {() => Promise<T>} work
 */
async function followed(records, follow, work) {
  const timer = setInterval(() => follow(readProgress(records)), 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    follow(readProgress(records));
  }
}

/**
 * A suite in which no test ran has failed, unless a person asked for some titles only.
 * @param {readonly Outcome[]} outcomes
 * @param {StepOptions} options
 * @returns {Outcome}
 */
function sum(outcomes, { grep }) {
  const passed = outcomes.flatMap((outcome) => outcome.passed);
  const pending = outcomes.reduce((total, outcome) => total + outcome.pending, 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const nothing = passed.length + pending + failures.length === 0 && !grep;
  return { passed, pending, failures: nothing ? [{ title: 'The suite', error: 'has no test that ran.' }] : failures };
}
