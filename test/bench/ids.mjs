/** Many processes that take ids from one folder: node ids.mjs CORE FOLDER COUNT takes COUNT of them once it reads a line. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROCESSES = 8;
const EACH = 1000;

if (process.argv[1] === fileURLToPath(import.meta.url)) await takeIds();

async function takeIds() {
  const [core = '', folder, count] = process.argv.slice(2);
  const { IdGenerator, NodeFileSystem } = await import(pathToFileURL(core).href);
  const generator = new IdGenerator({ fs: new NodeFileSystem(), artifactsDir: folder });
  console.log('ready');
  for await (const _ of createInterface(process.stdin)) break;
  for (let n = 0; n < Number(count); n++) console.log(await generator.next());
  process.exit();
}

/**
 * @param {string} core the bundled core
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureIds(core, temporary, report) {
  const folder = path.join(temporary, 'ids');
  mkdirSync(folder);
  const takers = Array.from({ length: PROCESSES }, () => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), core, folder, String(EACH)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    /** @type {string[]} */
    const lines = [];
    const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
    return {
      child,
      lines,
      ready: new Promise((resolve) => output.once('line', resolve)),
      ended: new Promise((resolve) => child.once('close', resolve)),
    };
  });
  await Promise.all(takers.map(({ ready }) => ready));
  const begin = performance.now();
  for (const { child } of takers) child.stdin.write('go\n');
  await Promise.all(takers.map(({ ended }) => ended));
  const seconds = (performance.now() - begin) / 1000;

  const lists = takers.map(({ lines }) => lines.slice(1).map(Number));
  const acknowledged = lists.flat().sort((a, b) => a - b);
  const isGrowing = lists.every((list) => list.every((id, at) => at === 0 || id > /** @type {number} */ (list[at - 1])));
  const isGapless = acknowledged.length === PROCESSES * EACH && acknowledged.every((id, at) => id === at + 1);
  const onDisk = new Set(await readdir(folder));
  const isKept = acknowledged.every((id) => onDisk.has(`${id}.meta`)) && onDisk.size === acknowledged.length;
  const result = `${new Set(acknowledged).size.toLocaleString('en')} different of ${acknowledged.length.toLocaleString('en')}, 1 to ${acknowledged.at(-1)?.toLocaleString('en')}, in ${seconds.toFixed(1)} s (${Math.round(acknowledged.length / seconds)} a second)`;
  report(
    `${PROCESSES} processes that take ${EACH.toLocaleString('en')} new ids each from one folder`,
    'no duplicate, no gap, all on the disk',
    result,
    isGrowing && isGapless && isKept,
  );
}
