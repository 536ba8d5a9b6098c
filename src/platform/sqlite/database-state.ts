import * as fsp from 'node:fs/promises';
import { coded } from '../entry-error.ts';

/** How a database is on the disk. */
export interface DatabaseState {
  /** By which a change is told, of the file or of the log beside it. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly mtime: number;
}

/** @throws CodedError of the file system */
export async function databaseState(location: string): Promise<DatabaseState> {
  // What belongs to it lies beside the file that a link leads to.
  const { mtimeMs, size, log } = await coded(location, async () => {
    const real = await fsp.realpath(location);
    return { ...(await fsp.stat(real)), log: await fsp.stat(`${real}-wal`).catch(() => undefined) };
  });
  return {
    version: `${mtimeMs} ${size} ${log?.mtimeMs} ${log?.size}`,
    mtime: Math.max(mtimeMs, log?.mtimeMs ?? 0),
  };
}
