import { toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { RootFolder } from '../io/root-folder.ts';
import { ArtifactIndex } from './artifact-index.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';

/** Fields of a reservation besides id and time. */
export type Reservation = Readonly<Record<string, unknown>>;

/**
 * Interval in milliseconds, and folder reads per interval. When many ids are taken at once the folder changes each time, but the next free
 * id is near, so reading all names each time would cost more than trying.
 */
const LOOK_EVERY = 100;
const MOST_LOOKS = 4;

/** Generates increasing numeric ids. An id is reserved by creating its sidecar exclusively, so two processes never get the same one. */
export class IdGenerator {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  /** The largest known id; undefined until the folder was read. */
  #last: bigint | undefined;
  #reading: Promise<void> | undefined;
  /** The folder's mtime (milliseconds) up to which its names are known; undefined if unknown or unsupported. */
  #knownUntil: number | undefined;
  /** Start of the current {@link LOOK_EVERY} interval in milliseconds, and the reads in it. */
  #lookingSince = -Infinity;
  #looks = 0;

  constructor({ fs, artifactsDir }: { fs: FileSystem; artifactsDir: Location | RootFolder }) {
    this.#fs = fs;
    this.#folder = artifactsDir instanceof RootFolder ? artifactsDir : new RootFolder(fs, artifactsDir);
  }

  /**
   * Reserves the next id as decimal text, larger than every id present before the call as far as the folder's mtime tells. Rejects with the
   * file-system codes.
   * @param facts additional fields for the sidecar
   */
  async next(facts: Reservation = {}): Promise<string> {
    for (;;) {
      // Another process may also add ids here.
      const isKnown = await this.#catchUp();
      this.#last = (this.#last ?? 0n) + 1n;
      const id = String(this.#last);
      const location = await this.#folder.place(id + SIDECAR_EXTENSION);
      const reservation = JSON.stringify({ id, createdAt: new Date().toISOString(), ...facts }, null, 2);
      try {
        // Checking costs a hundredth of a write that fails.
        if (!(await this.#isTaken(location))) {
          await this.#fs.writeFile(location, new TextEncoder().encode(reservation), 'create', { noFollow: true });
          if (isKnown) this.#knownUntil = await this.#timeOfFolder();
          else if (await this.#isShared(id)) continue;
          return id;
        }
      } catch (error) {
        if (toFailure(error).code !== 'already_exists') throw error;
      }
      this.#knownUntil = undefined;
    }
  }

  /**
   * Whether a reserved id already has a file of another program, which needs no sidecar. Then the id is released, and the next one is larger
   * than every id present.
   */
  async #isShared(id: string): Promise<boolean> {
    this.#knownUntil = undefined;
    try {
      const index = await ArtifactIndex.read(this.#fs, this.#folder);
      if (!index.find(id)?.files.length) return false;
      if (this.#last === undefined || index.largestNumber > this.#last) this.#last = index.largestNumber;
    } catch (error) {
      await this.release(id);
      throw error;
    }
    await this.release(id);
    return true;
  }

  /**
   * Records that the caller's own change to the folder needs no new read. Changes by others within these milliseconds are seen with their
   * next change.
   */
  async settle(): Promise<void> {
    if (this.#knownUntil !== undefined) this.#knownUntil = await this.#timeOfFolder();
  }

  /** Releases an unused id. */
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

  /** Reads the folder if it changed. @returns whether its names are now known */
  async #catchUp(): Promise<boolean> {
    const time = await this.#timeOfFolder();
    if (this.#last !== undefined && time !== undefined && time === this.#knownUntil) return true;
    const now = Date.now();
    // The clock may have been set back.
    if (Math.abs(now - this.#lookingSince) >= LOOK_EVERY) {
      this.#lookingSince = now;
      this.#looks = 0;
    }
    if (this.#last !== undefined && this.#looks >= MOST_LOOKS) return false;
    this.#looks++;
    // A running read may have missed new names; after it, one read serves all that wait.
    await this.#reading;
    this.#reading ??= this.#lookAtFolder().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return true;
  }

  async #lookAtFolder(): Promise<void> {
    // First, so that changes during the read are noticed next time.
    const time = await this.#timeOfFolder();
    const present = await this.#largestPresent();
    if (this.#last === undefined || present > this.#last) this.#last = present;
    this.#knownUntil = time;
  }

  /** Undefined when the folder doesn't exist or has no mtime. */
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
