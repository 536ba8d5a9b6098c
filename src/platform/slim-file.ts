import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import {
  isNamedByContent,
  mediaFolderOf,
  originalBytes,
  readRecord,
  recordLine,
  type SlimEntry,
  slimEdits,
  type SlimRecord,
} from '../core/conversation/slim-edits.ts';
import type { SlimPlace } from '../core/conversation/slim-plan.ts';
import { mapConcurrently } from '../core/io/concurrency.ts';
import { CodedError } from '../core/io/errors.ts';
import { MAX_SLIMMED_BYTES } from '../core/io/limits.ts';
import { temporaryName } from '../core/io/temporary-name.ts';
import {
  boundBackups,
  type FileEdit,
  fileVersion,
  type FileVersion,
  flushFile,
  flushFolder,
  IN_USE_MS,
  isLaterBackup,
  type MadeRepair,
  markOf,
  repairFile,
  replaceInFile,
  undoRepair,
} from './repair-file.ts';

/** A session that was slimmed. */
export interface SlimmedFile {
  readonly backup: string;
  /** The folder that has its media now. */
  readonly folder: string;
  /** Different ones. */
  readonly files: number;
  /** Bytes of the session now. */
  readonly size: number;
}

/** What was undone, and from which file. */
export interface Undone {
  readonly kind: 'repair' | 'slim';
  readonly from: string;
  /** Where the slimmed session is, for what a program that still has it open goes on writing. */
  readonly kept?: string;
}

interface SlimFileOptions {
  readonly now?: number;
  /** After each medium. */
  readonly onMedium?: () => void;
  readonly signal?: Pick<AbortSignal, 'throwIfAborted'> | undefined;
}

/** Files that are flushed at a time. */
const WIDTH = 16;

/** What only the owner may look into: sessions may be read by nobody else. */
const OWNER_ONLY = 0o700;

/**
 * Takes media out of a session, as {@link repairFile} makes a repair: the session as it was stays beside it. The media go into a folder beside it,
 * with what puts them back. When it fails, nothing is left behind.
 *
 * @param read the file when its media were found
 * @returns undefined when there was nothing to take out
 * @throws as `repairFile`
 */
export async function slimFile(
  location: string,
  places: readonly SlimPlace[],
  read: FileVersion,
  { now, onMedium, signal }: SlimFileOptions = {},
): Promise<SlimmedFile | undefined> {
  const target = await fsp.realpath(location);
  const folder = new MediaFolder(target);
  await dropStale(folder);
  const entries: SlimEntry[] = [];
  const edits = async function* (readBytes: (range: { start: number; end: number }) => Promise<Uint8Array>): AsyncGenerator<FileEdit> {
    const options = { read: readBytes, save: folder.save.bind(folder), pathOf: folder.pathOf.bind(folder) };
    for await (const { entry, ...edit } of slimEdits(places, options)) {
      signal?.throwIfAborted();
      entries.push(entry);
      onMedium?.();
      yield edit;
    }
  };
  const prepare = (made: MadeRepair): Promise<void> => folder.prepare(entries, made);
  try {
    const backup = await repairFile(target, edits, read, { ...(now !== undefined && { now }), prepare });
    if (backup !== undefined) {
      const { size } = await fsp.stat(target);
      return { backup, folder: folder.location, files: new Set(entries.map(({ file }) => file)).size, size };
    }
  } catch (error) {
    await folder.discard().catch(() => undefined);
    throw error;
  }
  await folder.discard();
  return undefined;
}

/** What {@link undoLast} would undo; undefined for nothing. Never rejects. */
export async function lastChange(location: string): Promise<Undone['kind'] | undefined> {
  try {
    const target = await fsp.realpath(location);
    const folder = new MediaFolder(target);
    const [newest] = await boundBackups(target);
    const records = await folder.records();
    if (await restorable(folder, records, newest)) return 'slim';
    if (newest === undefined) return undefined;
    return records.some(({ summary }) => summary.backup === path.basename(newest)) ? 'slim' : 'repair';
  } catch {
    return undefined;
  }
}

/** The record by which a session is put back: it was slimmed after its last repair that can be undone, and the backup of that is gone or changed. */
function restorable(folder: MediaFolder, records: readonly NamedRecord[], newest: string | undefined): Promise<NamedRecord | undefined> {
  return folder.applied(records.filter(({ summary }) => newest === undefined || isLaterBackup(summary.backup, newest)));
}

/**
 * Undoes what was done last: a repair, or that a session was slimmed, also when its program has appended lines since.
 *
 * @returns undefined when nothing was done
 * @throws CodedError `changed_since_repair` when somebody has changed what was repaired or slimmed, or one of the media, `busy` while somebody
 *   writes to the session; an error of the file system
 */
export async function undoLast(location: string): Promise<Undone | undefined> {
  const target = await fsp.realpath(location);
  const folder = new MediaFolder(target);
  const records = await dropStale(folder);
  const [newest] = await boundBackups(target);
  const applied = await restorable(folder, records, newest);
  if (applied) return restore(folder, applied);
  const from = await undoRepair(target);
  if (from === undefined && records.length > 0) throw new CodedError('changed_since_repair', { name: location });
  if (from === undefined) return undefined;
  const record = records.find(({ summary }) => summary.backup === path.basename(from));
  if (record) await folder.drop(record);
  return { kind: record ? 'slim' : 'repair', from };
}

/** A record, and its file. */
interface NamedRecord extends SlimRecord {
  readonly name: string;
  readonly mtimeMs: number;
}

async function restore(folder: MediaFolder, record: NamedRecord): Promise<Undone> {
  const { target } = folder;
  const { summary, entries } = record;
  const { size, mtimeMs } = await fsp.stat(target);
  const edits = async function* (): AsyncGenerator<FileEdit> {
    for (const entry of entries) yield { start: entry.start, end: entry.end, text: originalBytes(entry, await folder.content(entry.file)) };
  };
  const kept = `${target}.slimmed-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
  const verify = async (edited: string): Promise<void> => {
    if ((await hashOfStart(edited, summary.original.size)) !== summary.original.sha256)
      throw new CodedError('changed_since_repair', { name: folder.pathOf(record.name) });
  };
  await replaceInFile(target, edits, { size, mtimeMs }, { isOurs: size === summary.size, kept, verify });
  await folder.drop(record);
  return { kind: 'slim', from: folder.pathOf(record.name), kept };
}

/**
 * Removes records that the session does not need: a run was killed before it was slimmed, or after it was put back. A new one may be of a run
 * that is at work.
 *
 * @returns the others
 */
async function dropStale(folder: MediaFolder): Promise<NamedRecord[]> {
  const needed: NamedRecord[] = [];
  for (const record of await folder.records()) {
    if (!(await folder.isStale(record))) needed.push(record);
    else if (Math.abs(Date.now() - record.mtimeMs) > IN_USE_MS) await folder.drop(record);
  }
  return needed;
}

/** How the name of a file ends that has what puts a session back. */
const RECORD_END = '.restore';

/** The folder beside a session with the media that were taken out of it. */
class MediaFolder {
  /** The session: a real path. */
  readonly target: string;
  readonly location: string;
  readonly #written = new Set<string>();
  #record: string | undefined;
  #isReady = false;

  constructor(target: string) {
    this.target = target;
    this.location = mediaFolderOf(target);
  }

  pathOf(name: string): string {
    return path.join(this.location, name);
  }

  /** Keeps a file that is named by its content: one that a kill has cut off is written anew. */
  async save(name: string, bytes: Uint8Array): Promise<void> {
    if (!this.#isReady) await this.#make();
    try {
      this.#written.add(name);
      await fsp.writeFile(this.pathOf(name), bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      this.#written.delete(name);
      const there = await readPlain(this.pathOf(name), bytes.length).catch(() => undefined);
      if (!there?.bytes.equals(bytes)) await this.#write(name, bytes);
    }
  }

  async #make(): Promise<void> {
    await fsp.mkdir(this.location, { recursive: true, mode: OWNER_ONLY });
    // No link leads what is kept to another place.
    if (!(await fsp.lstat(this.location)).isDirectory()) throw new CodedError('not_a_directory', { name: this.location });
    this.#isReady = true;
  }

  /** A file that is there as a whole or not at all. */
  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = this.pathOf(temporaryName(randomBytes(8).toString('hex')));
    try {
      await fsp.writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
      await flushFile(temporary);
      await fsp.rename(temporary, this.pathOf(name));
    } catch (error) {
      await fsp.rm(temporary, { force: true });
      throw error;
    }
  }

  /** Puts on the disk all that the session is put back from, before it is slimmed. */
  async prepare(entries: readonly SlimEntry[], { edited, backup }: MadeRepair): Promise<void> {
    const files = [...new Set(entries.map(({ file }) => file))];
    await mapConcurrently(files, WIDTH, (name) => flushFile(this.pathOf(name)));
    const { size } = await fsp.stat(this.target);
    const summary = {
      size: (await fsp.stat(edited)).size,
      sha256: await hashOfStart(edited, Infinity),
      original: { size, mark: await markOf(this.target), sha256: await hashOfStart(this.target, Infinity) },
      backup: path.basename(backup),
    };
    const name = `${summary.backup.slice(summary.backup.lastIndexOf('.backup-') + '.backup-'.length)}${RECORD_END}`;
    await this.#write(name, Buffer.from([...entries, summary].map(recordLine).join('')));
    this.#record = name;
    // another run may have removed what it had no record of
    for (const file of files) await fsp.stat(this.pathOf(file));
    await flushFolder(this.location);
  }

  /** Takes back what was done here. */
  async discard(): Promise<void> {
    if (this.#record !== undefined) await fsp.rm(this.pathOf(this.#record), { force: true });
    await this.#remove(this.#written);
  }

  /** All records that can be read. */
  async records(): Promise<NamedRecord[]> {
    const names = (await this.#names()).filter((name) => name.endsWith(RECORD_END));
    const records = await mapConcurrently(names, 1, async (name) => {
      try {
        const { bytes, mtimeMs } = await readPlain(this.pathOf(name), MAX_RECORD_BYTES);
        return [{ name, mtimeMs, ...readRecord(bytes.toString('utf8'), name) }];
      } catch {
        return [];
      }
    });
    return records.flat();
  }

  async #names(): Promise<string[]> {
    const stat = await fsp.lstat(this.location).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return stat?.isDirectory() ? fsp.readdir(this.location) : [];
  }

  /** Of some records that of how the session was slimmed last; undefined where that was changed since. */
  async applied(records: readonly NamedRecord[]): Promise<NamedRecord | undefined> {
    if (records.length === 0) return undefined;
    const { size } = await fsp.stat(this.target);
    // one that was made later knows more of the session
    const possible = records.filter(({ summary }) => summary.size <= size).toSorted((a, b) => b.summary.size - a.summary.size);
    for (const record of possible) if ((await hashOfStart(this.target, record.summary.size)) === record.summary.sha256) return record;
    return undefined;
  }

  /** Whether the session is as it was before it was slimmed. */
  async isStale({ summary: { original, size, sha256 } }: NamedRecord): Promise<boolean> {
    const stat = await fsp.stat(this.target);
    if (stat.size < original.size || (await markOf(this.target, original.size)) !== original.mark) return false;
    return (await hashOfStart(this.target, size)) !== sha256;
  }

  /** @throws CodedError `changed_since_repair` when it is not there, or not what its name says; an error of the file system */
  async content(name: string): Promise<Uint8Array> {
    const plain = await readPlain(this.pathOf(name), MAX_SLIMMED_BYTES).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ELOOP') return undefined;
      throw error;
    });
    if (!plain || !(await isNamedByContent(name, plain.bytes))) throw new CodedError('changed_since_repair', { name: this.pathOf(name) });
    return plain.bytes;
  }

  /** Removes a record, and the media that no other one needs. */
  async drop({ name, entries }: NamedRecord): Promise<void> {
    await fsp.rm(this.pathOf(name), { force: true });
    await this.#remove(new Set(entries.map(({ file }) => file)));
  }

  /** Removes media that no record needs, and the folder when it is empty. */
  async #remove(files: ReadonlySet<string>): Promise<void> {
    const records = await this.records();
    // one that cannot be read may need any of them
    if (records.length < (await this.#names()).filter((name) => name.endsWith(RECORD_END)).length) return;
    const needed = new Set(records.flatMap(({ entries }) => entries.map(({ file }) => file)));
    for (const file of files) if (!needed.has(file)) await fsp.rm(this.pathOf(file), { force: true });
    await fsp.rmdir(this.location).catch(() => undefined);
  }
}

const PIECE = 1024 * 1024;

/** Bytes of a record: a line of some 400 for each of the media that a session may have. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** Reads a file that may be anybody's: no link, no device, nothing that waits. @throws CodedError `too_large`, `not_a_file`; of the file system */
async function readPlain(file: string, limit: number): Promise<{ readonly bytes: Buffer; readonly mtimeMs: number }> {
  const handle = await fsp.open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new CodedError('not_a_file', { name: file });
    if (stat.size > limit) throw new CodedError('too_large', { size: stat.size, limit });
    return { bytes: await handle.readFile(), mtimeMs: stat.mtimeMs };
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of the beginning of a file. */
async function hashOfStart(file: string, length: number): Promise<string> {
  const hash = createHash('sha256');
  const input = await fsp.open(file, 'r');
  try {
    const buffer = new Uint8Array(PIECE);
    for (let at = 0; at < length;) {
      const { bytesRead } = await input.read(buffer, 0, Math.min(PIECE, length - at), at);
      if (bytesRead === 0) break;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await input.close();
  }
  return hash.digest('hex');
}

/** What hosts with local files do with what they have read. */
export const LOCAL_REPAIRS = { fileVersion, repairFile, slimFile, lastChange, undoLast };
export type LocalRepairs = typeof LOCAL_REPAIRS;
