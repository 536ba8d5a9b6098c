/** A database of opencode or Kilo in which the last session is made one of 1 GB, and another is as large. */

/** Pictures and texts that each of them is given. */
export const [PICTURES, TEXTS] = [600, 20_000];

/** Gives the sessions so many messages, copied from the first one. The log is emptied now and then. */
const ENLARGE = `
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
const [file, pictures, texts] = process.argv.slice(1);
const database = new DatabaseSync(file);
const { id, ...session } = database.prepare('SELECT * FROM session ORDER BY time_created DESC LIMIT 1').get();
const insert = (table, row) => {
  const names = Object.keys(row);
  database.prepare('INSERT INTO ' + table + ' (' + names + ') VALUES (' + names.map(() => '?') + ')').run(...Object.values(row));
};
const first = database.prepare('SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id LIMIT 1').get(id);
const part = database.prepare('SELECT * FROM part WHERE message_id = ? LIMIT 1').get(first.id);
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
let count = 0;
const add = (session, data) => {
  const number = String(count++).padStart(8, '0');
  const message = { ...first, id: 'msg_zz' + number, session_id: session, time_created: first.time_created + count };
  insert('message', message);
  insert('part', { ...part, id: 'prt_zz' + number, message_id: message.id, session_id: session, data: JSON.stringify(data) });
};
const text = 'It is read on. '.repeat(700);
insert('session', { ...session, id: id + 'x', slug: session.slug + 'x' });
for (const each of [id, id + 'x'])
  for (let at = 0; at < Number(pictures); at++) {
    database.exec('BEGIN');
    const bytes = Buffer.concat([png, randomBytes(1_000_000)]);
    add(each, { type: 'file', mime: 'image/png', filename: at + '.png', url: 'data:image/png;base64,' + bytes.toString('base64') });
    for (let line = 0; line < Number(texts) / Number(pictures); line++) add(each, { type: 'text', text: text + line });
    database.exec('COMMIT');
    if (at % 50 === 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }
database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
database.close();
console.log(id);
`;

/** The arguments by which a Node that has SQLite enlarges a database, and prints the ID of the session. @param {string} file */
export function enlarging(file) {
  return ['--no-warnings', '--input-type=module', '-e', ENLARGE, file, String(PICTURES), String(TEXTS)];
}
