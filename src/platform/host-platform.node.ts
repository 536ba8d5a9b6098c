import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { FileSystem } from '../core/io/file-system.ts';
import { type Logger, silentLogger } from '../core/io/logger.ts';
import { provideCatalogue } from '../core/models/catalogue/load-catalogue.ts';
import { type BundleFolder, type DisposableCompute, lazyCompute } from './compute/lazy-compute.ts';
import type { PoolOptions } from './compute/worker-compute.ts';
import type { CatalogueUpdates } from './host-catalogue.ts';
import { NodeFileSystem } from './node-file-system.ts';
import type { ObjectStoreFileSystem, ObjectStoreFileSystemOptions } from './object-store/object-store-file-system.ts';
import type { LocalRepairs } from './slim-file.ts';
import type { SavedMedia } from './saved-media.ts';
import type { SessionsInWorker } from './sqlite/sessions-in-worker.ts';

/** The file system for `file:` locations. */
export function localFileSystem(): FileSystem | undefined {
  return new NodeFileSystem();
}

/** What is told of object stores and asked about them, and the local folder in which their lists of names are kept; default: in memory. */
export type StoreOptions = Omit<ObjectStoreFileSystemOptions, 'kept'> & { readonly keptIn?: string | undefined; readonly logger?: Logger };

/** The file system for `s3:` locations; undefined in hosts that reach no object store. */
export async function objectStores({
  keptIn,
  logger = silentLogger,
  ...options
}: StoreOptions): Promise<ObjectStoreFileSystem | undefined> {
  const { KeptLists } = await import('./object-store/kept-lists.ts');
  const kept = keptIn === undefined ? undefined : new KeptLists(new NodeFileSystem(), keptIn, logger);
  return new (await import('./object-store/object-store-file-system.ts')).ObjectStoreFileSystem({ ...options, kept });
}

/**
 * The file system for sessions in databases of programs, read in a worker of its own; undefined in hosts that have none.
 *
 * @param bundles the local path of the folder with the extension's bundles
 */
export async function storedSessions(bundles: string): Promise<SessionsInWorker | undefined> {
  const { SessionsInWorker } = await import('./sqlite/sessions-in-worker.ts');
  return new SessionsInWorker(threads(bundles, { workers: 1 }));
}

/** The profiles in the configuration of the AWS tools, by name. */
export async function storeProfiles(): Promise<readonly string[]> {
  return (await import('./object-store/store-client.ts')).profileNames();
}

/** Whether there are local files at all. */
export function hasLocalFiles(): boolean {
  return true;
}

/** The home folder, for `~` in settings. */
export function homeFolder(): string | undefined {
  return homedir();
}

/** Whether no permission bit allows writing a local file (VS Code calls that locked). False when it does not exist. */
export async function isWriteProtected(path: string): Promise<boolean> {
  try {
    return ((await stat(path)).mode & 0o222) === 0;
  } catch {
    return false;
  }
}

export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}

/** Runs tasks of the extension host in the worker next to its bundle. */
export function hostCompute({ path }: BundleFolder): DisposableCompute {
  return threads(path);
}

function threads(bundles: string, options?: PoolOptions): DisposableCompute {
  return lazyCompute(async () => (await import('./compute/thread-compute.ts')).threadCompute(`${bundles}/worker.js`, options));
}

/** Changes local files; undefined in hosts that have none. */
export async function localRepairs(): Promise<LocalRepairs | undefined> {
  return (await import('./slim-file.ts')).LOCAL_REPAIRS;
}

/** A local folder for media of conversations; undefined in hosts that have none. @throws CodedError when it cannot be read */
export async function mediaFolder(folder: string): Promise<SavedMedia | undefined> {
  return (await import('./saved-media.ts')).SavedMedia.in(folder);
}

/** Has everything in this process use the catalogue of models that the person keeps, where there is one; it is read when it is next needed. */
export function useKeptCatalogue(warn: (sentence: string) => void): void {
  provideCatalogue(async () => (await import('./chosen-catalogue.ts')).keptProvider({ env: process.env, home: homedir() }, warn)());
}

/** Undefined in hosts that run no npm. */
export async function catalogueUpdates(): Promise<CatalogueUpdates | undefined> {
  return (await import('./host-catalogue.ts')).updatesByNpm();
}
