/**
 * Runs programs whose sessions are read here, as a person would: two turns, the first with a picture that the program's own tool reads, the
 * second in the resumed session. Nothing but a scripted server on loopback answers them.
 *
 *     npm run programs [NAME…]
 *
 * Their packages, and what each run left behind (bodies and sessions), lie in a folder outside of the repository.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { installNode, onceComplete } from '../vscode/install.mjs';
import { npm, run } from '../tooling/processes.mjs';
import { fixtureOf, sentIn, TURNS } from './fixture.mjs';
import { PROGRAMS } from './programs.mjs';
import { startScriptedServer } from './server.mjs';

const cache = process.env['AGENT_ARTIFACTS_PROGRAMS'] ?? path.join(os.tmpdir(), 'agent-artifacts-programs');

/** A picture of 2 × 2 pixels. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8DwnwGMgRQAH+4D/dJQfRoAAAAASUVORK5CYII=', 'base64');

/** Installs a program once. @param {string} name @param {import('./programs.mjs').Program} program */
async function install(name, program) {
  const dir = path.join(cache, 'packages', `${name}-${program.version}`);
  const node = await installNode(program.node);
  await onceComplete(dir, async () => {
    console.log(`Getting ${program.package} ${program.version} from npm …`);
    const PATH = `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`;
    await npm(['install', '--ignore-scripts', `${program.package}@${program.version}`], { cwd: dir, env: { PATH } });
  });
  return { node, script: path.join(dir, 'node_modules', program.package, program.script) };
}

/** @param {string} name @param {import('./programs.mjs').Program} program */
async function runProgram(name, program) {
  const { node, script } = await install(name, program);
  const results = path.join(cache, 'results', name);
  const scratch = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
  const [home, project] = [path.join(scratch, 'home'), path.join(scratch, 'project')];
  for (const folder of [home, project]) await mkdir(folder);
  await writeFile(path.join(project, 'planted.png'), PNG);
  const server = await startScriptedServer({
    name: program.tool.name,
    input: (file) => program.tool.input(path.join(project, file)),
  });
  const place = { home, project, url: server.url };
  const env = {
    HOME: home,
    ...Object.fromEntries(['CONFIG', 'DATA', 'STATE', 'CACHE'].map((each) => [`XDG_${each}_HOME`, path.join(home, '.xdg', each)])),
    PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`,
    ...program.env(place),
  };
  try {
    await program.prepare?.(place);
    const [first = '', next = ''] = TURNS;
    const runs = [program.setUp?.(place), program.first(first, place), program.next?.(next)];
    for (const args of runs) if (args) await run(node, [script, ...args], { cwd: project, env });
  } finally {
    server.close();
    await rm(results, { recursive: true, force: true });
    await mkdir(results, { recursive: true });
    for (const [at, { body }] of server.received.entries()) {
      await writeFile(path.join(results, `body-${at + 1}.json`), JSON.stringify(body, null, 1));
    }
    const sessions = path.join(home, program.sessions);
    if (existsSync(sessions)) await cp(sessions, path.join(results, 'sessions'), { recursive: true });
    await keepFixture(results, { scratch, pattern: program.session, received: server.received });
    await rm(scratch, { recursive: true, force: true });
  }
  console.log(`${name} ${program.version}: ${server.received.length} requests, in ${results}`);
}

/**
 * Writes the session without the program's own texts, and what the resumed session sent of what was planted.
 * @param {string} results
 * @param {{scratch: string, pattern: RegExp, received: readonly import('./server.mjs').Received[]}} run
 */
async function keepFixture(results, { scratch, pattern, received }) {
  const files = existsSync(path.join(results, 'sessions')) ? await readdir(path.join(results, 'sessions'), { recursive: true }) : [];
  const texts = await Promise.all(
    files.filter((file) => pattern.test(file)).map((file) => readFile(path.join(results, 'sessions', file), 'utf8')),
  );
  // what comes after the first request of the last turn may be of another kind
  const body = received.find(({ body }) => JSON.stringify(body).includes(TURNS[1] ?? ''))?.body ?? received.at(-1)?.body;
  const session = texts.find((text) => TURNS.every((turn) => text.includes(turn) || !JSON.stringify(body).includes(turn)));
  if (session === undefined || body === undefined) throw new Error('The session was not found, or not sent.');
  await writeFile(path.join(results, 'fixture.jsonl'), fixtureOf(session, scratch));
  await writeFile(path.join(results, 'sent.json'), `${JSON.stringify(sentIn(body), null, 2)}\n`);
}

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(PROGRAMS)) {
  const program = PROGRAMS[name];
  if (!program) throw new Error(`There is no program "${name}" here; choose of ${Object.keys(PROGRAMS).join(', ')}.`);
  await runProgram(name, program);
}
