import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { toFailure } from '../core/io/errors.ts';
import { codedError } from '../platform/entry-error.ts';
import type { Invocation } from './command.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** Files below one folder, in one run. */
const MOST_FILES = 10_000;
/** Folders that hold nothing of the person who names a folder around them. */
const NOT_ENTERED: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** Endings of files that were not read, of which a person is told. */
const MOST_ENDINGS = 5;

/** The files that a command looks for below a folder. */
export interface WantedFiles {
  /** What they are: "transcripts or logs". */
  readonly kind: string;
  /** Their endings, for people. */
  readonly endings: string;
  /** Of their names, without folders. */
  readonly pattern: RegExp;
}

/** A file that a command is to look at. */
interface GivenFile {
  /** Its path as it was given, or as its folder was. */
  readonly name: string;
  /** It was found below a folder that was named. */
  readonly isFound: boolean;
}

/** A folder that could not be listed, or not to its end. */
interface UnreadFolder {
  /** Its path as it was given, or as the folder around it was. */
  readonly name: string;
  readonly refusal: Refusal;
}

/** What the arguments of a command name. */
interface Given {
  readonly files: readonly GivenFile[];
  /** Whether a folder is among them. */
  readonly hasFolders: boolean;
  readonly unread: readonly UnreadFolder[];
}

/**
 * The files that are named, and in place of a folder those below it, in the order of their names, each file once. Links below a folder are followed
 * to files, not to folders, which is told. A folder that cannot be listed is told of, and the others are gone through. That a folder has no file of the kind, or others beside them, is said on
 * standard error: it is no failure, since a job that wrote no log has nothing wrong in one, and a name that is misspelt is that of no folder.
 */
export async function givenFiles(
  names: readonly string[],
  wanted: WantedFiles,
  invocation: Pick<Invocation, 'folder' | 'language' | 'terminal'>,
): Promise<Given> {
  const { folder, terminal } = invocation;
  const files: GivenFile[] = [];
  const seen = new Set<string>();
  const add = async (file: GivenFile): Promise<void> => {
    const place = file.name === '-' ? '-' : await placeOf(path.resolve(folder, file.name));
    if (!seen.has(place)) files.push(file);
    seen.add(place);
  };
  const unread: UnreadFolder[] = [];
  let hasFolders = false;
  for (const name of names) {
    const location = path.resolve(folder, name);
    if (name === '-' || (await kindOf(location)) !== 'folder') {
      await add({ name, isFound: false });
      continue;
    }
    hasFolders = true;
    const walk = await below(name, location, wanted, invocation);
    for (const each of walk.found) await add({ name: each, isFound: true });
    unread.push(...walk.unread);
    const sentence = notReadSentence(walk, wanted);
    if (sentence !== undefined) terminal.complain(`${name}: ${sentence}`);
  }
  return { files, hasFolders, unread };
}

/** Where a file is, whatever links lead to it; what cannot be looked at is where it was said to be. */
function placeOf(location: string): Promise<string> {
  return realpath(location).catch(() => location);
}

/** What a path leads to. What cannot be looked at is no folder; whoever opens it says why. */
async function kindOf(location: string): Promise<'folder' | 'file' | undefined> {
  return stat(location).then(
    (entry) => (entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : undefined),
    () => undefined,
  );
}

/** What a folder holds. */
interface Walk {
  readonly found: readonly string[];
  /** How many files of other types, by their endings. */
  readonly others: ReadonlyMap<string, number>;
  /** How many links lead to folders, which were not gone through. */
  readonly links: number;
  readonly unread: readonly UnreadFolder[];
}

/** What a walk does with an entry of a folder; undefined for what it passes over. */
async function entryKind(entry: Dirent, location: string): Promise<'folder' | 'linked folder' | 'file' | undefined> {
  if (entry.isDirectory()) return NOT_ENTERED.has(entry.name) ? undefined : 'folder';
  if (entry.isFile()) return 'file';
  if (!entry.isSymbolicLink()) return undefined;
  const kind = await kindOf(location);
  return kind === 'folder' ? 'linked folder' : kind;
}

/** Stops when there are too many. */
async function below(name: string, location: string, wanted: WantedFiles, { language }: Pick<Invocation, 'language'>): Promise<Walk> {
  const found: string[] = [];
  const others = new Map<string, number>();
  const unread: UnreadFolder[] = [];
  let links = 0;
  const waiting = [{ name: withoutEnd(name), location }];
  for (let next = waiting.pop(); next && found.length <= MOST_FILES; next = waiting.pop()) {
    const { name: parent, location: place } = next;
    const entries = await readdir(place, { withFileTypes: true }).catch((error: unknown) => {
      unread.push({ name: parent, refusal: refusalOf(toFailure(codedError(place, error)), language, parent) });
      return [];
    });
    for (const entry of entries) {
      const shown = `${parent}/${entry.name}`;
      const inside = path.join(place, entry.name);
      const kind = await entryKind(entry, inside);
      if (kind === 'folder') waiting.push({ name: shown, location: inside });
      else if (kind === 'linked folder') links++;
      else if (kind === 'file' && wanted.pattern.test(entry.name)) found.push(shown);
      else if (kind === 'file') count(others, path.extname(withoutNumber(entry.name)).toLowerCase());
    }
  }
  if (found.length <= MOST_FILES) return { found: found.sort(), others, links, unread };
  const reason = `${name} holds more than ${MOST_FILES.toLocaleString('en')} ${wanted.kind}: name a folder inside it.`;
  return { found: [], others: new Map(), links: 0, unread: [{ name, refusal: new Refusal('too_many_files', reason) }] };
}

/** The name of a folder without the slashes at its end; a backslash is one where it divides folders. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (name[end - 1] === '/' || (path.sep === '\\' && name[end - 1] === '\\')) end--;
  return name.slice(0, end);
}

/** The name of a rotated log without its number, which is no ending. */
function withoutNumber(name: string): string {
  return name.replace(/\.\d+$/, '');
}

function count(numbers: Map<string, number>, of: string): void {
  numbers.set(of, (numbers.get(of) ?? 0) + 1);
}

/** What a person would otherwise believe to be read. */
function notReadSentence(walk: Walk, { kind, endings }: WantedFiles): string | undefined {
  const { found, links, unread } = walk;
  const sentences = [
    found.length === 0 && unread.length === 0 ? `There are no ${kind} below it (${endings}).` : undefined,
    links === 0 ? undefined : `${links === 1 ? '1 link to a folder' : `${links.toLocaleString('en')} links to folders`} not followed.`,
    othersSentence(walk),
  ].filter((each) => each !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function othersSentence({ others }: Walk): string | undefined {
  const number = [...others.values()].reduce((sum, each) => sum + each, 0);
  if (number === 0) return undefined;
  const byNumber = [...others].sort(([ending, one], [another, other]) => other - one || (ending > another ? 1 : -1));
  const shown = byNumber
    .slice(0, MOST_ENDINGS)
    .map(([ending, each]) => `${each.toLocaleString('en')} ${ending === '' ? 'without an ending' : ending}`);
  if (byNumber.length > MOST_ENDINGS) shown.push('…');
  return `${number === 1 ? '1 file' : `${number.toLocaleString('en')} files`} of other types not read: ${shown.join(', ')}.`;
}
