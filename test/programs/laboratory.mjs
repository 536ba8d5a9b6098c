/** Runs a program in a home and a folder of its own, against a scripted server on loopback. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { installNode, onceComplete } from '../vscode/install.mjs';
import { npm, run } from '../tooling/processes.mjs';
import { startScriptedServer } from './server.mjs';

/** Where packages and results lie, outside of the repository. */
export const cache = process.env['AGENT_ARTIFACTS_PROGRAMS'] ?? path.join(os.tmpdir(), 'agent-artifacts-programs');

/** A run takes 2 to 15 seconds on an idle machine; milliseconds. */
const LONGEST_RUN = 300_000;

/** Installs a program once. @param {string} name @param {import('./programs.mjs').Program} program */
async function install(name, program) {
  const dir = path.join(cache, 'packages', `${name}-${program.version}`);
  const node = await installNode(program.node ?? '24');
  await onceComplete(dir, async () => {
    console.log(`Getting ${program.package} ${program.version} from npm …`);
    const PATH = `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`;
    await npm(['install', '--ignore-scripts', `${program.package}@${program.version}`], { cwd: dir, env: { PATH } });
  });
  return { node, script: path.join(dir, 'node_modules', program.package, program.script) };
}

/**
 * The program in the version that npm gives today, which may send something else than the one that was tried.
 * @param {import('./programs.mjs').Program} program
 * @returns {Promise<import('./programs.mjs').Program>}
 */
export async function newestOf(program) {
  const version = (await npm(['view', program.package, 'version'])).trim();
  if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`npm names no version of ${program.package}.`);
  return { ...program, version };
}

/**
 * @typedef {object} Visit what is done with a program
 * @property {(project: string) => Promise<void>} plant puts files into the folder it works in
 * @property {(place: import('./programs.mjs').Place, received: readonly import('./server.mjs').Received[]) => readonly (string[] | (() => Promise<unknown>) | undefined)[]} argsOf
 *   the arguments of each run, and what is done between them; `received` grows with each
 * @property {() => Promise<import('./server.mjs').Answer | undefined>} [answer] see startScriptedServer
 * @property {boolean} [isExported] the session is printed by the program itself, where it can
 * @property {(left: {received: readonly import('./server.mjs').Received[], home: string, project: string, scratch: string, exported: string | undefined}) => Promise<void>} leave
 *   looks at what the runs left behind, also when they failed; `exported` is the session as the program prints it
 */

/**
 * @param {string} name
 * @param {import('./programs.mjs').Program} program
 * @param {import('./programs.mjs').Asked | undefined} asked
 * @param {Visit} visit
 */
export async function runIn(name, program, asked, { plant, argsOf, answer, isExported = false, leave }) {
  if (!asked) throw new Error(`${name} has no model.`);
  const { node, script } = await install(name, program);
  const scratch = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
  const [home, project] = [path.join(scratch, 'home'), path.join(scratch, 'project')];
  for (const folder of [home, project]) await mkdir(folder);
  await plant(project);
  const tool = { name: program.tool.name, input: (/** @type {string} */ file) => program.tool.input(path.join(project, file)) };
  const server = await startScriptedServer(tool, answer);
  const place = { home, project, url: server.url, asked };
  const env = {
    HOME: home,
    PWD: project,
    ...Object.fromEntries(['CONFIG', 'DATA', 'STATE', 'CACHE'].map((each) => [`XDG_${each}_HOME`, path.join(home, '.xdg', each)])),
    PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`,
    ...program.env(place),
  };
  /** @param {string[] | (() => Promise<unknown>)} args */
  const next = (args) => (typeof args === 'function' ? args() : start(args));
  /** @param {string[]} args */
  const start = (args) =>
    run(program.node ? node : script, program.node ? [script, ...args] : args, { cwd: project, env, timeout: LONGEST_RUN });
  /** @type {string | undefined} */
  let exported;
  try {
    await program.prepare?.(place);
    for (const args of [program.setUp?.(place), ...argsOf(place, server.received)]) {
      if (args) await next(args);
    }
    if (isExported && program.exported) exported = await start(program.exported.argsOf(await start(program.exported.list)));
  } finally {
    server.close();
    await leave({ received: server.received, home, project, scratch, exported });
    await rm(scratch, { recursive: true, force: true });
  }
}
