import { toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import type { ConversationFormat } from './conversation.ts';

/** A file beside a session in which its program keeps more of it: a plan, a checkpoint, a result that was too long for a message. */
export interface SideFile {
  readonly location: Location;
  /** Below the session's own folder, with slashes. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}

export interface SideFiles {
  /** Folder by folder, in the order of their names. */
  readonly files: readonly SideFile[];
  /** There are more: too many, too deep, or not readable. */
  readonly isCut: boolean;
}

/** Places that are looked at, and folders within each other. */
const [MOST_PLACES, DEEPEST] = [1000, 4];

interface SidePlace {
  /** The folder in that of the session; an empty name for that one itself; undefined for a file that is none of the program's own. */
  folderOf(session: string): string | undefined;
  /** What a session's own folder has besides; without it the folder is somebody else's. */
  readonly mark?: string;
  /** Files and folders in it. */
  readonly names: readonly string[];
}

/**
 * Seen in Copilot CLI 1.0.102, whose session is a file in its own folder, and Claude Code 2.1.332, which has a folder of the session's name
 * (2026-11); `plan.md` as GitHub's documents name it.
 */
const PLACES: Partial<Readonly<Record<ConversationFormat, SidePlace>>> = {
  'copilot-cli': {
    folderOf: (session) => (session === 'events.jsonl' ? '' : undefined),
    mark: 'workspace.yaml',
    names: ['plan.md', 'checkpoints', 'files', 'research'],
  },
  'claude-code': {
    folderOf: (session) => /^([0-9a-f-]{36})\.jsonl$/.exec(session)?.[1],
    names: ['tool-results'],
  },
};

/** The files that a program keeps beside a session. Links in and to the folder are not followed. Rejects only when it is aborted. */
export async function findSideFiles(
  fs: FileSystem,
  session: Location,
  format: ConversationFormat | null,
  signal?: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<SideFiles> {
  const place = format === null ? undefined : PLACES[format];
  const folder = place?.folderOf(fs.basename(session));
  if (!place || folder === undefined) return { files: [], isCut: false };
  const walk = new SideWalk(fs, signal);
  const around = await walk.tried(() => fs.resolveInside(fs.parent(session), []));
  if (around === undefined) return walk.found();
  const own = folder === '' ? around : fs.join(around, folder);
  if (place.mark !== undefined && !(await walk.stat(fs.join(own, place.mark)))) return walk.found();
  if ((await walk.stat(own))?.kind !== 'directory') return walk.found();
  for (const name of place.names) await walk.add(fs.join(own, name), name, 1);
  return walk.found();
}

class SideWalk {
  readonly #fs: FileSystem;
  readonly #signal: Pick<AbortSignal, 'throwIfAborted'> | undefined;
  readonly #files: SideFile[] = [];
  #places = 0;
  #isCut = false;

  constructor(fs: FileSystem, signal: Pick<AbortSignal, 'throwIfAborted'> | undefined) {
    this.#fs = fs;
    this.#signal = signal;
  }

  found(): SideFiles {
    return { files: this.#files, isCut: this.#isCut };
  }

  async stat(location: Location) {
    return this.tried(() => this.#fs.stat(location, { noFollow: true }));
  }

  /** Undefined for what is not there, is a link, or cannot be read, which is noted. */
  async tried<T>(finding: () => Promise<T>): Promise<T | undefined> {
    this.#signal?.throwIfAborted();
    try {
      return await finding();
    } catch (error) {
      if (!['not_found', 'is_symlink', 'not_a_directory'].includes(toFailure(error).code)) this.#isCut = true;
      return undefined;
    }
  }

  async add(location: Location, path: string, depth: number): Promise<void> {
    if (this.#places++ >= MOST_PLACES) {
      this.#isCut = true;
      return;
    }
    const stat = await this.stat(location);
    if (stat?.kind === 'file') this.#files.push({ location, path, size: stat.size, mtime: stat.mtime });
    if (stat?.kind !== 'directory') return;
    if (depth === DEEPEST) {
      this.#isCut = true;
      return;
    }
    const listed = (await this.tried(() => this.#fs.readDirectory(location, { noFollow: true }))) ?? [];
    const inside = listed.filter(({ kind }) => kind === 'file' || kind === 'directory').map(({ name }) => name);
    for (const name of inside.sort()) {
      await this.add(this.#fs.join(location, name), `${path}/${name}`, depth + 1);
      if (this.#places > MOST_PLACES) return;
    }
  }
}
