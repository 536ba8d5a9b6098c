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
const MOST_PACKED = 32 * MEBIBYTE;
/** Milliseconds for one call of npm, on a slow line. */
const NPM_DEADLINE_MS = 120_000;
/** Characters of what npm says that are kept. */
const MOST_SAID = MEBIBYTE;
/** Characters of npm's words in a sentence. */
const LONGEST_SHOWN = 300;

/** A name in a registry, and nothing else that npm would take: no folder, no address, no option. */
const NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;
const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][0-9A-Za-z.+-]{1,100})?$/;

export interface FetchOptions {
  readonly env: Surroundings['env'];
  readonly signal?: AbortSignal | undefined;
}

/** Whether this is the name of a package in a registry. */
function isPackageName(name: string): boolean {
  return name.length <= 214 && NAME.test(name);
}

/**
 * The newest version of a package, by the person's own npm: from the registry that is configured for it, whose digest npm checks. Nothing of the
 * package is run, and nothing but the packed archive is written, to a temporary folder that is removed.
 *
 * @param isWanted which files are kept, by their path in the package
 * @throws EntryError `catalogue_unreachable`, `catalogue_invalid`; the signal's reason
 */
export async function fetchPackage(name: string, isWanted: (file: string) => boolean, { env, signal }: FetchOptions): Promise<PackageData> {
  if (!isPackageName(name)) throw new EntryError('catalogue_unreachable', `"${name}" is not the name of a package.`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-'));
  try {
    const npm = (args: readonly string[]): Promise<string> => runNpm([...args, '--json', '--loglevel=error'], { folder, env, signal });
    // npm pack by itself prefers versions for the Node that runs it; what matters here is the data.
    const version = latestOf(await npm(['view', name, 'dist-tags.latest']), name);
    await npm(['pack', `${name}@${version}`, '--ignore-scripts', '--pack-destination', folder]);
    const files = await readArchive(await packed(folder, name), (file) => file === 'package.json' || isWanted(file));
    return { ...described(files.get('package.json'), name), name, version, files };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function latestOf(said: string, name: string): string {
  const version = jsonOf(said);
  if (typeof version === 'string' && VERSION.test(version)) return version;
  throw new EntryError('catalogue_unreachable', `npm knows no version of ${name}.`);
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
  const manifest = jsonOf(bytes === undefined ? '' : new TextDecoder().decode(bytes));
  if (typeof manifest !== 'object' || manifest === null || !('name' in manifest) || manifest.name !== name)
    throw new EntryError('catalogue_invalid', `What npm fetched is not ${name}.`);
  const { license, author } = manifest as { license?: unknown; author?: unknown };
  const person = typeof author === 'object' && author !== null && 'name' in author ? author.name : author;
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
    // npm is a script on Windows, which takes a shell; the arguments are names, versions and a folder of ours.
    const child = spawn(isWindows ? 'npm.cmd' : 'npm', isWindows ? args.map((each) => (/\s/.test(each) ? `"${each}"` : each)) : args, {
      cwd: folder,
      env,
      shell: isWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: NPM_DEADLINE_MS,
      killSignal: 'SIGKILL',
      signal,
    });
    let [printed, told] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(0, MOST_SAID)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (told = (told + text).slice(0, MOST_SAID)));
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
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
