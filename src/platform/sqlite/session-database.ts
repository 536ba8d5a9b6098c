import { CodedError } from '../../core/io/errors.ts';
import { MAX_SESSIONS } from '../../core/io/limits.ts';
import { type Database, inSqlite, type OpenDatabase, openDatabase, type SqlRow, type Statement } from './open-database.ts';
import { type DocumentRow, SessionDocument } from './session-document.ts';

/** A session of a database, as its row says. Words are of anybody. */
export interface StoredSession {
  readonly id: string;
  readonly title: string;
  /** The folder the program worked in. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly updated: number;
  /** The session whose agent began this one. */
  readonly parent: string | undefined;
  /** The model that was chosen last, as JSON. */
  readonly model: string | undefined;
}

/** The columns that opencode 1.18.34 and Kilo 7.7.9 read of a session to export it; those that older versions lack are optional. */
const SESSION_COLUMNS = ['id', 'slug', 'project_id', 'directory', 'title', 'version', 'time_created', 'time_updated'] as const;
const LATER_COLUMNS = [
  ...['workspace_id', 'path', 'parent_id', 'agent', 'model', 'summary_additions', 'summary_deletions', 'summary_files', 'summary_diffs'],
  ...['cost', 'tokens_input', 'tokens_output', 'tokens_reasoning', 'tokens_cache_read', 'tokens_cache_write', 'share_url', 'metadata'],
  ...['revert', 'permission', 'time_compacting', 'time_archived'],
] as const;

/** What is read of each table. */
const TABLES = {
  session: SESSION_COLUMNS,
  message: ['id', 'session_id', 'time_created', 'data'],
  part: ['id', 'message_id', 'data'],
} as const;

/** Characters of a title or a folder that are listed. */
const LISTED = 1000;
/** Characters of a column of a session's row: what is larger, such as all differences of a long session, is left out. */
const LARGEST_COLUMN = 4 * 1024 * 1024;

/**
 * The sessions of opencode and Kilo, in their database: read where they lie, while the program writes. Each is a document of the form that the
 * program's own `export` prints. See `docs/formats/opencode.md`.
 */
export class SessionDatabase {
  readonly #location: string;
  readonly #database: Database;
  readonly #later: readonly string[];
  readonly #rows: Readonly<Record<DocumentRow['table'], Statement>>;

  /** As in {@link openDatabase}. */
  readonly isImmutable: boolean;

  private constructor(location: string, { database, isImmutable }: OpenDatabase, later: readonly string[]) {
    this.isImmutable = isImmutable;
    this.#location = location;
    this.#database = database;
    this.#later = later;
    const row = (table: DocumentRow['table']): Statement =>
      database.prepare(`SELECT CAST(data AS BLOB) AS data FROM main.${table} WHERE rowid = ?`);
    this.#rows = { message: row('message'), part: row('part') };
  }

  /** @throws CodedError as `openDatabase`; `database_unknown` where its tables are not those of these programs */
  static async open(location: string): Promise<SessionDatabase> {
    const opened = await openDatabase(location);
    const { database } = opened;
    try {
      return inSqlite(location, () => {
        const present = Object.entries(TABLES).map(([table, columns]) => checkedColumns(database, table, columns));
        const [{ encoding } = {}] = database.prepare('PRAGMA encoding').all();
        if (encoding !== 'UTF-8') throw new CodedError('database_unknown');
        return new SessionDatabase(
          location,
          opened,
          LATER_COLUMNS.filter((name) => present[0]?.has(name)),
        );
      });
    } catch (error) {
      database.close();
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  /** Shows the database as it is now from here on, whatever is written meanwhile: a writer's log cannot be taken back until {@link close}. */
  hold(): void {
    inSqlite(this.#location, () => this.#database.exec('BEGIN'));
  }

  /** The newest sessions, at most {@link MAX_SESSIONS} and one more, the newest first. */
  sessions(): readonly StoredSession[] {
    const [parent, model] = ['parent_id', 'model'].map((name) => (this.#later.includes(name) ? name : 'NULL'));
    const sql = `SELECT id, substr(title, 1, ${LISTED}) AS title, substr(directory, 1, ${LISTED}) AS folder, time_updated AS updated,
      ${parent} AS parent, substr(${model}, 1, ${LISTED}) AS model
      FROM main.session ORDER BY time_updated DESC, id LIMIT ${MAX_SESSIONS + 1}`;
    return inSqlite(this.#location, () =>
      this.#database
        .prepare(sql)
        .all()
        .map(({ id, title, folder, updated, parent: began, model: chosen }) => ({
          id: textOf(id),
          title: textOf(title),
          folder: textOf(folder),
          updated: Number(updated),
          parent: typeof began === 'string' ? began : undefined,
          model: typeof chosen === 'string' ? chosen : undefined,
        })),
    );
  }

  /** Bytes of what a session says: a little less than its document has. Looks at each of its rows, but reads none. */
  sizeOf(id: string): number {
    const sql = `SELECT sum(octet_length(part.data)) AS size FROM main.message JOIN main.part ON part.message_id = message.id WHERE message.session_id = ?`;
    return inSqlite(this.#location, () => Number(this.#database.prepare(sql).get(id)?.['size'] ?? 0));
  }

  /** A session as a document. @throws CodedError `not_found`; `database_unknown` where its messages are kept in another form */
  document(id: string): SessionDocument {
    return inSqlite(this.#location, () => {
      const later = this.#later.map((name) => `CASE WHEN octet_length(${name}) <= ${LARGEST_COLUMN} THEN ${name} END AS ${name}`);
      const columns = [...SESSION_COLUMNS, ...later].join(', ');
      const row = this.#database.prepare(`SELECT ${columns} FROM main.session WHERE id = ?`).get(id);
      if (!row) throw new CodedError('not_found', { name: id });
      return SessionDocument.of(this.#database, { id, info: JSON.stringify(infoOf(row)) });
    });
  }

  /** A part of a document; shorter at its end. @throws CodedError `busy` where a row has another length than when the document was made, or is gone */
  read(document: SessionDocument, offset: number, length: number): Uint8Array {
    return document.read(offset, length, ({ table, number, size }) => {
      const data = inSqlite(this.#location, () => this.#rows[table].get(number)?.['data']);
      if (!(data instanceof Uint8Array) || data.length !== size) throw new CodedError('busy', { name: this.#location });
      return data;
    });
  }
}

/** The columns of a table. @throws CodedError `database_unknown` where it is no plain table, or lacks a column that is read */
function checkedColumns(database: Database, table: string, wanted: readonly string[]): ReadonlySet<string> {
  const kind = database.prepare(`SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ?`).get(table)?.['type'];
  // Hidden columns are computed by what the schema says, and may be anything.
  const columns = database.prepare('SELECT name, hidden FROM pragma_table_xinfo(?)').all(table);
  const names = new Set(columns.filter(({ hidden }) => hidden === 0).map(({ name }) => textOf(name)));
  if (kind !== 'table' || wanted.some((name) => !names.has(name))) throw new CodedError('database_unknown');
  return names;
}

function textOf(value: SqlRow[string] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The session's facts, in the form and the order of opencode 1.18.34's `export`. */
function infoOf(row: SqlRow): object {
  const json = (name: string): unknown => (typeof row[name] === 'string' ? parsed(row[name]) : undefined);
  const optional = (name: string): unknown => row[name] ?? undefined;
  const { summary_additions: additions, summary_deletions: deletions, summary_files: files } = row;
  const hasSummary = [additions, deletions, files].some((value) => value !== null && value !== undefined);
  const share = optional('share_url');
  return {
    id: row['id'],
    slug: row['slug'],
    projectID: row['project_id'],
    workspaceID: optional('workspace_id'),
    directory: row['directory'],
    path: optional('path'),
    parentID: optional('parent_id'),
    title: row['title'],
    agent: optional('agent'),
    model: json('model'),
    version: row['version'],
    summary: hasSummary
      ? { additions: additions ?? 0, deletions: deletions ?? 0, files: files ?? 0, diffs: json('summary_diffs') }
      : undefined,
    cost: optional('cost'),
    tokens: row['tokens_input'] === undefined ? undefined : tokensOf(row),
    share: share === undefined ? undefined : { url: share },
    metadata: json('metadata'),
    revert: json('revert'),
    permission: json('permission'),
    time: {
      created: row['time_created'],
      updated: row['time_updated'],
      compacting: optional('time_compacting'),
      archived: optional('time_archived'),
    },
  };
}

/** @throws CodedError `database_unknown` for what is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CodedError('database_unknown');
  }
}

function tokensOf(row: SqlRow): object {
  return {
    input: row['tokens_input'],
    output: row['tokens_output'],
    reasoning: row['tokens_reasoning'],
    cache: { read: row['tokens_cache_read'], write: row['tokens_cache_write'] },
  };
}
