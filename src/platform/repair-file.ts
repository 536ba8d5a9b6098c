import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../core/io/errors.ts';
import { LeftoverSweep, temporaryName } from '../core/io/temporary-name.ts';
import { NodeFileSystem } from './node-file-system.ts';

/** Bytes of a file, and what takes their place. */
export interface FileEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string | Uint8Array;
}

/** Edits in the order of the file, not overlapping: a list, or made one after the other from the bytes of the file. */
export type FileEdits = readonly FileEdit[] | ((read: ReadBytes) => AsyncIterable<FileEdit>);

/** Reads bytes of the file that is repaired. */
export type ReadBytes = (range: { readonly start: number; readonly end: number }) => Promise<Uint8Array>;

/** How a file was when it was read. */
export interface FileVersion {
  readonly size: number;
  /** Milliseconds, as the file system has them. */
  readonly mtimeMs: number;
  /** Another one when another file took its place, as a repair does. */
  readonly inode?: number;
}

/** A repaired file before it takes the place of the one that is repaired. */
export interface MadeRepair {
  /** Where it is, and where the backup is. */
  readonly edited: string;
  readonly backup: string;
}

interface RepairFileOptions {
  readonly now?: number;
  /** What has to be on the disk before the file is replaced. When it rejects, nothing is changed. */
  readonly prepare?: (made: MadeRepair) => Promise<void>;
}

/** A file that was written to within so many milliseconds is taken to be in use. */
export const IN_USE_MS = 10_000;

const PIECE = 1024 * 1024;
const PERMISSION_BITS = 0o7777;

/**
 * Replaces bytes of a file as a whole: a copy with the edits is written beside it, and takes its name once it is on the disk. The file as
 * it was stays beside it as `NAME.backup-TIME.MARK`. Owner and permissions are kept. A symbolic link stays; the file behind it is changed.
 *
 * @param read the file when it was read
 * @returns where the backup is; undefined when there was no edit, and nothing was changed
 * @throws CodedError `busy` for a file that somebody writes to, `target_changed` when it is not as it was read, an error of the file system,
 *   or what making the edits rejects with; then nothing is left behind
 */
export async function repairFile(
  location: string,
  edits: FileEdits,
  read: FileVersion,
  { now = Date.now(), prepare }: RepairFileOptions = {},
): Promise<string | undefined> {
  const target = await fsp.realpath(location);
  await sweep(target);
  const earlier = await boundBackups(target);
  const isOurs = earlier.length > 0;
  const stat = await checked(target, read, now, isOurs);
  const backup = await makeBackup(target, stat, now);
  const temporary = path.join(path.dirname(target), temporaryName(randomBytes(8).toString('hex')));
  try {
    const isEdited = await writeEdited(target, temporary, edits, stat);
    if (isEdited) await prepare?.({ edited: temporary, backup });
    await checked(target, read, now, isOurs);
    if (!isEdited) {
      await removeAll(temporary, backup);
      return undefined;
    }
    // Bound to this repair by the time of its last change, in whole milliseconds, which no other write leaves: it is undone only while
    // the file is as the repair left it, and no program has written lines to the old one. A kill in between leaves one file, two names.
    // When this one is undone, those before it can be.
    const { mtime } = await fsp.stat(temporary);
    for (const each of [temporary, backup, ...earlier]) await fsp.utimes(each, mtime, mtime);
    await fsp.rename(temporary, target);
  } catch (error) {
    await removeAll(temporary, backup);
    throw error;
  }
  await flushFolder(path.dirname(target));
  return backup;
}

interface ReplaceOptions {
  /** Its last writer was a repair. */
  readonly isOurs: boolean;
  /** Another name for the file as it was: what a program that has it open still writes is not lost. */
  readonly kept: string;
  /** Looks at the file before it takes the place of the other. When it rejects, nothing is changed. */
  readonly verify: (edited: string) => Promise<void>;
}

/** Replaces bytes of a file as a whole, as {@link repairFile} does, but for its backup. @throws as {@link repairFile}, and what `verify` throws */
export async function replaceInFile(
  target: string,
  edits: FileEdits,
  read: FileVersion,
  { isOurs, kept, verify }: ReplaceOptions,
): Promise<void> {
  const stat = await checked(target, read, Date.now(), isOurs);
  const temporary = path.join(path.dirname(target), temporaryName(randomBytes(8).toString('hex')));
  let isKept = false;
  try {
    await writeEdited(target, temporary, edits, stat);
    await verify(temporary);
    await linkOrCopy(target, kept, stat);
    isKept = true;
    await checked(target, read, Date.now(), isOurs);
    await fsp.rename(temporary, target);
  } catch (error) {
    await removeAll(temporary, ...(isKept ? [kept] : []));
    throw error;
  }
  await flushFolder(path.dirname(target));
}

/** Whether one backup was made after another, by their names. */
export function isLaterBackup(name: string, other: string): boolean {
  const [one, two] = [name, other].map((each) => BACKUP.exec(each.slice(each.lastIndexOf('.backup-') + '.backup-'.length)));
  if (!one || !two) return false;
  const [, time = '', count = '0'] = one;
  const [, otherTime = '', otherCount = '0'] = two;
  return time === otherTime ? Number(count) > Number(otherCount) : time > otherTime;
}

/** How a local file is now. @throws an error of the file system */
export async function fileVersion(location: string): Promise<FileVersion> {
  const { size, mtimeMs, ino } = await fsp.stat(location);
  return { size, mtimeMs, inode: ino };
}

/** Whether {@link undoRepair} would put a backup back. Never rejects. */
export async function canUndo(location: string): Promise<boolean> {
  try {
    return (await boundBackups(await fsp.realpath(location))).length > 0;
  } catch {
    return false;
  }
}

/**
 * Puts the newest backup back, byte for byte; it is a backup no more.
 *
 * @returns the backup that was put back; undefined when there is none that a repair wrote
 * @throws CodedError `changed_since_repair` when somebody has written to the file or to its backup since; an error of the file system
 */
export async function undoRepair(location: string): Promise<string | undefined> {
  const target = await fsp.realpath(location);
  await sweep(target);
  if ((await backupsOf(target)).length === 0) return undefined;
  const [newest] = await boundBackups(target);
  if (newest === undefined) throw new CodedError('changed_since_repair', { name: location });
  await fsp.rename(newest, target);
  await flushFolder(path.dirname(target));
  return newest;
}

/** What follows the name of a file in that of a backup: when it was made, which of that second, and its mark. */
const BACKUP = /^(\d{8}T\d{6}Z)(?:-(\d+))?\.([0-9a-f]{16})$/;

interface Backup {
  readonly file: string;
  readonly time: string;
  /** Its number among those of one second, from 0. */
  readonly count: number;
  readonly mark: string;
}

/** What repairs have kept of a file, the newest first; other programs name their copies otherwise. */
async function backupsOf(target: string): Promise<Backup[]> {
  const start = `${path.basename(target)}.backup-`;
  const folder = path.dirname(target);
  const found = (await fsp.readdir(folder)).flatMap((name): Backup[] => {
    const [, time, count = '0', mark] = (name.startsWith(start) && BACKUP.exec(name.slice(start.length))) || [];
    return time !== undefined && mark !== undefined ? [{ file: path.join(folder, name), time, count: Number(count), mark }] : [];
  });
  return found.sort((one, other) => (one.time === other.time ? other.count - one.count : one.time < other.time ? 1 : -1));
}

/** The backups of its last repairs, since which nobody has written to the file or to them: the newest first. @param target a real path */
export async function boundBackups(target: string): Promise<string[]> {
  const { mtimeMs } = await fsp.stat(target);
  const bound: string[] = [];
  for (const { file, mark } of await backupsOf(target)) {
    const kept = await fsp.lstat(file);
    if (!kept.isFile() || kept.mtimeMs !== mtimeMs || (await markOf(file)) !== mark) break;
    bound.push(file);
  }
  return bound;
}

/** Bytes at each end of a file that its mark is made of. */
const MARKED = 64 * 1024;

/**
 * Tells a file that a repair has kept from any other: 16 hexadecimal digits of its size, its beginning and its end.
 *
 * @param length of its beginning that counts; default: all of it
 */
export async function markOf(file: string, length = Infinity): Promise<string> {
  const input = await fsp.open(file, 'r');
  try {
    const size = Math.min(length, (await input.stat()).size);
    const hash = createHash('sha256').update(`${size} `);
    hash.update(await readRange(input, { start: 0, end: Math.min(size, MARKED) }));
    hash.update(await readRange(input, { start: Math.max(0, size - MARKED), end: size }));
    return hash.digest('hex').slice(0, 16);
  } finally {
    await input.close();
  }
}

/** Removes what killed repairs have left: hidden copies once they are old, and second names of the file as it is, which are no backups. */
async function sweep(target: string): Promise<void> {
  await new LeftoverSweep(new NodeFileSystem()).sweep(path.dirname(target));
  const { ino, dev } = await fsp.stat(target);
  for (const { file } of await backupsOf(target)) {
    const kept = await fsp.lstat(file);
    if (kept.ino === ino && kept.dev === dev) await fsp.rm(file, { force: true });
  }
}

/** @param isOurs its last writer was a repair */
async function checked(target: string, read: FileVersion, now: number, isOurs: boolean): Promise<Stats> {
  const stat = await fsp.stat(target);
  if (!stat.isFile()) throw new CodedError('not_a_file', { name: target });
  if (stat.size !== read.size || stat.mtimeMs !== read.mtimeMs) throw new CodedError('target_changed', { name: target });
  if (!isOurs && Math.abs(now - stat.mtimeMs) < IN_USE_MS) throw new CodedError('busy', { name: target });
  return stat;
}

async function makeBackup(target: string, stat: Stats, now: number): Promise<string> {
  const mark = await markOf(target);
  const [newest] = await backupsOf(target);
  const wanted = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  // Their names tell their order, also when the clock was set back.
  const time = newest && wanted < newest.time ? newest.time : wanted;
  for (let count = newest?.time === time ? newest.count + 1 : 0; ; count++) {
    const backup = `${target}.backup-${time}${count === 0 ? '' : `-${count}`}.${mark}`;
    try {
      await linkOrCopy(target, backup, stat);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A second name of the old file: what a program that has it open still writes is not lost. A copy where there are no such names. */
async function linkOrCopy(target: string, backup: string, stat: Stats): Promise<void> {
  try {
    await fsp.link(target, backup);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    await copyWhole(target, backup, stat);
  }
}

/** A copy that is there as a whole or not at all. */
async function copyWhole(target: string, copy: string, stat: Stats): Promise<void> {
  let isOurs = true;
  try {
    await fsp.copyFile(target, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
      isOurs = error.code !== 'EEXIST';
      throw error;
    });
    await fsp.chmod(copy, stat.mode & PERMISSION_BITS);
    await flushFile(copy);
  } catch (error) {
    if (isOurs) await removeAll(copy);
    throw error;
  }
}

/** Takes away what is not needed, as far as the disk lets it: what went wrong before is the error that counts. */
async function removeAll(...files: readonly string[]): Promise<void> {
  for (const file of files) await fsp.rm(file, { force: true }).catch(() => undefined);
}

/** @returns whether there was an edit */
async function writeEdited(source: string, temporary: string, edits: FileEdits, stat: Stats): Promise<boolean> {
  const input = await fsp.open(source, 'r');
  try {
    const output = await fsp.open(temporary, 'wx', stat.mode & PERMISSION_BITS);
    try {
      await output.chown(stat.uid, stat.gid).catch(() => undefined);
      await output.chmod(stat.mode & PERMISSION_BITS);
      let at = 0;
      let isEdited = false;
      const made = typeof edits === 'function' ? edits((range) => readRange(input, range)) : edits;
      for await (const { start, end, text } of made) {
        await copyRange(input, output, at, start);
        await writeAll(output, typeof text === 'string' ? new TextEncoder().encode(text) : text);
        at = end;
        isEdited = true;
      }
      await copyRange(input, output, at, stat.size);
      await output.sync();
      return isEdited;
    } finally {
      await output.close();
    }
  } finally {
    await input.close();
  }
}

/** @throws CodedError `target_changed` when the file is shorter */
async function readRange(input: fsp.FileHandle, { start, end }: { readonly start: number; readonly end: number }): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await input.read(bytes, at, bytes.length - at, start + at);
    if (bytesRead === 0) throw new CodedError('target_changed');
    at += bytesRead;
  }
  return bytes;
}

async function copyRange(input: fsp.FileHandle, output: fsp.FileHandle, start: number, end: number): Promise<void> {
  const buffer = new Uint8Array(Math.min(PIECE, Math.max(0, end - start)));
  for (let at = start; at < end;) {
    const { bytesRead } = await input.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) throw new CodedError('target_changed');
    await writeAll(output, buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

async function writeAll(output: fsp.FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await output.write(bytes, at)).bytesWritten;
}

export async function flushFile(location: string): Promise<void> {
  const file = await fsp.open(location, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Some systems cannot flush a folder: then the file is there all the same, only not surely after a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await fsp.open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
