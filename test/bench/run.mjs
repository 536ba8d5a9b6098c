/**
 * `npm run bench`: the speed and memory this product promises, each as a ratio of two things measured in the same run.
 * Bundles the sources as they are to out/bench, works in a temporary folder, and removes it. It fails by what misses its goal without a reason
 * (`reasons.mjs`); with `--write` it writes docs/figures.md, with the machine and the day.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { vsix } from '../tooling/product.mjs';
import { measureAdk } from './adk.mjs';
import { makeArtifacts, makeSparseImage, timedUuid } from './folders.mjs';
import { measureHostile } from './hostile.mjs';
import { measureIds } from './ids.mjs';
import { measureConversation } from './conversation.mjs';
import { measureLargeStores } from './large-stores.mjs';
import { compare, median } from './measure.mjs';
import { measureObjectStore } from './object-store.mjs';
import { measureFeed, measureMatrix } from './matrix.mjs';
import { measureAnyFile, measurePreview } from './preview.mjs';
import { measureReading } from './reading.mjs';
import { REASONS } from './reasons.mjs';
import { measureReferences } from './references.mjs';
import { measureServices } from './services.mjs';
import { measureTranscript } from './transcript.mjs';
import { measureBlocks, measureComparison, measureLongTexts } from './wire.mjs';
import { measureWorkspaces } from './workspaces.mjs';

const repository = path.resolve(import.meta.dirname, '../..');
const PAGE = 500;
const HEAD_BYTES = 64 * 1024;

/** The library, the store of the extension, and how the preview writes one message for many APIs. */
const CORE = `
export * from './src/platform/core-entry.ts';
export { ArtifactStore as HostStore } from './src/core/store/artifact-store.ts';
export { writeRequest } from './src/core/wire/to-wire.ts';
export { readMessages } from './src/core/wire/turns.ts';
`;

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } });

/** @type {{what: string, target: string, result: string, isMet: boolean | undefined}[]} */
const rows = [];

/** @param {string} what @param {string} target @param {string} result @param {boolean | undefined} isMet undefined: not promised, or not measured */
function report(what, target, result, isMet) {
  rows.push({ what, target, result, isMet });
  console.error(`${isMet === false ? '✖' : '·'} ${what}: ${result}`);
}

const ms = (/** @type {number} */ value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const ratio = (/** @type {{subject: number, reference: number, ratio: number}} */ found) =>
  `${found.ratio.toFixed(2)} × (${ms(found.subject)} : ${ms(found.reference)})`;

const temporary = await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-bench-'));
try {
  const core = await bundle();
  await measureFirstPage(core, 20_000, 15);
  await measureFirstPage(core, 200_000, 7);
  await measureLargeStores(core, temporary, report);
  await measureWorkspaces(core, temporary, report);
  await measureAdk(core, temporary, report);
  await measureObjectStore(repository, temporary, report);
  await measureDetection(core);
  measureDecoding(core);
  await measureReading(core, temporary, report);
  await measureIds(path.join(repository, 'out/bench/core.mjs'), temporary, report);
  await measureComparison(core, temporary, countingFileSystem, report);
  await measureBlocks(repository, report);
  await measureLongTexts(repository, report);
  await measureServices(repository, report);
  await measureFeed(repository, report);
  await measureReferences(repository, report);
  measureTranscript(temporary, report);
  measureConversation(temporary, report);
  await measureHostile(repository, temporary, report);
  await measureExtension();
  if (existsSync(vsix)) {
    await measurePreview(temporary, report);
    await measureAnyFile(temporary, report);
    await measureMatrix(temporary, report);
  } else report('The preview and the matrix in a real VS Code', '–', 'not packaged: npm run package', undefined);
} finally {
  await rm(temporary, { recursive: true, force: true });
}
const told = rows.map((row) => ({ ...row, reason: row.isMet === false ? reasonOf(row.what) : '' }));
const table = [
  '| what | goal | measured | where the goal is missed, why |',
  '| --- | --- | --- | --- |',
  ...told.map(({ what, target, result, isMet, reason }) => `| ${what} | ${target} | ${result}${isMet === false ? ' ✗' : ''} | ${reason} |`),
].join('\n');
console.log(table);
if (options.write) await writeFile(path.join(repository, 'docs/figures.md'), page(table));
process.exitCode = told.some(({ isMet, reason }) => isMet === false && reason === '') ? 1 : 0;

/** @param {string} what */
function reasonOf(what) {
  return REASONS.find(([beginning]) => what.startsWith(beginning))?.[1] ?? '';
}

/** @param {string} figures */
function page(figures) {
  const { model } = os.cpus()[0] ?? { model: 'a processor of unknown make' };
  const machine = `${os.availableParallelism()} processors (${model.trim()}), ${os.type()}, Node ${process.versions.node}`;
  return `# Figures

Written by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. Where two things can be compared, the
figure is their ratio in one run, so that it depends little on the machine; ✗ marks what misses its goal.

${figures}
`;
}

/** The core and the file system of Node, as one module; its packages stay outside. */
async function bundle() {
  const outfile = path.join(repository, 'out/bench/core.mjs');
  await esbuild.build({
    absWorkingDir: repository,
    stdin: { contents: CORE, resolveDir: repository, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

/** Counts what a file system is asked for. @param {any} core */
function countingFileSystem(core) {
  const counts = { sidecars: 0, bytes: 0 };
  class Counting extends core.NodeFileSystem {
    /** @param {string} location @param {object} range */
    async readFile(location, range) {
      const bytes = await super.readFile(location, range);
      if (location.endsWith('.meta')) counts.sidecars++;
      counts.bytes += bytes.length;
      return bytes;
    }
  }
  return { fs: new Counting(), counts };
}

/** @param {any} core @param {string} artifactsDir @param {object} [fs] */
function storeOver(core, artifactsDir, fs = new core.NodeFileSystem()) {
  return new core.ArtifactStore({ fs, artifactsDir, workspacesDir: path.join(temporary, 'workspaces') });
}

/** @param {any} core @param {number} count @param {number} rounds */
async function measureFirstPage(core, count, rounds) {
  const folder = path.join(temporary, `artifacts-${count}`);
  makeArtifacts(folder, count);
  const store = storeOver(core, folder);
  const firstPage = async () => {
    const { items, total } = await store.list({ limit: PAGE });
    if (items.length !== PAGE || total !== count || items[0].id !== String(count) || items[0].name !== `chart ${count}.png`)
      throw new Error('The page is wrong.');
  };
  const many = count.toLocaleString('en');
  const page = await compare(firstPage, () => neededReads(folder, count, String), rounds);
  report(`First page of the newest ${PAGE} of ${many} artifacts : the reads it needs`, '≤ 1.2 ×', ratio(page), page.ratio <= 1.2);
  if (count > 20_000) {
    await rm(folder, { recursive: true });
    makeArtifacts(folder, count, timedUuid);
    const uuids = await compare(
      () => store.list({ limit: PAGE }),
      () => neededReads(folder, count, timedUuid),
      rounds,
    );
    report(
      `First page of the newest ${PAGE} of ${many} artifacts named by UUID : the reads it needs`,
      '≤ 1.2 ×',
      ratio(uuids),
      uuids.ratio <= 1.2,
    );
    return rm(folder, { recursive: true });
  }

  const listing = await compare(firstPage, () => runtimeListing(folder), 5);
  report(
    `The same : reading every sidecar, as the runtime lists them (${many})`,
    '≥ 8 × faster',
    `${(1 / listing.ratio).toFixed(1)} × (${ms(listing.subject)} : ${ms(listing.reference)})`,
    1 / listing.ratio >= 8,
  );
  const { fs, counts } = countingFileSystem(core);
  await storeOver(core, folder, fs).list({ limit: PAGE });
  report('Sidecars read for that page', `${PAGE}`, `${counts.sidecars}`, counts.sidecars === PAGE);
  await rm(folder, { recursive: true });
}

/** The names, and the sidecars of the newest page, all at once. @param {string} folder @param {number} count @param {(n: number) => string} idOf */
async function neededReads(folder, count, idOf) {
  await readdir(folder);
  await Promise.all(Array.from({ length: PAGE }, (_, at) => readFile(path.join(folder, `${idOf(count - at)}.meta`))));
}

/** Every sidecar read and parsed, newest first: what a listing costs without an index. @param {string} folder */
async function runtimeListing(folder) {
  const all = [];
  for (const name of await readdir(folder)) {
    if (name.endsWith('.meta')) all.push(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
  }
  all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return all.slice(0, PAGE);
}

/** @param {any} core */
async function measureDetection(core) {
  const folder = path.join(temporary, 'detection');
  makeSparseImage(path.join(folder, '1.png'), 1024);
  makeSparseImage(path.join(folder, '2.png'), 1024 ** 3);
  const store = storeOver(core, folder);
  const BATCH = 20;
  const detect = (/** @type {string} */ id) => async () => {
    for (let n = 0; n < BATCH; n++) {
      const { detection } = await store.getArtifact(id);
      if (detection.detectedMimeType !== 'image/png') throw new Error('The detection is wrong.');
    }
  };
  const found = await compare(detect('2'), detect('1'), 25);
  const each = { ...found, subject: found.subject / BATCH, reference: found.reference / BATCH };
  report('Detecting an image of 1 GB : one of 1 KB', '≤ 1.5 ×', ratio(each), found.ratio <= 1.5);
  const { fs, counts } = countingFileSystem(core);
  await storeOver(core, folder, fs).getArtifact('2');
  report('Bytes read of the file of 1 GB', `≤ ${HEAD_BYTES} (its first 64 KiB)`, `${counts.bytes}`, counts.bytes <= HEAD_BYTES);
}

/** @param {any} core */
function measureDecoding(core) {
  const ids = Array.from({ length: 1000 }, (_, n) =>
    core.ArtifactIdCodec.encode(
      `agent-coder-${n.toString(16)}`,
      n % 4 === 0 ? `docs/设计 说明 ${n}.md` : `src/components/panel-${n}/index.test.ts`,
    ),
  );
  const rounds = Array.from({ length: 11 }, () => {
    const begin = performance.now();
    for (let n = 0; n < 100; n++)
      for (const id of ids) if (core.ArtifactIdCodec.decode(id) === null) throw new Error('The decoding is wrong.');
    return (ids.length * 100) / ((performance.now() - begin) / 1000);
  });
  const rate = median(rounds);
  report('Workspace ids decoded in a second', '> 500,000', Math.round(rate / 1000).toLocaleString('en') + ',000', rate > 500_000);
}

async function measureExtension() {
  const file = path.join(repository, 'dist/extension.js');
  if (!existsSync(file))
    return report('dist/extension.js, its size and its activation', '< 250 KB; 0 reads', 'not built: npm run build', undefined);
  const { size } = await stat(file);
  const isProduction = !(await readFile(file, 'utf8')).includes('sourceMappingURL');
  report(
    'dist/extension.js',
    '< 250 KB minified',
    `${(size / 1000).toFixed(0)} KB${isProduction ? '' : ' (a development build)'}`,
    isProduction ? size < 250_000 : undefined,
  );
  const fixture = path.join(repository, 'test/fixtures/agent-society-root');
  /** @type {{reads: string[]}} */
  const { reads } = JSON.parse(
    execFileSync(process.execPath, [path.join(import.meta.dirname, 'activation.mjs'), file, fixture], { encoding: 'utf8' }),
  );
  report(
    'Reads from disk by activation, before a view is visible',
    '0',
    `${reads.length}${reads.length > 0 ? ` (${reads.join(', ')})` : ''}`,
    reads.length === 0,
  );
}
