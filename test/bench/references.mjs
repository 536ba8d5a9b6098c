/** How soon the references that are visible in a large log are links, and what a line of a terminal costs. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { median } from './measure.mjs';

const ROUNDS = 21;
const MB = 1_000_000;

/** The little of VS Code that finding links asks for. */
const VSCODE = `
export class Position { constructor(line, character) { this.line = line; this.character = character; } }
const before = (one, other) => one.line < other.line || (one.line === other.line && one.character <= other.character);
export class Range {
  constructor(a, b, c, d) { [this.start, this.end] = c === undefined ? [a, b] : [new Position(a, b), new Position(c, d)]; }
  contains(part) { const { start, end } = part.start ? part : { start: part, end: part }; return before(this.start, start) && before(end, this.end); }
}
export class DocumentLink { constructor(range) { this.range = range; } }
export const Uri = { file: (path) => ({ scheme: 'file', path }), joinPath: (uri, name) => ({ ...uri, path: uri.path + '/' + name }) };
export const l10n = { t: (text) => text };
`;

/**
 * @param {string} repository
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureReferences(repository, report) {
  const { scanDocument, terminalLinks, Range } = await bundle(repository);
  const line = '2026-11-23 09:14:05 INFO  analyst: step 31 of 40 done in 812 ms, saved the drawing as artifact:31 and went on';
  for (const [what, lines] of /** @type {const} */ ([
    ['100 MB', Array.from({ length: Math.ceil((100 * MB) / (line.length + 1)) }, () => line)],
    ['100 MB in lines of 1 MB', Array.from({ length: 100 }, () => `${line} `.repeat(MB / (line.length + 1)))],
  ])) {
    const document = { uri: {}, lineCount: lines.length, lineAt: (/** @type {number} */ at) => ({ text: lines[at] }) };
    const middle = Math.floor(lines.length / 2);
    const visible = [new Range(middle, 0, Math.min(middle + 60, lines.length - 1), 10_000)];
    const times = Array.from({ length: ROUNDS }, () => {
      const begin = performance.now();
      if (scanDocument(document, visible).links.length === 0) throw new Error('No links.');
      return performance.now() - begin;
    });
    report(`Links of the visible part of a log of ${what}`, '≤ 50 ms', `${median(times).toFixed(1)} ms`, median(times) <= 50);
  }
  const terminal = { creationOptions: { cwd: '/w/project' } };
  const LINES = 10_000;
  const times = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    for (let n = 0; n < LINES; n++) if (terminalLinks({ line, terminal }).length !== 1) throw new Error('No link.');
    return (performance.now() - begin) / LINES;
  });
  report('A line of a terminal', '< 0.1 ms', `${median(times).toFixed(4)} ms`, median(times) < 0.1);
}

/** @param {string} repository */
async function bundle(repository) {
  const outfile = path.join(repository, 'out/bench/references.mjs');
  const contents = "export * from './src/host/references/reference-links.ts';\nexport { Range } from 'vscode';";
  await esbuild.build({
    absWorkingDir: repository,
    stdin: { contents, resolveDir: repository, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    plugins: [
      {
        name: 'vscode',
        setup(build) {
          build.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'bench' }));
          build.onLoad({ filter: /.*/, namespace: 'bench' }, () => ({ contents: VSCODE, loader: 'js' }));
        },
      },
    ],
  });
  return import(pathToFileURL(outfile).href);
}
