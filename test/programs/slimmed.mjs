/**
 * Has whole programs go on with a session that was slimmed, and with the same session once it was put back, and looks at what they send. The
 * command line does both; `npm run build` makes it.
 */
import { appendFile, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../tooling/processes.mjs';
import { runIn } from './laboratory.mjs';
import { FILES, plantFiles } from './planted-files.mjs';

const repository = path.resolve(import.meta.dirname, '../..');

/** @typedef {object} Case where a program keeps its sessions, what kinds of files its tool reads, and lines that older versions wrote
 * @property {string} sessions
 * @property {readonly string[]} read
 * @property {(base64: string, ordinal: number) => readonly object[]} older
 */

/** @type {Readonly<Record<string, Case>>} */
const CASES = {
  'claude-code': { sessions: '.claude/projects', read: ['png', 'scanned-pdf'], older: () => [] },
  codex: {
    sessions: '.codex/sessions',
    read: ['png'],
    older: (base64, ordinal) => {
      const url = `data:image/png;base64,${base64}`;
      const item = { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: url }] };
      const lines = [
        ['event_msg', { type: 'user_message', message: 'See', images: [url] }],
        ['response_item', { type: 'image_generation_call', id: 'ig_1', status: 'completed', revised_prompt: 'a cat', result: base64 }],
        ['response_item', item],
      ];
      return lines.map(([type, payload], at) => ({ timestamp: new Date().toISOString(), ordinal: ordinal + at, type, payload }));
    },
  },
};

/** What is attached, in the first turn. */
const ATTACHED = nameOf('webp');

/** @param {string} kind */
function nameOf(kind) {
  return FILES[kind]?.name ?? kind;
}

/** @param {string} name of a program whose sessions are slimmed */
export function isSlimmed(name) {
  return Object.hasOwn(CASES, name);
}

/** @param {string} name @param {import('./programs.mjs').Program} program */
export async function runSlimmed(name, program) {
  const { sessions, read: kinds, older } = CASES[name] ?? { sessions: '', read: [], older: () => [] };
  const read = kinds.map(nameOf);
  /** Base64 of the files that are planted. @type {string[]} */
  let contents = [];
  let home = '';
  let file = '';
  let before = Buffer.alloc(0);
  /** Bodies that were received before each step. @type {number[]} */
  const marks = [];
  /** @type {readonly import('./server.mjs').Received[]} */
  let all = [];
  const doctor = async (/** @type {string} */ option) => {
    // what was written to just now is held for a file in use
    const past = new Date(Date.now() - 60_000);
    await utimes(file, past, past);
    return run(process.execPath, [path.join(repository, 'dist/cli.mjs'), 'doctor', file, option, '--json'], { cwd: home });
  };
  const slim = async () => {
    const found = (await readdir(path.join(home, sessions), { recursive: true })).filter((each) => each.endsWith('.jsonl'));
    if (found.length !== 1 || !found[0]) throw new Error(`${name} has ${found.length} sessions, not one.`);
    file = path.join(home, sessions, found[0]);
    const lines = (await readFile(file, 'utf8')).split('\n').length - 1;
    for (const line of older(contents[0] ?? '', lines)) await appendFile(file, `${JSON.stringify(line)}\n`);
    before = await readFile(file);
    const { media, stays } = JSON.parse(await doctor('--slim'));
    const staying = Object.entries(stays).filter(([, { count }]) => count > 0);
    if (staying.length > 0) throw new Error(`${name}: media stay: ${JSON.stringify(stays)}`);
    console.log(`${name}: ${media.count} media, ${media.different} of them different, were taken out of its session`);
  };
  const putBack = async () => {
    await doctor('--undo');
    const now = await readFile(file);
    if (!now.subarray(0, before.length).equals(before)) throw new Error(`${name}: its session is not as it was.`);
    if (now.length === before.length) throw new Error(`${name} has not gone on with its session.`);
  };
  const mark = () => {
    marks.push(all.length);
    return Promise.resolve();
  };
  const [asked] = program.models;
  await runIn(name, program, asked, {
    plant: async (project) => {
      await plantFiles(project);
      const files = [...read, ATTACHED].map((each) => readFile(path.join(project, each), 'base64'));
      contents = await Promise.all(files);
    },
    argsOf: (place, received) => {
      home = place.home;
      all = received;
      return [
        program.attached?.('Planted question one', path.join(place.project, ATTACHED), place),
        program.next?.(`Planted question two [[read ${read.join(' ')}]]`, place),
        mark,
        slim,
        program.next?.('Planted question three', place),
        mark,
        putBack,
        program.next?.('Planted question four', place),
      ];
    },
    leave: async () => {
      if (marks.length < 2) return;
      const [slimmed, back] = [sentFrom(all, marks[0], marks[1]), sentFrom(all, marks[1], undefined)];
      const files = [...read, ATTACHED];
      for (const [at, each] of files.entries()) {
        // what follows the headers, which another file may have
        const piece = contents[at]?.slice(400, 800) ?? '';
        if (slimmed.includes(piece)) throw new Error(`${name} sent ${each} of a slimmed session.`);
        if (!back.includes(piece)) throw new Error(`${name} did not send ${each} once its session was put back.`);
      }
      const descriptions = slimmed.split('[Removed from the conversation: ').length - 1;
      if (descriptions < files.length) throw new Error(`${name} sent ${descriptions} descriptions of ${files.length} files.`);
      if (back.includes('[Removed from the conversation: ')) throw new Error(`${name} sent a description once its session was put back.`);
      console.log(`${name} ${program.version} went on with it: ${descriptions} descriptions, and all media once it was put back`);
    },
  });
}

/** The input of the last request in a range. @param {readonly import('./server.mjs').Received[]} all @param {number | undefined} from @param {number | undefined} to */
function sentFrom(all, from, to) {
  const last = all.slice(from, to).findLast(({ isMain }) => isMain)?.body;
  if (last === undefined) throw new Error('Nothing was sent.');
  return JSON.stringify(last.messages ?? last.input);
}
