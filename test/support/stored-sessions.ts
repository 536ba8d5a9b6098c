import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { installNode } from '../vscode/install.mjs';
import type { Ended } from './programs.ts';

/** A session as the program exports it. */
export interface Exported {
  readonly info: Readonly<Record<string, unknown>> & { readonly id: string; readonly title: string };
  readonly messages: readonly {
    readonly info: Readonly<Record<string, unknown>> & { readonly id: string };
    readonly parts: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
  }[];
}

/** Whether this Node reads databases of SQLite from an address with parameters. */
export const HAS_SQLITE = ((): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 15);
})();

/** A Node that does. */
export async function nodeWithSqlite(): Promise<string> {
  return HAS_SQLITE ? process.execPath : installNode('24', () => undefined);
}

/** A command line, and what it is run with. */
export interface AskedCommandLine {
  readonly args: readonly string[];
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Command lines in one process of a Node that reads databases. */
export class CommandLineWithSqlite {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  private constructor(child: ChildProcess & { readonly stdout: Readable }) {
    this.#child = child;
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start(): Promise<CommandLineWithSqlite> {
    const script = path.join(import.meta.dirname, '../../out/test/unit/command-line-server.mjs');
    return new CommandLineWithSqlite(spawn(await nodeWithSqlite(), [script], { stdio: ['pipe', 'pipe', 'inherit'] }));
  }

  /** Runs one to its end. */
  async run(asked: AskedCommandLine): Promise<Omit<Ended, 'bytes'>> {
    this.#child.stdin?.write(`${JSON.stringify(asked)}\n`);
    const { value, done } = await this.#answers.next();
    assert.ok(done !== true, `The process ended: ${JSON.stringify(asked)}`);
    return JSON.parse(value) as Omit<Ended, 'bytes'>;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await ended;
  }
}

/** A session that a fixture has. */
export async function exportedFixture(name: 'opencode' | 'kilo'): Promise<Exported> {
  return JSON.parse(await readFile(path.join(import.meta.dirname, `../fixtures/sessions/${name}.jsonl`), 'utf8')) as Exported;
}

/** The tables that are read, as opencode 1.18.34 makes them. */
const TABLES = `
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, workspace_id text, parent_id text, slug text NOT NULL, directory text NOT NULL,
  path text, title text NOT NULL, version text NOT NULL, share_url text, summary_additions integer, summary_deletions integer,
  summary_files integer, summary_diffs text, metadata text, cost real DEFAULT 0 NOT NULL, tokens_input integer DEFAULT 0 NOT NULL,
  tokens_output integer DEFAULT 0 NOT NULL, tokens_reasoning integer DEFAULT 0 NOT NULL, tokens_cache_read integer DEFAULT 0 NOT NULL,
  tokens_cache_write integer DEFAULT 0 NOT NULL, revert text, permission text, agent text, model text, time_created integer NOT NULL,
  time_updated integer NOT NULL, time_compacting integer, time_archived integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
  time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
CREATE INDEX part_message_id_id_idx ON part (message_id, id);
`;

/**
 * The program that keeps a database open: it takes SQL or sessions, one JSON value a line, and answers each with a line. Without a Node of its
 * own the tests could not write one.
 */
const WRITER = `
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
const database = new DatabaseSync(process.argv[1]);
const insert = (table, row) => {
  const names = Object.keys(row);
  database.prepare('INSERT INTO ' + table + ' (' + names + ') VALUES (' + names.map(() => '?') + ')').run(...Object.values(row));
};
const json = (value) => (value === undefined ? null : JSON.stringify(value));
const add = ({ info, messages }) => {
  const { id, title, version, agent, time, tokens, summary } = info;
  insert('session', {
    id, title, version, agent: agent ?? null, slug: info.slug, project_id: info.projectID, directory: info.directory, path: info.path ?? null,
    parent_id: info.parentID ?? null, cost: info.cost, model: json(info.model), permission: json(info.permission), revert: json(info.revert),
    summary_additions: summary.additions, summary_deletions: summary.deletions, summary_files: summary.files,
    tokens_input: tokens.input, tokens_output: tokens.output, tokens_reasoning: tokens.reasoning, tokens_cache_read: tokens.cache.read,
    tokens_cache_write: tokens.cache.write, time_created: time.created, time_updated: time.updated,
  });
  for (const message of messages) {
    const { id: messageId, sessionID: _, ...data } = message.info;
    insert('message', { id: messageId, session_id: id, time_created: data.time.created, time_updated: 1, data: JSON.stringify(data) });
    for (const { id: partId, sessionID, messageID, ...part } of message.parts)
      insert('part', { id: partId, message_id: messageId, session_id: id, time_created: 1, time_updated: 1, data: JSON.stringify(part) });
  }
};
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (typeof asked === 'string') database.exec(asked);
  else add(asked);
  console.log('done');
}
database.close();
`;

/** A program that has a database open, and writes it when it is told to. */
export class DatabaseWriter {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Makes a database, with its tables unless told otherwise. @param first SQL */
  static async open(location: string, first = `PRAGMA journal_mode = WAL; ${TABLES}`): Promise<DatabaseWriter> {
    const node = await nodeWithSqlite();
    const args = ['--no-warnings', '--input-type=module', '-e', WRITER, location];
    const writer = new DatabaseWriter(spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
    await writer.write(first);
    return writer;
  }

  /** Writes a session, or runs SQL. */
  async write(asked: Exported | string): Promise<void> {
    const { stdin, stdout } = this.#child;
    assert.ok(stdin && stdout);
    const answered = once(stdout, 'data');
    stdin.write(`${JSON.stringify(asked)}\n`);
    await Promise.race([
      answered,
      once(this.#child, 'exit').then(() => assert.fail(`The database was not written: ${JSON.stringify(asked).slice(0, 200)}`)),
    ]);
  }

  /** Closes it: what is in the log goes into the database. */
  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await ended;
  }

  /** Ends it as a crash would: the log stays. */
  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** Everything in a folder: names, times and bytes. */
export async function folderState(folder: string): Promise<readonly object[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(path.join(folder, name));
      return { name, mtimeMs, size, bytes: await readFile(path.join(folder, name), 'base64') };
    }),
  );
}
