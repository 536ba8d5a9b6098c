import { readdir, stat } from 'node:fs/promises';
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
 * The files that are named, and in place of a folder those below it, in the order of their names. Links below a folder are not followed. A folder
 * that cannot be listed is told of, and the others are gone through. That a folder has no file of the kind, or others beside them, is said on
 * standard error: it is no failure, since a job that wrote no log has nothing wrong in one, and a name that is misspelt is that of no folder.
 */
export async function givenFiles(
  names: readonly string[],
  wanted: WantedFiles,
  invocation: Pick<Invocation, 'folder' | 'language' | 'terminal'>,
): Promise<Given> {
  const { folder, terminal } = invocation;
  const files: GivenFile[] = [];
  const unread: UnreadFolder[] = [];
  let hasFolders = false;
  for (const name of names) {
    const location = path.resolve(folder, name);
    if (name === '-' || !(await isFolder(location))) {
      files.push({ name, isFound: false });
      continue;
    }
    hasFolders = true;
    const walk = await below(name, location, wanted, invocation);
    for (const each of walk.found) files.push({ name: each, isFound: true });
    unread.push(...walk.unread);
    const sentence = notReadSentence(walk, wanted);
    if (sentence !== undefined) terminal.complain(`${name}: ${sentence}`);
  }
  return { files, hasFolders, unread };
}

/** What cannot be looked at is no folder; whoever opens it says why. */
async function isFolder(location: string): Promise<boolean> {
  return stat(location).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** What a folder holds. */
interface Walk {
  readonly found: readonly string[];
  /** How many files of other types, by their endings. */
  readonly others: ReadonlyMap<string, number>;
  readonly unread: readonly UnreadFolder[];
}

/** Stops when there are too many. */
async function below(name: string, location: string, wanted: WantedFiles, { language }: Pick<Invocation, 'language'>): Promise<Walk> {
  const found: string[] = [];
  const others = new Map<string, number>();
  const unread: UnreadFolder[] = [];
  const waiting = [{ name: withoutEnd(name), location }];
  for (let next = waiting.pop(); next && found.length <= MOST_FILES; next = waiting.pop()) {
    const { name: parent, location: place } = next;
    const entries = await readdir(place, { withFileTypes: true }).catch((error: unknown) => {
      unread.push({ name: parent, refusal: refusalOf(toFailure(codedError(place, error)), language, parent) });
      return [];
    });
    for (const entry of entries) {
      const shown = `${parent}/${entry.name}`;
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) waiting.push({ name: shown, location: path.join(place, entry.name) });
      else if (entry.isFile() && wanted.pattern.test(entry.name)) found.push(shown);
      else if (entry.isFile()) count(others, path.extname(entry.name).toLowerCase());
    }
  }
  if (found.length <= MOST_FILES) return { found: found.sort(), others, unread };
  const reason = `${name} holds more than ${MOST_FILES.toLocaleString('en')} ${wanted.kind}: name a folder inside it.`;
  return { found: [], others, unread: [{ name, refusal: new Refusal('too_many_files', reason) }] };
}

/** The name of a folder without the slashes at its end. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (name[end - 1] === '/' || name[end - 1] === '\\') end--;
  return name.slice(0, end);
}

function count(numbers: Map<string, number>, of: string): void {
  numbers.set(of, (numbers.get(of) ?? 0) + 1);
}

/** What a person would otherwise believe to be read. */
function notReadSentence({ found, others, unread }: Walk, { kind, endings }: WantedFiles): string | undefined {
  const none = found.length === 0 && unread.length === 0 ? `There are no ${kind} below it (${endings}).` : undefined;
  const number = [...others.values()].reduce((sum, each) => sum + each, 0);
  if (number === 0) return none;
  const byNumber = [...others].sort(([ending, one], [another, other]) => other - one || (ending > another ? 1 : -1));
  const shown = byNumber.slice(0, MOST_ENDINGS).map(([ending, each]) => `${each} ${ending === '' ? 'without an ending' : ending}`);
  if (byNumber.length > MOST_ENDINGS) shown.push('…');
  const rest = `${number === 1 ? '1 file' : `${number} files`} of other types not read: ${shown.join(', ')}.`;
  return none === undefined ? rest : `${none} ${rest}`;
}
