import { trimEndOf } from '../io/trim-end.ts';
import { isObject } from '../io/arguments.ts';
import { mapConcurrently } from '../io/concurrency.ts';
import { CodedError, type Failure, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { MAX_SESSIONS } from '../io/limits.ts';

/** Programs whose sessions are always in the same place of a person's home. */
export const HOME_PROGRAMS = ['claude-code', 'codex', 'copilot-cli', 'gemini-cli', 'qwen-code', 'pi', 'opencode', 'kilo'] as const;
/** Programs that keep their conversations in a person's home or in VS Code's storage. */
export const PROGRAMS = [...HOME_PROGRAMS, 'cline', 'roo-code', 'kilo-code', 'antigravity', 'vscode-chat'] as const;
export type Program = (typeof PROGRAMS)[number];

export const PROGRAM_NAMES: Readonly<Record<Program, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'copilot-cli': 'Copilot CLI',
  'gemini-cli': 'Gemini CLI',
  'qwen-code': 'Qwen Code',
  pi: 'pi',
  opencode: 'opencode',
  kilo: 'Kilo',
  cline: 'Cline',
  'roo-code': 'Roo Code',
  'kilo-code': 'Kilo Code',
  antigravity: 'Antigravity',
  'vscode-chat': 'VS Code Chat',
};

/** Where programs are looked for. */
export interface Home {
  readonly fs: FileSystem;
  /** A person's home folder. */
  readonly folder: Location;
  readonly variable: (name: string) => string | undefined;
  /** VS Code's folder of all extensions' storage; undefined outside of it. */
  readonly storage?: Location | undefined;
  /** VS Code's folder of the open workspace's storage; undefined outside of it, and without a workspace. */
  readonly workspaceStorage?: Location | undefined;
  /** Undefined where no database is read: then the sessions of programs that keep them in one are not found. */
  readonly databases?: SessionDatabases | undefined;
}

/** Reads the databases of programs. */
export interface SessionDatabases {
  /** The sessions of a database. Rejects with a `CodedError`. */
  sessionsOf(database: Location): Promise<readonly SessionInDatabase[]>;
}

/** A session of a database, as its row says. Words are of anybody. */
export interface SessionInDatabase extends SessionFile {
  /** The folder the program worked in. */
  readonly folder: string;
  /** An agent of another session began it. */
  readonly isOfAgent: boolean;
}

/** A folder of sessions, and the names on the way down from it to a session. */
export interface SessionFolder {
  readonly folder: Location;
  /** A string is the only name; a pattern is matched against those that are there. */
  readonly levels: readonly (RegExp | string)[];
  /** The first level names the folder the program worked in, as {@link encodedFolder} writes it. */
  readonly namesFolders: boolean;
  /** A file in the first level that says which folder it is for: its path, or `{"folder": "file:///…"}`. */
  readonly folderFile?: string;
  /** Folders in which its program keeps more of its sessions, and of others: what is of one is read when that is expanded. */
  readonly elsewhere?: readonly Location[];
  /** The files that are found there are databases of sessions, and this reads them. */
  readonly databases?: SessionDatabases;
  /** A session is a folder of documents: neither its messages are read nor the folder is looked up that the program worked in. */
  readonly areDocuments?: true;
}

/** A session that was found; nothing else of it has been read. */
export interface SessionFile {
  /** Real: no link leads to it. A folder where its program's sessions are documents. */
  readonly location: Location;
  /** What its row in a database says of it. */
  readonly facts?: { readonly title?: string; readonly model?: string; readonly folder?: string };
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtime: number;
}

/** The sessions of a program, each list with the newest first. */
export interface FoundSessions {
  /** Those whose program worked in one of the folders that were asked for, or below it. */
  readonly here: readonly SessionFile[];
  readonly others: readonly SessionFile[];
  /** There are more than {@link MAX_SESSIONS}. */
  readonly isCut: boolean;
  /** Links that lead out of the program's folder and were not followed. */
  readonly links: number;
  /** Folders and files that could not be read. */
  readonly unreadable: number;
  /** Why a program's folder itself cannot be read; none when it is not there. */
  readonly problem?: Failure;
}

const LINES_FILE = /\.jsonl$/;
const UUID_LINES_FILE = /^[0-9a-f-]{36}\.jsonl$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ANY_NAME = /^[^.]/;
const DIGITS = /^\d+$/;
const DOCUMENTS_FOLDER = 'brain';
const CHAT_FOLDER = 'chatSessions';
const CHAT_FILE = /^[^.].*\.jsonl?$/;
const TASK_FILE = 'api_conversation_history.json';
const EXTENSIONS = {
  cline: 'saoudrizwan.claude-dev',
  'roo-code': 'rooveterinaryinc.roo-cline',
  'kilo-code': 'kilocode.kilo-code',
} as const;

/** Folders of Claude Code: that with its sessions, and those in which it keeps more of them. */
export const CLAUDE_CODE_FOLDERS = { sessions: 'projects', history: 'file-history', plans: 'plans' } as const;

/** Programs that keep their sessions in one folder of a person's home, as `docs/formats` says of each. */
const IN_HOME = {
  'copilot-cli': { names: ['.copilot', 'session-state'], levels: [ANY_NAME, 'events.jsonl'] },
  'gemini-cli': { names: ['.gemini', 'tmp'], levels: [ANY_NAME, 'chats', /^session-.*\.jsonl?$/], folderFile: '.project_root' },
  'qwen-code': { names: ['.qwen', 'projects'], levels: [ANY_NAME, 'chats', UUID_LINES_FILE] },
  pi: { names: ['.pi', 'agent', 'sessions'], levels: [ANY_NAME, LINES_FILE] },
} as const satisfies Partial<Record<Program, Omit<SessionFolder, 'folder' | 'namesFolders'> & { readonly names: readonly string[] }>>;

/** Programs that keep their sessions in a database below the folder for data of programs, as the XDG Base Directory Specification names it. */
const IN_DATABASE = {
  opencode: { names: /^opencode(-[\w.-]+)?\.db$/, variable: 'OPENCODE_DB' },
  kilo: { names: /^kilo(-[\w.-]+)?\.db$/, variable: 'KILO_DB' },
} as const satisfies Partial<Record<Program, { readonly names: RegExp; readonly variable: string }>>;

function isInDatabase(program: Program): program is keyof typeof IN_DATABASE {
  return Object.hasOwn(IN_DATABASE, program);
}

function isInHome(program: Program): program is keyof typeof IN_HOME {
  return Object.hasOwn(IN_HOME, program);
}

/**
 * Where a program keeps its sessions. Reads nothing.
 * Sources: skillsynchq/txcript `docs/formats/{claude-code,codex}.md`, getagentseal/codeburn `docs/providers`, microsoft/vscode
 * `chatSessionStore.ts`, and the programs themselves (`docs/formats`); last verified 2026-11.
 */
export function sessionFolders(program: Program, { fs, folder, variable, storage, databases }: Home): readonly SessionFolder[] {
  if (isInHome(program)) {
    const { names, ...place } = IN_HOME[program];
    return [{ folder: fs.join(folder, ...names), namesFolders: false, ...place }];
  }
  const base = (name: string, standard: string): Location => fs.resolve(folder, variable(name) || standard);
  if (isInDatabase(program)) {
    const { names, variable: named } = IN_DATABASE[program];
    const data = fs.join(base('XDG_DATA_HOME', '.local/share'), program);
    const chosen = variable(named);
    if (!databases || chosen === ':memory:') return [];
    if (!chosen) return [{ folder: data, levels: [names], namesFolders: false, databases }];
    const file = fs.resolve(data, chosen);
    return [{ folder: fs.parent(file), levels: [fs.basename(file)], namesFolders: false, databases }];
  }
  if (program === 'claude-code') {
    const config = base('CLAUDE_CONFIG_DIR', '.claude');
    const { sessions, history, plans } = CLAUDE_CODE_FOLDERS;
    const elsewhere = [fs.join(config, history), fs.join(config, plans)];
    return [{ folder: fs.join(config, sessions), levels: [ANY_NAME, UUID_LINES_FILE], namesFolders: true, elsewhere }];
  }
  if (program === 'codex') {
    const home = base('CODEX_HOME', '.codex');
    return [
      { folder: fs.join(home, 'sessions'), levels: [DIGITS, DIGITS, DIGITS, LINES_FILE], namesFolders: false },
      { folder: fs.join(home, 'archived_sessions'), levels: [LINES_FILE], namesFolders: false },
    ];
  }
  if (keepsDocuments(program)) {
    return ['antigravity', 'antigravity-cli'].map((name) => documentsIn(fs.join(folder, '.gemini', name, DOCUMENTS_FOLDER)));
  }
  if (program === 'vscode-chat') {
    if (storage === undefined) return [];
    const levels = [ANY_NAME, CHAT_FOLDER, CHAT_FILE];
    return [
      { folder: fs.join(fs.parent(storage), 'workspaceStorage'), levels, namesFolders: false, folderFile: 'workspace.json' },
      { folder: fs.join(storage, 'emptyWindowChatSessions'), levels: [CHAT_FILE], namesFolders: false },
    ];
  }
  const tasks = storage === undefined ? [] : [fs.join(storage, EXTENSIONS[program], 'tasks')];
  if (program === 'cline') tasks.push(fs.join(folder, '.cline', 'data', 'tasks'));
  const places = tasks.map((each): SessionFolder => ({ folder: each, levels: [ANY_NAME, TASK_FILE], namesFolders: false }));
  if (program !== 'cline') return places;
  const levels = [ANY_NAME, /\.messages\.json$/];
  return [...places, { folder: fs.join(folder, '.cline', 'data', 'sessions'), levels, namesFolders: false }];
}

/** Whether what is listed of a program is folders of documents, not sessions: {@link SessionFolder.areDocuments}. */
export function keepsDocuments(program: Program): program is 'antigravity' {
  return program === 'antigravity';
}

function documentsIn(folder: Location): SessionFolder {
  return { folder, levels: [UUID], namesFolders: false, areDocuments: true };
}

/** What a folder is to Antigravity, by its name: that of a conversation's documents, or of all conversations; undefined for another one. */
export function documentsFolder(
  fs: Pick<FileSystem, 'basename' | 'parent'>,
  location: Location,
): 'conversation' | SessionFolder | undefined {
  if (fs.basename(location) === DOCUMENTS_FOLDER) return documentsIn(location);
  return UUID.test(fs.basename(location)) && fs.basename(fs.parent(location)) === DOCUMENTS_FOLDER ? 'conversation' : undefined;
}

/** Whether a program has a folder for its sessions; of VS Code Chat, for those of the open window. Lists and reads nothing. Never rejects. */
export async function hasSessionFolder(program: Program, home: Home): Promise<boolean> {
  const { fs, workspaceStorage } = home;
  let folders = sessionFolders(program, home).map(({ folder }) => folder);
  // Above it is a folder that VS Code makes for every workspace.
  if (program === 'vscode-chat') folders = workspaceStorage === undefined ? folders.slice(1) : [fs.join(workspaceStorage, CHAT_FOLDER)];
  const kinds = await Promise.all(folders.map((folder) => fs.stat(folder).catch(() => undefined)));
  return kinds.some((found) => found?.kind === 'directory');
}

/**
 * Finds the sessions in some folders: looks at names, sizes and times, and at the beginning of those files whose working folder is not told
 * by their place. Rejects only with the signal's reason.
 *
 * @param folders for which sessions are wanted: paths as the program would write them
 */
export async function findSessions(
  fs: FileSystem,
  places: readonly SessionFolder[],
  folders: readonly string[],
  signal?: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<FoundSessions> {
  const walk = new SessionWalk(fs, folders, signal);
  let problem: Failure | undefined;
  for (const place of places) {
    try {
      await walk.into(place);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = toFailure(error);
      if (failure.code !== 'not_found') problem ??= failure;
    }
  }
  const here: SessionFile[] = [];
  const others: SessionFile[] = [];
  const seen = new Set<Location>();
  await mapConcurrently(walk.listed, WIDTH, async (listed) => {
    signal?.throwIfAborted();
    const file = await walk.look(listed);
    // A link may lead to another session of the same program.
    if (!file || seen.has(file.location)) return;
    seen.add(file.location);
    const { databases } = listed.place;
    if (databases) {
      try {
        for (const session of await walk.inDatabase(databases, file)) {
          const isIn = folders.some((each) => isWithin(each, session.folder));
          (isIn ? here : others).push(session);
        }
      } catch (error) {
        signal?.throwIfAborted();
        problem ??= toFailure(error);
      }
      return;
    }
    const isHere = folders.length > 0 && listed.mayBeHere && (await belongsTo(fs, listed, file, folders));
    (isHere ? here : others).push(file);
  });
  const { isCut, links, unreadable } = walk;
  return { here: newestFirst(here), others: newestFirst(others), isCut, links, unreadable, ...(problem && { problem }) };
}

/** The name Claude Code gives to the sessions of a folder; very long ones are cut, and something is put behind. */
export function encodedFolder(folder: string): string {
  return folder.replace(/[^A-Za-z0-9]/g, '-').slice(0, 200);
}

const WIDTH = 16;
/** Bytes of a session in which its working folder is looked for. */
const FOLDER_BYTES = 16 * 1024;

/** As JSON writes them: the `cwd` of Claude Code and Codex; what the Cline family tells the model with the first message. */
const WORKING_FOLDERS = [/"cwd"\s*:\s*"((?:[^"\\]|\\.)*)"/, /# Current (?:Working|Workspace) Directory \(((?:[^"\\]|\\.)+?)\) Files/];

/** The folder a program worked in, from the beginning of a session; undefined where it is not there. */
export function workingFolder(head: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(head);
  for (const pattern of WORKING_FOLDERS) {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) continue;
    try {
      return JSON.parse(`"${found}"`) as string;
    } catch {
      // not JSON after all
    }
  }
  return undefined;
}

/**
 * The path of a folder from the file that names it: the path alone, as Gemini CLI writes `.project_root`, or VS Code's `workspace.json`;
 * undefined for a workspace of several, or one that is not local.
 */
function folderIn(file: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(file).trim();
  if (!text.startsWith('{')) return text === '' ? undefined : text;
  try {
    const value: unknown = JSON.parse(text);
    const address = isObject(value) && typeof value['folder'] === 'string' ? value['folder'] : '';
    const written = /^file:\/\/(.*)$/.exec(address)?.[1];
    if (written === undefined) return undefined;
    const path = decodeURIComponent(written);
    // `file:///c%3A/work` and `file://server/share`
    return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path.startsWith('/') ? path : `//${path}`;
  } catch {
    return undefined;
  }
}

/** Whether a session is of a program that worked in one of some folders, or below it. */
async function belongsTo(fs: FileSystem, { place, isNamed }: Listed, file: SessionFile, folders: readonly string[]): Promise<boolean> {
  if (place.areDocuments) return false;
  // A file beside it says which folder it is for.
  return place.folderFile !== undefined || isSessionOf(fs, file, folders, isNamed);
}

/** @param isNamed its place says that it is, unless the session itself says otherwise */
async function isSessionOf(fs: FileSystem, { location }: SessionFile, folders: readonly string[], isNamed: boolean): Promise<boolean> {
  try {
    const folder = workingFolder(await fs.readFile(location, { length: FOLDER_BYTES, noFollow: true }));
    return folder === undefined ? isNamed : folders.some((each) => isWithin(each, folder));
  } catch {
    return isNamed;
  }
}

/** Whether a path is a folder or below it, by names, whichever system wrote them. */
export function isWithin(folder: string, path: string): boolean {
  const [outer, inner] = [comparable(folder), comparable(path)];
  return inner === outer || inner.startsWith(`${outer}/`);
}

function comparable(path: string): string {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(path);
  return trimEndOf(isWindows ? path.replaceAll('\\', '/').toLowerCase() : path, '/');
}

function newestFirst(files: readonly SessionFile[]): SessionFile[] {
  return files.toSorted((a, b) => b.mtime - a.mtime || (a.location < b.location ? -1 : 1));
}

/** A name that may be a session. */
interface Listed {
  readonly folder: Location;
  readonly name: string;
  /** The real folder of its place. */
  readonly root: Location;
  /** It may belong to a folder that is asked for; whether its place says so. */
  readonly mayBeHere: boolean;
  readonly isNamed: boolean;
  readonly place: SessionFolder;
}

/** Goes through folders of sessions without being led out of them. */
class SessionWalk {
  readonly #fs: FileSystem;
  readonly #folders: readonly string[];
  readonly #wanted: readonly string[];
  readonly #signal: Pick<AbortSignal, 'throwIfAborted'> | undefined;
  readonly listed: Listed[] = [];
  isCut = false;
  links = 0;
  unreadable = 0;

  constructor(fs: FileSystem, folders: readonly string[], signal: Pick<AbortSignal, 'throwIfAborted'> | undefined) {
    this.#fs = fs;
    this.#folders = folders;
    this.#wanted = folders.map(encodedFolder);
    this.#signal = signal;
  }

  /** Lists the sessions of a place; those of wanted folders and the newest, by their names, first. Rejects when it cannot be read itself. */
  async into(place: SessionFolder): Promise<void> {
    const { folder, levels, namesFolders, folderFile } = place;
    const root = await this.#fs.resolveInside(folder, []);
    const descend = async (location: Location, depth: number, isNamed: boolean, mayBeHere: boolean): Promise<void> => {
      const names = await this.#namesIn(location, levels[depth]);
      for (const name of names) {
        this.#signal?.throwIfAborted();
        if (this.listed.length >= MAX_SESSIONS) {
          this.isCut = true;
          return;
        }
        const tells = namesFolders && depth === 0;
        const here = tells ? this.#wanted.some((each) => name === each || name.startsWith(`${each}-`)) : mayBeHere;
        const named = tells ? this.#wanted.includes(name) : isNamed;
        if (depth === levels.length - 1) {
          this.listed.push({ folder: location, name, root, isNamed: named, mayBeHere: here, place });
          continue;
        }
        const below = await this.#attempt(() => this.#below(location, name, root));
        if (below === undefined) continue;
        const isHere = folderFile === undefined || depth > 0 ? here : await this.#isFor(below, folderFile, root);
        await this.#attempt(() => descend(below, depth + 1, named, isHere));
      }
    };
    await descend(root, 0, false, !namesFolders);
  }

  /** Size and time of what was listed; undefined for what is no session, or leads outside. */
  async look({ folder, name, root, place }: Listed): Promise<SessionFile | undefined> {
    return this.#attempt(async () => {
      const location = await this.#below(folder, name, root);
      const stat = await this.#fs.stat(location, { noFollow: true });
      // A file that is empty has nothing to show yet.
      const isSession = place.areDocuments ? stat.kind === 'directory' : stat.kind === 'file' && stat.size > 0;
      return isSession ? { location, size: stat.size, mtime: stat.mtime } : undefined;
    });
  }

  /** The sessions that a person began, the newest first. Rejects when the database cannot be read. */
  async inDatabase(databases: SessionDatabases, { location }: SessionFile): Promise<readonly SessionInDatabase[]> {
    const sessions = (await databases.sessionsOf(location)).filter(({ isOfAgent }) => !isOfAgent);
    this.isCut ||= sessions.length > MAX_SESSIONS;
    return sessions.slice(0, MAX_SESSIONS);
  }

  /** Whether a file in a folder says that it is for one that is asked for. */
  async #isFor(folder: Location, file: string, root: Location): Promise<boolean> {
    const head = await this.#attempt(async () => {
      const location = await this.#below(folder, file, root);
      return this.#fs.readFile(location, { length: FOLDER_BYTES, noFollow: true });
    });
    const path = head && folderIn(head);
    return path !== undefined && this.#folders.some((each) => isWithin(each, path));
  }

  async #namesIn(location: Location, level: RegExp | string | undefined): Promise<readonly string[]> {
    if (level === undefined || typeof level === 'string') return level === undefined ? [] : [level];
    const names: string[] = [];
    for await (const batch of this.#fs.streamNames(location, { noFollow: true })) {
      this.#signal?.throwIfAborted();
      for (const name of batch) if (level.test(name)) names.push(name);
      if (names.length > MOST_NAMES) break;
    }
    const wanted = (name: string): boolean => this.#wanted.some((each) => name.startsWith(each));
    const sorted = names.sort().reverse();
    return [...sorted.filter(wanted), ...sorted.filter((name) => !wanted(name))];
  }

  /** The real location of a name. Rejects with `outside_root` when a link leads out of the root. */
  async #below(folder: Location, name: string, root: Location): Promise<Location> {
    return this.#fs.resolveInside(folder, [name], { within: root });
  }

  /** Counts what does not work, and goes on. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#signal?.throwIfAborted();
      const code = error instanceof CodedError ? error.code : 'io_failed';
      if (code === 'outside_root' || code === 'is_symlink') this.links++;
      // Deleted meanwhile, a task without a conversation, a file among folders.
      else if (code !== 'not_found' && code !== 'not_a_directory') this.unreadable++;
      return undefined;
    }
  }
}

/** Names of one folder that are looked at. */
const MOST_NAMES = 4 * MAX_SESSIONS;

/** Bytes at the end of a session in which a server's words are looked for: what fails now failed last. */
const LATEST_BYTES = 1024 * 1024;

/** Whether a session has words near its end, as programs keep what a server said. False also when it cannot be read. */
export async function endsWithWords(fs: Pick<FileSystem, 'stat' | 'readFile'>, location: Location, words: string): Promise<boolean> {
  try {
    const { size } = await fs.stat(location);
    const end = await fs.readFile(location, { offset: Math.max(0, size - LATEST_BYTES), length: LATEST_BYTES });
    return new TextDecoder().decode(end).includes(words);
  } catch {
    return false;
  }
}
