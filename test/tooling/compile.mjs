/** Compiles the tests of one kind to out/test/{kind}: found by pattern, bundled by esbuild. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { embedApp } from './embed-app.mjs';
import { embedWasm } from './embed-wasm.mjs';
import { repository } from './product.mjs';

/**
 * Finds the test files under a folder of test/.
 * @param {string} kind such as `unit`; empty for all
 * @returns {Promise<string[]>} paths relative to the repository, with forward slashes, sorted
 */
export async function findTests(kind) {
  const dir = path.join(repository, 'test', kind);
  if (!existsSync(dir)) return [];
  const names = await readdir(dir, { recursive: true });
  return names
    .map((name) => path.posix.join('test', kind, name.replaceAll('\\', '/')))
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('test/fixtures/'))
    .sort();
}

/**
 * Compiles a suite that runs in Node: ES modules with shared chunks, packages left outside.
 * @param {string} kind the folder under test/
 * @returns {Promise<string[]>} absolute paths of the compiled test files
 */
export async function compileForNode(kind) {
  return compile(kind, await findTests(kind), {
    format: 'esm',
    splitting: true,
    packages: 'external',
    outExtension: { '.js': '.mjs' },
  });
}

/**
 * Compiles the suite that runs inside VS Code, with its entry: CommonJS, because the extension host loads it by
 * require(); packages are bundled, because some are ES modules only.
 * @returns {Promise<{entry: string, files: string[]}>} absolute paths
 */
export async function compileForVsCode() {
  const entry = 'test/host/run.ts';
  const [compiledEntry = '', ...files] = await compile('host', [entry, ...(await findTests('host'))], {
    format: 'cjs',
    external: ['vscode', 'mocha'],
  });
  return { entry: compiledEntry, files };
}

/**
 * @param {string} kind
 * @param {string[]} sources
 * @param {esbuild.BuildOptions} options
 */
async function compile(kind, sources, options) {
  const outdir = path.join(repository, 'out/test', kind);
  await rm(outdir, { recursive: true, force: true });
  if (sources.length === 0) return [];
  await esbuild.build({
    absWorkingDir: repository,
    entryPoints: sources,
    outbase: `test/${kind}`,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [ownLocation(), embedWasm(repository), embedApp(repository)],
    ...options,
  });
  const extension = options.outExtension?.['.js'] ?? '.js';
  return sources.map((file) => path.join(outdir, path.relative(`test/${kind}`, file).replace(/\.ts$/, extension)));
}

/**
 * Lets `import.meta.dirname` and its like name the place of the source, as they would without bundling, so that tests
 * find their fixtures.
 * @returns {esbuild.Plugin}
 */
function ownLocation() {
  return {
    name: 'own-location',
    setup(build) {
      build.onLoad({ filter: /[\\/]test[\\/].*\.(ts|mjs)$/ }, async ({ path: file }) => {
        if (file.includes('node_modules')) return undefined;
        const source = await readFile(file, 'utf8');
        const contents = source
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
          .replaceAll('import.meta.filename', JSON.stringify(file))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
        return { contents, loader: file.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
}
