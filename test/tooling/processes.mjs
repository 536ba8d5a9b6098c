/** Child processes: run one to its end quietly, start one that lives on, and stop it with all its children. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** How much of a failed program's output is shown. */
const tailLength = 20_000;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's own
 * @property {number} [timeout] milliseconds after which it is killed
 * @property {boolean} [show] passes the output through instead of keeping it for the error message
 */

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its output, empty when shown
 * @throws {Error} with the end of its output when it fails
 */
export function run(program, args, { cwd, env, timeout, show = false } = {}) {
  return new Promise((resolve, reject) => {
    // Scripts such as npm.cmd need a shell on Windows, which needs quotes.
    const shell = process.platform === 'win32' && /\.(cmd|bat)$/.test(program);
    const child = spawn(program, shell ? args.map((each) => (/[\s&()^]/.test(each) ? `"${each}"` : each)) : args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      shell,
      timeout,
      killSignal: 'SIGKILL',
    });
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => reject(new Error(`${path.basename(program)} does not start: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output);
      reject(new Error(`${path.basename(program)} ${args[0] ?? ''} failed (${signal ?? code}).\n${output.slice(-tailLength)}`.trim()));
    });
  });
}

/** Finds a program on the PATH. @param {string[]} names best first @returns {string | undefined} */
export function findProgram(names) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((dir) => path.join(dir, name))).find((file) => existsSync(file));
}

/**
 * Runs npm without questions and without advice.
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options) {
  const quiet = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
  // npm tells the scripts it runs where it is; that copy works on every system without a shell.
  const own = process.env['npm_execpath'];
  return own?.endsWith('.js')
    ? run(process.execPath, [own, ...quiet], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', quiet, options);
}

/**
 * Starts a program that runs until it is stopped, in a process group of its own where the system has those.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function start(program, args, { cwd, env } = {}) {
  return spawn(program, args, {
    cwd,
    env: { ...withoutVsCode(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
}

/** The environment without what a surrounding VS Code (its terminal) puts there for its own programs. @param {NodeJS.ProcessEnv} env */
function withoutVsCode(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name)));
}

/**
 * Stops a program and its children; kills what is still there after the grace time.
 * @param {import('node:child_process').ChildProcess} child from start()
 * @param {number} [grace] milliseconds
 */
export async function stop(child, grace = 3000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signalAll(child, 'SIGTERM');
  const timer = setTimeout(() => signalAll(child, 'SIGKILL'), grace);
  await ended;
  clearTimeout(timer);
  signalAll(child, 'SIGKILL'); // what its children left behind
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalAll(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
