import path from 'node:path';
import { toFailure } from '../core/io/errors.ts';
import { MAX_CATALOGUE_BYTES } from '../core/io/limits.ts';
import { catalogueDate, type CatalogueFile, readCatalogueFile } from '../core/models/catalogue/catalogue-file.ts';
import { bundledCatalogue, type CatalogueProvider, provideCatalogue } from '../core/models/catalogue/load-catalogue.ts';
import { EntryError } from './entry-error.ts';
import { NodeFileSystem } from './node-file-system.ts';
import type { Surroundings } from './surroundings.ts';

/** A catalogue that was read from a file, and its day. */
interface DatedCatalogue {
  readonly file: CatalogueFile;
  readonly date: string;
  readonly place: string;
}

/** What a program is told of its catalogue. */
export interface CatalogueChoice extends Surroundings {
  /** The file that a person names for this run, from the current folder. */
  readonly named: string | undefined;
  /** Says that a file is not used, and why. */
  readonly warn: (sentence: string) => void;
}

/**
 * Settles which catalogue this process uses: the file that is named, else the one that was fetched and kept, each unless it is older than the
 * bundled one. A file that is named is read at once, the kept one when the catalogue is first needed.
 *
 * @throws EntryError `catalogue_invalid` for a named file that is none, and what the file system says
 */
export async function chooseCatalogue({ named, warn, ...surroundings }: CatalogueChoice): Promise<void> {
  provideCatalogue(undefined);
  if (named === undefined) return provideCatalogue(keptProvider(surroundings, warn));
  const found = await readCatalogueAt(path.resolve(surroundings.folder, named), named);
  const bundled = catalogueDate(await bundledCatalogue());
  if (found.date < bundled)
    warn(`The catalogue ${named} of ${found.date} is older than the bundled one of ${bundled}, which is used instead.`);
  else provideCatalogue(() => Promise.resolve(found));
}

/** Finds the kept catalogue, where there is one and it is not older than the bundled one. Never rejects. */
export function keptProvider(surroundings: Pick<Surroundings, 'env' | 'home'>, warn: (sentence: string) => void): CatalogueProvider {
  return async () => {
    try {
      const kept = await keptCatalogue(surroundings);
      return kept && kept.date >= catalogueDate(await bundledCatalogue()) ? kept : undefined;
    } catch (error) {
      warn(`The updated model catalogue is not used: ${reasonOf(error)}`);
      return undefined;
    }
  };
}

/** The catalogue that was fetched and kept; undefined where there is none. @throws EntryError for one that is broken */
async function keptCatalogue(surroundings: Pick<Surroundings, 'env' | 'home'>): Promise<DatedCatalogue | undefined> {
  const place = keptPlace(surroundings);
  try {
    return await readCatalogueAt(place, place);
  } catch (error) {
    if (['not_found', 'not_a_directory'].includes(toFailure(error).code)) return undefined;
    throw error;
  }
}

/** @param name as the person knows the file @throws EntryError `catalogue_invalid`, CodedError of the file system */
export async function readCatalogueAt(place: string, name: string): Promise<DatedCatalogue> {
  const reading = readCatalogueFile(await new NodeFileSystem().readFile(place, { length: MAX_CATALOGUE_BYTES + 1 }));
  if (reading.ok) return { file: reading.file, date: reading.date, place };
  const { reason, line, column } = reading.fault;
  throw new EntryError(
    'catalogue_invalid',
    `${[name, line, column].filter((each) => each !== undefined).join(':')}: not a model catalogue: ${reason}.`,
  );
}

/** What was thrown, in a sentence. */
function reasonOf(error: unknown): string {
  return error instanceof EntryError ? error.message : `${toFailure(error).code}.`;
}

/** Where the fetched catalogue of a person is: for the command line, the MCP server and VS Code alike. */
export function keptPlace(surroundings: Pick<Surroundings, 'env' | 'home'>, platform: string = process.platform): string {
  return (platform === 'win32' ? path.win32 : path.posix).join(dataFolder(surroundings, platform), 'catalogue.json');
}

/** Where programs keep what a person chose to have: XDG Base Directory Specification, Apple's File System Programming Guide, Windows' known folders. */
function dataFolder({ env, home }: Pick<Surroundings, 'env' | 'home'>, platform: string): string {
  const name = 'agent-artifacts';
  if (platform === 'win32') return path.win32.join(env['LOCALAPPDATA'] ?? path.win32.join(home, 'AppData', 'Local'), name);
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Application Support', name);
  const given = env['XDG_DATA_HOME'];
  // Relative paths are to be ignored, says the specification.
  return path.posix.join(given !== undefined && path.posix.isAbsolute(given) ? given : path.posix.join(home, '.local', 'share'), name);
}
