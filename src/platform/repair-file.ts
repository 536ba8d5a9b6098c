import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../core/io/errors.ts';
import { temporaryName } from '../core/io/temporary-name.ts';

/** Bytes of a file, and what takes their place. */
export interface ByteEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits in the order of the file, not overlapping: a list, or made one after the other from the bytes of the file. */
export type FileEdits = readonly ByteEdit[] | ((read: ReadBytes) => AsyncIterable<ByteEdit>);

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

/** What hosts with local files do with this module. */
export interface LocalRepairs {
  canUndo(location: string): Promise<boolean>;
  fileVersion(location: string): Promise<FileVersion>;
  repairFile(location: string, edits: FileEdits, read: FileVersion): Promise<string | undefined>;
  undoRepair(location: string): Promise<string | undefined>;
}

/** A file that was written to within so many milliseconds is taken to be in use. */
export const IN_USE_MS = 10_000;

const PIECE = 1024 * 1024;
const PERMISSION_BITS = 0o7777;

/**
 * Replaces bytes of a file as a whole: a copy with the edits is written beside it, and takes its name once it is on the disk. The file as
 * it was stays beside it as `NAME.backup-TIME`. Owner and permissions are kept. A symbolic link stays; the file behind it is changed.
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
  { now = Date.now() }: { readonly now?: number } = {},
): Promise<string | undefined> {
  const target = await fsp.realpath(location);
  const earlier = await boundBackups(target);
  const isOurs = earlier.length > 0;
  const stat = await checked(target, read, now, isOurs);
  const backup = await makeBackup(target, stat, now);
  const temporary = path.join(path.dirname(target), temporaryName(randomBytes(8).toString('hex')));
  try {
    const isEdited = await writeEdited(target, temporary, edits, stat);
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
 * @returns the backup that was put back; undefined when there is none
 * @throws CodedError `target_changed` when the file was written to since the repair
 */
export async function undoRepair(location: string): Promise<string | undefined> {
  const target = await fsp.realpath(location);
  if ((await backupsOf(target)).length === 0) return undefined;
  const [newest] = await boundBackups(target);
  if (newest === undefined) throw new CodedError('target_changed', { name: location });
  await fsp.rename(newest, target);
  await fsp.rm(newest, { force: true }); // still there when both names were of one file
  await flushFolder(path.dirname(target));
  return newest;
}

/** The backups of a file, the newest first. */
async function backupsOf(target: string): Promise<string[]> {
  const start = `${path.basename(target)}.backup-`;
  const names = (await fsp.readdir(path.dirname(target))).filter(
    (name) => name.startsWith(start) && /^\d{8}T\d{6}Z(-\d+)?$/.test(name.slice(start.length)),
  );
  const { compare } = new Intl.Collator('en', { numeric: true });
  return names.sort((one, other) => compare(other, one)).map((name) => path.join(path.dirname(target), name));
}

/** Those of its last repairs, since which nobody has written to the file or to them: the newest first. */
async function boundBackups(target: string): Promise<string[]> {
  const { mtimeMs } = await fsp.stat(target);
  const bound: string[] = [];
  for (const backup of await backupsOf(target)) {
    const kept = await fsp.lstat(backup);
    if (!kept.isFile() || kept.mtimeMs !== mtimeMs) break;
    bound.push(backup);
  }
  return bound;
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
  const [newest = ''] = await backupsOf(target);
  const [last = ''] = newest.slice(`${target}.backup-`.length).split('-');
  const wanted = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  // Their names tell their order, also when the clock was set back.
  const time = wanted < last ? last : wanted;
  for (let attempt = 0; ; attempt++) {
    const backup = `${target}.backup-${time}${attempt === 0 ? '' : `-${attempt}`}`;
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
        await writeAll(output, new TextEncoder().encode(text));
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

async function flushFile(location: string): Promise<void> {
  const file = await fsp.open(location, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Some systems cannot flush a folder: then the file is there all the same, only not surely after a power cut. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await fsp.open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
