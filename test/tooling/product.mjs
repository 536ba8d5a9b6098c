/** Builds and packages the product, and knows when what is there is still good. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { npm, run } from './processes.mjs';

export const repository = path.resolve(import.meta.dirname, '../..');

/** The packaged extension. */
export const vsix = path.join(repository, 'dist/agent-artifacts.vsix');

/** The packed npm package: command line, MCP server, library. */
export const tarball = path.join(repository, 'dist/agent-artifacts.tgz');

/** What the MCP registry gets. A build for development removes it from dist/, which is then no longer what was packaged. */
const serverJson = path.join(repository, 'dist/server.json');

/** Everything the packages are made from. */
const inputs = [
  'src',
  'webview',
  'media',
  'docs',
  'package.json',
  'package-lock.json',
  'package.nls.json',
  'package.nls.zh-cn.json',
  'esbuild.mjs',
  'tsconfig.json',
  '.vscodeignore',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  '.github/publishing.json',
  'test/tooling/package.mjs',
  'test/tooling/product.mjs',
  'test/tooling/man-page.mjs',
  'test/tooling/embed-app.mjs',
  'test/tooling/embed-data.mjs',
];

/** Builds and packages, whatever is there. @returns {Promise<string>} the output */
export function packageExtension() {
  return npm(['run', 'package'], { cwd: repository });
}

/**
 * Builds and packages unless the packages are newer than everything they are made from.
 * @param {(line: string) => void} [report] told when something long begins
 */
export async function ensurePackaged(report = console.log) {
  const made = Math.min(...(await Promise.all([vsix, tarball, serverJson].map(modified))));
  const changed = await Promise.all(inputs.map((name) => newest(path.join(repository, name))));
  if (made > Math.max(...changed)) return;
  report('Building and packaging the extension …');
  await packageExtension();
}

/**
 * Writes the documentation of the library, generated from its docstrings: one file of Markdown, which people and agents read offline.
 * @param {string} folder
 */
export async function apiDocumentation(folder) {
  const [typedoc, tsconfig, entry] = ['node_modules/typedoc/bin/typedoc', 'src/platform/tsconfig.json', 'src/platform/core-entry.ts'];
  const tables = ['parameters', 'properties', 'interfaceProperties', 'typeAliasProperties', 'typeDeclaration', 'enumMembers'];
  await run(
    process.execPath,
    [
      typedoc,
      ...['--plugin', 'typedoc-plugin-markdown', '--router', 'module', '--entryFileName', 'REFERENCE', '--readme', 'none'],
      ...['--entryPoints', entry, '--tsconfig', tsconfig, '--name', 'agent-artifacts', '--out', folder],
      ...['--excludePrivate', '--excludeInternal', '--disableSources', '--skipErrorChecking', '--hidePageHeader', '--hideBreadcrumbs'],
      ...tables.flatMap((kind) => [`--${kind}Format`, 'table']),
      // What is not exported is named without a link.
      ...['--validation.notExported', 'false', '--validation.invalidLink', 'false', '--logLevel', 'Error'],
    ],
    { cwd: repository },
  );
}

/** Builds dist/ for development: quick, with source maps. */
export function buildForDevelopment() {
  return run(process.execPath, [path.join(repository, 'esbuild.mjs')], { cwd: repository });
}

/** @param {string} file @returns {Promise<number>} milliseconds, 0 when it is not there */
async function modified(file) {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** @param {string} file a file or folder @returns {Promise<number>} the newest time in it, removals included */
async function newest(file) {
  const own = await modified(file);
  const entries = await readdir(file, { withFileTypes: true }).catch(() => []);
  return Math.max(own, ...(await Promise.all(entries.map((entry) => newest(path.join(file, entry.name))))));
}
