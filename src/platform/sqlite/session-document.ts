import { CodedError } from '../../core/io/errors.ts';
import { MAX_STORED_ROW_BYTES } from '../../core/io/limits.ts';
import { releaseBytes } from '../../core/io/release-bytes.ts';
import type { Database, SqlRow } from './open-database.ts';

type Table = 'message' | 'part';

/** A session, before its rows. */
interface Session {
  readonly id: string;
  /** Its facts, as JSON. */
  readonly info: string;
}

/** A row of a document. */
export interface DocumentRow {
  readonly table: Table;
  readonly number: number;
  /** Bytes of its JSON, with the brace at its end. */
  readonly size: number;
}

/**
 * All rows of a session, in the order of its document, without their data. In one question, for which SQLite makes an index where the tables have
 * none: one for each message would grow with the square of theirs.
 */
const ROWS = `SELECT m.rowid AS number, m.id AS id, octet_length(m.data) AS size, typeof(m.data) AS type,
  p.rowid AS partNumber, p.id AS partId, octet_length(p.data) AS partSize, typeof(p.data) AS partType
  FROM main.message AS m LEFT JOIN main.part AS p ON p.message_id = m.id
  WHERE m.session_id = ? ORDER BY m.time_created, m.id, p.id`;

/**
 * A session of a database as the document that the program's `export` prints, with a line for each message and part. Only the places and sizes
 * of its rows are held, some 150 bytes each; what is in them is read when it is wanted, one row at a time.
 */
export class SessionDocument {
  readonly #stretches: Stretches;
  /** The row that was read last: a row is wanted in pieces, one after the other. */
  #last: { readonly stretch: number; readonly bytes: Uint8Array } | undefined;

  private constructor(stretches: Stretches) {
    this.#stretches = stretches;
  }

  /** @throws CodedError `database_unknown` where its messages are kept in another form, `too_large` for a row */
  static of(database: Database, { id, info }: Session): SessionDocument {
    const session = JSON.stringify(id);
    const stretches = new Stretches();
    stretches.say(`{"info":${info},"messages":[`);
    let last: SqlRow[string] | undefined;
    let beforePart = '';
    for (const row of database.prepare(ROWS).iterate(id)) {
      const messageId = JSON.stringify(row['id']);
      if (row['number'] !== last) {
        stretches.say(`${last === undefined ? '' : ']},'}\n{"info":`);
        stretches.row('message', row, `"id":${messageId},"sessionID":${session}},"parts":[`);
        last = row['number'];
        beforePart = '\n';
      }
      if (row['partNumber'] === null) continue;
      stretches.say(beforePart);
      const part = { number: row['partNumber'] ?? null, size: row['partSize'] ?? null, type: row['partType'] ?? null };
      stretches.row('part', part, `"id":${JSON.stringify(row['partId'])},"sessionID":${session},"messageID":${messageId}}`);
      beforePart = ',\n';
    }
    stretches.say(`${last === undefined ? '' : ']}'}\n]}\n`);
    stretches.end();
    return new SessionDocument(stretches);
  }

  /** Bytes. */
  get size(): number {
    return this.#stretches.size;
  }

  /** A part of the document; shorter at its end. @param bytesOf reads a row @throws what that throws */
  read(offset: number, length: number, bytesOf: (row: DocumentRow) => Uint8Array): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(offset + length, this.size) - offset));
    const stretches = this.#stretches;
    for (let [at, filled] = [stretches.at(offset), 0]; filled < bytes.length; at++) {
      const place = offset + filled - stretches.startOf(at);
      const text = stretches.textOf(at);
      filled += copied(text, place, bytes, filled);
      if (filled < bytes.length) filled += copied(this.#rowOf(at, bytesOf), Math.max(0, place - text.length), bytes, filled);
    }
    return bytes;
  }

  /** The row of a stretch, without the brace at its end. */
  #rowOf(stretch: number, bytesOf: (row: DocumentRow) => Uint8Array): Uint8Array {
    if (this.#last?.stretch === stretch) return this.#last.bytes;
    const row = this.#stretches.rowOf(stretch);
    if (!row) return NOTHING;
    const last = this.#last;
    // The next row may not be there any more.
    this.#last = undefined;
    if (last) releaseBytes(last.bytes);
    const bytes = bytesOf(row).subarray(0, row.size - 1);
    this.#last = { stretch, bytes };
    return bytes;
  }
}

const NOTHING = new Uint8Array(0);

/** Copies bytes from a place on. @returns how many; none where the place is behind them */
function copied(from: Uint8Array, place: number, to: Uint8Array, at: number): number {
  const piece = from.subarray(place, place + to.length - at);
  to.set(piece, at);
  return piece.length;
}

const EMPTY = '{}';

/**
 * What a document consists of: text of our own, then a row's JSON without the brace at its end, and so on. There may be hundreds of thousands:
 * they are kept in lists of numbers and one of bytes.
 */
class Stretches {
  readonly #starts: number[] = [];
  readonly #textEnds: number[] = [];
  readonly #rows: number[] = [];
  readonly #sizes: number[] = [];
  readonly #areParts: boolean[] = [];
  #texts = Buffer.alloc(64 * 1024);
  #textEnd = 0;
  #text = '';
  size = 0;

  say(text: string): void {
    this.#text += text;
  }

  /** A row's JSON, with more members behind its own. */
  row(table: Table, { number, size, type }: SqlRow, members: string): void {
    const bytes = Number(size);
    if (type !== 'text' || bytes < EMPTY.length) throw new CodedError('database_unknown');
    if (bytes > MAX_STORED_ROW_BYTES) throw new CodedError('too_large', { limit: MAX_STORED_ROW_BYTES, size: bytes });
    this.#add(bytes);
    this.#rows.push(Number(number));
    this.#areParts.push(table === 'part');
    this.say(bytes === EMPTY.length ? members : `,${members}`);
  }

  /** The text behind the last row. */
  end(): void {
    this.#add(1);
  }

  /** The number of the stretch with a byte. */
  at(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  startOf(stretch: number): number {
    return this.#starts[stretch] ?? this.size;
  }

  textOf(stretch: number): Uint8Array {
    return this.#texts.subarray(this.#textEnds[stretch - 1] ?? 0, this.#textEnds[stretch]);
  }

  /** Undefined behind the last row. */
  rowOf(stretch: number): DocumentRow | undefined {
    const [number, size] = [this.#rows[stretch], this.#sizes[stretch]];
    if (number === undefined || size === undefined) return undefined;
    return { table: this.#areParts[stretch] ? 'part' : 'message', number, size };
  }

  /** @param rowSize bytes of the row behind the text, with its brace */
  #add(rowSize: number): void {
    const bytes = Buffer.byteLength(this.#text);
    const end = this.#textEnd + bytes;
    if (end > this.#texts.length) this.#texts = Buffer.concat([this.#texts], Math.max(end, this.#texts.length * 2));
    this.#texts.write(this.#text, this.#textEnd);
    this.#starts.push(this.size);
    this.#textEnds.push(end);
    this.#sizes.push(rowSize);
    this.#textEnd = end;
    this.#text = '';
    this.size += bytes + rowSize - 1;
  }
}
