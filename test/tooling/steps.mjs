/** The steps of `npm test`, in their order: checks count as one test each, suites by their tests. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runInServer, runOnDesktop } from '../vscode/host-suite.mjs';
import { installVsCode } from '../vscode/install.mjs';
import { findBrowser, installChineseFonts } from './browser.mjs';
import { compileForNode, compileForVsCode } from './compile.mjs';
import { installConformance } from './conformance.mjs';
import { installInspector } from './inspector.mjs';
import { npm, run } from './processes.mjs';
import { buildForDevelopment, ensurePackaged, packageExtension, repository } from './product.mjs';
import { printResults, printSlowest, readResults } from './results.mjs';

/**
 * @typedef {object} StepOptions
 * @property {string} [grep]
 * @property {string} seed of tests with random input: a number, or `random`
 * @property {string} vscode
 * @property {{part: number, parts: number}} shard which of how many parts of the test files, from 1
 * @property {boolean} allVsCode
 * @property {boolean} desktop
 * @property {boolean} quick what is known of the last run is used, and random tests are short
 * @property {boolean} built the build step is part of this run
 *
 * @typedef {{passed: number, pending: number, failures: string[]}} Outcome
 */

const eslint = path.join(repository, 'node_modules/eslint/bin/eslint.js');
const prettier = path.join(repository, 'node_modules/prettier/bin/prettier.cjs');

export const steps = {
  lint: check('lint', async ({ quick }) => {
    const known = (/** @type {string} */ name) =>
      quick ? ['--cache', '--cache-strategy', 'content', '--cache-location', `out/lint/${name}`] : [];
    await run(process.execPath, [eslint, '--max-warnings', '0', '.', ...known('')], { cwd: repository });
    return run(process.execPath, [prettier, '--check', '--log-level', 'warn', '.', ...known('prettier.json')], { cwd: repository });
  }),
  typecheck: check('typecheck', () => npm(['run', '--silent', 'typecheck'], { cwd: repository })),
  build: check('build', packageExtension),
  unit: suite('unit', { processes: 2, prepare: built }),
  property: suite('property', { timeout: 120_000, processes: 2 }),
  manifest: suite('manifest', { timeout: 120_000, prepare: ready(ensurePackaged) }),
  protocol: suite('protocol'),
  mcp: suite('mcp', {
    timeout: 120_000,
    prepare: async (options) => {
      await built(options);
      await installInspector();
      await installConformance();
    },
  }),
  webview: suite('webview', {
    timeout: 120_000,
    prepare: async (options) => {
      await built(options);
      await findBrowser();
    },
  }),
  host: hostSuite,
  e2e: suite('e2e', {
    timeout: 180_000,
    prepare: async ({ vscode }) => {
      await ensurePackaged();
      await installVsCode(vscode);
      await installChineseFonts();
      await findBrowser();
    },
  }),
};

/**
 * One check that passes or fails as a whole.
 * @param {string} name
 * @param {(options: StepOptions) => Promise<string>} work its output is shown when it fails
 * @returns {(options: StepOptions) => Promise<Outcome>}
 */
function check(name, work) {
  return async (options) => {
    try {
      await work(options);
      return { passed: 1, pending: 0, failures: [] };
    } catch (error) {
      console.log(/** @type {Error} */ (error).message);
      return { passed: 0, pending: 0, failures: [`${name}: see above.`] };
    }
  };
}

/** @param {() => Promise<void>} work */
function ready(work) {
  return async () => {
    await work();
  };
}

/** dist/ as the sources are now. @param {StepOptions} options */
async function built(options) {
  if (!options.built) await buildForDevelopment();
}

/**
 * A suite that runs in Node, in processes of its own.
 * @param {string} kind the folder under test/
 * @param {{timeout?: number, processes?: number, prepare?: (options: StepOptions) => Promise<void>}} [how] timeout of one test in
 *   milliseconds: it ends what hangs, on a busy machine too; processes among which the files are shared
 * @returns {(options: StepOptions) => Promise<Outcome>}
 */
function suite(kind, { timeout = 30_000, processes = 1, prepare } = {}) {
  return async (options) => {
    const { part, parts } = options.shard;
    const files = (await compileForNode(kind)).filter((_, at) => at % parts === part - 1);
    if (files.length === 0) return nothingRan(kind);
    await prepare?.(options);
    const shares = Array.from({ length: processes }, (_, share) => files.filter((_, at) => at % processes === share)).filter(
      (share) => share.length > 0,
    );
    const outcomes = await Promise.all(
      shares.map(async (share, number) => {
        const results = path.join(repository, `out/${kind}-results-${number}.jsonl`);
        await rm(results, { force: true });
        const script = path.join(import.meta.dirname, 'mocha-suite.mjs');
        const args = ['--enable-source-maps', script, results, String(timeout), options.grep ?? '', ...share];
        const env = {
          AGENT_ARTIFACTS_VSCODE: options.vscode,
          AGENT_ARTIFACTS_SEED: options.seed,
          ...(options.quick && { AGENT_ARTIFACTS_QUICK: '1' }),
        };
        await run(process.execPath, args, { cwd: repository, show: shares.length === 1, env }).catch(() => undefined); // the record says what failed
        return { results, ...outcome(kind, results, options) };
      }),
    );
    for (const { results } of outcomes) if (shares.length > 1) printResults(results);
    printSlowest(outcomes.map(({ results }) => results));
    return {
      passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
      pending: outcomes.reduce((sum, { pending }) => sum + pending, 0),
      failures: outcomes.flatMap(({ failures }) => failures),
    };
  };
}

/**
 * The suite inside VS Code: one session in a trusted folder, one in Restricted Mode if there are tests for it.
 * @param {StepOptions} options
 * @returns {Promise<Outcome>}
 */
async function hostSuite(options) {
  const { entry, sessions } = await compileForVsCode();
  if (sessions.length === 0) return nothingRan('host');
  await built(options);
  /** @type {Outcome} */
  const total = { passed: 0, pending: 0, failures: [] };
  for (const vscode of options.allVsCode ? ['newest', 'oldest'] : [options.vscode]) {
    for (const session of sessions) {
      const restricted = session === 'restricted';
      const name = `host, ${vscode} VS Code${restricted ? ', restricted' : ''}`;
      const results = path.join(repository, `out/host-results${restricted ? '-restricted' : ''}.jsonl`);
      await rm(results, { force: true });
      const log = await (options.desktop ? runOnDesktop : runInServer)({
        entry,
        results,
        restricted,
        vscode,
        ...(options.grep === undefined ? {} : { grep: options.grep }),
      });
      console.log(`  ${name}`);
      printResults(results);
      printSlowest([results]);
      const part = outcome(name, results, options);
      if (part.failures.length > 0) console.log(`\n  The extension host said:\n${log}`);
      total.passed += part.passed;
      total.pending += part.pending;
      total.failures.push(...part.failures);
    }
  }
  return total;
}

/**
 * Reads a run's record. A suite in which no test ran has failed, unless a person asked for some titles only.
 * @param {string} name
 * @param {string} results
 * @param {StepOptions} options
 * @returns {Outcome}
 */
function outcome(name, results, { grep }) {
  const { passed, pending, failures } = readResults(results);
  if (passed + pending + failures.length === 0 && !grep) return nothingRan(name);
  return { passed, pending, failures: failures.map(({ title, error }) => `${name}: ${title}: ${error?.split('\n')[0]}`) };
}

/** @param {string} name @returns {Outcome} */
function nothingRan(name) {
  return { passed: 0, pending: 0, failures: [`${name}: no test ran.`] };
}
