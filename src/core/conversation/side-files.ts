import type { FileStat, FileSystem, Location } from '../io/file-system.ts';
import { toFailure } from '../io/errors.ts';
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
  /** By their paths. */
  readonly files: readonly SideFile[];
  /** There are more. */
  readonly isCut: boolean;
}

/** Files and folders that are looked at, and folders within each other. */
const [MOST_ENTRIES, DEEPEST] = [1000, 4];

interface SidePlace {
  /** The folder beside a session; undefined for a file that is none of the program's own. */
  folderOf(fs: FileSystem, session: Location): Location | undefined;
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
    folderOf: (fs, session) => (fs.basename(session) === 'events.jsonl' ? fs.parent(session) : undefined),
    mark: 'workspace.yaml',
    names: ['plan.md', 'checkpoints', 'files', 'research'],
  },
  'claude-code': {
    folderOf: (fs, session) => {
      const [, name] = /^([0-9a-f-]{36})\.jsonl$/.exec(fs.basename(session)) ?? [];
      return name === undefined ? undefined : fs.join(fs.parent(session), name);
    },
    names: ['tool-results'],
  },
};

const NONE: SideFiles = { files: [], isCut: false };

/**
 * The files that a program keeps beside a session. Links are not followed.
 * @throws CodedError with a file-system code, but for what is not there
 */
export async function findSideFiles(
  fs: FileSystem,
  session: Location,
  format: ConversationFormat | null,
  signal?: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<SideFiles> {
  const place = format === null ? undefined : PLACES[format];
  const folder = place?.folderOf(fs, session);
  if (!place || folder === undefined) return NONE;
  const files: SideFile[] = [];
  let entries = 0;
  const statOf = (location: Location): Promise<FileStat | undefined> => unlessGone(fs.stat(location, { noFollow: true }));

  const add = async (location: Location, path: string, depth: number): Promise<void> => {
    signal?.throwIfAborted();
    if (entries++ >= MOST_ENTRIES) return;
    const stat = await statOf(location);
    if (stat?.kind === 'file') files.push({ location, path, size: stat.size, mtime: stat.mtime });
    if (stat?.kind !== 'directory' || depth === DEEPEST) return;
    const listed = (await unlessGone(fs.readDirectory(location, { noFollow: true }))) ?? [];
    const inside = listed.filter(({ kind }) => kind === 'file' || kind === 'directory').map(({ name }) => name);
    for (const name of inside.sort()) await add(fs.join(location, name), `${path}/${name}`, depth + 1);
  };

  const real = await unlessGone(fs.resolveInside(folder, []));
  if (real === undefined || (place.mark !== undefined && (await statOf(fs.join(real, place.mark))) === undefined)) return NONE;
  for (const name of place.names) await add(fs.join(real, name), name, 1);
  return { files, isCut: entries > MOST_ENTRIES };
}

/** Undefined for what is not there, or is a link. */
async function unlessGone<T>(finding: Promise<T>): Promise<T | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (['not_found', 'is_symlink', 'not_a_directory'].includes(toFailure(error).code)) return undefined;
    throw error;
  }
}
