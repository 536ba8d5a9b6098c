import { toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { RootFolder } from '../io/root-folder.ts';
import { ArtifactIndex } from './artifact-index.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';

/** What a reservation says besides the id and the time. */
export type Reservation = Readonly<Record<string, unknown>>;

/**
 * Milliseconds, and looks in that time. Among many that take ids at once the folder is another one each time, and the
 * next free id is near: reading all names each time would cost more than everything else.
 */
const LOOK_EVERY = 100;
const MOST_LOOKS = 4;

/**
 * Gives out numeric ids that grow past every id present. An id is reserved by creating its sidecar
 * exclusively, so two processes never get the same one.
 */
export class IdGenerator {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  /** The largest id known of; undefined until the folder was read. */
  #last: bigint | undefined;
  #reading: Promise<void> | undefined;
  /** The folder's time of change up to which its names are known; undefined when they are not, or it has none. Milliseconds. */
  #knownUntil: number | undefined;
  /** When the present {@link LOOK_EVERY} began, milliseconds, and how many looks there were since. */
  #lookingSince = -Infinity;
  #looks = 0;

  constructor({ fs, artifactsDir }: { fs: FileSystem; artifactsDir: Location | RootFolder }) {
    this.#fs = fs;
    this.#folder = artifactsDir instanceof RootFolder ? artifactsDir : new RootFolder(fs, artifactsDir);
  }

  /**
   * Reserves the next id, as decimal text: larger than every id that was there before the call, as far as the folder's
   * time of change tells. Rejects with the file-system codes.
   * @param facts fields for the sidecar of the reserved artifact, besides `id` and `createdAt`
   */
  async next(facts: Reservation = {}): Promise<string> {
    for (;;) {
      // Someone else may give out ids here too: go on behind all of theirs.
      const isKnown = await this.#catchUp();
      this.#last = (this.#last ?? 0n) + 1n;
      const id = String(this.#last);
      const location = await this.#folder.place(id + SIDECAR_EXTENSION);
      const reservation = JSON.stringify({ id, createdAt: new Date().toISOString(), ...facts }, null, 2);
      try {
        // A look costs a hundredth of a write that finds the name taken.
        if (!(await this.#isTaken(location))) {
          await this.#fs.writeFile(location, new TextEncoder().encode(reservation), 'create', { noFollow: true });
          this.#knownUntil = isKnown ? await this.#timeOfFolder() : undefined;
          return id;
        }
      } catch (error) {
        if (toFailure(error).code !== 'already_exists') throw error;
      }
      this.#knownUntil = undefined;
    }
  }

  /**
   * The caller has just changed the folder for an id it got here: that is no news, and costs no look at all names.
   * What others put there in these milliseconds is seen with their next change.
   */
  async settle(): Promise<void> {
    if (this.#knownUntil !== undefined) this.#knownUntil = await this.#timeOfFolder();
  }

  /** Gives back an id that nobody was told of. */
  async release(id: string): Promise<void> {
    await this.#fs.deleteFile(await this.#folder.place(id + SIDECAR_EXTENSION), { noFollow: true });
  }

  async #isTaken(location: Location): Promise<boolean> {
    try {
      await this.#fs.stat(location, { noFollow: true });
      return true;
    } catch (error) {
      if (toFailure(error).code === 'not_found') return false;
      throw error;
    }
  }

  /** Reads the folder when it changed since its names were last known. @returns whether they are known now */
  async #catchUp(): Promise<boolean> {
    const time = await this.#timeOfFolder();
    if (this.#last !== undefined && time !== undefined && time === this.#knownUntil) return true;
    const now = Date.now();
    // A clock that was put back must not put looks off.
    if (Math.abs(now - this.#lookingSince) >= LOOK_EVERY) {
      this.#lookingSince = now;
      this.#looks = 0;
    }
    if (this.#last !== undefined && this.#looks >= MOST_LOOKS) return false;
    this.#looks++;
    // A reading under way may have passed what is new by now; afterwards one serves all that wait.
    await this.#reading;
    this.#reading ??= this.#lookAtFolder().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return true;
  }

  async #lookAtFolder(): Promise<void> {
    // Asked first: what changes while the names are read is looked at again.
    const time = await this.#timeOfFolder();
    const present = await this.#largestPresent();
    if (this.#last === undefined || present > this.#last) this.#last = present;
    this.#knownUntil = time;
  }

  /** Undefined when there is no folder, or it tells no time. */
  async #timeOfFolder(): Promise<number | undefined> {
    try {
      const { mtime } = await this.#fs.stat(await this.#folder.present(), { noFollow: true });
      return mtime > 0 ? mtime : undefined;
    } catch (error) {
      if (toFailure(error).code === 'not_found') return undefined;
      throw error;
    }
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
