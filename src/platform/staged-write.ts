import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../core/io/errors.ts';
import type { StagedFile, WriteMode } from '../core/io/file-system.ts';
import { temporaryName } from '../core/io/temporary-name.ts';
import { coded, WRITE_CODES } from './entry-error.ts';
import { OpenFolder, type OpenPlaces } from './open-folder.ts';

/** Error codes of file systems without hard links (FAT, some network shares). */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK']);
const PERMISSION_BITS = 0o777;
/** Bytes per name on Linux and macOS; Windows counts differently and reports it itself. */
const LONGEST_NAME = 255;

interface StageOptions {
  readonly isDurable: boolean;
  /** An existing file is replaced: it must be writable, and its permissions and owner are kept. */
  readonly replaces: boolean;
  /** See `PlaceOptions` of the core. */
  readonly noFollow?: boolean | undefined;
  readonly finalCheck?: FinalCheck | undefined;
}

/**
 * Looks, without waiting, whether the file is still the one to be replaced, and throws when it is not. The name is taken in the same turn: between
 * the two there is no more than the time of one call of the system.
 */
export type FinalCheck = () => void;

/** Writes content to a temporary file next to its target. The folder is kept open until commit or discard. */
export async function stageFile(places: OpenPlaces, location: string, content: Uint8Array, options: StageOptions): Promise<StagedFile> {
  const name = path.basename(location);
  if (process.platform !== 'win32' && Buffer.byteLength(name) > LONGEST_NAME)
    throw new CodedError('name_too_long', { limit: LONGEST_NAME });
  const folder = await OpenFolder.open(places, path.dirname(location), { noFollow: options.noFollow ?? false, create: true });
  const staged = new Staged(folder, name, content, options);
  try {
    await staged.write(options.replaces);
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return { commit: (mode) => coded(location, () => staged.commit(mode), WRITE_CODES), discard: () => staged.discard() };
}

/** Whose a file is, and what may be done with it. */
interface Ownership {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

class Staged {
  readonly #folder: OpenFolder;
  readonly #way: string;
  readonly #temporary: string;
  readonly #content: Uint8Array;
  readonly #isDurable: boolean;
  readonly #finalCheck: FinalCheck | undefined;
  #isDone = false;

  constructor(folder: OpenFolder, name: string, content: Uint8Array, { isDurable, finalCheck }: StageOptions) {
    this.#folder = folder;
    this.#way = folder.wayTo(name);
    this.#temporary = folder.wayTo(temporaryName(randomBytes(8).toString('hex')));
    this.#content = content;
    this.#isDurable = isDurable;
    this.#finalCheck = finalCheck;
  }

  async write(replaces: boolean): Promise<void> {
    await writeNew(this.#temporary, this.#content, this.#isDurable, replaces ? await ownershipOf(this.#way) : undefined);
    this.#folder.check();
  }

  async commit(mode: WriteMode): Promise<void> {
    try {
      this.#folder.check();
      if (mode === 'replace') {
        // Checked again: it may have been created since.
        await kindOfReplaced(this.#way);
        if (this.#finalCheck) {
          this.#finalCheck();
          renameSync(this.#temporary, this.#way);
        } else await fsp.rename(this.#temporary, this.#way);
      } else {
        await linkExclusively(this.#temporary, this.#way, this.#content);
        await remove(this.#temporary);
      }
      if (this.#isDurable) await this.#folder.flush();
    } finally {
      await this.discard();
    }
  }

  async discard(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    await remove(this.#temporary).catch(() => undefined);
    this.#folder.close();
  }
}

/** Removes a file; no error when it does not exist. */
export async function remove(location: string): Promise<void> {
  try {
    await fsp.unlink(location);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** A pipe, socket or device is never replaced. */
async function kindOfReplaced(location: string): Promise<(Ownership & { isFile: boolean }) | undefined> {
  try {
    const stats = await fsp.lstat(location);
    if (!stats.isFile() && !stats.isSymbolicLink()) throw new CodedError('not_a_file');
    return { mode: stats.mode, uid: stats.uid, gid: stats.gid, isFile: stats.isFile() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Permission bits and owner of the file to be replaced; undefined when there is none. Rejects when it is write-protected. */
async function ownershipOf(location: string): Promise<Ownership | undefined> {
  const replaced = await kindOfReplaced(location);
  if (!replaced?.isFile) return undefined;
  await fsp.access(location, fsp.constants.W_OK);
  return { ...replaced, mode: replaced.mode & PERMISSION_BITS };
}

async function writeNew(location: string, content: Uint8Array, isDurable: boolean, ownership?: Ownership): Promise<void> {
  // From its first byte: there may be keys in it, and a process that is killed leaves it behind.
  const handle = await fsp.open(location, 'wx', ownership?.mode);
  try {
    if (ownership) {
      // Only root can give a file to another; whoever else replaces one keeps it.
      await handle.chown(ownership.uid, ownership.gid).catch(() => undefined);
      await handle.chmod(ownership.mode);
    }
    await handle.writeFile(content);
    if (isDurable) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A hard link appears complete or not at all, and fails when the name exists; `rename` would replace it. */
async function linkExclusively(temporary: string, location: string, content: Uint8Array): Promise<void> {
  try {
    await fsp.link(temporary, location);
  } catch (error) {
    if (!NO_HARD_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await writeExclusively(location, content);
  }
}

/** Without hard links the name is created first, and removed again if writing the content fails. */
async function writeExclusively(location: string, content: Uint8Array): Promise<void> {
  try {
    await writeNew(location, content, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await remove(location);
    throw error;
  }
}
