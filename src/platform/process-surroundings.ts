import { homedir } from 'node:os';
import type { Surroundings } from './surroundings.ts';

/** Where this process runs, and for whom. Says so and ends it where the current folder was removed meanwhile. @param program its name */
export function processSurroundings(program: string): Surroundings {
  try {
    return { folder: process.cwd(), home: homedir(), env: process.env };
  } catch {
    process.stderr.write(`${program}: The current folder does not exist any more.\n`);
    process.exit(2);
  }
}
