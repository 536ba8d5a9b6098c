import path from 'node:path';
import type { FileSystem, Location } from '../core/io/file-system.ts';
import { fileReference } from '../core/refs/reference.ts';
import type { Artifact, ContentMetadata, UnreadArtifact } from '../core/store/artifact.ts';
import { FileContents } from '../core/store/file-contents.ts';
import { EntryError } from '../platform/entry-error.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { type Invocation, UsageError } from './command.ts';
import { contentPlace, findArtifact, Refusal } from './refusal.ts';
import { STANDARD_INPUT } from './conversation-file.ts';
import { sessionContent } from './session-content.ts';

/** An artifact of the data root, or a file, found and not read yet; or an artifact of a session. */
export interface Content {
  readonly metadata: ContentMetadata;
  readonly fs: FileSystem;
  /** As `ArtifactStore.readArtifact`. */
  read(): Promise<Artifact>;
  /** As `ArtifactStore.inspect`. */
  inspect(): Promise<Artifact | UnreadArtifact>;
  /** The content, where it is in no file of its own. */
  readonly bytes?: Uint8Array;
  /** The real path, to be used with `noFollow`. Rejects with the file-system codes. */
  realPlace(): Promise<Location>;
}

const PREFIXED = /^(?:artifact|ws|adk):/;
/** Ids of artifacts without a prefix: numbers and UUIDs. A file of such a name is `./31`. */
const ID = /^(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Whether an argument is a reference by its prefix. */
export function isPrefixed(text: string): boolean {
  return PREFIXED.test(text);
}

/** Whether an argument is the bare ID of an artifact. */
export function isArtifactId(text: string): boolean {
  return ID.test(text.trim());
}

/**
 * Whether an argument is the path of a file: it has a slash or an extension, or there is such a file. A number, a UUID and what begins with
 * `artifact:`, `ws:` or `adk:` are references. Standard input is no artifact either.
 */
export async function isPath(text: string, { folder }: Pick<Invocation, 'folder'>): Promise<boolean> {
  if (isPrefixed(text) || isArtifactId(text)) return false;
  if (text === STANDARD_INPUT || /[/\\]/.test(text) || path.extname(text) !== '') return true;
  return new NodeFileSystem().stat(path.resolve(folder, text)).then(
    () => true,
    () => false,
  );
}

/** What it takes to open what an argument names. */
type Opening = Pick<Invocation, 'folder' | 'language' | 'root' | 'maxContentBytes' | 'compute' | 'terminal'>;

/** What arguments name, each with a reference of its own. @throws as {@link openContent} */
export async function openContents(texts: readonly string[], invocation: Opening): Promise<readonly Content[]> {
  const { folder } = invocation;
  const paths = await Promise.all(texts.map(async (text) => ((await isPath(text, invocation)) ? path.resolve(folder, text) : undefined)));
  const names = shownPaths(new Set(paths.filter((location) => location !== undefined)), folder);
  return Promise.all(texts.map((text, index) => openContent(text, invocation, names.get(paths[index] ?? ''))));
}

/**
 * The data root of artifacts that arguments name. Where there is none, a word that can only be a misspelt file is said to be that.
 *
 * @throws Refusal, EntryError
 */
export async function rootOf(texts: readonly string[], invocation: Pick<Invocation, 'folder' | 'root'>): ReturnType<Invocation['root']> {
  try {
    return await invocation.root();
  } catch (error) {
    if (!(error instanceof EntryError) || error.code !== 'root_unknown') throw error;
    for (const text of texts) {
      if (isPrefixed(text) || isArtifactId(text) || (await isPath(text, invocation))) continue;
      throw new Refusal('not_found', `${text} is neither a file nor the ID of an artifact.`);
    }
    throw error;
  }
}

/** What an argument names. @param name what models are shown of the path of a file @throws Refusal why it is not there or has no content; EntryError */
export async function openContent(text: string, invocation: Opening, name?: string): Promise<Content> {
  const inSession = await sessionContent(text, invocation);
  if (inSession) return inSession;
  if (text === STANDARD_INPUT) throw new UsageError('Standard input is not taken here: name a file. "lint -" and "doctor -" read it.');
  if (!(await isPath(text, invocation))) {
    const { store, fs } = await rootOf([text], invocation);
    const metadata = await findArtifact({ store }, text, invocation);
    const place = contentPlace(metadata, invocation);
    return {
      metadata,
      fs,
      read: () => store.readArtifact(metadata, place),
      inspect: () => store.inspect(metadata, place),
      realPlace: () => store.realPlace(metadata, place),
    };
  }
  const fs = new NodeFileSystem();
  const { folder, maxContentBytes } = invocation;
  const files = new FileContents({ fs, ...(maxContentBytes !== undefined && { maxContentBytes }) });
  const location = path.resolve(folder, text);
  if (await isFolder(fs, location))
    throw new Refusal('not_a_file', `${text} is a folder: name a file in it. "lint" and "doctor" go through all files below a folder.`);
  const metadata = await files.getMetadata(fileReference(name ?? shownPath(location, folder), location), location);
  const place = contentPlace(metadata, invocation, text);
  return {
    metadata,
    fs,
    read: () => files.read(metadata, place),
    inspect: () => files.inspect(metadata, place),
    realPlace: () => files.realPlace(place),
  };
}

function isFolder(fs: FileSystem, location: Location): Promise<boolean> {
  return fs.stat(location).then(
    ({ kind }) => kind === 'directory',
    () => false,
  );
}

/** Relative to the current folder, with slashes; elsewhere the name alone: models are not shown a person's folders. */
function shownPath(location: string, folder: string): string {
  const relative = path.relative(folder, location);
  const isBelow = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
  return isBelow ? relative.split(path.sep).join('/') : path.basename(location);
}

/** By their paths; of files of one name elsewhere, as many folders as it takes to tell them apart. */
function shownPaths(locations: ReadonlySet<string>, folder: string): ReadonlyMap<string, string> {
  const all = [...locations];
  return new Map(
    all.map((location) => {
      const rivals = all.filter((other) => other !== location && shownPath(other, folder) === shownPath(location, folder));
      const steps = location.split(path.sep);
      const ending = (count: number): string => steps.slice(-count).join('/');
      const isShared = (count: number): boolean => rivals.some((rival) => rival.split(path.sep).slice(-count).join('/') === ending(count));
      let count = 1;
      while (count < steps.length && isShared(count)) count++;
      return [location, rivals.length === 0 ? shownPath(location, folder) : ending(count)];
    }),
  );
}
