import { CodedError, toFailure } from './errors.ts';
import type { FileSystem, Location } from './file-system.ts';
import { claimName, leaseName, lockName } from './temporary-name.ts';

export interface HeldLock {
  /** Rejects with `busy` when others took the lock because this process seemed to have ended. */
  check(): Promise<void>;
}

/** Times in milliseconds. */
export interface LockTiming {
  /** Maximum wait before `busy`. */
  readonly patience: number;
  /** A lock not renewed for this long while observed is abandoned. Time the machine slept doesn't count. */
  readonly staleAfter: number;
  /** Renewal interval; short enough that a busy disk doesn't make the lock stale. */
  readonly renewEvery: number;
}

/** A write under a lock takes milliseconds, or seconds on a busy disk; the holder renews every half second. */
const TIMING: LockTiming = { patience: 60_000, staleAfter: 3000, renewEvery: 500 };
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 60;
/** Bytes; our locks have about two hundred. The beginning of a longer, foreign one is enough to observe it. */
const LONGEST_LOCK = 4096;
/** Attempts to release a lock: its folder may be unreachable for a moment. */
const MOST_RELEASES = 8;

/**
 * Runs `work` while no other process holds the same lock. The lock is a file in `folder`, created exclusively, that names its holder. Long
 * work renews it by changing a file next to it.
 *
 * A lock is abandoned when its process has ended or, where that is unknown, when it was observed for a while without being renewed. Only
 * the process holding the claim on that exact lock may remove it, so a newer lock is never removed by mistake.
 *
 * @param folder a real path; links are not followed
 * @param key what is locked
 * @returns the result of `work`. Rejects with its errors, `busy`, and the file-system codes
 */
export async function withFileLock<T>(
  fs: FileSystem,
  folder: Location,
  key: string,
  work: (lock: HeldLock) => Promise<T>,
  timing: Partial<LockTiming> = {},
): Promise<T> {
  return holding(fs, fs.join(folder, lockName(key)), work, { ...TIMING, ...timing });
}

async function holding<T>(fs: FileSystem, location: Location, work: (lock: HeldLock) => Promise<T>, timing: LockTiming): Promise<T> {
  const own = await acquire(fs, location, timing);
  const lease = new Lease(fs, leaseOf(fs, location, own));
  const stopRenewing = fs.processes.every(timing.renewEvery, () => lease.renew());
  const isOwn = async (): Promise<boolean> => (await readHolder(fs, location)) === own;
  try {
    return await work({
      check: async () => {
        if (!(await isOwn())) throw new CodedError('busy');
      },
    });
  } finally {
    stopRenewing();
    await lease.end();
    await release(fs, location, isOwn);
  }
}

/** Shows other processes that the holder is still working. */
class Lease {
  readonly #fs: FileSystem;
  readonly #location: Location;
  #count = 0;
  #renewing: Promise<void> | undefined;

  constructor(fs: FileSystem, location: Location) {
    this.#fs = fs;
    this.#location = location;
  }

  renew(): void {
    if (this.#renewing) return;
    const content = new TextEncoder().encode(String(++this.#count));
    // A failed renewal lets the lock expire; `check` reports it.
    const written = this.#fs.writeFile(this.#location, content, 'replace', { isDurable: false, noFollow: true }).catch(() => undefined);
    this.#renewing = written.then(() => {
      this.#renewing = undefined;
    });
  }

  /** Never rejects. */
  async end(): Promise<void> {
    await this.#renewing;
    if (this.#count > 0) await this.#fs.deleteFile(this.#location, { noFollow: true }).catch(() => undefined);
  }
}

async function release(fs: FileSystem, location: Location, isOwn: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < MOST_RELEASES; attempt++) {
    try {
      if (await isOwn()) await fs.deleteFile(location, { noFollow: true });
      return;
    } catch {
      // The work under the lock is done; if the lock stays, waiting processes will remove it.
      await pause(fs, attempt);
    }
  }
}

/** @returns the content of the lock, unique to it */
async function acquire(fs: FileSystem, location: Location, timing: LockTiming): Promise<string> {
  const own = JSON.stringify({ process: fs.processes.self, token: randomToken(), time: new Date().toISOString() });
  const begin = Date.now();
  let watched: { readonly state: string; waited: number } | undefined;
  for (let attempt = 0; ; attempt++) {
    const holder = await readHolder(fs, location);
    if (holder === undefined) {
      if (await create(fs, location, own)) return own;
      continue;
    }
    const state = `${holder} ${(await readHolder(fs, leaseOf(fs, location, holder))) ?? ''}`;
    if (watched?.state !== state) watched = { state, waited: 0 };
    if (isGone(fs, holder) || watched.waited >= timing.staleAfter) {
      await removeLeftBehind(fs, location, holder, timing);
      continue;
    }
    if (Date.now() - begin >= timing.patience) throw new CodedError('busy');
    watched.waited += await pause(fs, attempt);
  }
}

function leaseOf(fs: FileSystem, location: Location, holder: string): Location {
  return fs.join(fs.parent(location), leaseName(holder));
}

async function create(fs: FileSystem, location: Location, content: string): Promise<boolean> {
  try {
    await fs.writeFile(location, new TextEncoder().encode(content), 'create', { isDurable: false, noFollow: true });
    return true;
  } catch (error) {
    if (toFailure(error).code !== 'already_exists') throw error;
    return false;
  }
}

/** The content of a lock or its lease; undefined when there is none. */
async function readHolder(fs: FileSystem, location: Location): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await fs.readFile(location, { length: LONGEST_LOCK, noFollow: true }));
  } catch (error) {
    if (toFailure(error).code === 'not_found') return undefined;
    throw error;
  }
}

function isGone(fs: FileSystem, holder: string): boolean {
  try {
    const { process } = JSON.parse(holder) as { process?: unknown };
    return typeof process === 'string' && fs.processes.isGone(process);
  } catch {
    return false;
  }
}

/** The claim is itself a lock: if its process ends, it is removed in the same way. */
function removeLeftBehind(fs: FileSystem, location: Location, holder: string, timing: LockTiming): Promise<void> {
  const claim = fs.join(fs.parent(location), claimName(holder));
  return holding(
    fs,
    claim,
    async () => {
      if ((await readHolder(fs, location)) !== holder) return;
      await fs.deleteFile(leaseOf(fs, location, holder), { noFollow: true });
      await fs.deleteFile(location, { noFollow: true });
    },
    timing,
  );
}

/** Waits with increasing, random delays. @returns milliseconds */
async function pause(fs: FileSystem, attempt: number): Promise<number> {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempt, 10));
  const milliseconds = longest * (0.5 + Math.random() / 2);
  await fs.processes.pause(milliseconds);
  return milliseconds;
}

function randomToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
