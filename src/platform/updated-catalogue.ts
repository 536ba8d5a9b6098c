import path from 'node:path';
import { catalogueDate, type CatalogueFile, type CatalogueReading, readCatalogueFile } from '../core/models/catalogue/catalogue-file.ts';
import { bundledCatalogue } from '../core/models/catalogue/load-catalogue.ts';
import { type PackageData, withPiAi } from '../core/models/catalogue/pi-ai-catalogue.ts';
import { PI_AI, PI_AI_DATA } from '../core/models/catalogue/pi-ai-package.ts';
import { keptPlace, readCatalogueAt } from './chosen-catalogue.ts';
import { EntryError } from './entry-error.ts';
import { NodeFileSystem } from './node-file-system.ts';
import { fetchPackage, newestVersion, type PackageVersion } from './npm-package.ts';
import { remove } from './staged-write.ts';
import type { Surroundings } from './surroundings.ts';

/** Where a package that is made for it has its catalogue. */
const CATALOGUE_IN_PACKAGE = 'catalogue.json';

/** A catalogue that was fetched, and is not in use yet. */
export interface FetchedCatalogue {
  readonly file: CatalogueFile;
  readonly date: string;
  /** The file, or the package with its version. */
  readonly from: string;
}

export interface UpdateOptions extends Surroundings {
  /** A file (`.json`, or beginning with `.` or `/`), a package, or a version of one. Default: {@link PI_AI}. */
  readonly from: string | PackageVersion | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Whether a source is a file, and no package. */
export function isFile(from: string): boolean {
  return path.isAbsolute(from) || /^[.~]|\.json$|\\/.test(from);
}

/**
 * Gets and checks a catalogue from a file, or from a package: one with a `catalogue.json`, or one with the data of pi-ai.
 *
 * @throws EntryError `catalogue_invalid`, `catalogue_unreachable`, `catalogue_older` where it is older than the bundled one; CodedError of a file
 */
export async function fetchCatalogue({ from = PI_AI, folder, env, signal }: UpdateOptions): Promise<FetchedCatalogue> {
  const fetched =
    typeof from === 'string' && isFile(from)
      ? await ofFile(path.resolve(folder, from), from)
      : await ofPackage(typeof from === 'string' ? await newestVersion(from, { env, signal }) : from, { env, signal });
  const bundled = catalogueDate(await bundledCatalogue());
  if (fetched.date >= bundled) return fetched;
  throw new EntryError(
    'catalogue_older',
    `The catalogue of ${fetched.from} is of ${fetched.date}, older than the bundled one of ${bundled}.`,
  );
}

async function ofFile(place: string, name: string): Promise<FetchedCatalogue> {
  const { file, date } = await readCatalogueAt(place, name);
  return { file, date, from: name };
}

async function ofPackage(version: PackageVersion, options: Pick<UpdateOptions, 'env' | 'signal'>): Promise<FetchedCatalogue> {
  const data = await fetchPackage(version, (file) => file === CATALOGUE_IN_PACKAGE || file.startsWith(PI_AI_DATA), options);
  const reading = await catalogueIn(data);
  const from = `${data.name} ${data.version}`;
  if (reading.ok) return { file: reading.file, date: reading.date, from };
  throw new EntryError('catalogue_invalid', `${from} has no model catalogue: ${reading.fault.reason}.`);
}

async function catalogueIn(data: PackageData): Promise<CatalogueReading> {
  const own = data.files.get(CATALOGUE_IN_PACKAGE);
  if (own) return readCatalogueFile(own);
  if ([...data.files.keys()].some((file) => file.startsWith(PI_AI_DATA))) return withPiAi(await bundledCatalogue(), data);
  return { ok: false, fault: { reason: `neither ${CATALOGUE_IN_PACKAGE} nor ${PI_AI_DATA} is in it` } };
}

/** Keeps a catalogue for the person, as a whole or not at all. @returns where */
export async function keepCatalogue({ file }: FetchedCatalogue, surroundings: Pick<Surroundings, 'env' | 'home'>): Promise<string> {
  const place = keptPlace(surroundings);
  await new NodeFileSystem().writeFile(place, new TextEncoder().encode(`${JSON.stringify(file)}\n`), 'replace');
  return place;
}

/** Goes back to the bundled catalogue. */
export async function forgetCatalogue(surroundings: Pick<Surroundings, 'env' | 'home'>): Promise<void> {
  await remove(keptPlace(surroundings)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') throw error;
  });
}
