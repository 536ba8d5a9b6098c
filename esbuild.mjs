/**
 * Builds everything that ships into dist/ (extension host, web extension host, library, command line, MCP server,
 * webview, JSON schema).
 *   node esbuild.mjs [--production] [--watch]
 */
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { embedApp } from './test/tooling/embed-app.mjs';
import { embedData } from './test/tooling/embed-data.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** What starts stays light: what is heavy belongs in a lazy chunk (a dynamic import). In bytes, minified. */
const startLimits = { 'dist/extension.js': 130_000, 'dist/cli.mjs': 64_000 };

/** What the oldest supported VS Code (Electron 37, Node 22) and Node 20 both know. */
const target = 'es2022';

const root = import.meta.dirname;
process.chdir(root);

/** Where the image codecs and the vocabulary of the tokenizer lie, which all builds for Node share. */
const dataFolder = 'dist/data';

/** Every file the builds wrote, relative to the repository; the rest of dist/ is left over from earlier builds. */
const written = new Set(['dist/schemas/llmservices.schema.json', 'dist/schemas/llmservices.editor.json', 'dist/THIRD_PARTY_NOTICES.txt']);

/** Where the terms of the Apache License end, and its appendix begins. */
const APACHE_END = 'END OF TERMS AND CONDITIONS';

/** The packages whose code is in what was built, by their folders. @type {Set<string>} */
const packages = new Set();

/** Which chunk of a build imports which. @type {esbuild.Metafile['outputs']} */
const outputs = {};

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
  target,
  charset: 'utf8',
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
  entryPoints: { extension: 'src/host/extension.ts', worker: 'src/platform/compute/worker.node.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  ...node,
  external: ['vscode'],
  format: 'esm',
  splitting: true,
  write: false,
  sourcemap: production ? false : 'inline',
  plugins: [silentDebug, sharedData(), asCommonJs(), remember()],
};

/** @type {esbuild.BuildOptions} */
const webExtensionHost = {
  ...common,
  entryPoints: { extension: 'src/host/extension.ts', worker: 'src/platform/compute/worker.web.ts' },
  outdir: 'dist/web',
  format: 'cjs',
  platform: 'browser',
  external: ['vscode'],
  plugins: [silentDebug, embedData(root), withoutNode(), remember()],
};

/**
 * What the npm package consists of: the library, the command line, the MCP server, and their worker. Together, because what they share
 * then lies there once.
 * @type {esbuild.BuildOptions}
 */
const library = {
  ...common,
  entryPoints: {
    core: 'src/platform/core-entry.ts',
    cli: 'src/cli/main.ts',
    mcp: 'src/mcp/main.ts',
    worker: 'src/platform/compute/worker.node.ts',
  },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks-esm/[name]-[hash]',
  format: 'esm',
  ...node,
  splitting: true,
  plugins: [silentDebug, sharedData(), embedApp(root, { onBuilt: rememberPackages }), remember()],
};

/** @type {esbuild.BuildOptions} */
const webview = {
  ...common,
  entryPoints: [
    { in: 'webview/preview/main.ts', out: 'preview' },
    { in: 'webview/preview/preview.css', out: 'preview' },
    { in: 'webview/matrix/main.ts', out: 'matrix' },
    { in: 'webview/matrix/matrix.css', out: 'matrix' },
    { in: 'webview/verify/main.ts', out: 'verify' },
    { in: 'webview/page.css', out: 'verify' },
    { in: 'webview/gallery/main.ts', out: 'gallery' },
    { in: 'webview/gallery/gallery.css', out: 'gallery' },
    { in: 'webview/conversation/main.ts', out: 'conversation' },
    { in: 'webview/matrix/matrix.css', out: 'conversation' },
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

/**
 * One file without imports: the page starts it from a copy, beside which there is nothing. The legacy build, because the
 * oldest supported VS Code (Chromium 138) lacks what the other one uses.
 * @type {esbuild.BuildOptions}
 */
const pdfWorker = {
  ...common,
  entryPoints: { 'pdf.worker': 'node_modules/pdfjs-dist/legacy/build/pdf.worker.mjs' },
  outdir: 'dist/webview',
  format: 'esm',
  platform: 'browser',
  sourcemap: false,
  plugins: [pdfData(), remember()],
};

/**
 * One file too, with the grammars of all languages.
 * @type {esbuild.BuildOptions}
 */
const highlightWorker = {
  ...common,
  entryPoints: { 'highlight.worker': 'webview/preview/highlight/highlight-worker.ts' },
  outdir: 'dist/webview',
  format: 'esm',
  platform: 'browser',
  tsconfig: 'webview/tsconfig.json',
  plugins: [remember()],
};

/**
 * The same with the libraries that read documents: what reads hostile files must be stopped when it takes too long.
 * @type {esbuild.BuildOptions}
 */
const documentWorker = {
  ...highlightWorker,
  entryPoints: { 'document.worker': 'webview/preview/document/document-worker.ts' },
  plugins: [remember()],
};

/**
 * The same with what measures images before it makes them small.
 * @type {esbuild.BuildOptions}
 */
const thumbnailWorker = {
  ...highlightWorker,
  entryPoints: { 'thumbnail.worker': 'webview/gallery/thumbnail-worker.ts' },
  plugins: [remember()],
};

/** @type {esbuild.BuildOptions} */
const schema = {
  ...common,
  entryPoints: ['src/core/models/json-schema.ts'],
  write: false,
  minify: false,
  sourcemap: false,
  format: 'esm',
  ...node,
  plugins: [generateSchema()],
};

/** The licence of all packages whose figures the catalogue holds. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files
(the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const builds = [extensionHost, webExtensionHost, library, webview, pdfWorker, highlightWorker, documentWorker, thumbnailWorker, schema];

await writeDocs();
if (watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
  console.log('Watching …');
} else {
  // Every build runs to its end, so that a mistake in one part still lets the others be tried; esbuild prints what is wrong.
  const outcomes = await Promise.allSettled(builds.map((options) => esbuild.build(options)));
  if (outcomes.some(({ status }) => status === 'rejected')) process.exit(1);
  await removeLeftovers('dist');
  await reportSizes();
  if (production) {
    await writeNotices();
    await checkStartSizes();
  }
}

/**
 * Writes the outputs as CommonJS. esbuild splits code at dynamic imports for ES modules only, and VS Code loads an
 * extension and its chunks by require().
 * @returns {esbuild.Plugin}
 */
function asCommonJs() {
  return {
    name: 'as-common-js',
    setup(build) {
      build.onEnd(async ({ outputFiles = [] }) => {
        await Promise.all(
          outputFiles.map(async ({ path: file, text }) => {
            const { code } = await esbuild.transform(text, {
              format: 'cjs',
              platform: 'node',
              target,
              charset: 'utf8',
              minify: production,
              legalComments: 'none',
              sourcefile: path.basename(file),
              sourcemap: production ? false : 'inline',
              supported: { 'dynamic-import': false },
            });
            await mkdir(path.dirname(file), { recursive: true });
            await writeFile(file, code);
          }),
        );
      });
    },
  };
}

/** Binary data once beside the chunks of all builds for Node, as CommonJS, which both kinds of modules can import. @returns {esbuild.Plugin} */
function sharedData() {
  return embedData(root, {
    share: async (name, code) => {
      const file = `${dataFolder}/${name}.cjs`;
      if (!written.has(file)) {
        written.add(file);
        await mkdir(dataFolder, { recursive: true });
        await writeFile(file, await code());
      }
      return `../data/${name}.cjs`;
    },
  });
}

/**
 * The web extension host has no Node: the modules that offer what Node has are replaced there. Nor has it local files to repair: the
 * codecs that make images smaller are left out.
 * @returns {esbuild.Plugin}
 */
function withoutNode() {
  return {
    name: 'without-node',
    setup(build) {
      build.onResolve({ filter: /\/image-codecs\.ts$/ }, () => ({ path: 'image-codecs', namespace: 'left-out' }));
      build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'export {};', loader: 'js' }));
      build.onResolve({ filter: /\/host-[\w-]+\.node\.ts$/ }, ({ path: specifier, resolveDir }) => ({
        path: path.resolve(resolveDir, specifier.replace(/\.node\.ts$/, '.web.ts')),
      }));
    },
  };
}

/** Runs the schemas' module and writes what it makes. @returns {esbuild.Plugin} */
function generateSchema() {
  return {
    name: 'generate-schema',
    setup(build) {
      build.onEnd(async ({ outputFiles }) => {
        const code = outputFiles?.[0]?.text;
        if (code === undefined) return;
        const { llmServicesJsonSchema, llmServicesEditorSchema } = await import(
          `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
        );
        await mkdir('dist/schemas', { recursive: true });
        await writeFile('dist/schemas/llmservices.schema.json', `${JSON.stringify(llmServicesJsonSchema(), null, 2)}\n`);
        await writeFile('dist/schemas/llmservices.editor.json', `${JSON.stringify(llmServicesEditorSchema(), null, 2)}\n`);
      });
    },
  };
}

/**
 * Copies what PDFs take for granted and do not bring along: the predefined character maps of Chinese, Japanese and Korean
 * (ISO 32000-1, table 118, and those that lead to Unicode) and the two symbol fonts that no system has.
 * @returns {esbuild.Plugin}
 */
function pdfData() {
  const characterMaps = new RegExp(
    `^(${[
      'GB-EUC',
      'GBpc-EUC',
      'GBKp?-EUC',
      'GBK2K',
      'UniGB-(UCS2|UTF16)',
      'B5pc',
      'HKscs-B5',
      'ETen(ms)?-B5',
      'CNS-EUC',
      'UniCNS-(UCS2|UTF16)',
      '83pv-RKSJ',
      '90(ms|msp|pv)-RKSJ',
      '(Add|Ext)-RKSJ',
      'EUC',
      'UniJIS-(UCS2(-HW)?|UTF16)',
      'KSC(pc)?-EUC',
      'KSCms-UHC(-HW)?',
      'UniKS-(UCS2|UTF16)',
    ].join('|')})-[HV]\\.bcmap$|^[HV]\\.bcmap$|-UCS2\\.bcmap$|^LICENSE$`,
  );
  const kinds = [
    { from: 'cmaps', wanted: characterMaps },
    { from: 'standard_fonts', wanted: /^(FoxitSymbol\.pfb|FoxitDingbats\.pfb|LICENSE_FOXIT)$/ },
  ];
  return {
    name: 'pdf-data',
    setup(build) {
      build.onEnd(async () => {
        for (const { from, wanted } of kinds) {
          for (const name of (await readdir(`node_modules/pdfjs-dist/${from}`)).filter((each) => wanted.test(each))) {
            const copy = `dist/webview/pdf/${from}/${name}`;
            await cp(`node_modules/pdfjs-dist/${from}/${name}`, copy);
            written.add(copy);
          }
        }
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
        if (!metafile) return;
        Object.assign(outputs, metafile.outputs);
        for (const output of Object.keys(metafile.outputs)) written.add(output);
        rememberPackages(metafile);
      });
    },
  };
}

/** Notes whose code a build took in. @param {esbuild.Metafile} metafile */
function rememberPackages({ inputs }) {
  for (const input of Object.keys(inputs)) {
    const folder = /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined) packages.add(folder);
  }
}

/**
 * The pages of documentation for the extension, which brings neither their pictures nor what stands beside docs/: without the pictures, and
 * with words in place of links that lead out of it.
 */
async function writeDocs() {
  const pages = (await readdir('docs', { recursive: true })).filter((name) => name.endsWith('.md'));
  for (const name of pages) {
    const text = await readFile(`docs/${name}`, 'utf8');
    const file = `dist/docs/${name.replaceAll('\\', '/')}`;
    written.add(file);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(
      file,
      text.replace(/^!\[[^\]]*\]\([^)]*\)\n\n?/gm, '').replace(/\[([^\]]*)\]\((?:\.\.\/)+(?!formats\/|[a-z]+\.md)[^)]*\)/g, '$1'),
    );
  }
}

/** Removes what earlier builds left, after the new files stand, so that a running VS Code never misses one. @param {string} dir */
async function removeLeftovers(dir) {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = `${dir}/${entry.name}`;
    if (file === 'dist/types' || /\.(vsix|tgz)$/.test(file)) continue;
    if (entry.isDirectory()) await removeLeftovers(file);
    else if (!written.has(file)) await rm(file);
  }
}

async function reportSizes() {
  const shown = [...written].filter((file) => /\.(m?js|css|json)$/.test(file) && !/webview\/chunks|chunks-esm/.test(file)).sort();
  for (const file of shown) console.log(`${String((await stat(file)).size).padStart(9)}  ${file}`);
}

/**
 * The licences of the packages that are part of what ships: most of them ask to go along with their code. Packages of one maker have the
 * same text, which stands once under all their names.
 */
async function writeNotices() {
  /** @type {Map<string, string[]>} */
  const namesByText = new Map();
  for (const folder of [...packages].sort()) {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
    const file = (await readdir(folder)).find((each) => /^(?:licen[cs]e|copying)\b/i.test(each));
    // A package of compiled code has the licences of what was compiled beside it.
    const compiled = (await readdir(folder, { recursive: true })).filter((each) => each.endsWith('LICENSE.codec.md'));
    const files = [...(file === undefined ? [] : [file]), ...compiled.sort()];
    const texts = await Promise.all(files.map(async (each) => (await readFile(`${folder}/${each}`, 'utf8')).trim()));
    // Texts that differ only in their blanks are the same text.
    const text = texts.join('\n\n');
    const known = [...namesByText.keys()].find((each) => blankless(each) === blankless(text)) ?? text;
    namesByText.set(known, [...(namesByText.get(known) ?? []), `${name} ${version} (${license})`]);
  }
  const figures = await sourcesOfFigures();
  const names = figures.map(({ package: name, version, license, copyright }) => `${name} ${version} (${license}): ${copyright}`);
  namesByText.set(MIT, ['Figures of models and their prices, from:', ...names]);
  // The terms of Apache's licence stand once; what follows them, where its holders are named, stands for each.
  let isSaid = false;
  const once = (/** @type {string} */ text) => {
    const [terms = '', ...rest] = text.split(APACHE_END);
    if (rest.length === 0 || !/^Apache License\s+Version 2\.0/.test(text)) return text;
    const shown = isSaid ? 'Apache License, Version 2.0: its terms stand above.' : `${terms}${APACHE_END}`;
    isSaid = true;
    return `${shown}\n\n${rest.join(APACHE_END).trim()}`.trim();
  };
  const notices = [...namesByText].map(([text, names]) => `${names.join('\n')}\n\n${once(text)}`.trim());
  await writeFile('dist/THIRD_PARTY_NOTICES.txt', `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** @param {string} text */
function blankless(text) {
  return text.replaceAll(/\s+/g, ' ');
}

/** The packages whose figures the catalogue holds; their code is not part of it. */
async function sourcesOfFigures() {
  const read = async (/** @type {string} */ name) => JSON.parse(await readFile(`src/core/models/catalogue/${name}.json`, 'utf8'));
  const [{ sources }, { source }] = await Promise.all([read('catalogue'), read('prices')]);
  /** @type {{ package: string, version: string, license?: string, copyright?: string }[]} */
  const all = [...Object.values(sources), source];
  // the words of makers have an address in place of a licence
  const licensed = all.filter(({ license }) => license !== undefined);
  const other = licensed.find(({ license }) => license !== 'MIT');
  if (other) throw new Error(`The licence of ${other.package} is ${other.license}: its text has to go along.`);
  return licensed;
}

/** Fails when a start loads too much: an entry and every chunk it imports statically. */
async function checkStartSizes() {
  for (const [entry, limit] of Object.entries(startLimits)) {
    const eager = new Set([entry]);
    for (const file of eager) {
      for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
        if (kind === 'import-statement' && imported in outputs) eager.add(imported);
      }
    }
    const sizes = await Promise.all([...eager].map(async (file) => (await stat(file)).size));
    const size = sizes.reduce((sum, each) => sum + each, 0);
    console.log(`${String(size).padStart(9)}  to start ${entry}`);
    if (size < limit) continue;
    console.error(`${entry} loads ${size} bytes when it starts; the limit is ${limit}. Import heavy parts dynamically.`);
    process.exitCode = 1;
  }
}
