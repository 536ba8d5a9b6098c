/** Stores of sizes at which a view must stay usable: a million artifacts, and a filter over many. */
import { execFileSync } from 'node:child_process';
import { rm, readdir } from 'node:fs/promises';
import path from 'node:path';
import { makeArtifacts } from './folders.mjs';
import { compare, longestBlock, timed } from './measure.mjs';

const MILLION = 1_000_000;
const MANY = 200_000;
const HITS = 200;

/**
 * @param {any} core the bundled core
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureLargeStores(core, temporary, report) {
  const folder = path.join(temporary, 'large');
  const store = () =>
    new core.HostStore({ fs: new core.NodeFileSystem(), artifactsDir: folder, workspacesDir: temporary, keepsIndex: true });
  makeArtifacts(folder, MANY);
  await measureFilter(store(), report);
  const older = store();
  const { next } = await older.list({ limit: 500 });
  const time = await timed(() => older.list({ limit: 500, after: next }));
  report('The 500 that follow among 200,000', '< 300 ms', `${time.toFixed(0)} ms`, time < 300);
  const block = await longestBlock(() => older.list({ limit: 500, after: next }));
  report('Longest block of the 500 that follow among 200,000', '< 50 ms', `${block.toFixed(0)} ms`, block < 50);

  makeArtifacts(folder, MILLION);
  const page = () => store().list({ limit: 500 });
  const found = await compare(page, () => readdir(folder), 3);
  const times = `${found.ratio.toFixed(2)} × (${found.subject.toFixed(0)} ms : ${found.reference.toFixed(0)} ms)`;
  report('First page of 1,000,000 artifacts : bare readdir', '≤ 1.2 ×', times, found.ratio <= 1.2);
  const longest = await longestBlock(page);
  report('The longest block meanwhile', '< 50 ms', `${longest.toFixed(0)} ms`, longest < 50);
  const held =
    Number(execFileSync(process.execPath, [path.join(import.meta.dirname, 'memory.mjs'), 'page', folder], { encoding: 'utf8' })) / 1e6;
  report('The most memory a process holds for it', '< 200 MB', `${held.toFixed(0)} MB`, held < 200);
  await rm(folder, { recursive: true });
}

/** The first time everything is read; then what was read is remembered, as the view does. @param {any} store @param {Parameters<typeof measureLargeStores>[2]} report */
async function measureFilter(store, report) {
  /** @type {Map<string, string>} */
  const names = new Map();
  let [first, last] = [Infinity, 0];
  const isHit = (/** @type {string} */ name) => Number(name.replace(/\D/g, '')) % (MANY / HITS) === 0;
  const search = async () => {
    const begin = performance.now();
    first = Infinity;
    const { items } = await store.search(
      (/** @type {{id: string, name: string}} */ { id, name }) => {
        names.set(id, name);
        return isHit(name);
      },
      {
        limit: 500,
        select: async (/** @type {{id: string}[]} */ entries) => {
          if (performance.now() - last > 10) await new Promise((resolve) => setTimeout(resolve, 0)).then(() => (last = performance.now()));
          return entries.filter(({ id }) => isHit(names.get(id) ?? '0'));
        },
        onFound: () => (first = Math.min(first, performance.now() - begin)),
      },
    );
    if (items.length !== HITS) throw new Error('The filter finds something else.');
  };
  const all = await timed(search);
  report(`First of ${HITS} hits of a filter among 200,000`, '< 1 s', `${first.toFixed(0)} ms`, first < 1000);
  report('All of them', '< 5 s', `${(all / 1000).toFixed(1)} s`, all < 5000);
  const again = await timed(search);
  report('All of them again', '< 0.5 s', `${(again / 1000).toFixed(2)} s`, again < 500);
}
