import { randomBytes } from 'node:crypto';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import type { StagedFile, WriteMode } from '../core/io/file-system.ts';
import { temporaryName } from '../core/io/temporary-name.ts';
import { coded, FOLDER_CODES } from './node-error-codes.ts';

/** Hard links are missing on some file systems (FAT, some network shares). */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK']);
/** Where folders cannot be opened or flushed (Windows, some network shares), their names need no flush or get none. */
const NO_FOLDER_FLUSH = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF', 'ENOSYS']);
const PERMISSION_BITS = 0o777;

/** Makes a folder and those above it that are missing; what is new is on the disk when the promise settles. */
export async function makeFolder(folder: string): Promise<void> {
  await coded(
    folder,
    async () => {
      const first = await fsp.mkdir(folder, { recursive: true });
      if (first === undefined) return;
      for (let made = folder; made.length >= first.length; made = path.dirname(made)) await flushFolder(path.dirname(made));
    },
    FOLDER_CODES,
  );
}

/** How a file is staged. */
interface StageOptions {
  readonly isDurable: boolean;
  /** What is there already will be replaced: it must be writable, and hands on its permissions. */
  readonly replaces: boolean;
}

/** Writes a content beside its place, under a name of its own. */
export async function stageFile(location: string, content: Uint8Array, { isDurable, replaces }: StageOptions): Promise<StagedFile> {
  const folder = path.dirname(location);
  const temporary = path.join(folder, temporaryName(randomBytes(8).toString('hex')));
  const discard = () => fsp.rm(temporary, { force: true }).catch(() => undefined);
  try {
    await writeNew(temporary, content, isDurable, replaces ? await permissionsOf(location) : undefined);
  } catch (error) {
    await discard();
    throw error;
  }
  const commit = async (mode: WriteMode): Promise<void> => {
    try {
      if (mode === 'replace') await fsp.rename(temporary, location);
      else await linkExclusively(temporary, location, content);
    } finally {
      await discard();
    }
    if (isDurable) await flushFolder(folder);
  };
  return { commit: (mode) => coded(location, () => commit(mode)), discard };
}

/** Permission bits of the file that will be replaced; undefined when there is none. Rejects when it is write-protected. */
async function permissionsOf(location: string): Promise<number | undefined> {
  try {
    const stats = await fsp.lstat(location);
    if (!stats.isFile()) return undefined;
    await fsp.access(location, fsp.constants.W_OK);
    return stats.mode & PERMISSION_BITS;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeNew(location: string, content: Uint8Array, isDurable: boolean, permissions?: number): Promise<void> {
  const handle = await fsp.open(location, 'wx');
  try {
    await handle.writeFile(content);
    if (permissions !== undefined) await handle.chmod(permissions);
    if (isDurable) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link appears whole or not at all, and fails when the name is taken; `rename` would replace what is there. */
async function linkExclusively(temporary: string, location: string, content: Uint8Array): Promise<void> {
  try {
    await fsp.link(temporary, location);
  } catch (error) {
    if (!NO_HARD_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await writeExclusively(location, content);
  }
}

/** Without hard links the name is taken first; should the content then not fit, the name is given back. */
async function writeExclusively(location: string, content: Uint8Array): Promise<void> {
  try {
    await writeNew(location, content, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await fsp.rm(location, { force: true });
    throw error;
  }
}

/** A new name outlives a power failure only when the folder it stands in was flushed too. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await fsp.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!NO_FOLDER_FLUSH.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
