import { CodedError, toFailure } from './errors.ts';
import type { FileSystem, Location } from './file-system.ts';
import { claimName, leaseName, lockName } from './temporary-name.ts';

/** A lock while it is held. */
export interface HeldLock {
  /** Rejects with `busy` when others took the lock away because this process seemed to have ended. */
  check(): Promise<void>;
}

/** How long others are waited for, in milliseconds. */
export interface LockTiming {
  /** Until the wait ends with `busy`. */
  readonly patience: number;
  /** A lock that is not renewed while another waited for so long is taken for left behind. Time in which the machine slept is no waiting. */
  readonly staleAfter: number;
  /** How often a lock is renewed; so often that a disk that is very busy does not make it stale. */
  readonly renewEvery: number;
}

/** A write under a lock takes milliseconds, seconds on a disk that is very busy; whoever is at it shows that every half second. */
const TIMING: LockTiming = { patience: 60_000, staleAfter: 3000, renewEvery: 500 };
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 60;
/** Bytes; our locks have some two hundred. Of a longer one, which is none of ours, the beginning is enough to watch it. */
const LONGEST_LOCK = 4096;
/** How often the release of a lock is tried: its folder may be out of reach for a moment. */
const MOST_RELEASES = 8;

/**
 * Runs `work` while no other process that asks for the same lock does. The lock is a file in `folder`, made
 * exclusively, that says whose it is. Work that takes long renews it: a file beside it, of the holder alone, changes.
 *
 * A lock is left behind when its process has ended, or, where that cannot be known, when it was watched for a while and
 * was not renewed. Only one process at a time may remove a lock left behind: the one that has the claim on this very
 * lock. So the lock that someone else takes next is never removed by mistake.
 *
 * @param folder a real place; nothing is done through a link that takes its place
 * @param key what is locked
 * @returns what `work` gives. Rejects with what `work` rejects with, `busy`, and the file-system codes
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

/** What shows others that the holder of a lock goes on. */
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
    // What cannot be renewed runs out, and `check` tells.
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
      // What was done under the lock is done; should it stay, those who wait for it will remove it.
      await pause(fs, attempt);
    }
  }
}

/** @returns the content of the lock, which no other lock ever has */
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

/** The content of a lock or of what renews it; undefined when there is none. */
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

/** The claim is a lock like any other: should its process end, it is removed in the same way. */
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

/** Waits longer from time to time, and never as long as another that began with it. @returns milliseconds */
async function pause(fs: FileSystem, attempt: number): Promise<number> {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempt, 10));
  const milliseconds = longest * (0.5 + Math.random() / 2);
  await fs.processes.pause(milliseconds);
  return milliseconds;
}

function randomToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
