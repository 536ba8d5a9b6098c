/** A page of MCP as one text: its script and style inside, its policy naming both by their hashes. Nothing is loaded beside it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import * as esbuild from 'esbuild';

/**
 * Makes `*.app` modules, each the base64 of its compressed (raw deflate) HTML.
 * @param {string} repository
 * @param {{ onBuilt?: (metafile: esbuild.Metafile) => void }} [options]
 * @returns {esbuild.Plugin}
 */
export function embedApp(repository, { onBuilt } = {}) {
  return {
    name: 'embed-app',
    setup(build) {
      build.onResolve({ filter: /\.app$/ }, ({ path: specifier }) => ({ path: specifier, namespace: 'embedded-app' }));
      build.onLoad({ filter: /\.app$/, namespace: 'embedded-app' }, async () => {
        const html = Buffer.from(await pageOf(repository, onBuilt));
        return { contents: `export default ${JSON.stringify(deflateRawSync(html, { level: 9 }).toString('base64'))};`, loader: 'js' };
      });
    },
  };
}

/**
 * @param {string} repository
 * @param {((metafile: esbuild.Metafile) => void) | undefined} onBuilt
 */
async function pageOf(repository, onBuilt) {
  const folder = path.join(repository, 'webview/mcp-app');
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: repository,
    entryPoints: { page: path.join(folder, 'main.ts'), style: path.join(folder, 'page.css') },
    outdir: 'out/app',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    supported: { 'top-level-await': true },
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    tsconfig: path.join(repository, 'webview/tsconfig.json'),
    define: { 'process.env.NODE_ENV': '"production"', CHINESE: JSON.stringify(await chineseOf(repository, folder)) },
    plugins: [oneLocale()],
  });
  onBuilt?.(metafile);
  const text = (/** @type {string} */ ending) => outputFiles.find((file) => file.path.endsWith(ending))?.text.trim() ?? '';
  // no text of a script can end it early
  const [js, css] = [text('.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'), text('.css')];
  const parts = { js, css, script: hashOf(js), style: hashOf(css) };
  const template = await readFile(path.join(folder, 'page.html'), 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[/** @type {keyof typeof parts} */ (name)]);
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * The translations that the page can need: of its own texts, and of the sentences that the server sends.
 * @param {string} repository
 * @param {string} folder
 */
async function chineseOf(repository, folder) {
  const sentences = ['wire/rule-sentence.ts', 'wire/arrival.ts', 'tools/preview-artifact.ts'].map((name) => `src/core/${name}`);
  const files = [path.join(folder, 'main.ts'), ...sentences.map((name) => path.join(repository, name))];
  const sources = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n').replaceAll('\\', '');
  const all = JSON.parse(await readFile(path.join(repository, 'media/l10n/bundle.l10n.zh-cn.json'), 'utf8'));
  return Object.fromEntries(Object.entries(all).filter(([text]) => sources.includes(`'${text}'`) || sources.includes(`"${text}"`)));
}

/**
 * Zod brings its messages in fifty languages, of which none is shown.
 * @returns {esbuild.Plugin}
 */
function oneLocale() {
  return {
    name: 'one-locale',
    setup(build) {
      build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]/ }, ({ path: file }) =>
        /[\\/](?:en|index)\.js$/.test(file) ? undefined : { contents: 'export default () => ({});', loader: 'js' },
      );
    },
  };
}
