import { CodedError, toFailure } from './errors.ts';
import type { FileSystem, Location } from './file-system.ts';
import { claimName, lockName } from './temporary-name.ts';

/** A lock while it is held. */
export interface HeldLock {
  /** Rejects with `busy` when others took the lock away because this process seemed to have ended. */
  check(): Promise<void>;
}

/** How long others are waited for, in milliseconds. */
export interface LockTiming {
  /** Until the wait ends with `busy`. */
  readonly patience: number;
  /** A lock that stays the same for so long, by the clock of the one that waits, is taken for left behind. */
  readonly staleAfter: number;
}

/** A write under a lock takes milliseconds, seconds on a disk that is very busy. */
const TIMING: LockTiming = { patience: 60_000, staleAfter: 15_000 };
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 60;

/**
 * Runs `work` while no other process that asks for the same lock does. The lock is a file in `folder`, made
 * exclusively, that says whose it is.
 *
 * A lock is left behind when its process has ended, or when it was watched for a while and nothing happened.
 * Only one process at a time may remove a lock left behind: the one that has the claim on this very lock. So
 * the lock that someone else takes next is never removed by mistake.
 *
 * @param key what is locked
 * @returns what `work` gives. Rejects with what `work` rejects with, `busy`, and the file-system codes
 */
export async function withFileLock<T>(
  fs: FileSystem,
  folder: Location,
  key: string,
  work: (lock: HeldLock) => Promise<T>,
  timing: LockTiming = TIMING,
): Promise<T> {
  return holding(fs, fs.join(folder, lockName(key)), work, timing);
}

async function holding<T>(fs: FileSystem, location: Location, work: (lock: HeldLock) => Promise<T>, timing: LockTiming): Promise<T> {
  const own = await acquire(fs, location, timing);
  const isOwn = async (): Promise<boolean> => (await readHolder(fs, location)) === own;
  try {
    return await work({
      check: async () => {
        if (!(await isOwn())) throw new CodedError('busy');
      },
    });
  } finally {
    await release(fs, location, isOwn);
  }
}

async function release(fs: FileSystem, location: Location, isOwn: () => Promise<boolean>): Promise<void> {
  try {
    if (await isOwn()) await fs.deleteFile(location);
  } catch {
    // What was done under the lock is done; those who wait for it will remove it.
  }
}

/** @returns the content of the lock, which no other lock ever has */
async function acquire(fs: FileSystem, location: Location, timing: LockTiming): Promise<string> {
  const own = JSON.stringify({ process: fs.processes.self, token: randomToken(), time: new Date().toISOString() });
  const begin = Date.now();
  let watched: { readonly holder: string; readonly since: number } | undefined;
  for (let attempt = 0; ; attempt++) {
    const holder = await readHolder(fs, location);
    if (holder === undefined) {
      if (await create(fs, location, own)) return own;
      continue;
    }
    const now = Date.now();
    if (watched?.holder !== holder) watched = { holder, since: now };
    if (isGone(fs, holder) || now - watched.since >= timing.staleAfter) {
      await removeLeftBehind(fs, location, holder, timing);
      continue;
    }
    if (now - begin >= timing.patience) throw new CodedError('busy');
    await pause(attempt);
  }
}

async function create(fs: FileSystem, location: Location, content: string): Promise<boolean> {
  try {
    await fs.writeFile(location, new TextEncoder().encode(content), 'create', { isDurable: false });
    return true;
  } catch (error) {
    if (toFailure(error).code !== 'already_exists') throw error;
    return false;
  }
}

/** The content of a lock; undefined when there is none. */
async function readHolder(fs: FileSystem, location: Location): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await fs.readFile(location, { noFollow: true }));
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
      if ((await readHolder(fs, location)) === holder) await fs.deleteFile(location);
    },
    timing,
  );
}

/** Waits longer from time to time, and never as long as another that began with it. */
function pause(attempt: number): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempt, 10));
  const milliseconds = longest * (0.5 + Math.random() / 2);
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function randomToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
