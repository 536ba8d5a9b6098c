import { homedir } from 'node:os';
import { PI_AI } from '../core/models/catalogue/pi-ai-package.ts';
import { EntryError } from './entry-error.ts';
import { MOST_PACKED, newestVersion, type PackageVersion } from './npm-package.ts';
import { fetchCatalogue, type FetchedCatalogue, forgetCatalogue, keepCatalogue } from './updated-catalogue.ts';

/** How a newer catalogue of models is got, and given up again. Why something cannot be done is a sentence. */
export interface CatalogueUpdates {
  /** The package that is offered first. */
  readonly packageName: string;
  /** Bytes of an archive above which it is refused. */
  readonly mostBytes: number;
  /** Asks for the newest version of a package, and fetches nothing of it. @throws the signal's reason */
  newest(name: string, signal: AbortSignal): Promise<PackageVersion | string>;
  /** Gets and checks a catalogue. @param from a version of a package, or the path of a file @throws the signal's reason */
  fetch(from: PackageVersion | string, signal?: AbortSignal): Promise<FetchedCatalogue | string>;
  /** Has everything of this person use it from the next start on. */
  keep(fetched: FetchedCatalogue): Promise<unknown>;
  forget(): Promise<void>;
}

/** By the npm of whoever runs VS Code. */
export function updatesByNpm(): CatalogueUpdates {
  const { env } = process;
  const mine = { env, home: homedir(), folder: homedir() };
  return {
    packageName: PI_AI,
    mostBytes: MOST_PACKED,
    newest: (name, signal) => orSentence(async () => newestVersion(name, { env, signal })),
    fetch: (from, signal) => orSentence(() => fetchCatalogue({ ...mine, from, signal })),
    keep: (fetched) => keepCatalogue(fetched, mine),
    forget: () => forgetCatalogue(mine),
  };
}

async function orSentence<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EntryError) return error.message;
    throw error;
  }
}
