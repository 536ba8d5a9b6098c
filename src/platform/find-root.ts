import path from 'node:path';
import type { DescriptionLanguage } from '../core/content/media-type.ts';
import { CodedError, type ErrorCode } from '../core/io/errors.ts';
import type { FileSystem, Location } from '../core/io/file-system.ts';
import { SERVICES_FILE_NAMES } from '../core/models/services-file.ts';
import { type Logger, silentLogger } from '../core/io/logger.ts';
import { descriptionLanguageFor } from '../core/routing/safe-name.ts';
import { dataRootIn, type FoundDataRoot, layoutOfFolder } from '../core/store/layout.ts';
import { toolSentence } from '../core/tools/tool-definitions.ts';
import { EntryError } from './entry-error.ts';
import type { Surroundings } from './surroundings.ts';

/** A folder and its layout. */
export type FoundRoot = FoundDataRoot;

/** A folder found by searching may not have links or settings that lead out of it. */
const UNTRUSTED = { allowOutside: false };
const LEADS_OUT: ReadonlySet<ErrorCode> = new Set(['outside_root', 'is_symlink']);

/**
 * The data root a person named explicitly; its `app.json` may point outside it.
 *
 * @param shown how it was named
 * @throws EntryError `root_not_found` when the folder does not exist, `root_unreadable` when an object store does not show it
 */
export async function namedRoot(fs: FileSystem, folder: Location, shown: string = folder): Promise<FoundRoot> {
  if (!(await isFolder(fs, folder))) {
    const isFile = !isStoreAddress(folder) && (await fs.stat(folder).catch(() => undefined)) !== undefined;
    throw new EntryError('root_not_found', isFile ? `${shown} is not a folder.` : `Folder ${shown} not found.`);
  }
  const options = { allowOutside: true };
  return (await dataRootIn(fs, folder, options)) ?? { folder, description: await layoutOfFolder(fs, folder, options) };
}

/**
 * The folder itself if it is a readable data root, or one that another program keeps in it.
 *
 * @throws EntryError `root_leads_out` when a link leads out of the folder: only an explicitly named root may do that
 */
export async function rootAt(fs: FileSystem, folder: Location): Promise<FoundRoot | undefined> {
  try {
    return await dataRootIn(fs, folder, UNTRUSTED);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (!LEADS_OUT.has(error.code)) return undefined;
    const way = error.code === 'is_symlink' ? 'is a link that cannot be resolved' : 'is a link that points outside it';
    throw new EntryError(
      'root_leads_out',
      `${String(error.params['name'])} in ${folder} ${way}; it is not followed. Use --root ${folder} to allow it.`,
    );
  }
}

/**
 * The nearest data root among a folder and its ancestors. A runtime's data folder looks like a root by itself; the folder whose `app.json`
 * points to it is preferred because it also has the services.
 *
 * @throws EntryError `root_leads_out` when the nearest root may only be used if named explicitly
 */
export async function nearestRoot(fs: FileSystem, folder: Location): Promise<FoundRoot | undefined> {
  let found: FoundRoot | undefined;
  for (let current = folder, previous = ''; current !== previous; previous = current, current = fs.parent(current)) {
    const candidate = found ? await usableRootAt(fs, current) : await rootAt(fs, current);
    if (!candidate) continue;
    if (!found) found = candidate;
    else if (owns(candidate, found)) return candidate;
    if (found.description.evidence !== 'data_folders') return found;
  }
  return found;
}

/** As `rootAt`, but ignores a root that leads outside. */
async function usableRootAt(fs: FileSystem, folder: Location): Promise<FoundRoot | undefined> {
  try {
    return await rootAt(fs, folder);
  } catch (error) {
    if (error instanceof EntryError) return undefined;
    throw error;
  }
}

function owns({ description }: FoundRoot, data: FoundRoot): boolean {
  return description.evidence === 'app_config' && description.layout.artifactsDir === data.description.layout.artifactsDir;
}

async function isFolder(fs: FileSystem, folder: Location): Promise<boolean> {
  try {
    return (await fs.stat(folder)).kind === 'directory';
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (!isStoreAddress(folder) || error.code === 'not_found') return false;
    const { name, region, profile } = error.params;
    const about = [name, region, profile].filter((each) => each !== undefined && !folder.includes(String(each))).join(', ');
    throw new EntryError('root_unreadable', `${folder}: ${toolSentence(error.code, 'en')}${about === '' ? '' : ` (${about})`}`);
  }
}

/**
 * The folder of a configuration that a person named by it, or by the `llmservices.json` in it.
 *
 * @throws EntryError `config_unknown` for what is not there, and for a file of another name, which is not read
 */
export async function configFolder(fs: FileSystem, named: string, { folder }: Surroundings): Promise<Location> {
  const location = path.resolve(folder, named);
  const kind = await fs.stat(location).then(
    (entry) => entry.kind,
    () => undefined,
  );
  if (kind === undefined) throw new EntryError('config_unknown', `--config: ${named} not found.`);
  if (kind === 'directory') return location;
  if (!(SERVICES_FILE_NAMES as readonly string[]).includes(path.basename(location))) {
    const names = SERVICES_FILE_NAMES.toReversed().join(' or ');
    throw new EntryError('config_unknown', `--config takes a file named ${names}, or its folder, not ${named}.`);
  }
  return path.dirname(location);
}

/** Whether a root is named by an address of an object store. */
export function isStoreAddress(text: string): boolean {
  return /^s3:\/\//i.test(text);
}

export interface NamedRootOptions {
  readonly local: FileSystem;
  readonly surroundings: Surroundings;
  /** A request is sent to an object store. */
  readonly onRequest?: (() => void) | undefined;
  /** Names in an object store are listed anew, whatever was kept of them. */
  readonly listsAnew?: boolean;
  readonly logger?: Logger | undefined;
}

/** Nobody presses *Refresh* in a program without a screen: milliseconds until names in an object store are listed anew. */
const LIST_DAY = 24 * 60 * 60 * 1000;

/**
 * The data root that a person named by a folder or an address. An object store is loaded only for an address; what is listed there is kept
 * in the cache folder of this machine.
 *
 * @returns `close`: to be called before the process ends
 * @throws EntryError as {@link namedRoot}
 */
export async function rootByName(
  text: string,
  { local, surroundings, onRequest = () => {}, listsAnew = false, logger = silentLogger }: NamedRootOptions,
): Promise<{ readonly fs: FileSystem; readonly found: FoundRoot; readonly close?: () => Promise<void> }> {
  if (!isStoreAddress(text)) return { fs: local, found: await namedRoot(local, path.resolve(surroundings.folder, text), text) };
  const { ObjectStoreFileSystem } = await import('./object-store/object-store-file-system.ts');
  const { cacheFolder, KeptLists } = await import('./object-store/kept-lists.ts');
  const kept = new KeptLists(local, cacheFolder(surroundings), logger);
  const fs = new ObjectStoreFileSystem({ onRequest, kept, relistAfter: listsAnew ? -1 : LIST_DAY });
  return { fs, found: await namedRoot(fs, fs.resolve(text, '.')), close: () => fs.close() };
}

/** Locales without a language (POSIX.1-2017, 7.2). */
const NO_LANGUAGE = /^(?:C|POSIX)(?:\.|$)/;
/** Languages of descriptions. */
const WRITTEN = /^(?:en|zh)(?![a-z])/i;

/**
 * The display language: LC_ALL, LC_MESSAGES or LANG, the first one set (POSIX.1-2017, 8.2). LANGUAGE lists preferred alternatives (GNU
 * gettext manual, "The LANGUAGE variable"); the first supported one is used.
 *
 * @param system the system locale when no variable is set: BCP 47
 */
export function terminalLanguage(
  env: NodeJS.ProcessEnv,
  system: string = Intl.DateTimeFormat().resolvedOptions().locale,
): DescriptionLanguage {
  const locale = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '');
  if (locale !== undefined && NO_LANGUAGE.test(locale)) return 'en';
  const preferred = (env['LANGUAGE'] ?? '').split(':').filter((each) => each !== '');
  if (preferred.length > 0) return descriptionLanguageFor(preferred.find((each) => WRITTEN.test(each)) ?? '');
  return descriptionLanguageFor(locale ?? system);
}
