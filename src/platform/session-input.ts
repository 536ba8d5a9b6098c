import { type FileHandle, open, stat as fileStat } from 'node:fs/promises';
import type { ByteRange } from '../core/conversation/outline.ts';
import { CodedError } from '../core/io/errors.ts';
import { codedAs } from './entry-error.ts';
import type { FileVersion } from './repair-file.ts';
import { databaseState } from './sqlite/database-state.ts';
import { beginsAsDatabase } from './sqlite/open-database.ts';
import type { SessionDatabase, StoredSession } from './sqlite/session-database.ts';
import { storedPlace } from './sqlite/stored-place.ts';

/** A session that is open for reading: a file, or a document of a database. */
export interface SessionInput {
  /** Bytes. */
  readonly size: number;
  readonly version: FileVersion;
  /** By which a change is told, of a file or of the database that holds it. */
  readonly state: string;
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

/** A session of a database, with the bytes of what it says. */
export type SizedSession = StoredSession & { readonly size: number };

/**
 * Opens a session.
 *
 * @param unclear makes what is thrown where a database is named without a session, and has none or several of them
 * @throws CodedError
 */
export async function openInput(
  file: string,
  location: string,
  unclear: (sessions: readonly SizedSession[]) => Error,
): Promise<SessionInput> {
  const { path, id } = (await codedAs(file, () => placeOf(location))) ?? { path: location, id: undefined };
  return (id === undefined ? await codedAs(file, () => openPlain(file, path)) : undefined) ?? openStored(file, { path, id }, unclear);
}

/** The longest part of a session that is read at once. */
const PART_BYTES = 1024 * 1024;

/** The bytes of a session from its beginning, part by part. @param size how many are read; default: all */
export async function* partsOfInput(input: SessionInput, size = input.size): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const part = await input.read({ start: at, end: Math.min(at + PART_BYTES, size) });
    if (part.length === 0) return;
    yield part;
    at += part.length;
  }
}

/** Undefined for a database. */
async function openPlain(file: string, location: string): Promise<SessionInput | undefined> {
  const handle = await openFile(file, location);
  let isPlain = false;
  try {
    const { size, mtimeMs } = await handle.stat();
    const read = (range: ByteRange): Promise<Uint8Array> => rangeOf(handle, range);
    isPlain = !beginsAsDatabase(await read({ start: 0, end: BEGINNING_BYTES }));
    return isPlain ? { size, version: { size, mtimeMs }, state: `${mtimeMs} ${size}`, read, close: () => handle.close() } : undefined;
  } finally {
    if (!isPlain) await handle.close();
  }
}

/** The sessions of a database; undefined for a file that is none. @throws CodedError */
export async function sessionsOfDatabase(location: string): Promise<readonly SizedSession[] | undefined> {
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
async function openStored(
  file: string,
  { path: location, id }: NamedPlace,
  unclear: (sessions: readonly SizedSession[]) => Error,
): Promise<SessionInput> {
  const state = await databaseState(location);
  const database = await openDatabase(location);
  try {
    database.hold();
    const document = database.document(id ?? onlyOne(withSizes(database), unclear));
    return {
      size: document.size,
      version: { size: document.size, mtimeMs: 0 },
      state: state.version,
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

/** The ID of the session where there is one. @throws what `unclear` makes */
function onlyOne(sessions: readonly SizedSession[], unclear: (sessions: readonly SizedSession[]) => Error): string {
  const [only] = sessions;
  if (!only || sessions.length > 1) throw unclear(sessions);
  return only.id;
}

function withSizes(database: SessionDatabase): readonly SizedSession[] {
  return database.sessions().map((session) => ({ ...session, size: database.sizeOf(session.id) }));
}

/** What reads a database is loaded with the first one. */
async function openDatabase(location: string): Promise<SessionDatabase> {
  const { SessionDatabase } = await import('./sqlite/session-database.ts');
  return SessionDatabase.open(location);
}

/** A file, and the session in it that is named, where it is a database. */
interface NamedPlace {
  readonly path: string;
  readonly id: string | undefined;
}

/** A file of that name comes before a session of a database. */
async function placeOf(location: string): Promise<NamedPlace | undefined> {
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
