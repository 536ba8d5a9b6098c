import type { Readable, Writable } from 'node:stream';

/**
 * Where a program runs, and for whom. Its `main.ts` takes this from the process; everything behind is handed it. The official client of
 * object stores alone looks into the environment of the process by itself.
 */
export interface Surroundings {
  /** The current folder: an absolute path, from which others are named. */
  readonly folder: string;
  /** The home folder of whoever runs the program. */
  readonly home: string;
  /** The environment variables. */
  readonly env: NodeJS.ProcessEnv;
}

/** The streams of a program; each may be a terminal. */
export interface StandardStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}
