import * as fsp from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { CodedError, type ErrorCode } from '../../core/io/errors.ts';
import { coded, codedError } from '../entry-error.ts';

/** A value of a column. */
type SqlValue = null | number | bigint | string | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A statement of `node:sqlite`; its types come with a later Node than the oldest that is supported here. */
export interface Statement {
  get(...values: readonly SqlValue[]): SqlRow | undefined;
  all(...values: readonly SqlValue[]): readonly SqlRow[];
  iterate(...values: readonly SqlValue[]): IterableIterator<SqlRow>;
}

export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

export interface OpenDatabase {
  readonly database: Database;
  /** It is read as a file that nobody writes: what is read is true only if the file is the same afterwards. */
  readonly isImmutable: boolean;
}

interface SqliteModule {
  readonly DatabaseSync: new (location: string, options: { readonly readOnly: boolean }) => Database;
}

/** How a database of SQLite begins: https://www.sqlite.org/fileformat2.html (2026-11). */
const BEGINNING = 'SQLite format 3\0';

/** Whether a file is a database of SQLite, by its first bytes. */
export function beginsAsDatabase(beginning: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(beginning.subarray(0, BEGINNING.length)) === BEGINNING;
}

/**
 * Opens a database of SQLite for reading, while another program writes it: nothing is written into its folder, nothing that the database names
 * is run, and no writer waits; only its log cannot be emptied while a transaction reads.
 *
 * @throws CodedError `sqlite_missing` where this Node has none; `database_incomplete`, `database_damaged`, an error of the file system
 */
export async function openDatabase(location: string): Promise<OpenDatabase> {
  const { DatabaseSync } = loadSqlite();
  // What belongs to it lies beside the file that a link leads to.
  const real = await coded(location, () => fsp.realpath(location));
  const isImmutable = await isUnused(real);
  const parameters = isImmutable ? 'mode=ro&immutable=1' : 'mode=ro&readonly_shm=1';
  return inSqlite(location, () => {
    const database = new DatabaseSync(`${pathToFileURL(real).href}?${parameters}`, { readOnly: true });
    try {
      // A schema may be anybody's: functions with effects are not called from it. Somebody else's lock is waited for only briefly.
      database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA busy_timeout = 250; PRAGMA cache_size = -2000');
      return { database, isImmutable };
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Runs work on a database. @throws CodedError for what SQLite throws */
export function inSqlite<T>(location: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CodedError || !(error instanceof Error)) throw error;
    const { errcode, code } = error as Error & { readonly errcode?: number; readonly code?: string };
    const isOurs = errcode === undefined && code !== NUMBER_TOO_LARGE;
    throw isOurs ? error : new CodedError(CODES.get((errcode ?? 1) & 0xff) ?? 'io_failed', { name: location }, { cause: error });
  }
}

/** Node's code for an integer that JavaScript has no number for. */
const NUMBER_TOO_LARGE = 'ERR_OUT_OF_RANGE';

/** Result codes: https://www.sqlite.org/rescode.html (2026-11). */
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [1, 'database_unknown'],
  [3, 'permission_denied'],
  [5, 'busy'],
  [6, 'busy'],
  [11, 'database_damaged'],
  [14, 'permission_denied'],
  [23, 'permission_denied'],
  [26, 'database_unknown'],
]);

/** From this Node on, `node:sqlite` takes an address with parameters, without which it would write beside the database: seen in 22.14.0, which does not, and 22.15.0. */
const FIRST_NODE = [22, 15] as const;

function loadSqlite(): SqliteModule {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < FIRST_NODE[0] || (major === FIRST_NODE[0] && minor < FIRST_NODE[1]);
  const found = isOld ? undefined : withoutWarning(() => process.getBuiltinModule('node:sqlite'));
  if (!found) throw new CodedError('sqlite_missing');
  return found as SqliteModule;
}

/** Node 22 and 23 warn of the module as an experiment when it is loaded. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...others: readonly unknown[]): void => {
    if (!String(warning).includes('SQLite')) Reflect.apply(emitWarning, process, [warning, ...others]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Whether nobody has a database open: then there is no write-ahead log, and no lock is needed. Otherwise the index of the log is shared with its
 * writer, and only read. So nothing is written either way.
 */
async function isUnused(location: string): Promise<boolean> {
  const [log, index, journal] = await Promise.all(['-wal', '-shm', '-journal'].map((ending) => sizeOf(`${location}${ending}`)));
  if (log !== undefined && index !== undefined) return false;
  if ((log ?? 0) > 0 || (journal ?? 0) > 0) throw new CodedError('database_incomplete', { name: location });
  return true;
}

/** Bytes; undefined where there is no such file. */
async function sizeOf(location: string): Promise<number | undefined> {
  try {
    return (await fsp.stat(location)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw codedError(location, error);
  }
}
