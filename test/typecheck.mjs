/**
 * Type-checks every layer with its own tsconfig.json: each layer sees only the types it may use. What was found is kept in
 * out/types, so that the next check looks only at what has changed. TypeScript 7 checks in a quarter of the processor time of 6, which stays
 * for the linter, the documentation and the tests that read sources: 7 has no API for them yet. As many layers as there are processors are
 * checked, each by one thread that seldom collects its garbage, which takes half of the processor time of many threads (7.0).
 *   node test/typecheck.mjs [--processes N] [LAYER…]     how many layers at a time, two without; which layers, all without
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './tooling/processes.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { processes: { type: 'string', default: '2' } } });
const repository = path.resolve(import.meta.dirname, '..');
const tsc = path.join(repository, 'node_modules/typescript-7/bin/tsc');

const layers = (await readdir(path.join(repository, 'src'))).map((name) => `src/${name}`);
// the longest first
const queue = ['test', 'webview', 'test/webview', ...layers].filter(
  (dir) => existsSync(path.join(repository, dir, 'tsconfig.json')) && (positionals.length === 0 || positionals.includes(dir)),
);

async function worker() {
  for (let dir = queue.shift(); dir !== undefined; dir = queue.shift()) {
    try {
      const known = path.join(repository, 'out/types', `${dir.replaceAll('/', '-')}.tsbuildinfo`);
      const args = ['-p', dir, '--singleThreaded', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', known];
      await run(process.execPath, [tsc, ...args], { cwd: repository, env: { GOGC: '400' } });
      console.log(`✔ ${dir}`);
    } catch (error) {
      const message = /** @type {Error} */ (error).message;
      console.log(`✖ ${dir}\n${message.split('\n').slice(1).join('\n')}`);
      process.exitCode = 1;
    }
  }
}

await Promise.all(Array.from({ length: Math.max(1, Number(values.processes)) }, worker));
