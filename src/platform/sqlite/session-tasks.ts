import type { SessionInDatabase } from '../../core/conversation/sessions.ts';
import type { Task } from '../../core/io/compute.ts';
import type { FileStat, Location, ReadRange } from '../../core/io/file-system.ts';
import type { StoredSessions } from './stored-sessions.ts';

/** What is kept between tasks: the open database, and what its sessions consist of. */
let kept: Promise<StoredSessions> | undefined;

function storedSessions(): Promise<StoredSessions> {
  return (kept ??= import('./stored-sessions.ts').then((loaded) => new loaded.StoredSessions()));
}

export const sessionsOfDatabaseTask: Task<Location, readonly SessionInDatabase[]> = {
  name: 'sessions-of-database',
  load: async () => {
    const sessions = await storedSessions();
    return (database) => sessions.sessionsOf(database);
  },
};

export const storedSessionStatTask: Task<Location, FileStat> = {
  name: 'stored-session-stat',
  load: async () => {
    const sessions = await storedSessions();
    return (location) => sessions.stat(location);
  },
};

/** A range of a session's document, in bytes. */
type StoredRange = Pick<ReadRange, 'offset' | 'length'> & { readonly location: Location };

export const readStoredSessionTask: Task<StoredRange, Uint8Array> = {
  name: 'read-stored-session',
  load: async () => {
    const sessions = await storedSessions();
    return async ({ location, ...range }) => {
      const bytes = await sessions.readFile(location, range);
      // Posting a part of a buffer would copy all of it.
      return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    };
  },
};

/** What the worker does besides the core's tasks: SQLite answers only when it is done, whatever the database is. */
export const SESSION_TASKS = [sessionsOfDatabaseTask, storedSessionStatTask, readStoredSessionTask] as const;
