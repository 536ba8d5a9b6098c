/**
 * Has whole programs read pictures and write files at random, in a session and once it was resumed, and holds the artifacts that the command line
 * lists of it against what was planted and, version by version, against the commits of git; of Claude Code its checkpoints, too. `npm run build`
 * makes the command line.
 */
import { statSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../tooling/processes.mjs';
import { installNode } from '../vscode/install.mjs';
import { runIn } from './laboratory.mjs';
import { SMALL_PNG } from './planted-files.mjs';

const repository = path.resolve(import.meta.dirname, '../..');

/** Calls that write or edit a file, in each of the two turns. */
const CALLS = 16;

/** A picture that is attached in the first turn; the other one is read by the program's tool, in both. */
const ATTACHED = 'attached.jpg';
const PICTURES = ['read.png', ATTACHED];

/** @typedef {{readonly tool: string, readonly input: object}} Call */
/**
 * @typedef {object} Writer how a program keeps and writes files
 * @property {string} sessions the folder in its home with its sessions
 * @property {RegExp} session one of them
 * @property {import('./programs.mjs').Api} [api] by which it is asked; default: the one of its sessions
 * @property {readonly string[]} [pictures] that are in its session; default: both
 * @property {boolean} [mayFormat] no version is offered
 * @property {Readonly<Record<string, string>>} [checkpoints] variables with which it keeps states of files, also without a terminal: then it has a third turn
 * @property {readonly string[]} [more] options that let it write without asking
 * @property {(file: string, content: string) => Call} write
 * @property {(file: string, line: string, other: string) => Call} edit replaces a line by another
 * @property {boolean} [isOfLines] it writes whole lines, as patches do
 */

/** @type {Readonly<Record<string, Writer>>} */
const WRITERS = {
  'claude-code': {
    sessions: '.claude/projects',
    session: /\.jsonl$/,
    more: ['--permission-mode', 'acceptEdits'],
    // it does not take a picture as an attachment without a terminal
    pictures: ['read.png'],
    checkpoints: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' },
    write: (file_path, content) => ({ tool: 'Write', input: { file_path, content } }),
    edit: (file_path, old_string, new_string) => ({ tool: 'Edit', input: { file_path, old_string, new_string } }),
  },
  codex: {
    sessions: '.codex/sessions',
    session: /\.jsonl$/,
    more: ['--dangerously-bypass-approvals-and-sandbox'],
    isOfLines: true,
    write: (file, content) =>
      patch(
        `*** Add File: ${file}`,
        ...content
          .split('\n')
          .slice(0, -1)
          .map((line) => `+${line}`),
      ),
    edit: (file, line, other) => patch(`*** Update File: ${file}`, '@@', `-${line}`, `+${other}`),
  },
  'copilot-cli': {
    sessions: '.copilot/session-state',
    session: /events\.jsonl$/,
    // it gives a GPT model a tool for patches alone
    api: 'anthropic',
    write: (file, content) => ({ tool: 'create', input: { path: file, file_text: content } }),
    edit: (file, old_str, new_str) => ({ tool: 'edit', input: { path: file, old_str, new_str } }),
  },
  opencode: {
    sessions: '.xdg/DATA/opencode',
    session: /opencode\.db$/,
    mayFormat: true,
    write: (filePath, content) => ({ tool: 'write', input: { filePath, content } }),
    edit: (filePath, oldString, newString) => ({ tool: 'edit', input: { filePath, oldString, newString } }),
  },
  'gemini-cli': {
    sessions: '.gemini/tmp',
    session: /session-.*\.jsonl$/,
    write: (file_path, content) => ({ tool: 'write_file', input: { file_path, content } }),
    edit: (file_path, old_string, new_string) => ({
      tool: 'replace',
      input: { file_path, old_string, new_string, instruction: 'Replace a line.' },
    }),
  },
};

/** @param {readonly string[]} lines @returns {Call} */
function patch(...lines) {
  return { tool: 'exec_command', input: { cmd: ["apply_patch <<'EOF'", '*** Begin Patch', ...lines, '*** End Patch', 'EOF'].join('\n') } };
}

/** @param {string} name of a program whose writing is watched */
export function isWriter(name) {
  return Object.hasOwn(WRITERS, name);
}

/** Numbers from 0 to below a bound, the same in each run. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return (/** @type {number} */ bound) => {
    // the constants of Numerical Recipes (2nd edition, 7.1)
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const FILES = ['notes.md', 'src/code.ts', 'src/deep/data.csv', 'ünïcode 文.txt'];
const WORDS = ['alpha', '"quoted"', "it's", '$&', '\\n', 'ä文🎉', '{}', '<b>', '\ttab', '%s'];

/**
 * @typedef {{readonly file: string, readonly content: Buffer}} Written a file that a call has changed, as git keeps it
 */

/** @param {string} name @param {import('./programs.mjs').Program} program @param {number} seed */
export async function runWritten(name, program, seed) {
  const writer = WRITERS[name];
  if (!writer) throw new Error(`${name} is not watched when it writes.`);
  const random = numbers(seed);
  /** @type {(args: string[] | undefined) => string[] | undefined} */
  const allowed = (args) => args && withOptions(args, writer.more ?? []);
  let project = '';
  let history = '';
  let calls = 0;
  /** @type {string | undefined} */
  let pending;
  /** @type {Written[]} */
  const written = [];
  /** @type {Map<string, string>} */
  const now = new Map();

  const git = (/** @type {string[]} */ ...args) =>
    run('git', ['-C', project, `--git-dir=${history}`, `--work-tree=${project}`, '-c', 'core.autocrlf=false', ...args]);

  /** Commits what the last call did, and keeps what the commit has of its file. */
  const commit = async () => {
    const file = pending;
    if (file === undefined) return;
    pending = undefined;
    await git('add', '--all');
    if ((await git('status', '--porcelain')).trim() === '') return;
    await git('-c', 'user.name=Planted', '-c', 'user.email=planted@localhost', 'commit', '--quiet', '-m', file);
    const content = await readFile(path.join(project, file));
    const [id, own] = [await git('rev-parse', `HEAD:${file}`), await git('hash-object', '--no-filters', path.join(project, file))];
    if (id !== own) throw new Error(`The commit has not what ${file} has.`);
    written.push({ file, content });
    now.set(file, content.toString());
  };

  const lineOf = () => Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)]).join(' ');
  /** A call that writes a file, or replaces a line that it has once; one in eight looks for a line that is not there. */
  const nextCall = () => {
    const file = FILES[random(FILES.length)] ?? '';
    const place = path.join(project, file);
    pending = file;
    const text = now.get(file);
    const lines = text?.split(/\r?\n/) ?? [];
    const once = lines.filter((line) => line !== '' && text?.split(line).length === 2);
    const unique = `${calls} ${lineOf()}`;
    if (once.length === 0 || random(3) === 0) {
      const end = writer.isOfLines || random(4) > 0 ? '\n' : '';
      const lineBreak = !writer.isOfLines && random(8) === 0 ? '\r\n' : '\n';
      const content = [unique, ...Array.from({ length: random(5) }, (_, at) => `${calls}.${at} ${lineOf()}`)].join(lineBreak) + end;
      return writer.write(place, content);
    }
    return writer.edit(place, random(8) === 0 ? 'not there' : (once[random(once.length)] ?? ''), unique);
  };

  /** How many states there were when each turn began. @type {number[]} */
  const turns = [];
  /** @type {import('./server.mjs').Answer[]} */
  const queue = [];
  const answer = async () => {
    await commit();
    if (queue.length > 0) return queue.shift();
    if (calls % (CALLS + 1) === CALLS) return undefined;
    calls++;
    return nextCall();
  };
  const turn = () => {
    if (calls > 0) calls++;
    turns.push(written.length);
    queue.push({ tool: program.tool.name, input: program.tool.input(path.join(project, 'read.png')) });
    return Promise.resolve();
  };

  /** @type {Map<string, string>[]} ids by what each artifact is, after each turn */
  const ids = [];
  let home = '';
  const look = async () => {
    await commit();
    const names = (await readdir(path.join(home, writer.sessions), { recursive: true })).filter((file) => writer.session.test(file));
    const found = names.map((file) => path.join(home, writer.sessions, file));
    // Gemini CLI goes on in a file of its own
    const [session] = found.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    if (session === undefined) throw new Error(`${name} has no session.`);
    // the line of Node that reads the database of opencode, too
    const node = await installNode('24');
    const cli = (/** @type {string[]} */ ...args) => run(node, [path.join(repository, 'dist/cli.mjs'), ...args], { cwd: home });
    const list = async () => JSON.parse(await cli('list', session, '--limit', '1000', '--json'));
    const { artifacts, beside = [] } = await list();
    if (JSON.stringify((await list()).artifacts) !== JSON.stringify(artifacts))
      throw new Error(`${name}: listed again, its artifacts are others.`);
    ids.push(new Map(artifacts.map((/** @type {any} */ each) => [each.path ?? String(each.size), each.id])));
    /** @type {Map<string, Buffer>} */
    const planted = new Map();
    for (const each of writer.pictures ?? PICTURES) planted.set(each, await readFile(path.join(project, each)));
    await holdAgainst(name, artifacts, { writer, written, planted }, async (ref) => {
      const file = path.join(home, `shown-${Math.random()}`);
      await cli('show', ref, '--output', file);
      return readFile(file);
    });
    if (writer.checkpoints) await checkpointsIn(name, beside, { written, before: turns.at(-1) ?? 0 });
  };

  const asked = program.models.find(({ api }) => writer.api === undefined || writer.api === api);
  const env = (/** @type {import('./programs.mjs').Place} */ place) => ({ ...program.env(place), ...writer.checkpoints });
  await runIn(name, { ...program, env }, asked, {
    answer,
    plant: async (folder) => {
      project = folder;
      history = path.join(path.dirname(folder), 'history.git');
      await mkdir(path.join(folder, 'src/deep'), { recursive: true });
      await writeFile(path.join(folder, 'read.png'), SMALL_PNG);
      await copyFile(path.join(repository, 'test/fixtures/agent-society-root/data/runtime/artifacts/9.jpg'), path.join(folder, ATTACHED));
      await run('git', ['init', '--quiet', '--bare', history]);
      await git('add', '--all');
      await git('-c', 'user.name=Planted', '-c', 'user.email=planted@localhost', 'commit', '--quiet', '-m', 'planted');
    },
    argsOf: (place) => {
      home = place.home;
      return [
        turn,
        allowed(program.attached?.('Planted question one', path.join(project, ATTACHED), place)),
        look,
        turn,
        allowed(program.next?.('Planted question two', place)),
        look,
        ...(writer.checkpoints ? [turn, allowed(program.next?.('Planted question three', place)), look] : []),
      ];
    },
    leave: () => Promise.resolve(),
  });
  const [first, second] = ids;
  for (const [what, id] of first ?? []) {
    if (second?.get(what) !== id) throw new Error(`${name}: the id of ${what} was ${id}, and is ${second?.get(what)}.`);
  }
}

/** The options of a program come before its words. @param {readonly string[]} args @param {readonly string[]} more */
function withOptions(args, more) {
  const [command = '', ...others] = args;
  return command.startsWith('-') ? [...more, ...args] : [command, ...more, ...others];
}

/**
 * @param {string} name
 * @param {readonly any[]} artifacts as the command line lists them
 * @param {{readonly writer: Writer, readonly written: readonly Written[], readonly planted: ReadonlyMap<string, Buffer>}} expected
 * @param {(ref: string) => Promise<Buffer>} show
 */
async function holdAgainst(name, artifacts, { writer, written, planted }, show) {
  const files = artifacts.filter(({ kind }) => kind === 'file');
  let [offered, all] = [0, 0];
  const names = new Set(written.map((each) => each.file));
  if (files.length > names.size) throw new Error(`${name}: ${files.length} files are listed.`);
  for (const file of names) {
    const commits = written.filter((each) => each.file === file);
    const listed = files.filter((each) => each.path === file);
    if (listed.length !== 1) throw new Error(`${name}: ${file} is listed ${listed.length} times.`);
    const [{ versions, ref }] = listed;
    if (versions.length !== commits.length)
      throw new Error(`${name}: ${file} has ${versions.length} versions, and ${commits.length} commits.`);
    for (const [at, { content }] of commits.entries()) {
      all++;
      if (versions[at].size === undefined) continue;
      offered++;
      const shown = await show(`${ref}@${at + 1}`);
      if (!shown.equals(content))
        throw new Error(
          `${name}: version ${at + 1} of ${file} is ${JSON.stringify(String(shown))}, the commit has ${JSON.stringify(String(content))}.`,
        );
    }
  }
  const seen = await picturesIn(name, artifacts, planted, show);
  if (all === 0 || offered > 0 === (writer.mayFormat === true)) throw new Error(`${name}: ${offered} of ${all} versions are offered.`);
  console.log(`${name}: ${files.length} files, ${offered} of ${all} versions offered, each as its commit; ${seen.join(', ')}`);
}

/**
 * A state is kept of each file as it was when a turn began, if it was another one before: all are states that git has of the file.
 * @param {string} name
 * @param {readonly any[]} beside files beside the session, as the command line lists them
 * @param {{readonly written: readonly Written[], readonly before: number}} expected states, and how many there were when the last turn began
 */
async function checkpointsIn(name, beside, { written, before }) {
  const kept = beside.filter((each) => each.name.startsWith('file-history/'));
  const names = new Set(written.slice(0, before).map(({ file }) => `file-history/${file}`));
  const isEachThere = kept.length === names.size && kept.every((each) => names.has(each.name));
  if (!isEachThere) throw new Error(`${name}: it keeps states of ${kept.map((each) => each.name).join(', ')}.`);
  let count = 0;
  for (const { name: backup, path: last, versions } of kept) {
    const states = written.slice(0, before).filter(({ file }) => `file-history/${file}` === backup);
    let from = 0;
    for (const { path: place, number } of versions) {
      const content = await readFile(place);
      const at = states.findIndex((state, index) => index >= from && state.content.equals(content));
      if (at === -1) throw new Error(`${name}: version ${number} of ${backup} is no state that git has behind the one before.`);
      from = at + 1;
      count++;
    }
    if (from !== states.length || last !== versions.at(-1).path)
      throw new Error(`${name}: the last state of ${backup} is not listed as such.`);
  }
  console.log(`${name}: ${count} states of ${kept.length} files in its file history, each as a commit of its file`);
}

/**
 * Each planted picture is there once, byte for byte, and no other is.
 * @param {string} name
 * @param {readonly any[]} artifacts
 * @param {ReadonlyMap<string, Buffer>} planted
 * @param {(ref: string) => Promise<Buffer>} show
 */
async function picturesIn(name, artifacts, planted, show) {
  const pictures = artifacts.filter(({ kind }) => kind === 'image');
  /** @type {string[]} */
  const seen = [];
  for (const { ref, places } of pictures) {
    const bytes = await show(ref);
    const which = [...planted].find(([, content]) => content.equals(bytes))?.[0] ?? `another of ${bytes.length} bytes`;
    seen.push(`${which} at ${places.length} places`);
  }
  const isEachOnce = [...planted.keys()].every((each) => seen.filter((words) => words.startsWith(`${each} `)).length === 1);
  if (!isEachOnce || seen.length !== planted.size) throw new Error(`${name}: the pictures in its session are ${seen.join(', ')}.`);
  return seen;
}
