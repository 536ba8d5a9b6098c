import { CodedError, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { ArtifactIndex } from './artifact-index.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';

/**
 * Gives out numeric ids that grow past every id present. An id is reserved by creating its sidecar
 * exclusively, so two processes never get the same one.
 */
export class IdGenerator {
  readonly #fs: FileSystem;
  readonly #folder: Location;
  #last: bigint | undefined;

  constructor(options: { fs: FileSystem; artifactsDir: Location }) {
    this.#fs = options.fs;
    this.#folder = options.artifactsDir;
  }

  /** Reserves the next id, as decimal text. Rejects with the file-system codes. */
  async next(): Promise<string> {
    this.#last ??= await this.#largestPresent();
    for (;;) {
      this.#last += 1n;
      const id = String(this.#last);
      const reservation = JSON.stringify({ id, createdAt: new Date().toISOString() }, null, 2);
      try {
        await this.#fs.writeFile(this.#fs.join(this.#folder, id + SIDECAR_EXTENSION), new TextEncoder().encode(reservation), 'create');
        return id;
      } catch (error) {
        if (toFailure(error).code !== 'already_exists') throw error;
        // Someone else gives out ids here too: go on behind all of theirs.
        const present = await this.#largestPresent();
        if (present > this.#last) this.#last = present;
      }
    }
  }

  async #largestPresent(): Promise<bigint> {
    try {
      return (await ArtifactIndex.read(this.#fs, this.#folder)).largestNumber;
    } catch (error) {
      if (error instanceof CodedError && error.code === 'not_found') return 0n;
      throw error;
    }
  }
}
