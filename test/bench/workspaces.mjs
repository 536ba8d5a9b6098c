/** What listing the files of a workspace costs beside the bare looks that nobody can do without. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { compare, longestBlock, median } from './measure.mjs';

const COUNT = 5000;

/** Files of names as they are in a folder that is full of them, in no order. @param {string} folder */
function makeFiles(folder) {
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < COUNT; n++) writeFileSync(path.join(folder, `${'abcdefgh'[n % 8]}-capture ${(n * 7919) % COUNT}.png`), '');
}

/**
 * @param {any} core
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureWorkspaces(core, temporary, report) {
  const folder = path.join(temporary, 'listed');
  makeFiles(path.join(folder, 'w'));
  const workspaces = new core.WorkspaceManager({ fs: new core.NodeFileSystem(), workspacesDir: folder });
  const list = async () => {
    if ((await workspaces.listFolder('w')).length !== COUNT) throw new Error('The listing is wrong.');
  };
  const look = async () => Promise.all((await readdir(path.join(folder, 'w'))).map((name) => stat(path.join(folder, 'w', name))));
  const found = await compare(list, look, 9);
  const many = COUNT.toLocaleString('en');
  report(
    `Listing a workspace folder of ${many} files : a bare look at each`,
    '≤ 3 ×',
    `${found.ratio.toFixed(2)} × (${found.subject.toFixed(0)} ms : ${found.reference.toFixed(0)} ms)`,
    found.ratio <= 3,
  );
  const blocks = [];
  for (let round = 0; round < 7; round++) blocks.push(await longestBlock(list));
  report('Longest block of the thread by that listing', '≤ 50 ms', `${median(blocks).toFixed(0)} ms`, median(blocks) <= 50);
}
