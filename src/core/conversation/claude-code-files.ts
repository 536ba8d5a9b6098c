import type { FileSystem, Location } from '../io/file-system.ts';
import type { ConversationIndex, KeptElsewhere } from './conversation.ts';
import { LONGEST_PATH, pathInSession } from './file-tools.ts';
import { at, type Outline, textAt } from './outline.ts';
import { CLAUDE_CODE_FOLDERS } from './sessions.ts';
import type { SideFileVersion, SideWalk } from './side-walk.ts';

/** A state of a file as Claude Code names its copy: 16 digits of the SHA-256 of the file's absolute path, and a number. */
const BACKUP = /^(?<file>[0-9a-f]{16})@v(?<number>[1-9]\d{0,5})$/;
/** The words by which Claude Code names a plan: those of the prompt as far as they are ASCII, and some of its own. */
const PLAN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_PLAN = 200;
/** Files whose paths are held for their copies: a session edits some dozens, and of no more files are copies looked at. */
const MOST_BACKED_UP = 1000;

/** Notes, line by line, what a session of Claude Code says of files that are kept elsewhere. */
export class ElsewhereReader {
  readonly #paths = new Map<string, string>();
  #plan: string | undefined;

  /** Absent where the session names nothing. */
  get kept(): KeptElsewhere | undefined {
    if (this.#plan === undefined && this.#paths.size === 0) return undefined;
    return { ...(this.#plan !== undefined && { plan: this.#plan }), backedUp: new Map(this.#paths) };
  }

  read(line: Outline): void {
    const type = textAt(line, 'type');
    if (type === 'file-history-delta') this.#note(textAt(line, 'trackingPath'), at(line, 'backup'));
    else if (type === 'file-history-snapshot') {
      const tracked = at(line, 'snapshot', 'trackedFileBackups');
      if (tracked?.type === 'object') for (const { name, value } of tracked.members) this.#note(name, value);
    } else {
      const plan = textAt(line, 'slug');
      if (isPlan(plan)) this.#plan = plan;
    }
  }

  #note(path: string | undefined, backup: Outline | undefined): void {
    const file = BACKUP.exec(textAt(backup, 'backupFileName') ?? '')?.groups?.['file'];
    if (file === undefined || path === undefined || path.length > LONGEST_PATH) return;
    if (this.#paths.size < MOST_BACKED_UP || this.#paths.has(file)) this.#paths.set(file, path);
  }
}

function isPlan(name: string | undefined): name is string {
  return name !== undefined && name.length <= LONGEST_PLAN && PLAN.test(name);
}

/** Where a session of Claude Code is, and what it says. */
interface ClaudeCodeSession extends Pick<ConversationIndex, 'folder' | 'elsewhere'> {
  /** The folder with its file: real, no link leads to it. */
  readonly project: Location;
  /** Its own name, which is a plain one. */
  readonly id: string;
}

/**
 * Lists what Claude Code keeps of a session outside of the folder with its sessions: its plan, and the states of files to which `/rewind`
 * goes back. Each of these files is listed once, as the last state that was kept, with all that were as its versions.
 *
 * Seen in runs of Claude Code 2.1.332 on Linux (2026-11-30): `CONFIG/file-history/ID/HASH@vN` is a file as it was before its first edit (v1,
 * if there was one then), or when a later prompt was sent and the file had changed. The lines `file-history-delta` and
 * `file-history-snapshot` of the session give the name of each copy with the path of its file, which is absolute, or relative to the folder
 * that the program worked in. These lines tell the path here, not the hash. Files that only subagents or the shell wrote have no copies. The
 * plan is `CONFIG/plans/SLUG.md`; the messages of the session have its `slug`, those of a fork have none. The folder that the setting
 * `plansDirectory` names is not looked at.
 */
export async function addKeptElsewhere(walk: SideWalk, fs: FileSystem, session: ClaudeCodeSession): Promise<void> {
  const { history, plans } = CLAUDE_CODE_FOLDERS;
  const kept = historyFolder(fs, session.project, session.id);
  if (kept === undefined) return;
  const config = fs.parent(fs.parent(kept));
  const plan = session.elsewhere?.plan;
  if (isPlan(plan)) {
    const file = await walk.file(fs.join(config, plans, `${plan}.md`), `${plans}/${plan}.md`);
    if (file) walk.keep(file);
  }
  const backups = await backupsIn(walk, fs, kept);
  const paths = pathsOf([...backups.keys()], session);
  const files = [...backups].map(([file, versions]) => {
    versions.sort((one, other) => one.number - other.number);
    const { location, path, size, mtime } = versions.at(-1)!;
    const known = paths.get(file);
    return { location, path: known === undefined ? path : `${history}/${known}`, size, mtime, versions };
  });
  walk.keep(...files.sort((one, other) => (one.path < other.path ? -1 : 1)));
}

/** Where Claude Code keeps states of files of a session; undefined where the folder of the session is none of its own. */
export function historyFolder(fs: FileSystem, project: Location, id: string): Location | undefined {
  const around = fs.parent(project);
  const { sessions, history } = CLAUDE_CODE_FOLDERS;
  return fs.basename(around) === sessions ? fs.join(fs.parent(around), history, id) : undefined;
}

/** The states that were kept, by the name of their file. */
async function backupsIn(walk: SideWalk, fs: FileSystem, folder: Location): Promise<Map<string, SideFileVersion[]>> {
  const names = (await walk.namesIn(folder)).flatMap((name) => {
    const { file, number } = BACKUP.exec(name)?.groups ?? {};
    return file === undefined ? [] : [{ name, file, number: Number(number) }];
  });
  const last = new Map<string, number>();
  for (const { file, number } of names) last.set(file, Math.max(number, last.get(file) ?? 0));
  const isLast = ({ file, number }: (typeof names)[number]): boolean => number === last.get(file);
  const found = new Map<string, SideFileVersion[]>();
  // Where there are too many, the files matter more than their earlier states.
  for (const { name, file, number } of [...names.filter(isLast), ...names.filter((each) => !isLast(each))]) {
    const backup = await walk.file(fs.join(folder, name), `${CLAUDE_CODE_FOLDERS.history}/${name}`);
    const known = found.get(file);
    if (backup && known) known.push({ ...backup, number });
    else if (backup) found.set(file, [{ ...backup, number }]);
    if (walk.isFull) break;
  }
  return found;
}

/** The paths of files by the names of their copies: those that the session gives to one file alone, and that look like no copy. */
function pathsOf(files: readonly string[], { folder, elsewhere }: ClaudeCodeSession): Map<string, string> {
  const named = files.flatMap((file) => {
    const path = elsewhere?.backedUp.get(file);
    // A path that is none below the working folder begins with a slash.
    return path === undefined ? [] : [{ file, path: pathInSession(path, folder).replace(/^\/+/, '') }];
  });
  const times = new Map<string, number>();
  for (const { path } of named) times.set(path, (times.get(path) ?? 0) + 1);
  return new Map(named.flatMap(({ file, path }) => (times.get(path) === 1 && !BACKUP.test(path) ? [[file, path] as const] : [])));
}
