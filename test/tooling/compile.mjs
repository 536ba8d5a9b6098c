/** Compiles the tests of one kind to out/test/{kind}: found by pattern, bundled by esbuild. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { embedApp } from './embed-app.mjs';
import { embedData } from './embed-data.mjs';
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
 * @param {readonly string[]} [only] some test files of the suite; all of them without
 * @returns {Promise<string[]>} absolute paths of the compiled test files
 */
export async function compileForNode(kind, only) {
  const files = (await findTests(kind)).filter((file) => only?.includes(file) ?? true);
  // A script that some of the tests run in another Node has their chunks too.
  const scripts = kind === 'unit' ? [{ in: 'test/support/command-line-server.ts', out: 'command-line-server' }] : [];
  await build(kind, files.length > 0 ? [...files, ...scripts] : [], {
    format: 'esm',
    splitting: true,
    packages: 'external',
    outExtension: { '.js': '.mjs' },
  });
  return files.map((file) => path.join(outFolder(kind), path.relative(`test/${kind}`, file).replace(/\.ts$/, '.mjs')));
}

/**
 * Compiles the suite that runs inside VS Code, with its entry: one bundle of tests for each session, in CommonJS, because the
 * extension host loads it by require(). Packages are bundled, because some are ES modules only.
 * @returns {Promise<{entry: string, sessions: ('trusted' | 'restricted')[]}>} the absolute path of the entry, and the sessions that
 *   have tests
 */
export async function compileForVsCode() {
  const files = await findTests('host');
  const isRestricted = (/** @type {string} */ file) => file.startsWith('test/host/restricted/');
  const suites = { trusted: files.filter((file) => !isRestricted(file)), restricted: files.filter(isRestricted) };
  const sessions = /** @type {('trusted' | 'restricted')[]} */ (Object.keys(suites)).filter((name) => suites[name].length > 0);
  await build('host', ['test/host/run.ts', ...sessions.map((name) => ({ in: `suite:${name}`, out: name }))], {
    format: 'cjs',
    // The command line asks where it lies.
    define: { 'import.meta.dirname': '__dirname' },
    external: ['vscode', 'mocha'],
    plugins: [suiteOf(suites)],
  });
  return { entry: path.join(outFolder('host'), 'run.js'), sessions };
}

/**
 * What each test of a suite imports, however indirectly, `import()` included; packages are left out.
 * @param {string} kind the folder under test/
 * @param {{files: string[], tsconfig: string}} [other] other files than its tests
 * @returns {Promise<Map<string, Set<string>>>} by the file; all relative to the repository, with forward slashes
 */
export async function inputsOf(kind, other) {
  const files = other?.files ?? (await findTests(kind));
  if (files.length === 0) return new Map();
  const { metafile } = await esbuild.build({
    ...options(kind),
    entryPoints: files,
    packages: 'external',
    loader: { '.ttf': 'empty' },
    ...(other && { tsconfig: other.tsconfig }),
    sourcemap: false,
    write: false,
    metafile: true,
    format: 'esm',
    splitting: true,
  });
  return new Map(files.map((file) => [file, reachable(file, metafile.inputs)]));
}

/**
 * @param {string} from
 * @param {esbuild.Metafile['inputs']} inputs
 */
function reachable(from, inputs) {
  const found = new Set([from]);
  for (const name of found) for (const { path: next, external } of inputs[name]?.imports ?? []) if (!external) found.add(next);
  return found;
}

/** @param {string} kind */
function outFolder(kind) {
  return path.join(repository, 'out/test', kind);
}

/**
 * @param {string} kind
 * @param {(string | {in: string, out: string})[]} entries
 * @param {esbuild.BuildOptions} own
 */
async function build(kind, entries, own) {
  await rm(outFolder(kind), { recursive: true, force: true });
  if (entries.length === 0) return;
  const common = options(kind);
  await esbuild.build({
    ...common,
    entryPoints: entries.map((entry) =>
      typeof entry === 'string' ? { in: entry, out: path.posix.relative(`test/${kind}`, entry).replace(/\.ts$/, '') } : entry,
    ),
    ...own,
    plugins: [...common.plugins, ...(own.plugins ?? [])],
  });
}

/** What all builds of tests have in common. @param {string} kind */
function options(kind) {
  return /** @type {const} @satisfies {esbuild.BuildOptions} */ ({
    absWorkingDir: repository,
    outdir: outFolder(kind),
    bundle: true,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    // Places alone: the sources lie beside them.
    sourcesContent: false,
    logLevel: 'warning',
    // What only computes is tested without VS Code; what reaches a screen is not there, and not run.
    ...(kind === 'unit' && {
      alias: { vscode: path.join(repository, 'test/support/vscode.ts') },
      logOverride: { 'import-is-undefined': 'silent' },
    }),
    plugins: [ownLocation(), embedData(repository), embedApp(repository)],
  });
}

/**
 * Modules named `suite:NAME` that load the test files of that name.
 * @param {Readonly<Record<string, string[]>>} suites
 * @returns {esbuild.Plugin}
 */
function suiteOf(suites) {
  return {
    name: 'suite',
    setup(build) {
      build.onResolve({ filter: /^suite:/ }, ({ path: name }) => ({ path: name.slice('suite:'.length), namespace: 'suite' }));
      build.onLoad({ filter: /.*/, namespace: 'suite' }, ({ path: name }) => ({
        contents: (suites[name] ?? []).map((file) => `import ${JSON.stringify(`./${file}`)};\n`).join(''),
        resolveDir: repository,
      }));
    },
  };
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
