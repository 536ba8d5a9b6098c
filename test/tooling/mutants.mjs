/**
 * Changes the code in small ways and says which changes no unit test of its room notices: npm run mutants -- src/core/routing
 * StrykerJS is got from npm for it: with its 160 packages it is no dependency, and no part of `npm test`.
 */
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onceComplete, toolsDir } from '../vscode/install.mjs';
import { npm, run } from './processes.mjs';
import { repository } from './product.mjs';

/** The last ones that run on Node 20, with the mocha that this runner takes. */
const versions = { '@stryker-mutator/core': '9.6.1', '@stryker-mutator/mocha-runner': '9.6.1', mocha: '11.7.5' };

const [folder = '', ...others] = process.argv.slice(2);
if (folder === '--compile') await compile(others[0] ?? '');
else await main(folder.replace(/[/\\]+$/, ''));

/** In the copy that StrykerJS has changed: its tests, with all changes in them, of which one at a time is switched on. @param {string} tests */
async function compile(tests) {
  await symlink(path.resolve(repository, '../../../../node_modules'), path.join(repository, 'node_modules'), 'junction');
  const { compileForNode, findTests } = await import('./compile.mjs');
  await compileForNode(
    'unit',
    (await findTests('unit')).filter((file) => file.startsWith(`${tests}/`)),
  );
}

/** @param {string} sources such as `src/core/routing` */
async function main(sources) {
  const tests = sources.replace(/^src\/(core\/)?/, 'test/unit/');
  if (tests === sources || !existsSync(path.join(repository, sources)) || !existsSync(path.join(repository, tests)))
    throw new Error(`Usage: npm run mutants -- FOLDER, where FOLDER is one of src/core with unit tests, such as src/core/routing`);
  const dir = path.join(toolsDir, `stryker-${versions['@stryker-mutator/core']}`);
  await onceComplete(dir, async () => {
    console.log('Getting StrykerJS from npm (about 77 MB, once) …');
    await npm(['install', '--ignore-scripts', ...Object.entries(versions).map((each) => each.join('@'))], { cwd: dir });
  });
  const out = path.join(repository, 'out/mutants');
  await mkdir(out, { recursive: true });
  const config = path.join(out, 'stryker.json');
  await writeFile(config, JSON.stringify(configuration(sources, tests)));
  await run(process.execPath, [path.join(dir, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], {
    cwd: repository,
    show: true,
  });
}

/** @param {string} sources @param {string} tests */
function configuration(sources, tests) {
  return {
    mutate: [`${sources}/**/*.ts`],
    ignorePatterns: ['**', '!src/**', '!media/**', '!webview/**', '!test/**', '!*.json', '!*.mjs', '!*.md'],
    buildCommand: `node test/tooling/mutants.mjs --compile ${tests}`,
    symlinkNodeModules: false,
    testRunner: 'mocha',
    mochaOptions: { spec: [`out/${tests}/**/*.mjs`] },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    tempDirName: 'out/mutants/copy',
    reporters: ['clear-text', 'json'],
    jsonReporter: { fileName: 'out/mutants/report.json' },
    clearTextReporter: { logTests: false },
  };
}
