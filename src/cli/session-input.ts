import { type FileHandle, open, stat as fileStat } from 'node:fs/promises';
import type { ByteRange } from '../core/conversation/outline.ts';
import { formatSize } from '../core/content/size.ts';
import { CodedError } from '../core/io/errors.ts';
import { coded } from '../platform/entry-error.ts';
import type { FileVersion } from '../platform/repair-file.ts';
import { databaseState } from '../platform/sqlite/database-state.ts';
import { beginsAsDatabase } from '../platform/sqlite/open-database.ts';
import type { SessionDatabase, StoredSession } from '../platform/sqlite/session-database.ts';
import { storedPlace } from '../platform/sqlite/stored-place.ts';
import { Refusal } from './refusal.ts';
import { showTime } from './table.ts';

/** A session that is open for reading: a file, or a document of a database. */
export interface SessionInput {
  /** Bytes. */
  readonly size: number;
  readonly version: FileVersion;
  /** Fewer bytes where the file has become shorter. */
  read(range: ByteRange): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Whether a path is that of a session: a file, or `DATABASE#ID`. */
export async function isSessionPlace(location: string): Promise<boolean> {
  return (await placeOf(location)) !== undefined;
}

/** Whether a path is that of a database of sessions, or of one in it. */
export async function isStored(location: string): Promise<boolean> {
  const place = await placeOf(location);
  return place !== undefined && (place.id !== undefined || (await isDatabase(place.path)));
}

/** Opens a session. @throws Refusal `several_sessions` for a database of several; CodedError */
export async function openSession(file: string, location: string): Promise<SessionInput> {
  const { path, id } = (await placeOf(location)) ?? { path: location, id: undefined };
  return (id === undefined ? await coded(file, () => openPlain(file, path)) : undefined) ?? openStored(file, path, id);
}

/** Undefined for a database. */
async function openPlain(file: string, location: string): Promise<SessionInput | undefined> {
  const handle = await openFile(file, location);
  let isPlain = false;
  try {
    const { size, mtimeMs } = await handle.stat();
    const read = (range: ByteRange): Promise<Uint8Array> => rangeOf(handle, range);
    isPlain = !beginsAsDatabase(await read({ start: 0, end: BEGINNING_BYTES }));
    return isPlain ? { size, version: { size, mtimeMs }, read, close: () => handle.close() } : undefined;
  } finally {
    if (!isPlain) await handle.close();
  }
}

/** The sessions of a database; undefined for a file that is none. @throws CodedError */
export async function sessionsOfDatabase(location: string): Promise<readonly (StoredSession & { readonly size: number })[] | undefined> {
  if (!(await isDatabase(location))) return undefined;
  const database = await openDatabase(location);
  try {
    return withSizes(database);
  } finally {
    database.close();
  }
}

/**
 * Reads a session as its database has it now, whatever its program writes meanwhile. Only where no program had it open was nothing agreed with
 * one: if one begins now, the session is not read on.
 */
async function openStored(file: string, location: string, id: string | undefined): Promise<SessionInput> {
  const state = await databaseState(location);
  const database = await openDatabase(location);
  try {
    database.hold();
    const document = database.document(id ?? onlyOne(file, database));
    return {
      size: document.size,
      version: { size: document.size, mtimeMs: 0 },
      read: async ({ start, end }) => {
        const bytes = database.read(document, start, end - start);
        if (database.isImmutable && (await databaseState(location)).version !== state.version) throw new CodedError('busy', { name: file });
        return bytes;
      },
      close: () => Promise.resolve(database.close()),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @throws Refusal where there are several to choose from, or none */
function onlyOne(file: string, database: SessionDatabase): string {
  const sessions = withSizes(database);
  const [only] = sessions;
  if (!only) throw new Refusal('not_a_conversation', `${file} is a database without a session.`);
  if (sessions.length === 1) return only.id;
  const lines = sessions.slice(0, MOST_NAMED).map((session) => `  ${file}#${session.id}  ${wordsOf(session)}`);
  const others = sessions.length > MOST_NAMED ? [`  … and ${sessions.length - MOST_NAMED} more, which "list" names.`] : [];
  throw new Refusal('several_sessions', `${file} has ${sessions.length} sessions. Name one of them:`, ...lines, ...others);
}

/** Sessions that a refusal names. */
const MOST_NAMED = 20;

function wordsOf({ updated, size, title }: StoredSession & { readonly size: number }): string {
  return `${showTime(new Date(updated).toISOString())}  ${formatSize(size)}  ${title.replaceAll(/\s+/g, ' ').slice(0, 60)}`;
}

function withSizes(database: SessionDatabase): readonly (StoredSession & { readonly size: number })[] {
  return database.sessions().map((session) => ({ ...session, size: database.sizeOf(session.id) }));
}

/** What reads a database is loaded with the first one. */
async function openDatabase(location: string): Promise<SessionDatabase> {
  const { SessionDatabase } = await import('../platform/sqlite/session-database.ts');
  return SessionDatabase.open(location);
}

/** A file of that name comes before a session of a database. */
async function placeOf(location: string): Promise<{ readonly path: string; readonly id: string | undefined } | undefined> {
  if (await isFile(location)) return { path: location, id: undefined };
  const place = storedPlace(location);
  return place && (await isDatabase(place.database)) ? { path: place.database, id: place.id } : undefined;
}

async function isDatabase(location: string): Promise<boolean> {
  if (!(await isFile(location))) return false;
  const handle = await open(location);
  try {
    return beginsAsDatabase(await rangeOf(handle, { start: 0, end: BEGINNING_BYTES }));
  } finally {
    await handle.close();
  }
}

const BEGINNING_BYTES = 16;

function isFile(location: string): Promise<boolean> {
  return fileStat(location).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function rangeOf(handle: FileHandle, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

/** Opens a regular file. A pipe is not opened: that would wait for whoever writes to it. @throws CodedError `not_a_file` */
async function openFile(file: string, location: string): Promise<FileHandle> {
  if (!(await fileStat(location)).isFile()) throw new CodedError('not_a_file', { name: file });
  return open(location);
}
