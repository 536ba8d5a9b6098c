/** One run at a time: two in one tree would write over each other's records and bundles, and a failure could be lost. */
import { rmSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * Takes a lock until the end of this process; one that a process left which is gone is taken over.
 * @param {string} file
 * @throws {Error} when another process has it
 */
export async function takeLock(file) {
  const own = `${file}.${process.pid}`;
  await writeFile(own, String(process.pid));
  try {
    for (;;) {
      try {
        // Whole or not at all: nobody reads a number that is half written.
        await link(own, file);
        break;
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      }
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (isAlive(holder)) throw new Error(`Another run is at work here: process ${holder}. If that is none, remove ${file}.`);
      await rm(file, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
  process.once('exit', () => rmSync(file, { force: true }));
}

/** @param {number} pid */
function isAlive(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
