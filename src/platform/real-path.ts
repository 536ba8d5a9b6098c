import * as fs from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../core/io/errors.ts';

/** The place with every link resolved. @param atOnce without the way to the thread pool */
export async function realPath(location: string, atOnce: boolean): Promise<string> {
  return atOnce ? fs.realpathSync.native(location) : fsp.realpath(location);
}

/** The real path of the deepest ancestor that exists, with the names that do not exist yet appended. */
export async function realPathOfExisting(target: string, atOnce: boolean): Promise<string> {
  const missing: string[] = [];
  for (let current = target; ; current = path.dirname(current)) {
    try {
      return path.join(await realPath(current, atOnce), ...missing);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A file where a folder would have to be.
      if (code === 'ENOTDIR') throw new CodedError('not_a_directory');
      const isMissing = code === 'ENOENT';
      if (!isMissing || path.dirname(current) === current) throw error;
      // A link that leads nowhere is there all the same, and would be written through.
      if (await isSymbolicLink(current)) throw new CodedError('is_symlink');
      missing.unshift(path.basename(current));
    }
  }
}

async function isSymbolicLink(location: string): Promise<boolean> {
  try {
    return (await fsp.lstat(location)).isSymbolicLink();
  } catch {
    return false;
  }
}
