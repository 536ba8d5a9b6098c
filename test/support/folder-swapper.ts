import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startScript } from './scripts.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Puts a link in the place of each of some files or folders and takes it away again, one after the other, as fast as it can. */
const SWAPPER = `
import { renameSync, symlinkSync } from 'node:fs';
const [hold, ...pairs] = process.argv.slice(2);
const places = [];
for (let at = 0; at < pairs.length; at += 2) {
  const link = hold + '/' + at + '.link';
  symlinkSync(pairs[at + 1], link);
  places.push({ place: pairs[at], link, real: hold + '/' + at + '.real' });
}
let isStopped = false;
let junk = 0;
process.stdin.on('data', () => { isStopped = true; });
// A writer may have made a folder where one was missing for a moment.
const move = (from, to) => {
  for (;;) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (!['ENOTEMPTY', 'EISDIR', 'ENOTDIR', 'EEXIST'].includes(error.code)) throw error;
      renameSync(to, hold + '/' + junk++ + '.junk');
    }
  }
};
const spin = (rounds) => { for (let n = 0; n < rounds; n++) Math.sqrt(n); };
let swaps = 0;
console.log('ready');
const turn = () => {
  for (let n = 0; n < 200; n++) {
    const { place, link, real } = places[swaps++ % places.length];
    move(place, real);
    move(link, place);
    spin(Math.random() * 40000);
    move(place, link);
    move(real, place);
    spin(Math.random() * 20000);
  }
  if (!isStopped) return setImmediate(turn);
  console.log(swaps);
  process.exit(0);
};
turn();
`;

/** A process that swaps. */
export interface Swapper {
  /** Ends it, with everything in its own place. @returns how often it swapped */
  stop(): Promise<number>;
}

/** @param places what is swapped, each with what the link in its place leads to; all on one file system */
export async function startSwapper(places: readonly (readonly [place: string, target: string])[]): Promise<Swapper> {
  const folder = await temporaryFolder({ 'hold/': '' });
  const script = path.join(folder, 'swapper.mjs');
  await writeFile(script, SWAPPER);
  const running = startScript(script, [path.join(folder, 'hold'), ...places.flat()]);
  await running.ready;
  return {
    stop: async () => {
      running.child.stdin?.write('stop\n');
      if ((await running.ended) !== 0) throw new Error('The swapper failed.');
      return Number(running.lines.at(-1));
    },
  };
}
