import type { FileSystem, Location } from '../io/file-system.ts';
import { addKeptElsewhere, historyFolder } from './claude-code-files.ts';
import type { ConversationFormat, ConversationIndex } from './conversation.ts';
import { type SideFile, type SideFiles, SideWalk } from './side-walk.ts';

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

/**
 * What Antigravity keeps of a conversation beside its messages, which are not read: documents, with their versions, and pictures. Hidden files
 * are its own. Links in and to the folder are not followed. Rejects only when it is aborted.
 *
 * `NAME.resolved.0` is the first version of `NAME`, `NAME.resolved` the last one; `NAME.metadata.json` says what NAME is. Sources:
 * agentgrep.org, *Antigravity IDE*, which saw them on 2026-06-21; what Antigravity wrote of itself on kerrick.blog (version 1.13.3). The
 * program itself was not run.
 */
export async function findDocuments(fs: FileSystem, folder: Location, signal?: Pick<AbortSignal, 'throwIfAborted'>): Promise<SideFiles> {
  const walk = new SideWalk(fs, signal, { skipsHidden: true });
  const around = await walk.tried(() => fs.resolveInside(fs.parent(folder), []));
  if (around === undefined) return walk.found();
  const own = fs.join(around, fs.basename(folder));
  const names = await walk.namesIn(own);
  // Where there are too many, the documents matter more than their versions.
  for (const name of [...names.filter((each) => !KEPT.test(each)), ...names.filter((each) => KEPT.test(each))]) {
    await walk.add(fs.join(own, name), name, 1);
    if (walk.isFull) break;
  }
  const { files, isCut } = walk.found();
  return { files: withVersions(files), isCut };
}

/** What is kept of a document beside it. */
const KEPT = /^(?<document>.+?)(?:\.resolved(?:\.(?<number>0|[1-9]\d{0,5}))?(?:\.metadata\.json)?|\.metadata\.json)$/;

/** Each document once, at the place of the first of its files. */
function withVersions(files: readonly SideFile[]): SideFile[] {
  const byDocument = new Map<string, SideFile[]>();
  for (const file of files) {
    const document = KEPT.exec(file.path)?.groups?.['document'] ?? file.path;
    const kept = byDocument.get(document);
    if (kept) kept.push(file);
    else byDocument.set(document, [file]);
  }
  return [...byDocument].map(([document, kept]) => {
    const versions = kept.flatMap((file) => {
      const number = KEPT.exec(file.path)?.groups?.['number'];
      return number === undefined || file.path.endsWith('.json') ? [] : [{ ...file, number: Number(number) + 1 }];
    });
    versions.sort((one, other) => one.number - other.number);
    const named = (path: string): SideFile | undefined => kept.find((file) => file.path === path);
    const current = named(document) ?? named(`${document}.resolved`) ?? versions.at(-1) ?? kept[0]!;
    const { location, path, size, mtime } = current;
    return { location, path, size, mtime, ...(versions.length > 0 && { versions }) };
  });
}

/** Documents of Antigravity that begin with what the conversation is about. */
const TITLED = ['implementation_plan.md', 'task.md', 'walkthrough.md'];
/** Bytes of a document in which its heading is looked for. */
const HEADING_BYTES = 4096;

/** The first line of the documents of a conversation that begins as a heading; undefined where there is none. Never rejects. */
export async function titleOfDocuments(fs: FileSystem, folder: Location): Promise<string | undefined> {
  for (const name of TITLED) {
    const head = await fs.readFile(fs.join(folder, name), { length: HEADING_BYTES, noFollow: true }).catch(() => undefined);
    const title = head && /^#+[ \t]+(\S.*)$/m.exec(new TextDecoder().decode(head))?.[1];
    if (title !== undefined) return title.trim();
  }
  return undefined;
}

/** How files beside a session are looked for. */
interface SideReading {
  readonly signal?: Pick<AbortSignal, 'throwIfAborted'> | undefined;
  /** Whether folders that are none of the session's own are looked at. Default: they are. */
  readonly isElsewhereRead?: boolean;
}

/** Folders whose files can be listed beside a session of this name and place, whatever program it is of. */
export function sideFolders(fs: FileSystem, session: Location): Location[] {
  const around = fs.parent(session);
  return Object.entries(PLACES).flatMap(([format, place]) => {
    const folder = place.folderOf(fs.basename(session));
    if (folder === undefined) return [];
    const history = format === 'claude-code' ? historyFolder(fs, around, folder) : undefined;
    return [folder === '' ? around : fs.join(around, folder), ...(history === undefined ? [] : [history])];
  });
}

/**
 * The files that a program keeps beside a session, and those elsewhere that are of this session alone. Links in and to the folders are not
 * followed. Rejects only when it is aborted.
 *
 * @param index of the session; without one nothing is looked at
 */
export async function findSideFiles(
  fs: FileSystem,
  session: Location,
  index: Pick<ConversationIndex, 'format' | 'folder' | 'elsewhere'> | undefined,
  { signal, isElsewhereRead = true }: SideReading = {},
): Promise<SideFiles> {
  const walk = new SideWalk(fs, signal);
  const place = index?.format ? PLACES[index.format] : undefined;
  const folder = place?.folderOf(fs.basename(session));
  if (!place || folder === undefined) return walk.found();
  const around = await walk.tried(() => fs.resolveInside(fs.parent(session), []));
  if (around === undefined) return walk.found();
  // These are few, and results can be as many as are looked at.
  if (index?.format === 'claude-code' && isElsewhereRead) await addKeptElsewhere(walk, fs, { project: around, id: folder, ...index });
  await addBeside(walk, fs, folder === '' ? around : fs.join(around, folder), place);
  return walk.found();
}

async function addBeside(walk: SideWalk, fs: FileSystem, own: Location, { mark, names }: SidePlace): Promise<void> {
  if (mark !== undefined && !(await walk.stat(fs.join(own, mark)))) return;
  if ((await walk.stat(own))?.kind !== 'directory') return;
  for (const name of names) await walk.add(fs.join(own, name), name, 1);
}
