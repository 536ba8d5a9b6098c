import type { SessionDatabases, SessionInDatabase } from '../../core/conversation/sessions.ts';
import type { FileStat, Location, PlaceOptions, ReadRange } from '../../core/io/file-system.ts';
import { WHOLE_FILE_DEADLINE_MS } from '../../core/io/limits.ts';
import type { DisposableCompute } from '../compute/lazy-compute.ts';
import { NodeFileSystem } from '../node-file-system.ts';
import { readStoredSessionTask, sessionsOfDatabaseTask, storedSessionStatTask } from './session-tasks.ts';
import { storedPlace } from './stored-place.ts';

/** All that a database is asked for is to be done by then. */
const OPTIONS = { deadline: WHOLE_FILE_DEADLINE_MS } as const;

/** As `StoredSessions`, but what is in databases is read in a worker: nothing there can hold up this thread. */
export class SessionsInWorker extends NodeFileSystem implements SessionDatabases {
  readonly #compute: DisposableCompute;

  /** @param compute has one worker: what was found out of a session is kept in it */
  constructor(compute: DisposableCompute) {
    super();
    this.#compute = compute;
  }

  sessionsOf(database: Location): Promise<readonly SessionInDatabase[]> {
    return this.#compute.run(sessionsOfDatabaseTask, database, OPTIONS);
  }

  override async stat(location: Location, options?: PlaceOptions): Promise<FileStat> {
    return storedPlace(location) ? this.#compute.run(storedSessionStatTask, location, OPTIONS) : super.stat(location, options);
  }

  override async readFile(location: Location, range: ReadRange = {}): Promise<Uint8Array> {
    if (!storedPlace(location)) return super.readFile(location, range);
    const { offset, length } = range;
    const part = { location, ...(offset !== undefined && { offset }), ...(length !== undefined && { length }) };
    return this.#compute.run(readStoredSessionTask, part, OPTIONS);
  }

  /** Ends the worker. */
  close(): void {
    this.#compute.dispose();
  }
}
