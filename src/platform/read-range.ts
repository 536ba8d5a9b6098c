import * as fs from 'node:fs';
import { CodedError } from '../core/io/errors.ts';
import type { ReadRange } from '../core/io/file-system.ts';
import { opened, type OpenPlaces } from './open-folder.ts';

/** On a fast disk, reads up to this size are synchronous: the thread pool would cost more. */
export const SMALL_READ_BYTES = 64 * 1024;
/** Zeroing this many bytes takes less than a microsecond. */
const LITTLE_BYTES = 4096;
/** Opening a named pipe must not wait for its writer. */
const OPEN_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
const NO_FOLLOW: number = fs.constants.O_NOFOLLOW ?? 0;
/** Retries for a file that is replaced while it is opened, where the system does not distinguish that from a link. */
const MOST_OPENINGS = 10;

/** A disk that takes longer than this for a small read, in milliseconds, is read through the thread pool. */
const QUICK_MS = 1;
/** Milliseconds for which the speed of one read is taken as the disk's. */
const BURST_MS = 20;

/** How quick the disk is, by its last small read on this thread. */
export class DiskPace {
  #isQuick = false;
  #until = 0;

  /** Small reads may be done on this thread, for a short burst: then others get their turn. */
  get isQuick(): boolean {
    return this.#isQuick && performance.now() < this.#until;
  }

  /** Nothing is read on this thread: a slow disk would freeze the window. */
  get isSlow(): boolean {
    return !this.#isQuick && performance.now() < this.#until;
  }

  /** A read took so many milliseconds on this thread: the next ones are judged by it. */
  took(milliseconds: number): void {
    this.#isQuick = milliseconds <= QUICK_MS;
    this.#until = performance.now() + BURST_MS;
  }

  /** A read in a burst took so many milliseconds; a slow one ends the burst. */
  check(milliseconds: number): void {
    if (milliseconds > QUICK_MS) this.took(milliseconds);
  }
}

/**
 * Reads at most {@link SMALL_READ_BYTES} synchronously. Undefined when the file was replaced meanwhile; `readByPool` retries. Throws as
 * `OpenPlaces.check`, and `not_a_file`.
 */
export function readAtOnce(location: string, range: ReadRange, places: OpenPlaces): Uint8Array | undefined {
  const descriptor = fs.openSync(location, flagsOf(range));
  try {
    const bytes = spaceFor(descriptor, location, range, places);
    return cut(bytes, fillAtOnce(descriptor, bytes, range.offset ?? 0));
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The same of any size, through the thread pool; a small read that is not known to be slow tries the disk on this thread. */
export function readByPool(
  location: string,
  range: ReadRange,
  places: OpenPlaces,
  pace: Pick<DiskPace, 'isSlow' | 'took'>,
): Promise<Uint8Array> {
  return reopened(async () => {
    const descriptor = await opened(location, flagsOf(range), false);
    try {
      const begin = performance.now();
      const bytes = spaceFor(descriptor, location, range, places);
      const { offset = 0 } = range;
      if (bytes.length > SMALL_READ_BYTES || pace.isSlow) return cut(bytes, await fillByPool(descriptor, bytes, offset));
      const filled = fillAtOnce(descriptor, bytes, offset);
      pace.took(performance.now() - begin);
      return cut(bytes, filled);
    } finally {
      fs.closeSync(descriptor);
    }
  });
}

/** Retries while the file is being replaced. */
export async function reopened<T>(open: () => Promise<T>): Promise<T> {
  for (let opening = 1; ; opening++) {
    try {
      return await open();
    } catch (error) {
      if (!isBusy(error) || opening === MOST_OPENINGS) throw error;
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'busy';
}

function flagsOf({ noFollow }: ReadRange): number {
  return noFollow ? OPEN_FLAGS | NO_FOLLOW : OPEN_FLAGS;
}

/** Checks an opened file before it is read. @returns an uninitialised buffer of the size to read */
function spaceFor(
  descriptor: number,
  location: string,
  { offset = 0, length = Infinity, noFollow }: ReadRange,
  places: OpenPlaces,
): Uint8Array {
  if (noFollow) places.check(descriptor, location);
  const stats = fs.fstatSync(descriptor);
  if (!stats.isFile()) throw new CodedError('not_a_file');
  const size = Math.max(0, Math.min(length, stats.size - offset));
  // The buffer is filled next and cut to what was read, so it need not be zeroed. For small sizes zeroing is cheaper.
  return size <= LITTLE_BYTES ? new Uint8Array(size) : new Uint8Array(Buffer.allocUnsafeSlow(size).buffer);
}

function cut(bytes: Uint8Array, filled: number): Uint8Array {
  return filled === bytes.length ? bytes : bytes.subarray(0, filled);
}

/** Reads until the buffer is full or the file ends. @returns bytes read */
function fillAtOnce(descriptor: number, bytes: Uint8Array, offset: number): number {
  let filled = 0;
  for (let count = -1; filled < bytes.length && count !== 0; filled += count) {
    count = fs.readSync(descriptor, bytes, filled, bytes.length - filled, offset + filled);
  }
  return filled;
}

async function fillByPool(descriptor: number, bytes: Uint8Array, offset: number): Promise<number> {
  let filled = 0;
  for (let count = -1; filled < bytes.length && count !== 0; filled += count) {
    count = await read(descriptor, bytes, filled, bytes.length - filled, offset + filled);
  }
  return filled;
}

function read(descriptor: number, into: Uint8Array, at: number, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) =>
    fs.read(descriptor, into, at, length, position, (error, count) => (error ? reject(error) : resolve(count))),
  );
}
