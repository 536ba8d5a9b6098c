/** What was made for a tile; `bytes` is what it takes of the memory. */
interface Kept {
  readonly bytes: number;
}

interface ThumbnailsAccess<Job, Made extends Kept> {
  /** Makes one; null when it was given up. Never rejects. */
  readonly make: (job: Job, signal: AbortSignal) => Promise<Made | null>;
  /** So many are made at once. */
  readonly width: number;
  /** Bytes that all of them may take together. */
  readonly limit: number;
  /** One is there now. */
  readonly onMade: () => void;
  /** One is let go. */
  readonly onDropped: (made: Made) => void;
}

/**
 * What tiles show, by key: made for those that are wanted, a few at a time, and kept within a limit. Who is no longer wanted leaves the queue,
 * or is given up; of what is kept, that which was not wanted for longest is let go first.
 */
export class Thumbnails<Job, Made extends Kept> {
  readonly #access: ThumbnailsAccess<Job, Made>;
  /** What was wanted last stands last. */
  readonly #kept = new Map<string, Made>();
  readonly #making = new Map<string, AbortController>();
  #wanted: ReadonlyMap<string, Job> = new Map();
  #bytes = 0;

  constructor(access: ThumbnailsAccess<Job, Made>) {
    this.#access = access;
  }

  get(key: string): Made | undefined {
    return this.#kept.get(key);
  }

  /** From now on these are wanted and no others, the first of them first. */
  want(wanted: ReadonlyMap<string, Job>): void {
    this.#wanted = wanted;
    for (const [key, stop] of this.#making) if (!wanted.has(key)) stop.abort();
    for (const key of wanted.keys()) {
      const made = this.#kept.get(key);
      if (made) this.#keepLast(key, made);
    }
    this.#begin();
  }

  #begin(): void {
    for (const [key, job] of this.#wanted) {
      if (this.#making.size >= this.#access.width) return;
      if (!this.#kept.has(key) && !this.#making.has(key)) void this.#make(key, job);
    }
  }

  async #make(key: string, job: Job): Promise<void> {
    const stop = new AbortController();
    this.#making.set(key, stop);
    const made = await this.#access.make(job, stop.signal);
    this.#making.delete(key);
    if (made) this.#keep(key, made);
    this.#begin();
  }

  #keep(key: string, made: Made): void {
    this.#keepLast(key, made);
    this.#bytes += made.bytes;
    for (const [other, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#access.limit) break;
      if (!this.#wanted.has(other)) this.#drop(other, bytes);
    }
    this.#access.onMade();
  }

  #keepLast(key: string, made: Made): void {
    this.#kept.delete(key);
    this.#kept.set(key, made);
  }

  #drop(key: string, bytes: number): void {
    const made = this.#kept.get(key);
    this.#kept.delete(key);
    this.#bytes -= bytes;
    if (made) this.#access.onDropped(made);
  }
}
