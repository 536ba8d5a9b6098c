/**
 * Builds everything that ships into dist/ (extension host, web extension host, library, webview, JSON schema) and
 * the sample script.
 *   node esbuild.mjs [--production] [--watch]
 */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** The activation path stays light: what is heavy belongs in a lazy chunk. In bytes, minified. */
const extensionLimit = 250_000;

const root = import.meta.dirname;
process.chdir(root);

/** Every file the builds wrote, relative to the repository; the rest of dist/ is left over from earlier builds. */
const written = new Set(['dist/schemas/llmservices.schema.json']);

/**
 * A dependency of file-type logs through `debug`, which asks Node for a terminal; nothing here listens to it.
 * @type {esbuild.Plugin}
 */
const silentDebug = {
  name: 'silent-debug',
  setup(build) {
    build.onResolve({ filter: /^debug$/ }, () => ({ path: 'debug', namespace: 'silent-debug' }));
    build.onLoad({ filter: /.*/, namespace: 'silent-debug' }, () => ({ contents: 'export default () => () => {};' }));
  },
};

/** @type {esbuild.BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: !production,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  target: 'es2022',
  define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
};

/**
 * The main file of some packages loads its parts in a way no bundler follows, so their ES module comes first.
 * @type {esbuild.BuildOptions}
 */
const node = { platform: 'node', mainFields: ['module', 'main'] };

/** @type {esbuild.BuildOptions} */
const extensionHost = {
  ...common,
  entryPoints: { extension: 'src/host/extension.ts' },
  outdir: 'dist',
  format: 'cjs',
  ...node,
  external: ['vscode'],
  supported: { 'dynamic-import': false }, // VS Code loads the extension by require(), so its chunks are loaded the same way
  plugins: [silentDebug, lazyPackages(), remember()],
};

/** @type {esbuild.BuildOptions} */
const webExtensionHost = {
  ...common,
  entryPoints: { extension: 'src/host/extension.ts' },
  outdir: 'dist/web',
  format: 'cjs',
  platform: 'browser',
  external: ['vscode'],
  plugins: [silentDebug, webFileSystem(), remember()],
};

/** @type {esbuild.BuildOptions} */
const library = {
  ...common,
  entryPoints: { core: 'src/platform/core-entry.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks-esm/[name]-[hash]',
  format: 'esm',
  ...node,
  splitting: true,
  plugins: [silentDebug, remember()],
};

/** @type {esbuild.BuildOptions} */
const sample = {
  ...common,
  entryPoints: { sample: 'src/cli/make-sample.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  ...node,
  plugins: [silentDebug, remember()],
};

/** @type {esbuild.BuildOptions} */
const webview = {
  ...common,
  entryPoints: [
    { in: 'webview/preview/main.ts', out: 'preview' },
    { in: 'webview/preview/preview.css', out: 'preview' },
    { in: 'node_modules/@vscode/codicons/dist/codicon.css', out: 'codicon' },
  ],
  outdir: 'dist/webview',
  chunkNames: 'chunks/[name]-[hash]',
  assetNames: '[name]',
  loader: { '.ttf': 'file' },
  format: 'esm',
  platform: 'browser',
  splitting: true,
  tsconfig: 'webview/tsconfig.json',
  plugins: [silentDebug, remember()],
};

/** @type {esbuild.BuildOptions} */
const schema = {
  ...common,
  entryPoints: ['src/core/services/json-schema.ts'],
  write: false,
  minify: false,
  sourcemap: false,
  format: 'esm',
  ...node,
  plugins: [generateSchema()],
};

const builds = [extensionHost, webExtensionHost, library, sample, webview, schema];

if (watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
  console.log('Watching …');
} else {
  // Every build runs to its end, so that a mistake in one part still lets the others be tried; esbuild prints what is wrong.
  const outcomes = await Promise.allSettled(builds.map((options) => esbuild.build(options)));
  if (outcomes.some(({ status }) => status === 'rejected')) process.exit(1);
  await removeLeftovers('dist');
  await reportSizes();
}

/**
 * Makes a dynamic import of a package a lazy chunk: the package becomes its own bundle in dist/chunks/, loaded when the
 * import runs. esbuild splits code for ES modules only.
 * @returns {esbuild.Plugin}
 */
function lazyPackages() {
  const resolving = Symbol('resolving');
  return {
    name: 'lazy-packages',
    setup(build) {
      /** @type {Map<string, string>} chunk name → the package's entry file */
      const wanted = new Map();
      const done = new Set();
      build.onResolve({ filter: /^[^./]/ }, async ({ kind, path: specifier, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === resolving) return undefined;
        if (specifier === 'vscode' || specifier.startsWith('node:')) return undefined;
        const found = await build.resolve(specifier, { kind, resolveDir, pluginData: resolving });
        if (found.errors.length > 0) return found;
        const name = specifier.replace(/^@/, '').replaceAll('/', '-').replace(/\.js$/, '');
        wanted.set(name, found.path);
        return { path: `./chunks/${name}.js`, external: true };
      });
      build.onEnd(async () => {
        const fresh = [...wanted].filter(([name]) => !done.has(name));
        if (fresh.length === 0) return;
        const { metafile } = await esbuild.build({
          ...extensionHost,
          entryPoints: fresh.map(([name, file]) => ({ in: file, out: name })),
          outdir: 'dist/chunks',
          plugins: [silentDebug],
        });
        for (const [name] of fresh) done.add(name);
        for (const output of Object.keys(metafile?.outputs ?? {})) written.add(output);
      });
    },
  };
}

/** The web extension host has no Node: the module that offers Node's file system is replaced there. @returns {esbuild.Plugin} */
function webFileSystem() {
  return {
    name: 'web-file-system',
    setup(build) {
      build.onResolve({ filter: /\/host-file-system\.node\.ts$/ }, ({ path: specifier, resolveDir }) => ({
        path: path.resolve(resolveDir, specifier.replace(/\.node\.ts$/, '.web.ts')),
      }));
    },
  };
}

/** Runs the schema's module and writes what it makes. @returns {esbuild.Plugin} */
function generateSchema() {
  return {
    name: 'generate-schema',
    setup(build) {
      build.onEnd(async ({ outputFiles }) => {
        const code = outputFiles?.[0]?.text;
        if (code === undefined) return;
        const { llmServicesJsonSchema } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
        await mkdir('dist/schemas', { recursive: true });
        await writeFile('dist/schemas/llmservices.schema.json', `${JSON.stringify(llmServicesJsonSchema(), null, 2)}\n`);
      });
    },
  };
}

/** Notes what a build wrote. @returns {esbuild.Plugin} */
function remember() {
  return {
    name: 'remember',
    setup(build) {
      build.onEnd(({ metafile }) => {
        for (const output of Object.keys(metafile?.outputs ?? {})) written.add(output);
      });
    },
  };
}

/** Removes what earlier builds left, after the new files stand, so that a running VS Code never misses one. @param {string} dir */
async function removeLeftovers(dir) {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = `${dir}/${entry.name}`;
    if (file === 'dist/types' || file.endsWith('.vsix')) continue;
    if (entry.isDirectory()) await removeLeftovers(file);
    else if (!written.has(file)) await rm(file);
  }
}

async function reportSizes() {
  const shown = [...written].filter((file) => /\.(m?js|css|json)$/.test(file) && !/webview\/chunks|chunks-esm/.test(file)).sort();
  for (const file of shown) console.log(`${String((await stat(file)).size).padStart(9)}  ${file}`);
  const { size } = await stat('dist/extension.js');
  if (production && size >= extensionLimit) {
    console.error(`dist/extension.js has ${size} bytes; its limit is ${extensionLimit}. Import heavy packages dynamically.`);
    process.exitCode = 1;
  }
}
