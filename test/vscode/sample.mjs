/** The sample data root in .sample/, made by the product's own store. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../tooling/processes.mjs';
import { repository } from '../tooling/product.mjs';
import { toolsDir } from './install.mjs';

// `node test/vscode/sample.mjs` only makes it.
if (process.argv[1] === import.meta.filename) await makeSample();

/**
 * Makes the sample unless it is there: what a person changed in it stays.
 * @param {(line: string) => void} [report]
 * @returns {Promise<string>} its folder
 */
export async function makeSample(report = console.log) {
  const folder = path.join(repository, '.sample');
  if (existsSync(folder)) return folder;
  report('Making the sample data root in .sample/ …');
  // Made aside and moved: a folder with the final name is always complete.
  const aside = path.join(toolsDir, `sample-${process.pid}`);
  await mkdir(toolsDir, { recursive: true });
  try {
    await run(process.execPath, [path.join(repository, 'dist/cli.mjs'), 'sample', aside], { cwd: repository });
    await rename(aside, folder);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return folder;
}
