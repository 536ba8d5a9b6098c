import { setImmediate } from 'node:timers/promises';
import type { SessionDatabases, SessionInDatabase } from '../../core/conversation/sessions.ts';
import { isObject } from '../../core/io/arguments.ts';
import { CodedError } from '../../core/io/errors.ts';
import type { FileStat, Location, PlaceOptions, ReadRange } from '../../core/io/file-system.ts';
import { Debounced } from '../debounced.ts';
import { NodeFileSystem } from '../node-file-system.ts';
import { databaseState } from './database-state.ts';
import { SessionDatabase, type StoredSession } from './session-database.ts';
import type { SessionDocument } from './session-document.ts';
import { storedLocation, storedPlace } from './stored-place.ts';

/** A document, and how its database was when it was made. */
interface Known {
  readonly document: SessionDocument;
  readonly version: string;
  readonly mtime: number;
}

/** Documents whose places are kept: each takes up to 40 MB. */
const MOST_KNOWN = 2;
/** A database is closed when nothing was read for so many milliseconds: as long as it is open, its program cannot take its log away. */
const IDLE = { quiet: 500, longest: 2_000 };
/** Counting a session's bytes again took too long for each of its changes, in milliseconds; it only grows. */
const LONG_COUNT = 50;

/**
 * Local files, and sessions in databases of opencode and Kilo as if each were one: `DATABASE#ID`. What a document consists of is found out again
 * with `stat` once the database has changed.
 */
export class StoredSessions extends NodeFileSystem implements SessionDatabases {
  readonly #known = new Map<Location, Known>();
  readonly #sizes = new Map<Location, { readonly updated: number; readonly size: number; readonly took: number }>();
  #open: { readonly location: Location; readonly version: string; readonly database: SessionDatabase } | undefined;
  readonly #idle = new Debounced(() => this.close(), IDLE);

  async sessionsOf(location: Location): Promise<readonly SessionInDatabase[]> {
    const database = await SessionDatabase.open(location);
    try {
      const found: SessionInDatabase[] = [];
      for (const session of database.sessions()) {
        const place = storedLocation(location, session.id);
        if (!storedPlace(place)) continue;
        found.push({ ...factsOf(session), location: place, size: this.#sizeOf(database, place, session) });
        await setImmediate();
      }
      return found;
    } finally {
      database.close();
    }
  }

  override async stat(location: Location, options?: PlaceOptions): Promise<FileStat> {
    if (!storedPlace(location)) return super.stat(location, options);
    const { document, mtime } = await this.#documentAt(location, true);
    return { kind: 'file', size: document.size, mtime };
  }

  override async readFile(location: Location, range: ReadRange = {}): Promise<Uint8Array> {
    const place = storedPlace(location);
    if (!place) return super.readFile(location, range);
    const { document } = await this.#documentAt(location, false);
    const { offset = 0, length = document.size } = range;
    return this.#using(place.database, (open) => open.read(document, offset, Math.min(length, document.size)));
  }

  /** Closes what is open; the next reading opens it again. */
  close(): void {
    this.#idle.dispose();
    this.#open?.database.close();
    this.#open = undefined;
  }

  /** @param isNew a document of the database as it was before will not do */
  async #documentAt(location: Location, isNew: boolean): Promise<Known> {
    const { database, id } = storedPlace(location) ?? { database: location, id: '' };
    const known = this.#known.get(location);
    if (known && !isNew) return known;
    const { version, mtime } = await databaseState(database);
    if (known?.version === version) return known;
    const made = { document: await this.#using(database, (open) => open.document(id)), version, mtime };
    this.#known.delete(location);
    this.#known.set(location, made);
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest);
    return made;
  }

  /** Works with a database, which is opened again once it has changed. @throws CodedError `busy` when a program began to write it meanwhile */
  async #using<T>(location: Location, work: (database: SessionDatabase) => T): Promise<T> {
    const { version } = await databaseState(location);
    if (this.#open?.location !== location || this.#open.version !== version) {
      const database = await SessionDatabase.open(location);
      this.close();
      this.#open = { location, version, database };
    }
    this.#idle.call();
    const { database } = this.#open;
    const found = work(database);
    if (database.isImmutable && (await databaseState(location)).version !== version) throw new CodedError('busy', { name: location });
    return found;
  }

  #sizeOf(database: SessionDatabase, place: Location, { id, updated }: StoredSession): number {
    const known = this.#sizes.get(place);
    if (known && (known.updated === updated || known.took > LONG_COUNT)) return known.size;
    const begin = performance.now();
    const size = database.sizeOf(id);
    this.#sizes.set(place, { updated, size, took: performance.now() - begin });
    return size;
  }
}

function factsOf({ title, folder, updated, parent, model }: StoredSession): Omit<SessionInDatabase, 'location' | 'size'> {
  const name = model === undefined ? undefined : nameOfModel(model);
  const facts = { title, folder, ...(name !== undefined && { model: name }) };
  return { facts, folder, mtime: updated, isOfAgent: parent !== undefined };
}

function nameOfModel(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) && typeof value['id'] === 'string' ? value['id'] : undefined;
  } catch {
    return undefined;
  }
}
