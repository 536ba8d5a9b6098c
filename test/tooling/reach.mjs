/** What a change can reach: the files that changed, and the tests that import one of them, however indirectly. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findTests, inputsOf } from './compile.mjs';
import { repository } from './product.mjs';

/** The tests that hold for every change: they read the sources and the texts of the screen as a whole. */
export const ALWAYS = ['laws', 'layers', 'translations', 'shown-text', 'commands', 'settings', 'contributing', 'walkthrough'].map(
  (name) => `test/manifest/${name}.test.ts`,
);

/** The suites of which `npm run check` runs the tests that a change reaches; the others need packages or VS Code. */
export const CHECKED = /** @type {const} */ (['unit', 'property', 'protocol', 'webview']);

/** Tests of all pages in all themes: minutes, for whatever a page imports. `npm test` runs them. */
const ALL_PAGES = new Set(['accessibility', 'appearance', 'screenshots'].map((name) => `test/webview/${name}.test.ts`));

/**
 * The files that differ from the last commit, in the index, the working tree or not known to git at all; removed ones too.
 * @returns {Promise<string[]>} relative to the repository, with forward slashes, sorted
 */
export async function changedFiles() {
  const git = async (/** @type {string[]} */ ...args) =>
    (await promisify(execFile)('git', args, { cwd: repository, maxBuffer: 1 << 26 })).stdout.split('\0').filter(Boolean);
  const found = await Promise.all([
    git('diff', '--name-only', '--no-renames', '-z', 'HEAD'),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  return [...new Set(found.flat())].sort();
}

/**
 * @typedef {object} Reach
 * @property {string[]} changed
 * @property {string[]} code the changed files that are still there and that the linter reads
 * @property {string[]} layers the folders with a tsconfig.json whose types the change can break
 * @property {Record<string, string[]>} tests the test files of each suite, relative to the repository
 * @property {boolean} built whether any of these tests needs dist/
 */

/**
 * @param {readonly string[]} changed
 * @returns {Promise<Reach>}
 */
export async function reachOf(changed) {
  const files = new Set(changed);
  /** @type {Reach['tests']} */
  const tests = { manifest: [...new Set([...ALWAYS, ...(await findTests('manifest')).filter((test) => files.has(test))])] };
  let built = false;
  for (const kind of CHECKED) {
    const inputs = await inputsOf(kind);
    const pages = kind === 'webview' ? await inputsOfPages() : new Map();
    const reached = (await findTests(kind)).filter((test) => {
      if (ALL_PAGES.has(test)) return files.has(test);
      const all = [...(inputs.get(test) ?? [])].flatMap((input) => [input, ...(pages.get(input) ?? [])]);
      return all.some((input) => files.has(input));
    });
    if (reached.length === 0) continue;
    tests[kind] = reached;
    built ||= kind === 'webview' || (await needDist(reached.flatMap((test) => [...(inputs.get(test) ?? [])])));
  }
  const code = changed.filter((file) => /\.(ts|mjs|js)$/.test(file) && !file.startsWith('test/fixtures/'));
  return { changed: [...changed], code, layers: layersOf(changed), tests, built };
}

/** What the pages begin with, as `esbuild.mjs` builds it. @type {Readonly<Record<string, string[]>>} */
const PAGES = {
  preview: ['preview/main.ts', 'preview/preview.css', 'preview/highlight/highlight-worker.ts', 'preview/document/document-worker.ts'],
  matrix: ['matrix/main.ts', 'matrix/matrix.css'],
  verify: ['verify/main.ts', 'page.css'],
  gallery: ['gallery/main.ts', 'gallery/gallery.css', 'gallery/thumbnail-worker.ts'],
  conversation: ['conversation/main.ts', 'matrix/matrix.css'],
};

/**
 * What the page behind each of the helpers `test/webview/PAGE-page.ts` consists of: a test that opens the page reaches it.
 * @returns {Promise<Map<string, Set<string>>>}
 */
async function inputsOfPages() {
  const entries = (/** @type {string[]} */ names) => names.map((name) => `webview/${name}`);
  const files = [...new Set(Object.values(PAGES).flatMap(entries))];
  const inputs = await inputsOf('webview', { files, tsconfig: 'webview/tsconfig.json' });
  return new Map(
    Object.entries(PAGES).map(([page, names]) => [
      `test/webview/${page}-page.ts`,
      new Set(entries(names).flatMap((entry) => [...(inputs.get(entry) ?? [])])),
    ]),
  );
}

/** Whether one of the sources of tests speaks of dist/. @param {readonly string[]} inputs */
async function needDist(inputs) {
  const sources = [...new Set(inputs)].filter((input) => input.startsWith('test/') && /\.(ts|mjs)$/.test(input));
  for (const source of sources) if (/\bdist\b/.test(await readFile(path.join(repository, source), 'utf8'))) return true;
  return false;
}

/**
 * The folders whose types a change can break: pages are imported by tests alone; what else changed can be imported anywhere.
 * @param {readonly string[]} changed
 */
function layersOf(changed) {
  const typed = changed.filter((file) => /\.(ts|mjs)$|tsconfig[^/]*\.json$|^package(-lock)?\.json$/.test(file));
  if (typed.length === 0) return [];
  return typed.every((file) => /^(test\/)?webview\//.test(file)) ? ['webview', 'test/webview', 'test'] : ['all'];
}

/** Whether a change reaches a step. @param {string} name @param {Reach} reach */
export function isReached(name, { changed, layers, tests }) {
  if (name === 'lint') return changed.length > 0;
  if (name === 'typecheck') return layers.length > 0;
  return name in tests;
}

/** Says what is run, and why. @param {Reach} reach */
export function sayReach({ changed, layers, tests }) {
  if (changed.length === 0)
    return 'Nothing differs from the last commit: only the laws, the translations and the texts of the screen are checked.';
  const some = changed.slice(0, 5).join(', ') + (changed.length > 5 ? ` and ${changed.length - 5} more` : '');
  const types = layers.length === 0 ? 'no types' : layers.includes('all') ? 'all types' : `the types of ${layers.join(', ')}`;
  const { manifest: always = [], ...reached } = tests;
  const unfollowed = changed.filter((file) => !/\.(ts|mjs|css)$/.test(file) && !file.startsWith('media/l10n/'));
  const suites = Object.entries(reached).map(([kind, files]) => `${kind} ${files.length}`);
  return [
    `Changed: ${some}`,
    `Checked: the changed files by the linter, ${types}, the laws, the translations and the texts of the screen (${always.length} test files), and the test files that import a changed file, however indirectly: ${suites.join(', ') || 'none'}`,
    'Left to npm test: the suites host, mcp and e2e, the rest of manifest, tests of all pages, those that take long, and most of the random input',
    ...(unfollowed.length > 0 ? [`No import leads to ${unfollowed.join(', ')}: what reads such files is left, too`] : []),
  ].join('\n');
}
