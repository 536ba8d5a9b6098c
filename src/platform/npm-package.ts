import { spawn } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MEBIBYTE } from '../core/io/limits.ts';
import type { PackageData } from '../core/models/catalogue/pi-ai-catalogue.ts';
import { EntryError } from './entry-error.ts';
import { readArchive } from './package-archive.ts';
import type { Surroundings } from './surroundings.ts';

/** Bytes of a packed package: some have pictures in them, none that has a list of models is near it. */
export const MOST_PACKED = 32 * MEBIBYTE;
/** Milliseconds for one call of npm, on a slow line. */
const NPM_DEADLINE_MS = 120_000;
/** Characters of what npm says that are kept. */
const MOST_SAID = MEBIBYTE;
/** Characters of npm's words in a sentence. */
const LONGEST_SHOWN = 300;

/** A name in a registry, and nothing else that npm would take: no folder, no address, no option. */
const NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;
const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][0-9A-Za-z.+-]{1,100})?$/;

/** A version of a package, as the registry tells of it. */
export interface PackageVersion {
  readonly name: string;
  readonly version: string;
  /** Where its archive is; undefined where the registry does not say. */
  readonly address: string | undefined;
  /** Bytes of its files, unpacked; undefined where the registry does not say. */
  readonly size: number | undefined;
}

export interface FetchOptions {
  readonly env: Surroundings['env'];
  readonly signal?: AbortSignal | undefined;
}

/** Whether this is the name of a package in a registry. */
function isPackageName(name: string): boolean {
  return name.length <= 214 && NAME.test(name);
}

/**
 * The newest version of a package, as the registry that the person's own npm is configured for tells of it. Nothing of the package is fetched.
 *
 * @throws EntryError `catalogue_unreachable`; the signal's reason
 */
export function newestVersion(name: string, options: FetchOptions): Promise<PackageVersion> {
  if (!isPackageName(name)) throw new EntryError('catalogue_unreachable', `"${name}" is not the name of a package.`);
  // npm pack by itself prefers versions for the Node that runs it; what matters here is the data.
  return withNpm(options, async (npm) => versionIn(await npm(['view', `${name}@latest`, 'version', 'dist']), name));
}

/**
 * A version of a package, by the same npm, which checks its digest. Nothing of the package is run, and nothing but the packed archive is
 * written, to a temporary folder that is removed.
 *
 * @param isWanted which files are kept, by their path in the package
 * @throws EntryError `catalogue_unreachable`, `catalogue_invalid`; the signal's reason
 */
export function fetchPackage(
  { name, version }: PackageVersion,
  isWanted: (file: string) => boolean,
  options: FetchOptions,
): Promise<PackageData> {
  return withNpm(options, async (npm, folder) => {
    await npm(['pack', `${name}@${version}`, '--ignore-scripts', '--pack-destination', folder]);
    const files = await readArchive(await packed(folder, name), (file) => file === 'package.json' || isWanted(file));
    return { ...described(files.get('package.json'), name), name, version, files };
  });
}

/** Works with npm, in a temporary folder that is removed. */
async function withNpm<T>(
  { env, signal }: FetchOptions,
  work: (npm: (args: readonly string[]) => Promise<string>, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-'));
  try {
    return await work((args) => runNpm([...args, '--json', '--loglevel=error'], { folder, env, signal }), folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function versionIn(said: string, name: string): PackageVersion {
  const { version, dist } = recordOf(jsonOf(said));
  if (typeof version !== 'string' || !VERSION.test(version))
    throw new EntryError('catalogue_unreachable', `npm knows no version of ${name}.`);
  const { tarball, unpackedSize } = recordOf(dist);
  return {
    name,
    version,
    address: typeof tarball === 'string' ? tarball : undefined,
    size: typeof unpackedSize === 'number' && Number.isSafeInteger(unpackedSize) && unpackedSize > 0 ? unpackedSize : undefined,
  };
}

/** The members of an object; none of anything else. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

async function packed(folder: string, name: string): Promise<Uint8Array> {
  const [archive] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  const place = archive === undefined ? undefined : path.join(folder, archive);
  const stats = place === undefined ? undefined : await lstat(place);
  if (place === undefined || !stats?.isFile()) throw new EntryError('catalogue_unreachable', `npm left no archive of ${name}.`);
  if (stats.size > MOST_PACKED)
    throw new EntryError('catalogue_invalid', `${name} is larger than ${MOST_PACKED.toLocaleString('en')} bytes.`);
  return readFile(place);
}

/** What a package says of itself. */
function described(bytes: Uint8Array | undefined, name: string): Pick<PackageData, 'license' | 'author'> {
  const manifest = recordOf(jsonOf(bytes === undefined ? '' : new TextDecoder().decode(bytes)));
  if (manifest['name'] !== name) throw new EntryError('catalogue_invalid', `What npm fetched is not ${name}.`);
  const { license, author } = manifest;
  const person = typeof author === 'string' ? author : recordOf(author)['name'];
  return { ...(typeof license === 'string' && { license }), ...(typeof person === 'string' && { author: person }) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What npm prints. Its folder has no configuration of a project, which might name another registry. */
function runNpm(args: readonly string[], { folder, env, signal }: FetchOptions & { readonly folder: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32';
    // A timeout of `spawn` would keep this process until it is over where npm does not start.
    const deadline = AbortSignal.timeout(NPM_DEADLINE_MS);
    // npm is a script on Windows, which takes a shell; the arguments are names, versions and a folder of ours.
    const child = spawn(isWindows ? 'npm.cmd' : 'npm', isWindows ? args.map((each) => (/\s/.test(each) ? `"${each}"` : each)) : args, {
      cwd: folder,
      env,
      shell: isWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    let [printed, told] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(0, MOST_SAID)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (told = (told + text).slice(0, MOST_SAID)));
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      if (deadline.aborted) return reject(new EntryError('catalogue_unreachable', `npm ${args[0] ?? ''} did not answer in time.`));
      reject(
        new EntryError('catalogue_unreachable', error.code === 'ENOENT' ? 'npm is not installed.' : `npm does not start: ${error.message}`),
      );
    });
    child.on('close', (code) => {
      if (code === 0) return resolve(printed);
      const words = told.split('\n').find((line) => /^npm err(?:or|!) (?!code )/i.test(line)) ?? told.trim().split('\n')[0] ?? '';
      reject(new EntryError('catalogue_unreachable', `npm ${args[0] ?? ''} failed: ${words.slice(0, LONGEST_SHOWN) || 'it was stopped'}`));
    });
  });
}
