import assert from 'node:assert/strict';
import { copyFile, open, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import type { Ended } from '../../support/programs.ts';
import { bundleScript } from '../../support/scripts.ts';
import { CLI, runNode } from '../../support/programs.ts';
import {
  CommandLineWithSqlite,
  DatabaseWriter,
  type Exported,
  exportedFixture,
  folderState,
  HAS_SQLITE,
  nodeWithSqlite,
} from '../../support/stored-sessions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itWhenThorough } from '../../support/effort.ts';

/** The same session under another ID. */
function renamed(session: Exported, id: string, more: object = {}): Exported {
  return JSON.parse(
    JSON.stringify({ ...session, info: { ...session.info, ...more } })
      .replaceAll(session.info.id, id)
      .replaceAll(/(msg|prt)_/g, `$1_${id.slice(4)}`),
  ) as Exported;
}

describe('Sessions of opencode and Kilo in their database', function () {
  this.timeout(120_000);
  let folder: string;
  let session: Exported;
  let writer: DatabaseWriter | undefined;
  const at = (name: string): string => path.join(folder, name);
  let commandLine: CommandLineWithSqlite;
  const run = (...args: string[]): Promise<Omit<Ended, 'bytes'>> => commandLine.run({ args, folder });
  const printed = async (...args: string[]): Promise<string> => (await run(...args)).stdout;

  before(async () => {
    commandLine = await CommandLineWithSqlite.start();
  });

  after(() => commandLine.end());

  beforeEach(async () => {
    folder = await temporaryFolder();
    session = await exportedFixture('opencode');
  });

  afterEach(async () => {
    await writer?.kill();
    writer = undefined;
  });

  for (const name of ['opencode', 'kilo'] as const) {
    it(`are the documents that ${name} exports, in pieces of any size`, async () => {
      const exported = await exportedFixture(name);
      writer = await DatabaseWriter.open(at('s.db'));
      await writer.write(renamed(exported, 'ses_other'));
      await writer.write(exported);
      const script = await bundleScript(`
        import { SessionDatabase } from './platform/sqlite/session-database.ts';
        const database = await SessionDatabase.open(process.argv[2]);
        const document = database.document(process.argv[3]);
        const read = (offset, length) => database.read(document, offset, length);
        const all = read(0, document.size + 10);
        for (const piece of [1, 7, 100, 5000]) {
          const pieces = [];
          for (let at = 0; at < document.size; at += piece) pieces.push(read(at, piece));
          if (Buffer.compare(Buffer.concat(pieces), all) !== 0) throw new Error('pieces of ' + piece);
        }
        if (read(document.size, 1).length !== 0) throw new Error('the end');
        process.stdout.write(all);
      `);
      const { stdout, stderr } = await runNode(await nodeWithSqlite(), [script, at('s.db'), exported.info.id]);
      assert.equal(stderr, '');
      assert.deepEqual(JSON.parse(stdout), exported);
      assert.equal(stdout.trimEnd().split('\n').length, 2 + exported.messages.reduce((sum, { parts }) => sum + 1 + parts.length, 0));
    });
  }

  it('are read on after a row could not be read', async () => {
    writer = await DatabaseWriter.open(at('s.db'));
    await writer.write(session);
    const script = await bundleScript(`
      import { DatabaseSync } from 'node:sqlite';
      import { SessionDatabase } from './platform/sqlite/session-database.ts';
      const database = await SessionDatabase.open(process.argv[2]);
      const document = database.document(process.argv[3]);
      const all = Buffer.from(database.read(document, 0, document.size));
      const rows = new DatabaseSync(process.argv[2], { readOnly: true });
      let left = 3;
      const bytesOf = ({ table, number }) => {
        if (left-- === 0) throw new Error('gone');
        return rows.prepare('SELECT CAST(data AS BLOB) AS data FROM ' + table + ' WHERE rowid = ?').get(number).data;
      };
      const read = () => Buffer.from(document.read(0, document.size, bytesOf));
      let message;
      try {
        read();
      } catch (error) {
        message = error.message;
      }
      left = -1;
      console.log(JSON.stringify([message, all.length > 0 && read().equals(all)]));
    `);
    const { stdout, stderr } = await runNode(await nodeWithSqlite(), ['--no-warnings', script, at('s.db'), session.info.id]);
    assert.deepEqual([stdout, stderr], ['["gone",true]\n', '']);
  });

  it('are read while the program has them open and goes on writing, and nothing is written beside them', async () => {
    writer = await DatabaseWriter.open(at('opencode.db'));
    await writer.write(session);
    const before = await folderState(folder);
    assert.deepEqual(
      before.map((file) => ('name' in file ? file.name : '')),
      ['opencode.db', 'opencode.db-shm', 'opencode.db-wal'],
    );
    const first = await run('conversation', 'opencode.db', '--json');
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.deepEqual(await folderState(folder), before);
    await writer.write(`UPDATE session SET title = 'Another title'`);
    assert.match(await printed('conversation', 'opencode.db'), /Title +Another title/);
    await writer.close();
    writer = undefined;
    const closed = await folderState(folder);
    assert.equal(closed.length, 1);
    assert.match(await printed('conversation', 'opencode.db'), /Title +Another title/);
    assert.deepEqual(await folderState(folder), closed);
  });

  itWhenThorough('are shown as their exports are', async () => {
    writer = await DatabaseWriter.open(at('opencode.db'));
    await writer.write(session);
    await writeFile(at('export.json'), JSON.stringify(session));
    const facts = (text: string): unknown =>
      JSON.parse(text, (key, value: unknown) => (['file', 'size', 'line', 'start', 'end', 'weight'].includes(key) ? undefined : value));
    assert.deepEqual(
      facts(await printed('conversation', `opencode.db#${session.info.id}`, '--json')),
      facts(await printed('conversation', 'export.json', '--json')),
    );
    const wire = await printed('conversation', 'export.json', '--wire');
    assert.equal(await printed('conversation', 'opencode.db', '--wire'), wire);
    const built = await runNode(await nodeWithSqlite(), [CLI, 'conversation', 'opencode.db', '--wire'], { cwd: folder });
    assert.deepEqual([built.code, built.stdout, built.stderr], [0, wire, '']);
    const { artifacts } = JSON.parse(await printed('list', 'opencode.db', '--json')) as { artifacts: readonly { ref: string }[] };
    const saved = await run('show', artifacts[0]?.ref ?? '', '--output', 'picture.png');
    assert.deepEqual([saved.code, (await readFile(at('picture.png'))).subarray(1, 4).toString()], [0, 'PNG']);
  });

  it('are listed where there are several, and one is named by its ID', async () => {
    writer = await DatabaseWriter.open(at('kilo.db'));
    const time = { created: 1795919525345, updated: 1795919600000 };
    await writer.write(session);
    await writer.write(renamed(session, 'ses_second', { title: 'The second', time }));
    await writer.write(renamed(session, 'ses_child', { title: 'Of an agent', parentID: 'ses_second' }));
    const listed = await run('list', 'kilo.db');
    assert.equal(listed.code, 0);
    const rows = listed.stdout.trimEnd().split('\n');
    assert.match(rows[0] ?? '', /^SESSION +CHANGED \(UTC\) +SIZE +TITLE +FOLDER +BEGUN BY$/);
    assert.match(rows[1] ?? '', /^ses_second +2026-11-29 02:33:20 +[\d.]+ KB +The second +\/project$/);
    assert.match(rows.slice(2).join('\n'), /^ses_child .* ses_second$/m);
    const page = JSON.parse(await printed('list', 'kilo.db', '--json', '--limit', '1')) as Record<string, unknown>;
    assert.deepEqual([page['total'], page['next']], [3, 'ses_second']);
    const refused = await run('conversation', 'kilo.db');
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /^kilo\.db has 3 sessions\. Name one of them:\n {2}kilo\.db#ses_second .*The second\n[^]*\[several_sessions\]\n$/,
    );
    assert.match(await printed('conversation', 'kilo.db#ses_second'), /Title +The second/);
    assert.match(await printed('kilo.db#ses_second'), /Title +The second/);
    assert.match((await run('kilo.db')).stderr, /\[several_sessions\]/);
    assert.match((await run('doctor', 'kilo.db#ses_none')).stderr, /\[not_found\]/);
  });

  it('are told apart from databases of other programs and of versions that are not known', async () => {
    const told = async (name: string, sql: string): Promise<string> => {
      const other = await DatabaseWriter.open(at(name), sql);
      await other.close();
      return /\[(\w+)\]\n$/.exec((await run('conversation', name)).stderr)?.[1] ?? '';
    };
    assert.equal(await told('other.db', 'CREATE TABLE notes (id)'), 'database_unknown');
    const columns = 'id, session_id, time_created, data';
    const sessions = 'CREATE TABLE session (id, slug, project_id, directory, title, version, time_created, time_updated);';
    const parts = 'CREATE TABLE part (id, message_id, data);';
    const one = `INSERT INTO session VALUES ('ses_1', '', '', '', '', '', 1, 1);`;
    assert.equal(
      await told(
        'view.db',
        `${sessions}${parts}${one} CREATE VIEW message AS SELECT 1 AS id, 2 AS session_id, 3 AS time_created, 4 AS data`,
      ),
      'database_unknown',
    );
    assert.equal(
      await told('computed.db', `${sessions}${parts}${one} CREATE TABLE message (id, session_id, time_created, raw, data AS (upper(raw)))`),
      'database_unknown',
    );
    const message = `CREATE TABLE message (${columns}); INSERT INTO message VALUES ('msg_1', 'ses_1', 1, x'7b7d');`;
    assert.equal(await told('binary.db', `${sessions}${parts}${one}${message}`), 'database_unknown');
    assert.equal(
      await told('wide.db', `PRAGMA encoding = 'UTF-16'; ${sessions}${parts}${one} CREATE TABLE message (${columns})`),
      'database_unknown',
    );
  });

  it('are refused where a log lies beside them without its index, and where they are damaged', async () => {
    writer = await DatabaseWriter.open(at('opencode.db'));
    await writer.write(session);
    await copyFile(at('opencode.db'), at('copy.db'));
    await copyFile(at('opencode.db-wal'), at('copy.db-wal'));
    const before = await folderState(folder);
    assert.match((await run('conversation', 'copy.db')).stderr, /\[database_incomplete\]/);
    assert.deepEqual(await folderState(folder), before);
    await writer.close();
    writer = undefined;
    const file = await open(at('opencode.db'), 'r+');
    await file.write(Buffer.alloc(3000, 0xff), 0, 3000, 100);
    await file.close();
    assert.match((await run('conversation', 'opencode.db')).stderr, /\[database_damaged\]/);
  });

  it('are read from what a killed program left', async () => {
    writer = await DatabaseWriter.open(at('opencode.db'));
    await writer.write(session);
    await writer.kill();
    writer = undefined;
    const before = await folderState(folder);
    assert.match(await printed('conversation', 'opencode.db'), /Messages +6/);
    assert.deepEqual(await folderState(folder), before);
  });

  it('are not repaired: their program has no command that takes a changed session', async () => {
    writer = await DatabaseWriter.open(at('opencode.db'));
    await writer.write(session);
    await writer.write(`UPDATE part SET data = replace(data, 'iVBORw0KGgo', 'iVB*Rw0KGgo')`);
    const before = await folderState(folder);
    const { code, stdout } = await run('doctor', 'opencode.db', '--fix', 'all');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^Nothing is repaired: sessions of opencode and Kilo are read only, and their programs have no command that changes one\.$/m,
    );
    assert.deepEqual(await folderState(folder), before);
  });

  it('are found by doctor --all in the folder where the program keeps them', async () => {
    const data = await temporaryFolder({ 'opencode/': '' });
    writer = await DatabaseWriter.open(path.join(data, 'opencode', 'opencode.db'));
    const time = { created: 1795919525345, updated: 1795919600000 };
    const directory = await realpath(folder);
    await writer.write(session);
    await writer.write(renamed(session, 'ses_here', { title: 'Of this folder', directory, time }));
    await writer.write(renamed(session, 'ses_child', { parentID: 'ses_here', directory }));
    const before = await folderState(path.join(data, 'opencode'));
    const doctor = (...args: string[]): ReturnType<typeof run> =>
      commandLine.run({ args: ['doctor', '--all', '--program', 'opencode', ...args], folder, env: { XDG_DATA_HOME: data } });
    const { code, stdout, stderr } = await doctor();
    assert.deepEqual([code, stderr], [0, '']);
    const [heading, ...rows] = stdout.trimEnd().split('\n');
    assert.match(heading ?? '', /^NEXT REQUEST +CHANGED +PROGRAM +MODEL +TITLE +FILE$/);
    assert.equal(rows.length, 1);
    assert.match(rows[0] ?? '', /^goes through .* opencode +gpt-4o .*Of this folder +.*opencode\.db#ses_here$/);
    assert.match((await doctor('--error', 'Planted question two')).stdout, /#ses_here$/m);
    assert.equal((await doctor('--error', 'Nothing of the kind is in it')).code, 2);
    assert.deepEqual(await folderState(path.join(data, 'opencode')), before);
  });

  it('need a Node that has SQLite; an older one says so', async () => {
    writer = await DatabaseWriter.open(at('opencode.db'));
    await writer.write(session);
    const { code, stderr } = await cli(['conversation', 'opencode.db'], { folder });
    assert.deepEqual([code, /\[(\w+)\]\n$/.exec(stderr)?.[1]], HAS_SQLITE ? [0, undefined] : [2, 'sqlite_missing']);
  });
});
