import { toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { ArtifactIndex } from './artifact-index.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';

/** What a reservation says besides the id and the time. */
export type Reservation = Readonly<Record<string, unknown>>;

/**
 * Milliseconds. Among many that take ids at once nearly every id is taken when its turn comes, and the next free
 * one is near: reading all names each time would cost more than everything else.
 */
const LOOK_EVERY = 100;

/**
 * Gives out numeric ids that grow past every id present. An id is reserved by creating its sidecar
 * exclusively, so two processes never get the same one.
 */
export class IdGenerator {
  readonly #fs: FileSystem;
  readonly #folder: Location;
  /** The largest id known of; undefined until the folder was read. */
  #last: bigint | undefined;
  #reading: Promise<void> | undefined;
  /** When the folder was last read because an id was taken; milliseconds. */
  #lookedAt = -Infinity;

  constructor(options: { fs: FileSystem; artifactsDir: Location }) {
    this.#fs = options.fs;
    this.#folder = options.artifactsDir;
  }

  /**
   * Reserves the next id, as decimal text. Rejects with the file-system codes.
   * @param facts fields for the sidecar of the reserved artifact, besides `id` and `createdAt`
   */
  async next(facts: Reservation = {}): Promise<string> {
    if (this.#last === undefined) await this.#lookAtFolder();
    for (;;) {
      this.#last = (this.#last ?? 0n) + 1n;
      const id = String(this.#last);
      const location = this.#fs.join(this.#folder, id + SIDECAR_EXTENSION);
      const reservation = JSON.stringify({ id, createdAt: new Date().toISOString(), ...facts }, null, 2);
      try {
        // A look costs a hundredth of a write that finds the name taken.
        if (!(await this.#isTaken(location))) {
          await this.#fs.writeFile(location, new TextEncoder().encode(reservation), 'create');
          return id;
        }
      } catch (error) {
        if (toFailure(error).code !== 'already_exists') throw error;
      }
      // Someone else gives out ids here too: go on behind all of theirs.
      if (Date.now() - this.#lookedAt >= LOOK_EVERY) {
        await this.#lookAtFolder();
        this.#lookedAt = Date.now();
      }
    }
  }

  /** Gives back an id that nobody was told of. */
  async release(id: string): Promise<void> {
    await this.#fs.deleteFile(this.#fs.join(this.#folder, id + SIDECAR_EXTENSION));
  }

  async #isTaken(location: Location): Promise<boolean> {
    try {
      await this.#fs.stat(location);
      return true;
    } catch (error) {
      if (toFailure(error).code === 'not_found') return false;
      throw error;
    }
  }

  /** One reading of the folder serves all that wait for one. */
  async #lookAtFolder(): Promise<void> {
    this.#reading ??= this.#largestPresent().then((present) => {
      if (this.#last === undefined || present > this.#last) this.#last = present;
    }).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #largestPresent(): Promise<bigint> {
    try {
      return (await ArtifactIndex.read(this.#fs, this.#folder)).largestNumber;
    } catch (error) {
      if (toFailure(error).code === 'not_found') return 0n;
      throw error;
    }
  }
}
