/**
 * Runs the steps two at a time: one of those that compute beside one of those that mostly wait, so that two processors have work. A lane
 * that has nothing left takes the last step of the other one. Where none waits, those whose tests can be shared among processes come last,
 * each with all processors for itself.
 */
import { fork } from 'node:child_process';
import path from 'node:path';
import { CpuTime, readProcesses } from './cpu-time.mjs';
import { needsOf } from './needs.mjs';
import { Progress } from './progress.mjs';
import { repository } from './product.mjs';
import { steps } from './steps.mjs';

/** How often the processor time is looked at, in milliseconds: each look reads a file for every process of the system. */
const interval = 2000;

/**
 * @typedef {import('./steps.mjs').Outcome} Outcome
 * @typedef {import('./steps.mjs').StepOptions} StepOptions
 * @typedef {{progress: import('./results.mjs').Progress} | {outcome: Outcome}} Message what the process of a step says
 * @typedef {Outcome & {name: string, wall: number, cpu: number | undefined}} Ran wall and cpu in seconds, the latter where the system
 *   says it
 */

/**
 * @param {readonly string[]} names
 * @param {StepOptions} options
 * @returns {Promise<Ran[]>} in the order in which they ended
 */
export async function runInLanes(names, options) {
  const progress = new Progress();
  /** @type {(built: void) => void} */
  let isBuilt = () => {};
  /** @type {(reason: Error) => void} */
  let isBroken = () => {};
  const build = /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      isBuilt = resolve;
      isBroken = reject;
    })
  );
  const get = needsOf({
    ...(names.includes('build') && { build }),
    packaged: options.reach === undefined && names.some((name) => steps[name]?.needs.includes('packaged')),
    vscode: options.allVsCode ? ['newest', 'oldest'] : [options.vscode],
    report: (line) => progress.say(`  ${line}`),
  });
  const needs = (/** @type {string} */ name) =>
    (steps[name]?.needs ?? []).filter(
      (need) => options.reach === undefined || (need === 'built' ? options.reach.built : need === 'browser'),
    );
  for (const need of names.flatMap(needs)) void get(need).catch(() => undefined);

  /** Of the steps that run. @type {Set<CpuTime>} */
  const cpus = new Set();
  const look = () => {
    const all = readProcesses();
    for (const cpu of cpus) cpu.look(all);
  };
  const timer = setInterval(look, interval);

  /** @type {Ran[]} */
  const ran = [];
  /** @param {string} name @param {number} [processes] how many may work at once */
  const runOne = async (name, processes = options.processes) => {
    progress.begin(name, 'waits for what it needs');
    /** @type {Ran} */
    let one;
    try {
      for (const need of needs(name)) await get(need);
      one = await runStep(name, { ...options, processes }, { alone: names.length === 1, progress, cpus, look });
    } catch (error) {
      const failure = { title: 'did not run', error: /** @type {Error} */ (error).message };
      one = { name, passed: [], pending: 0, failures: [failure], wall: 0, cpu: undefined };
    }
    if (name === 'build') {
      if (one.failures.length === 0) isBuilt();
      else isBroken(new Error('The build has failed.'));
    }
    progress.end(name, `${one.failures.length > 0 ? '✖' : '✔'} ${name}: ${said(one)} (${one.wall.toFixed(0)} s)`);
    ran.push(one);
  };
  const lanes = /** @type {const} */ (['computes', 'waits']).map((lane) => names.filter((name) => steps[name]?.lane === lane));
  // Beside the other lane a step leaves one processor to it.
  const processes = names.length === 1 ? options.processes : Math.max(1, options.processes - 1);
  const drive = async (/** @type {string[]} */ own, /** @type {string[]} */ other) => {
    for (let name = own.shift() ?? other.pop(); name !== undefined; name = own.shift() ?? other.pop()) await runOne(name, processes);
  };
  const [first = [], second = []] = lanes;
  const apart = second.length === 0 ? first.filter((name) => steps[name]?.isDivisible) : [];
  const beside = first.filter((name) => !apart.includes(name));
  await Promise.all([drive(beside, second), drive(second, beside)]);
  for (const name of apart) await runOne(name);
  clearInterval(timer);
  progress.close();
  return ran;
}

/** @param {Outcome} outcome */
function said({ passed, failures, pending }) {
  return `${passed.length} passed, ${failures.length} failed${pending > 0 ? `, ${pending} skipped` : ''}`;
}

/**
 * @param {string} name
 * @param {StepOptions} options
 * @param {object} run
 * @param {boolean} run.alone what its programs print is passed on as it comes
 * @param {Progress} run.progress
 * @param {Set<CpuTime>} run.cpus where it is while it runs
 * @param {() => void} run.look brings those up to date
 * @returns {Promise<Ran>}
 */
function runStep(name, options, { alone, progress, cpus, look }) {
  progress.update(name, 'works');
  const begin = Date.now();
  const child = fork(path.join(import.meta.dirname, 'step.mjs'), [name, JSON.stringify(options)], { cwd: repository, silent: true });
  const cpu = new CpuTime(child.pid ?? 0);
  cpus.add(cpu);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text;
      if (alone) progress.say(text);
    });
  }
  let failed = 0;
  return new Promise((resolve) => {
    /** @type {Outcome} */
    let outcome = { passed: [], pending: 0, failures: [{ title: 'The step', error: 'ended without a result.' }] };
    child.on('message', (/** @type {Message} */ message) => {
      if ('progress' in message) {
        const { done, total, failed: titles } = message.progress;
        progress.update(name, total === 0 ? 'works' : `${done} of ${total}${titles.length > 0 ? `, ${titles.length} failed` : ''}`);
        for (const title of titles.slice(failed)) progress.say(`✖ ${name}: ${title}`);
        failed = Math.max(failed, titles.length);
        return;
      }
      outcome = message.outcome;
      look();
      cpus.delete(cpu);
      child.send('end');
    });
    child.once('close', () => {
      cpus.delete(cpu);
      if (!alone && outcome.failures.length > 0 && printed.trim() !== '') {
        progress.say(`── what ${name} printed\n${printed}`);
      }
      resolve({ ...outcome, name, wall: (Date.now() - begin) / 1000, cpu: cpu.seconds });
    });
  });
}
