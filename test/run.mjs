/**
 * `npm test`: everything that must hold, from a fresh clone on. Installs what is missing, then lint, type check, build
 * and every suite, two of them at a time; the last line counts them all.
 */
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installDependencies } from './tooling/dependencies.mjs';
import { takeLock } from './tooling/lock.mjs';

const usage = `Usage: npm test [-- STEP… options]
  STEP            lint, typecheck, build, unit, property, manifest, protocol, mcp, webview, host, e2e (default: all of them)
  --grep TEXT     only tests whose title contains this
  --changed       only what the files that differ from the last commit can reach: lints them, checks their types, and runs the tests that
                  import them, however indirectly, with short random tests and without those that take long; always the laws and the
                  translations. The suites host, mcp and e2e are left to npm test
  --soak          10 to 25 times the random input, 1,000 kills, and no time limits, in unit and property
  --pictures      keep pictures of the pages and windows in out/screenshots, for a person to look at
  --shard I/N     only the I-th of N parts of the test files of each suite that runs in Node, for several machines
  --seed N        the seed of tests with random input (default: the same in every run); "random" for another one in each run
  --vscode V      newest (default), oldest, or a version: the VS Code for the host and e2e suites
  --all-vscode    the host suite in the newest and the oldest VS Code
  --desktop       the host suite in a desktop VS Code (downloads it)`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    seed: { type: 'string', default: '20261122' },
    vscode: { type: 'string', default: 'newest' },
    'all-vscode': { type: 'boolean', default: false },
    desktop: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    pictures: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(usage);
  process.exit();
}
await installDependencies().catch(refuse);
// Only now are there packages to import.
const { steps } = await import('./tooling/steps.mjs');
const { runInLanes } = await import('./tooling/lanes.mjs');
const { printOutcome } = await import('./tooling/outcome.mjs');
const { changedFiles, isReached, reachOf, sayReach } = await import('./tooling/reach.mjs');

const unknown = positionals.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no step "${unknown.join('", "')}".\n${usage}`);
  process.exit(2);
}
if (options.seed !== 'random' && !Number.isSafeInteger(Number(options.seed))) {
  console.error(`"${options.seed}" is no seed.\n${usage}`);
  process.exit(2);
}
const [part = 0, parts = 0] = options.shard.split('/').map(Number);
if (!Number.isSafeInteger(part) || !Number.isSafeInteger(parts) || part < 1 || part > parts) {
  console.error(`"${options.shard}" is no part of the tests.\n${usage}`);
  process.exit(2);
}
const { changed, soak, grep, ...others } = options;
if (changed && positionals.length > 0) {
  console.error(`--changed finds the steps itself.\n${usage}`);
  process.exit(2);
}
const out = path.resolve(import.meta.dirname, '../out');
await mkdir(out, { recursive: true });
await takeLock(path.join(out, 'run.lock')).catch(refuse);
// Of sources that cannot be compiled nothing is known.
const reach = changed ? await reachOf(await changedFiles()).catch(refuse) : undefined;
if (reach) console.log(`${sayReach(reach)}\n`);
const wanted = Object.keys(steps).filter((name) =>
  reach ? isReached(name, reach) : positionals.length === 0 || positionals.includes(name),
);

const begin = Date.now();
const ran = await runInLanes(wanted, {
  ...others,
  effort: soak ? 'soak' : reach ? 'quick' : 'usual',
  shard: { part, parts },
  ...(reach && { reach }),
  ...(grep !== undefined && { grep }),
  allVsCode: options['all-vscode'],
  processes: Math.min(4, availableParallelism()),
});
process.exit(printOutcome(ran, { seconds: (Date.now() - begin) / 1000, ...(options.grep ? { grep: options.grep } : {}) }) ? 0 : 1);

/** @param {Error} error @returns {never} */
function refuse(error) {
  console.error(`${error.message}\n\n0 passed, 1 failed`);
  process.exit(1);
}
