/** What programs send of files of each kind, for each API they speak and for models with and without pictures. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findProgram, run } from '../tooling/processes.mjs';
import { repository } from '../vscode/install.mjs';
import { attachedIn, deliveryOf, sizeOf } from './delivery.mjs';
import { cache, runIn } from './laboratory.mjs';
import { FILES, plantFiles } from './planted-files.mjs';
import { programsPage } from './page.mjs';
import { PROGRAMS } from './programs.mjs';
import { hasTool } from './server.mjs';

/** Where it is kept. */
const DATA = path.join(repository, 'src/core/programs/deliveries.json');

const PAGE = path.join(repository, 'docs/programs.md');

/** @typedef {Record<string, import('./delivery.mjs').Part[]>} Cells by the kind of file */
/** @typedef {{api: string, held: string, model: string, way: 'read' | 'attached', cells: Cells}} Run */
/**
 * @typedef {object} Options
 * @property {'read' | 'attached'} [way] this one alone
 * @property {boolean} isKept nothing is run: the bodies of the last run are looked at again
 */

/**
 * Writes what was seen; what is not run keeps what was seen of it.
 * @param {Readonly<Record<string, import('./programs.mjs').Program>>} asked by their names
 * @param {Options & {isComparison: boolean}} options
 */
export async function watchDeliveries(asked, { isComparison, ...options }) {
  let isChanged = false;
  for (const [name, program] of Object.entries(asked)) {
    const begun = Date.now();
    /** @type {Run[]} */
    const runs = [];
    for (const model of program.models) runs.push(...(await runsOf(name, program, model, options)));
    const { programs } = await readKept();
    const before = programs[name]?.version === program.version ? (programs[name]?.runs ?? []) : [];
    const others = before.filter((/** @type {Run} */ { way }) => options.way !== undefined && way !== options.way);
    const seen = {
      name: program.title,
      version: program.version,
      // the day of the oldest of its runs
      seen: (others.length > 0 ? programs[name]?.seen : undefined) ?? new Date().toISOString().slice(0, 10),
      tool: program.tool.name,
      runs: [...runs, ...others].toSorted((one, other) => (one.way === other.way ? 0 : one.way === 'read' ? -1 : 1)),
    };
    isChanged = report(name, programs[name], seen) || isChanged;
    if (!isComparison && runs.length > 0) await keep({ ...programs, [name]: seen });
    console.log(`${name} ${program.version}: ${runs.length} runs, ${Math.round((Date.now() - begun) / 1000)} s`);
  }
  process.exitCode = isComparison && isChanged ? 1 : 0;
}

/** @returns {Promise<{programs: Record<string, {version: string, seen: string, runs: Run[]}>}>} */
async function readKept() {
  return existsSync(DATA) ? JSON.parse(await readFile(DATA, 'utf8')) : { programs: {} };
}

/** @param {Record<string, any>} programs */
async function keep(programs) {
  const ordered = Object.fromEntries(Object.keys(PROGRAMS).flatMap((name) => (programs[name] ? [[name, programs[name]]] : [])));
  const machine = `${os.type()} ${findProgram(['pdftotext']) ? 'with' : 'without'} pdftotext`;
  const data = { machine, files: await factsOfFiles(), programs: ordered };
  await mkdir(path.dirname(DATA), { recursive: true });
  await writeFile(DATA, JSON.stringify(data));
  await run(process.execPath, [path.join(repository, 'node_modules/oxfmt/bin/oxfmt'), DATA], { cwd: repository });
  await writeFile(PAGE, programsPage(data));
}

/** How large the files are that were planted: what is larger was not seen. */
async function factsOfFiles() {
  return inPlanted(async (bytesOf) => {
    const facts = await Promise.all(
      Object.keys(FILES).map(async (kind) => {
        const bytes = await bytesOf(kind);
        const size = sizeOf(bytes);
        const isText = !bytes.includes(0) && bytes.length > 0;
        return [kind, { bytes: bytes.length, ...(size && { size }), ...(isText && { lines: bytes.toString().split('\n').length - 1 }) }];
      }),
    );
    return Object.fromEntries(facts);
  });
}

/** @template T @param {(bytesOf: (kind: string) => Promise<Buffer>) => Promise<T>} work @returns {Promise<T>} */
async function inPlanted(work) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'planted-'));
  try {
    await plantFiles(folder);
    return await work((kind) => readFile(path.join(folder, FILES[kind]?.name ?? kind)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {import('./programs.mjs').Program} program @param {import('./programs.mjs').Asked} asked @param {Options} options @returns {Promise<Run[]>} */
async function runsOf(name, program, asked, options) {
  const read = options.way === 'attached' ? {} : await readFiles(name, program, asked, options);
  const isAttached = asked === program.models[0] && program.attached !== undefined && options.way !== 'read';
  const attached = isAttached ? await attachFiles(name, program, asked, options) : {};
  return [
    { ...asked, way: /** @type {const} */ ('read'), cells: read },
    { ...asked, way: /** @type {const} */ ('attached'), cells: attached },
  ].filter(({ cells }) => Object.keys(cells).length > 0);
}

/**
 * Has the program's tool read one file after the other.
 * @param {string} name @param {import('./programs.mjs').Program} program @param {import('./programs.mjs').Asked} asked @param {Options} options
 */
async function readFiles(name, program, asked, options) {
  const kinds = Object.keys(FILES).filter((kind) => program.reads?.(kind) ?? true);
  const text = `Planted question: what is in these? [[read ${kinds.map((kind) => FILES[kind]?.name).join(' ')}]]`;
  const received = await visit(name, program, asked, { ...options, what: 'read', argsOf: (place) => program.first(text, place) });
  return inPlanted(async (bytesOf) => {
    /** @type {Cells} */
    const cells = {};
    for (const [at, { asked: file, body }] of received.entries()) {
      const kind = kinds.find((each) => FILES[each]?.name === file);
      const next = received.slice(at + 1).find((each) => each.isMain);
      const planted = kind === undefined ? undefined : FILES[kind];
      if (kind !== undefined && planted && next) cells[kind] = deliveryOf(next.body, body, await bytesOf(kind), planted);
    }
    return cells;
  });
}

/**
 * Attaches one file after the other, each to a session of its own.
 * @param {string} name @param {import('./programs.mjs').Program} program @param {import('./programs.mjs').Asked} asked @param {Options} options
 */
async function attachFiles(name, program, asked, options) {
  const text = 'Planted question: what is in it?';
  return inPlanted(async (bytesOf) => {
    /** @type {Cells} */
    const cells = {};
    for (const [kind, planted] of Object.entries(FILES)) {
      const argsOf = (/** @type {import('./programs.mjs').Place} */ place) =>
        program.attached?.(text, path.join(place.project, planted.name), place) ?? [];
      const received = await visit(name, program, asked, { ...options, what: `attached-${kind}`, argsOf });
      const first = received.find(({ isMain, body }) => isMain && JSON.stringify(body).includes(text));
      const mentions = argsOf({ home: '', project: '', url: '', asked }).join(' ').split(`@${planted.name}`).length - 1;
      if (first) cells[kind] = attachedIn(first.body, await bytesOf(kind), planted, mentions);
    }
    return cells;
  });
}

/**
 * @param {string} name @param {import('./programs.mjs').Program} program @param {import('./programs.mjs').Asked} asked
 * @param {Options & {what: string, argsOf: (place: import('./programs.mjs').Place) => string[]}} visit
 * @returns {Promise<readonly import('./server.mjs').Received[]>}
 */
async function visit(name, program, asked, { what, argsOf, isKept }) {
  const results = path.join(cache, 'deliveries', name, `${asked.api}-${asked.held}-${what}`);
  if (isKept) return existsSync(results) ? keptIn(results, program.tool.name) : [];
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  /** @type {readonly import('./server.mjs').Received[]} */
  let all = [];
  try {
    await runIn(name, program, asked, {
      plant: plantFiles,
      argsOf: (place) => [argsOf(place)],
      leave: async ({ received }) => {
        all = received;
        for (const [at, { body, asked: file }] of received.entries())
          await writeFile(path.join(results, `body-${at + 1}.json`), JSON.stringify({ asked: file, body }, null, 1));
      },
    });
  } catch (error) {
    // what it sent before it failed has been seen
    console.log(`${name}, ${asked.api}, ${asked.held}, ${what}: ${String(error).slice(0, 400)}`);
  }
  return all;
}

/** @param {string} results @param {string} tool */
async function keptIn(results, tool) {
  const files = (await readdir(results)).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  return Promise.all(
    files.map(async (file) => {
      const { asked, body } = JSON.parse(await readFile(path.join(results, file), 'utf8'));
      return { path: '', asked, body, isMain: hasTool(body, tool) };
    }),
  );
}

/** Says which cells changed. @param {string} name @param {any} before @param {any} after @returns {boolean} whether any did */
function report(name, before, after) {
  const cellsOf = (/** @type {any} */ seen) =>
    new Map(
      (seen?.runs ?? []).flatMap((/** @type {Run} */ { api, held, way, cells }) =>
        Object.entries(cells).map(([kind, parts]) => [`${api}, ${held}, ${way}, ${kind}`, parts]),
      ),
    );
  const [old, now] = [cellsOf(before), cellsOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((cell) => !isDeepStrictEqual(old.get(cell), now.get(cell)));
  for (const cell of changed) console.log(`${name}, ${cell}: ${JSON.stringify(old.get(cell))} → ${JSON.stringify(now.get(cell))}`);
  return changed.length > 0;
}
