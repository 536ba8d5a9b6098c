import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { coded } from '../platform/entry-error.ts';
import { UsageError } from './command.ts';

/** Files below the folders that are named, in one run. */
const MOST_FILES = 10_000;
/** Folders that hold nothing of the person who names a folder around them. */
const NOT_ENTERED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** A file that a command is to look at. */
export interface GivenFile {
  /** Its path as it was given, or as its folder was. */
  readonly name: string;
  /** It was found below a folder that was named. */
  readonly isFound: boolean;
}

/**
 * The files that are named, and in place of a folder those below it, in the order of their names; a folder without any stays, and is no file
 * to whoever opens it. Links below a folder are not followed.
 * @param folder the working folder
 * @param extensions of the files below folders, with the dot
 * @throws UsageError when a folder holds more than 10,000 of them, and the coded errors of the file system
 */
export async function givenFiles(names: readonly string[], folder: string, extensions: readonly string[]): Promise<GivenFile[]> {
  const given: GivenFile[] = [];
  for (const name of names) {
    const location = path.resolve(folder, name);
    const found = name !== '-' && (await isFolder(location)) ? await below(name, location, extensions) : [];
    if (found.length > MOST_FILES)
      throw new UsageError(`${name} holds more than ${MOST_FILES.toLocaleString('en')} files: name a folder inside it.`);
    if (found.length === 0) given.push({ name, isFound: false });
    for (const each of found) given.push({ name: each, isFound: true });
  }
  return given;
}

/** What cannot be looked at is no folder; whoever opens it says why. */
async function isFolder(location: string): Promise<boolean> {
  return stat(location).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** Stops when there are too many. */
async function below(name: string, location: string, extensions: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const waiting = [{ name: name.replace(/[/\\]$/, ''), location }];
  for (let next = waiting.pop(); next && found.length <= MOST_FILES; next = waiting.pop()) {
    const { name: parent, location: place } = next;
    for (const entry of await coded(parent, () => readdir(place, { withFileTypes: true }))) {
      const [shown, real] = [`${parent}/${entry.name}`, path.join(place, entry.name)];
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) waiting.push({ name: shown, location: real });
      else if (entry.isFile() && extensions.includes(path.extname(entry.name).toLowerCase())) found.push(shown);
    }
  }
  return found.sort();
}
