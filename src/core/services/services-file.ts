import { CodedError, toFailure } from '../io/errors.ts';
import type { FileSystem, Location, ReadRange } from '../io/file-system.ts';
import { MAX_CONFIG_LENGTH } from '../io/limits.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { problem, type ServiceProblem } from './problems.ts';

/** Names of the configuration, the one that wins first. It wins as a whole file. */
export const SERVICES_FILE_NAMES = ['llmservices.local.json', 'llmservices.json'] as const;

/** The file that counts: its text, or why there is none. */
export interface ServicesFile {
  readonly location: Location;
  readonly text?: string;
  readonly problems: readonly ServiceProblem[];
}

/**
 * Reads the configuration of a folder; undefined when there is none. Never rejects.
 *
 * Problems: `file_unreadable`, `too_large`, `not_utf8`.
 */
export async function readServicesFile(fs: FileSystem, folder: RootFolder): Promise<ServicesFile | undefined> {
  for (const name of SERVICES_FILE_NAMES) {
    const file = await readServices(fs.join(folder.location, name), (range) => folder.readFile(name, range));
    if (file) return file;
  }
  return undefined;
}

/** The same for one file, whatever its name. */
export function readServicesAt(fs: FileSystem, location: Location): Promise<ServicesFile | undefined> {
  return readServices(location, (range) => fs.readFile(location, range));
}

async function readServices(location: Location, read: (range: ReadRange) => Promise<Uint8Array>): Promise<ServicesFile | undefined> {
  try {
    return { location, ...decode(await read({ length: MAX_CONFIG_LENGTH + 1 })) };
  } catch (error) {
    if (error instanceof CodedError && (error.code === 'not_found' || error.code === 'not_a_directory')) return undefined;
    if (toFailure(error).code === 'too_large') return { location, problems: [problem('too_large', {}, { limit: MAX_CONFIG_LENGTH })] };
    return { location, problems: [problem('file_unreadable', {}, { error: toFailure(error).code })] };
  }
}

function decode(bytes: Uint8Array): { readonly text?: string; readonly problems: readonly ServiceProblem[] } {
  if (bytes.length > MAX_CONFIG_LENGTH) return { problems: [problem('too_large', {}, { limit: MAX_CONFIG_LENGTH })] };
  try {
    // the mark stays in the text: offsets are those of the file
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), problems: [] };
  } catch {
    return { problems: [problem('not_utf8')] };
  }
}
