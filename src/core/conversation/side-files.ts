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
  /** What the program kept of it with each change, the oldest first; absent where it keeps none. */
  readonly versions?: readonly SideFileVersion[];
}

export interface SideFileVersion extends SideFile {
  /** From 1. */
  readonly number: number;
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
  readonly #skipsHidden: boolean;
  readonly #files: SideFile[] = [];
  #places = 0;
  #isCut = false;

  constructor(fs: FileSystem, signal: Pick<AbortSignal, 'throwIfAborted'> | undefined, { skipsHidden = false } = {}) {
    this.#fs = fs;
    this.#signal = signal;
    this.#skipsHidden = skipsHidden;
  }

  get isFull(): boolean {
    return this.#places > MOST_PLACES;
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
    for (const name of await this.namesIn(location)) {
      await this.add(this.#fs.join(location, name), `${path}/${name}`, depth + 1);
      if (this.isFull) return;
    }
  }

  /** The files and folders in a folder. */
  async namesIn(folder: Location): Promise<string[]> {
    const listed = (await this.tried(() => this.#fs.readDirectory(folder, { noFollow: true }))) ?? [];
    const names = listed.filter(({ kind }) => kind === 'file' || kind === 'directory').map(({ name }) => name);
    return names.filter((name) => !(this.#skipsHidden && name.startsWith('.'))).sort();
  }
}
