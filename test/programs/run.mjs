/**
 * Runs programs whose sessions are read here, as a person would. Nothing but a scripted server on loopback answers them.
 *
 *     npm run programs [NAME…]               two turns, the first with a picture that the program's own tool reads, the second in the resumed session
 *     npm run programs -- --files [NAME…]    what is sent of a file of each kind, for each API and for a model with and without pictures
 *     npm run programs -- --slim [NAME…]     a session that was slimmed is resumed, put back and resumed again (Claude Code, Codex; after `npm run build`)
 *     npm run programs -- --writes [NAME…]   files that are written at random, version by version against git, and the pictures that are read; `--seed N` for others (after `npm run build`)
 *     npm run programs -- --large [NAME…]    opencode and Kilo write into a database of 2 GB while a session of 1 GB in it is read (after `npm run build`)
 *
 * Their packages, and what each run left behind (bodies and sessions), lie in a folder outside of the repository. What was sent of files is
 * written into `src/core/programs/deliveries.json`; with `--compare` it is compared with that instead, with `--kept` the bodies of the last run are
 * looked at again. `--way read` leaves out what is attached, `--way attached` what the tool reads. `--newest` compares the
 * versions that npm gives today, in place of those that were tried.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { watchDeliveries } from './deliveries.mjs';
import { fixtureOf, sentIn, TURNS } from './fixture.mjs';
import { cache, newestOf, runIn } from './laboratory.mjs';
import { isLarge, runLarge } from './large.mjs';
import { SMALL_PNG } from './planted-files.mjs';
import { PROGRAMS } from './programs.mjs';
import { isSlimmed, runSlimmed } from './slimmed.mjs';
import { isWriter, runWritten } from './written.mjs';

/** @param {string} name @param {import('./programs.mjs').Program} program */
async function runSession(name, program) {
  const results = path.join(cache, 'results', name);
  const [asked] = program.models;
  const [first = '', next = ''] = TURNS;
  await runIn(name, program, asked, {
    plant: (project) => writeFile(path.join(project, 'planted.png'), SMALL_PNG),
    argsOf: (place) => [program.first(first, place), program.next?.(next, place)],
    isExported: true,
    leave: async ({ received, home, scratch, exported }) => {
      await rm(results, { recursive: true, force: true });
      await mkdir(results, { recursive: true });
      for (const [at, { body }] of received.entries()) {
        await writeFile(path.join(results, `body-${at + 1}.json`), JSON.stringify(body, null, 1));
      }
      if (program.sessions !== undefined && program.session !== undefined) {
        const sessions = path.join(home, program.sessions);
        if (existsSync(sessions)) await cp(sessions, path.join(results, 'sessions'), { recursive: true });
        const files = existsSync(sessions) ? await readdir(path.join(results, 'sessions'), { recursive: true }) : [];
        const matching = files.filter((file) => program.session?.test(file));
        const texts = await Promise.all(matching.map((file) => readFile(path.join(results, 'sessions', file), 'utf8')));
        await keepFixture(results, { scratch, texts, received });
      }
      // a line that says what is exported may come before it
      if (exported !== undefined) await keepFixture(results, { scratch, texts: [exported.slice(exported.indexOf('{\n'))], received });
      console.log(`${name} ${program.version}: ${received.length} requests, in ${results}`);
    },
  });
}

/**
 * Writes the session without the program's own texts, and what the resumed session sent of what was planted.
 * @param {string} results
 * @param {{scratch: string, texts: readonly string[], received: readonly import('./server.mjs').Received[]}} run
 */
async function keepFixture(results, { scratch, texts, received }) {
  // what comes after the first request of the last turn may be of another kind
  const body = received.find(({ body }) => JSON.stringify(body).includes(TURNS[1] ?? ''))?.body ?? received.at(-1)?.body;
  const session = texts.find((text) => TURNS.every((turn) => text.includes(turn) || !JSON.stringify(body).includes(turn)));
  if (session === undefined || body === undefined) throw new Error('The session was not found, or not sent.');
  await writeFile(path.join(results, 'fixture.jsonl'), fixtureOf(session, scratch));
  await writeFile(path.join(results, 'sent.json'), `${JSON.stringify(sentIn(body), null, 2)}\n`);
}

const { values, positionals } = parseArgs({
  options: {
    files: { type: 'boolean', default: false },
    slim: { type: 'boolean', default: false },
    writes: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261130' },
    compare: { type: 'boolean', default: false },
    way: { type: 'string' },
    kept: { type: 'boolean', default: false },
    newest: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(PROGRAMS);
const unknown = names.find((name) => !Object.hasOwn(PROGRAMS, name));
if (unknown !== undefined) throw new Error(`There is no program "${unknown}" here; choose of ${Object.keys(PROGRAMS).join(', ')}.`);
if (values.newest && !values.compare) throw new Error('What is kept is of the versions in programs.mjs: --newest is for --compare.');
/** @type {Record<string, import('./programs.mjs').Program>} */
const programs = {};
for (const name of names) {
  const program = PROGRAMS[name];
  if (program) programs[name] = values.newest ? await newestOf(program) : program;
}
if (values.slim) {
  for (const [name, program] of Object.entries(programs)) if (isSlimmed(name)) await runSlimmed(name, program);
} else if (values.writes) {
  for (const [name, program] of Object.entries(programs)) if (isWriter(name)) await runWritten(name, program, Number(values.seed));
} else if (values.large) {
  for (const [name, program] of Object.entries(programs)) if (isLarge(name)) await runLarge(name, program);
} else if (values.files || values.compare) {
  const way = values.way === 'read' || values.way === 'attached' ? values.way : undefined;
  await watchDeliveries(programs, { isComparison: values.compare, isKept: values.kept, ...(way && { way }) });
} else for (const [name, program] of Object.entries(programs)) await runSession(name, program);
