/**
 * Has opencode or Kilo write into a database of 2 GB while a session of 1 GB in it is read, and looks whether either holds up the other. The command line
 * reads; `npm run build` makes it.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { enlarging, PICTURES, TEXTS } from '../support/enlarged-session.mjs';
import { run } from '../tooling/processes.mjs';
import { installNode } from '../vscode/install.mjs';
import { runIn } from './laboratory.mjs';

const repository = path.resolve(import.meta.dirname, '../..');

/** Says how much memory the process took at most, in KiB. */
const PEAK = `data:text/javascript,${encodeURIComponent("process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS));")}`;

/** @param {string} name of a program that keeps its sessions in a database */
export function isLarge(name) {
  return name === 'opencode' || name === 'kilo';
}

/** @param {string} name @param {import('./programs.mjs').Program} program */
export async function runLarge(name, program) {
  const [asked] = program.models;
  const node = await installNode('24');
  let file = '';
  let id = '';
  const seconds = { alone: 0, meanwhile: 0, read: 0 };
  let [peak, messages] = [0, 0];
  /** @type {Promise<void>} */
  let reading = Promise.resolve();
  let isRead = false;
  /** Called before and after a step. @type {(step: 'alone' | 'meanwhile') => () => Promise<void>} */
  const timed = (step) => () => {
    seconds[step] = Date.now() / 1000 - seconds[step];
    return Promise.resolve();
  };
  const read = async () => {
    const cli = path.join(repository, 'dist/cli.mjs');
    const begin = Date.now();
    const told = await run(node, ['--no-warnings', '--import', PEAK, cli, 'conversation', `${file}#${id}`, '--json']);
    isRead = true;
    seconds.read = (Date.now() - begin) / 1000;
    peak = Number(/^peak (\d+)$/m.exec(told)?.[1]) / 1024;
    messages = told.split('"role"').length - 1;
  };
  await runIn(name, program, asked, {
    plant: () => Promise.resolve(),
    argsOf: (place) => {
      file = path.join(place.home, '.xdg/DATA', name, `${name}.db`);
      return [
        program.first('Planted question one', place),
        async () => {
          id = (await run(node, enlarging(file))).trim();
        },
        timed('alone'),
        program.first('Planted question two', place),
        timed('alone'),
        () => {
          reading = read();
          // It is waited for behind what the program does meanwhile.
          reading.catch(() => undefined);
          return Promise.resolve();
        },
        timed('meanwhile'),
        program.first('Planted question three', place),
        timed('meanwhile'),
        async () => {
          if (isRead) throw new Error('It was read before the program had written.');
          await reading;
        },
      ];
    },
    leave: async ({ received }) => {
      for (const words of ['one', 'two', 'three'])
        if (!received.some(({ body }) => JSON.stringify(body).includes(`Planted question ${words}`)))
          throw new Error(`${name} has not asked question ${words}.`);
      if (!(messages >= PICTURES + TEXTS)) throw new Error(`Of ${PICTURES + TEXTS} messages ${messages} were read.`);
      if (!(peak > 0)) throw new Error('The memory is not known.');
      if (seconds.meanwhile > 3 * seconds.alone) throw new Error(`${name} was held up: ${JSON.stringify(seconds)}`);
      const gigabytes = (statSync(file).size / 1e9).toFixed(1);
      console.log(
        `${name} ${program.version}: a turn in a database of ${gigabytes} GB took ${seconds.alone.toFixed(1)} s, and ${seconds.meanwhile.toFixed(1)} s while a session of 1 GB was read; that took ${seconds.read.toFixed(1)} s and ${Math.round(peak)} MiB, with ${messages} messages`,
      );
    },
  });
}
